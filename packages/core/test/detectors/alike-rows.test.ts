import { describe, expect, it } from 'vitest'
import { thorough } from '../../../../tools/thorough.js'
import { prepare } from '../../src/cdf/samples.js'
import { certify } from '../../src/certificates/certify.js'
import { alphaLowerBound } from '../../src/certificates/exact/alpha-lower-bound.js'
import { rowsAlike } from '../../src/data/rows-alike.js'
import { categoricalColumn, numericTable, type Table } from '../../src/data/table.js'
import type { Fit } from '../../src/detectors/detector.js'
import { fit, score } from '../../src/detectors/fit.js'
import type { FittedModel } from '../../src/detectors/models.js'
import type { FitOptions } from '../../src/detectors/options.js'
import { detectorOf } from '../../src/detectors/table.js'
import { substream } from '../../src/numeric/random.js'
import { countAtMost } from '../../src/numeric/sort.js'
import { estimateAlpha } from '../../src/proportion/estimate.js'
import { allowedFailures } from '../certificates/coverage.js'

/** Two rounded features: some thirty kinds of rows. */
function rounded(rows: number, seed: number, aliens: number): Table {
  const random = substream(seed, 'rounded')
  return numericTable(
    Array.from({ length: rows }, (_, i) => {
      const shift = i < aliens ? 2.2 : 0
      return [Math.round(random.normal() + shift), Math.round(random.normal() + shift)]
    }),
  )
}

/** The detector's own fit, whose training scores are as they were before rows alike were scored as new ones. */
function unsettledFit(table: Table, options: FitOptions): Fit<FittedModel> {
  return detectorOf(options.detector ?? 'iforest').fit(table, options as never) as Fit<FittedModel>
}

function unsettled(table: Table, options: FitOptions): Float64Array {
  return unsettledFit(table, options).scores
}

describe('rows that are alike', () => {
  it('are found, whatever kind of column tells the others apart', () => {
    const table = numericTable([
      [0, 1],
      [-0, 1],
      [0, 2],
      [0, 1],
      [Number.NaN, 1],
      [Number.NaN, 1],
    ])
    expect(rowsAlike(table, 2)).toEqual([
      [0, 1, 3],
      [4, 5],
    ])
    expect(rowsAlike(table, 4)).toEqual([])
    expect(rowsAlike(numericTable(Array.from({ length: 30 }, (_, i) => [i, 1])))).toEqual([])
    expect(rowsAlike(numericTable(Array.from({ length: 30 }, () => [1, 1])))).toHaveLength(1)
  })

  it('are those that a comparison of all rows finds', () => {
    for (let seed = 0; seed < 20; seed++) {
      const random = substream(seed, 'alike')
      const rows = Array.from({ length: 60 + seed }, () => [random.below(3), random.below(4), random.below(1 + seed)])
      const kinds = new Map<string, number[]>()
      rows.forEach((row, i) => {
        kinds.set(`${row}`, [...(kinds.get(`${row}`) ?? []), i])
      })
      const many = [...kinds.values()].filter((kind) => kind.length >= 4)
      expect(rowsAlike(numericTable(rows), 4)).toEqual(many)
    }
  })

  it.each<[string, FitOptions]>([
    ['a forest', { trees: 50 }],
    ['a mixture of normals', { detector: 'gmm' }],
    [
      'a forest for each class',
      { trees: 50, classes: Array.from({ length: 400 }, (_, i) => (i % 2 ? 'odd' : 'even')) },
    ],
  ])(
    'have one score that new rows may have, the nearest to what parts that have not seen them say: %s',
    (_, options) => {
      const nominal = rounded(400, 1, 0)
      const { model, scores } = fit(nominal, options)
      const whole = score(model, nominal)
      const kinds = rowsAlike(nominal)
      const steps = new Set(whole)
      for (const kind of kinds) {
        expect(new Set(kind.map((row) => scores[row])).size).toBe(1)
        expect(steps.has(scores[kind[0]])).toBe(true)
        expect(scores[kind[0]]).toBeGreaterThanOrEqual(whole[kind[0]])
      }
      const many = new Set(kinds.flat())
      expect(many.size).toBeGreaterThan(200)
      if ('classes' in options) return
      const before = unsettled(nominal, options)
      for (let i = 0; i < 400; i++) if (!many.has(i)) expect(scores[i]).toBe(before[i])
      for (const kind of kinds) {
        const mean = kind.reduce((sum, row) => sum + before[row], 0) / kind.length
        const honest = Math.max(mean, whole[kind[0]])
        const distance = (step: number): number => Math.abs(step - honest)
        for (const step of steps) expect(distance(step)).toBeGreaterThanOrEqual(distance(scores[kind[0]]))
      }
    },
  )

  it('no longer make bt-patrasen see aliens everywhere', () => {
    for (const seed of [1, 2, 3]) {
      const rows = { nominal: rounded(800, 10 + seed, 0), mixture: rounded(1600, 20 + seed, 160) }
      const { model, scores } = fit(rows.nominal, { trees: 100, seed })
      const samples = { nominal: scores, mixture: score(model, rows.mixture), rows }
      // .45 to .78 with the out-of-bag scores as they are; the truth is .1.
      expect(estimateAlpha('bt-patrasen', samples, { seed }).alpha).toBeLessThan(0.3)
    }
  })
})

/** How far more nominal than mixture scores lie at or below some score at the lower end, less how far fewer, and its mean over runs. */
function meanExcess(
  runs: number,
  law: (seed: number) => Table,
  scoresOf: (nominal: Table, seed: number) => { nominal: Float64Array; model: FittedModel },
): number {
  let sum = 0
  for (let run = 0; run < runs; run++) {
    const { nominal, model } = scoresOf(law(2 * run), run)
    sum += lowExcess(nominal, score(model, law(2 * run + 1)))
  }
  return sum / runs
}

/** The same at one quantile of both together. */
function excessAt(level: number, nominal: Float64Array, mixture: Float64Array): number {
  const all = Float64Array.of(...nominal, ...mixture).sort()
  const at = all[Math.ceil(level * all.length) - 1]
  const shareOf = (scores: Float64Array): number => countAtMost(scores.slice().sort(), at) / scores.length
  return shareOf(nominal) - shareOf(mixture)
}

function lowExcess(nominal: Float64Array, mixture: Float64Array): number {
  const [own, other] = [nominal.slice().sort(), mixture.slice().sort()]
  let [above, below] = [0, 0]
  for (const at of [...own, ...other]) {
    const share = countAtMost(other, at) / other.length
    if (share > 0.3) continue
    const difference = countAtMost(own, at) / own.length - share
    above = Math.max(above, difference)
    below = Math.max(below, -difference)
  }
  return above - below
}

const honest = (options: FitOptions) => (nominal: Table, seed: number) => {
  const { model, scores } = fit(nominal, { ...options, seed } as FitOptions)
  return { nominal: scores, model: model as FittedModel }
}

const asTheyAre = (options: FitOptions) => (nominal: Table, seed: number) => ({
  ...honest(options)(nominal, seed),
  nominal: unsettled(nominal, { ...options, seed } as FitOptions),
})

describe('names that one row each has, beside a few categories', () => {
  const law = (seed: number): Table => {
    const random = substream(seed, 'names')
    const names = Array.from({ length: 240 }, () => `${random.float()}`)
    const kinds = names.map(() => `${random.below(3)}`)
    return { rows: 240, columns: [categoricalColumn('kind', kinds), categoricalColumn('name', names)] }
  }

  it.each<[string, FitOptions]>([
    ['a density forest', { detector: 'density-forest', trees: 30 }],
    ['a mixture of normals', { detector: 'gmm' }],
    ['an isolation forest', { trees: 30 }],
    ['a blend of such', { detector: 'blend', parts: ['gmm', 'gmm:raw'], mixture: law(99) }],
  ])('make rows alike: new rows have one score for each category, and so have training rows, of %s', (_, options) => {
    expect(meanExcess(10, law, honest(options))).toBeLessThan(0.05)
    expect(meanExcess(10, law, asTheyAre(options))).toBeGreaterThan(0.1)
  })

  it('are all the same to a mixture, as a part of others too, where there is nothing else', () => {
    const alone = (seed: number): Table => ({ rows: 240, columns: [law(seed).columns[1]] })
    const nominal = alone(1)
    for (const scoresOf of [fit, unsettledFit]) {
      const { model, scores } = scoresOf(nominal, { detector: 'gmm' })
      const [unseen] = score(model as FittedModel, alone(2))
      expect(new Set(scores)).toEqual(new Set([unseen]))
    }
  })
})

describe('kinds of about as many rows as count as a whole', () => {
  const law = (seed: number): Table => {
    const random = substream(seed, 'about ten')
    const kinds = Array.from({ length: 300 }, () => random.below(38))
    return {
      rows: 300,
      columns: [11, 38].map((size, j) =>
        categoricalColumn(
          `${j}`,
          kinds.map((kind) => `${j === 0 ? kind % size : Math.floor(kind / 11)}`),
        ),
      ),
    }
  }

  /** What was done before: only these kinds give steps, and scores are lowered to them. */
  function lowered(nominal: Table, seed: number): { nominal: Float64Array; model: FittedModel } {
    const { model, nominal: scores } = asTheyAre({ trees: 60 })(nominal, seed)
    const whole = score(model, nominal)
    const kinds = rowsAlike(nominal)
    for (const kind of kinds) {
      const mean = kind.reduce((sum, row) => sum + scores[row], 0) / kind.length
      const steps = kinds.map(([first]) => whole[first]).filter((step) => step <= Math.max(mean, whole[kind[0]]))
      for (const row of kind) scores[row] = Math.max(...steps)
    }
    return { nominal: scores, model }
  }

  it('do not look more ordinary once there are so many; lowered to the steps of such kinds they would', () => {
    const runs = 30
    const excess = { nearest: 0, lowered: 0 }
    for (let run = 0; run < runs; run++) {
      const [nominal, mixture] = [law(2 * run), law(2 * run + 1)]
      const { model, nominal: nearest } = honest({ trees: 60 })(nominal, run)
      const others = score(model, mixture)
      excess.nearest += excessAt(0.3, nearest, others) / runs
      excess.lowered += excessAt(0.3, lowered(nominal, run).nominal, others) / runs
    }
    // The standard deviation of either is about .012, that of their difference less.
    expect(excess.nearest).toBeLessThan(0.025)
    expect(excess.lowered - excess.nearest).toBeGreaterThan(0.025)
  })
})

/*
 * Kinds of rows that are equally common, so that chance alone says which of them look the most ordinary; some aliens are such rows too, so many that the miss rate is just above eta
 * where half of the nominal rows are passed.
 */
describe('certificates of kinds that are equally common', () => {
  const SIDE = 10
  const [alpha, eta, delta] = [0.5, 0.2, 0.05]
  const hidden = (1.03 * eta) / 0.7

  const table = (rows: readonly (readonly number[])[]): Table => ({
    rows: rows.length,
    columns: ['first', 'second'].map((name, j) =>
      categoricalColumn(
        name,
        rows.map((row) => `${row[j]}`),
      ),
    ),
  })

  function draw(run: number): { nominal: Table; mixture: Table } {
    const random = substream(92, 'equally common', run)
    const kind = (): number[] => [random.below(SIDE), random.below(SIDE)]
    const one = (): number[] => (random.float() < alpha && random.float() >= hidden ? [-1, -1] : kind())
    return { nominal: table(Array.from({ length: 1500 }, kind)), mixture: table(Array.from({ length: 1500 }, one)) }
  }

  const kinds = table(Array.from({ length: SIDE * SIDE }, (_, i) => [i % SIDE, Math.floor(i / SIDE)]))

  /** How many certificates are false, of training scores and of scores that new rows of the same kinds would get. */
  function broken(runs: number): { ofFit: number; asNew: number } {
    const count = { ofFit: 0, asNew: 0 }
    for (let run = 0; run < runs; run++) {
      const { nominal, mixture } = draw(run)
      const { model, scores } = fit(nominal, { detector: 'density-forest', trees: 30, seed: run })
      const [ofKinds, ofMixture] = [score(model, kinds), score(model, mixture)]
      for (const name of ['ofFit', 'asNew'] as const) {
        const samples = prepare(name === 'ofFit' ? scores : score(model, nominal), ofMixture)
        const { certified, tau } = certify({ samples, alpha, recall: 1 - eta, confidence: 1 - delta })
        const missed = ofKinds.reduce((sum, one) => sum + (one <= tau! ? 1 : 0), 0) / ofKinds.length
        if (certified && hidden * missed > eta) count[name]++
      }
    }
    return count
  }

  it('are kept; by the scores that new rows of the kinds get they would not be', () => {
    const runs = thorough(24)
    const { ofFit, asNew } = broken(runs)
    expect(ofFit).toBeLessThanOrEqual(allowedFailures(runs, delta))
    expect(asNew).toBeGreaterThan(allowedFailures(runs, delta))
  })
})

/*
 * Two kinds of nominal rows; some of the aliens are rows of the commoner kind, the others of a kind that no nominal row is. The true miss rate follows from the scores
 * of the three kinds. A gate stands among the out-of-bag scores of the rarer kind, half of which lie below the one score that its mixture rows have.
 */
const RUNS = thorough(24)
const TWIN_RUNS = thorough(40)
const DELTA = 0.2
const ETA = 0.2
const ALPHA = 0.3

interface TwoKinds {
  /** The share of nominals of the rarer kind. */
  readonly rarer: number
  /** The share of aliens that are rows of the commoner kind. */
  readonly hidden: number
}

function draw({ rarer, hidden }: TwoKinds, run: number): { nominal: Table; mixture: Table } {
  const random = substream(91, `kinds ${rarer} ${hidden}`, run)
  const nominal = (): number[] => [random.float() < rarer ? 1 : 0]
  const alien = (): number[] => [random.float() < hidden ? 0 : 4]
  return {
    nominal: numericTable(Array.from({ length: 1000 }, nominal)),
    mixture: numericTable(Array.from({ length: 2000 }, () => (random.float() < ALPHA ? alien() : nominal()))),
  }
}

/** How often a certificate misses more than eta of the aliens, and how often the true alpha is refuted at confidence 1 - delta. */
function violations(
  law: TwoKinds,
  trainingScores: 'of fit' | 'unsettled',
  runs: number,
): { broken: number; refuted: number } {
  let broken = 0
  let refuted = 0
  for (let run = 0; run < runs; run++) {
    const { nominal, mixture } = draw(law, run)
    const options = { trees: 30, subsample: 400, seed: run }
    const { model, scores } = fit(nominal, options)
    const own = trainingScores === 'of fit' ? scores : unsettled(nominal, options)
    const samples = prepare(own, score(model, mixture))
    if (alphaLowerBound(samples, DELTA) > ALPHA) {
      refuted++
      continue
    }
    const { tau } = certify({ samples, alpha: ALPHA, recall: 1 - ETA, confidence: 1 - DELTA })
    const [ordinary, strange] = score(model, numericTable([[0], [4]]))
    if ((ordinary <= tau ? law.hidden : 0) + (strange <= tau ? 1 - law.hidden : 0) > ETA) broken++
  }
  return { broken, refuted }
}

describe('certificates of training scores on discrete data', () => {
  const gateAmongThem = { rarer: 0.44, hidden: 0.25 }
  const halfOfAll = { rarer: 0.55, hidden: 0.25 }

  it.each([gateAmongThem, halfOfAll])('keep their promise: %o', (law) => {
    const { broken, refuted } = violations(law, 'of fit', RUNS)
    const limit = allowedFailures(RUNS, DELTA)
    expect(broken).toBeLessThanOrEqual(limit)
    expect(refuted).toBeLessThanOrEqual(limit)
  })

  it('break it with the out-of-bag scores as they are', () => {
    const limit = allowedFailures(TWIN_RUNS, DELTA)
    expect(violations(gateAmongThem, 'unsettled', TWIN_RUNS).broken).toBeGreaterThan(limit)
    expect(violations(halfOfAll, 'unsettled', TWIN_RUNS).refuted).toBeGreaterThan(limit)
  })
})
