import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { categoricalColumn, numericTable, type Table } from '../../src/data/table.js'
import { binOf, chooseBins, prepareBinChoice } from '../../src/detectors/loda/bins.js'
import { encodeTable } from '../../src/detectors/loda/encode.js'
import { fitLoda, type LodaModel, MOST_PROJECTIONS, scoreLoda } from '../../src/detectors/loda/loda.js'
import { drawDirection, LOG_EMPTY, LOG_UNIT, logDensityAt, logHistogram } from '../../src/detectors/loda/projection.js'
import { unpackProjections } from '../../src/detectors/loda/projections-codec.js'
import { Random, substream } from '../../src/numeric/random.js'
import { errorOf, mixedTable, normalTable } from './tables.js'

/** The penalised log likelihood of D equal bins, closed on the right, straight from the paper. */
function likelihood(scaled: readonly number[], bins: number): number {
  const n = scaled.length
  let sum = 0
  for (let j = 1; j <= bins; j++) {
    const count = scaled.filter((x) => (j === 1 || x > (j - 1) / bins) && x <= j / bins).length
    if (count > 0) sum += count * Math.log((count * bins) / n)
  }
  return sum - (bins + Math.log(bins) ** 2.5)
}

const samples: Record<string, (random: Random) => number> = {
  uniform: (random) => random.float(),
  normal: (random) => random.normal(),
  'two far clusters': (random) => (random.below(2) === 0 ? 0 : 100) + random.normal(),
  'heavy-tailed': (random) => random.normal() / random.float(),
  'of few distinct values': (random) => random.below(7),
}

describe('the number of bins', () => {
  it.each(Object.keys(samples))('maximises the penalised likelihood over all D on a sample that is %s', (law) => {
    for (const n of [3, 10, 57, 200, 301]) {
      const random = new Random(n, 5, 6)
      const raw = Array.from({ length: n }, () => samples[law](random))
      const low = Math.min(...raw)
      const range = Math.max(...raw) - low
      const scaled = raw.map((x) => (x - low) / range)
      const most = Math.min(Math.floor(n / Math.log(n)), 1000)
      const values = Array.from({ length: most }, (_, k) => likelihood(scaled, k + 1))
      const chosen = chooseBins(prepareBinChoice(n), Float64Array.from(scaled), n)
      expect(chosen).toBeLessThanOrEqual(most)
      expect(values[chosen - 1]).toBeGreaterThan(Math.max(...values) - 1e-9)
    }
  })

  it('is tried one by one up to 128, and then in steps of at most a thirty-second', () => {
    const { numbers } = prepareBinChoice(100_000)
    expect([...numbers.subarray(0, 128)]).toEqual(Array.from({ length: 128 }, (_, i) => i + 1))
    for (let i = 128; i < numbers.length; i++) {
      expect(numbers[i]).toBeGreaterThan(numbers[i - 1])
      expect(numbers[i]).toBeLessThanOrEqual(numbers[i - 1] * (1 + 1 / 32))
    }
    expect(numbers.at(-1)).toBeGreaterThan(1000 / (1 + 1 / 32))
    expect(numbers.at(-1)).toBeLessThanOrEqual(1000)
  })

  it('maximises the penalised likelihood over those that are tried, of several hundred', () => {
    const random = new Random(2, 5, 6)
    // Few distinct values: the more bins, the better.
    const scaled = Array.from({ length: 2500 }, () => random.below(151) / 150)
    scaled.push(0, 1)
    const choice = prepareBinChoice(scaled.length)
    const values = Array.from(choice.numbers, (bins) => likelihood(scaled, bins))
    const chosen = chooseBins(choice, Float64Array.from(scaled), scaled.length)
    expect(chosen).toBeGreaterThan(128)
    expect(values[choice.numbers.indexOf(chosen)]).toBeGreaterThan(Math.max(...values) - 1e-9)
  })

  it('is penalised by D + (ln D)^2.5, for D up to n / ln n and at most 1000', () => {
    for (const n of [10, 500, 100_000]) {
      const { penalty } = prepareBinChoice(n)
      expect(penalty).toHaveLength(Math.min(Math.floor(n / Math.log(n)), 1000) + 1)
      for (let d = 1; d < penalty.length; d++) expect(penalty[d] / (d + Math.log(d) ** 2.5)).toBeCloseTo(1, 12)
    }
  })

  it('is chosen among a part of the values when some are missing', () => {
    const random = new Random(1, 1, 1)
    const scaled = Float64Array.from({ length: 100 }, (_, i) => (i === 0 ? 0 : i === 1 ? 1 : random.float() ** 3))
    const junk = new Float64Array(300).fill(7)
    junk.set(scaled)
    expect(chooseBins(prepareBinChoice(300), junk, 100)).toBe(chooseBins(prepareBinChoice(100), scaled, 100))
  })
})

describe('binOf', () => {
  it('puts every number, far out or not, in a bin that is there and does not fall as the number grows', () => {
    fc.assert(
      fc.property(
        fc.double({ noNaN: true }),
        fc.double({ noNaN: true }),
        fc.integer({ min: 1, max: 1000 }),
        (x, y, bins) => {
          const [a, b] = [binOf(Math.min(x, y), bins), binOf(Math.max(x, y), bins)]
          return a >= 0 && b < bins && a <= b && Number.isInteger(a) && Number.isInteger(b)
        },
      ),
    )
  })

  it('closes bins on the right', () => {
    expect([0, 0.25, 0.250001, 0.5, 1, -3, 9].map((x) => binOf(x, 4))).toEqual([0, 0, 1, 1, 3, 0, 3])
  })
})

describe('a direction', () => {
  it.each([1, 2, 3, 4, 9, 16, 25, 36, 49, 64, 100, 617])(
    'has unit length and the sparsity of the paper, d = %i',
    (d) => {
      const zeros = Math.floor(d - Math.sqrt(d))
      for (let p = 0; p < 20; p++) {
        const { feature, weight } = drawDirection(d, substream(1, 'projection', p))
        expect(feature).toHaveLength(d - zeros)
        expect(new Set(feature).size).toBe(d - zeros)
        expect([...feature].every((j) => j >= 0 && j < d)).toBe(true)
        expect(weight.reduce((sum, w) => sum + w * w, 0)).toBeCloseTo(1, 12)
        expect(weight.every((w) => w !== 0)).toBe(true)
      }
    },
  )

  it('uses every feature equally often', () => {
    const uses = new Float64Array(9)
    for (let p = 0; p < 3000; p++) for (const j of drawDirection(9, substream(2, 'projection', p)).feature) uses[j]++
    for (const count of uses) expect(Math.abs(count - 1000)).toBeLessThan(5 * Math.sqrt(3000 * (1 / 3) * (2 / 3)))
  })
})

describe('a histogram', () => {
  const random = new Random(8, 8, 8)
  const values = Array.from({ length: 500 }, () => (random.below(2) === 0 ? 0 : 50) + random.normal())
  const histogram = logHistogram(prepareBinChoice(500), Float64Array.from(values), 500)
  const { low, range, logDensity } = histogram

  /** What was taken off: an empty bin shows it. */
  const mean = LOG_EMPTY - logDensityAt(histogram, 25)

  it('is a density: it integrates to 1, and log densities are 0 on average', () => {
    const width = range / logDensity.length
    const mass = logDensity
      .filter((l) => l !== LOG_EMPTY - mean)
      .reduce((sum, l) => sum + Math.exp(l + mean) * width, 0)
    expect(mass).toBeCloseTo(1, 6)
    expect(values.reduce((sum, x) => sum + logDensityAt(histogram, x), 0) / values.length).toBeCloseTo(0, 6)
  })

  it('spans the sample and gives an empty inner bin log(1e-9)', () => {
    expect(low).toBe(Math.min(...values))
    expect(low + range).toBeCloseTo(Math.max(...values), 12)
    expect(LOG_EMPTY).toBeCloseTo(Math.log(1e-9), 6)
    expect(Math.min(...logDensity)).toBe(LOG_EMPTY - mean)
  })

  it('gives values outside the density of the end bin', () => {
    const [first, last] = [logDensity[0], logDensity[logDensity.length - 1]]
    expect([low, low - 1, -1e300].map((x) => logDensityAt(histogram, x))).toEqual([first, first, first])
    expect([low + range, low + range + 1, 1e300].map((x) => logDensityAt(histogram, x))).toEqual([last, last, last])
  })

  it('of one value knows that value alone; of none, or of values too far apart, nothing', () => {
    const single = logHistogram(prepareBinChoice(5), new Float64Array(5).fill(3), 5)
    expect([logDensityAt(single, 3), logDensityAt(single, 3.1)]).toEqual([0, LOG_EMPTY])
    const nothing = logHistogram(prepareBinChoice(5), new Float64Array(5), 0)
    const apart = logHistogram(prepareBinChoice(2), Float64Array.of(-1e308, 1e308), 2)
    for (const flat of [nothing, apart]) expect([-1e308, 0, 1e308].map((x) => logDensityAt(flat, x))).toEqual([0, 0, 0])
  })
})

/*
 * Along some directions all values lie close together, along others they do not. Training rows are judged by some of the projections each: were densities compared as they are, those whose
 * projections happen to be dense would look the most ordinary, and a twentieth of new rows would stand where .12 of the training rows do.
 */
it('does not take rows for ordinary because their projections are dense', () => {
  const [rows, runs] = [300, 12]
  const sample = (seed: number): Table => {
    const random = substream(seed, 'nearly constant')
    const seldom = (share: number): number => (random.float() < share ? random.normal() : 0)
    const row = (): number[] => [random.normal(), random.normal(), seldom(0.01), seldom(0.006), seldom(0.02)]
    return numericTable(Array.from({ length: rows }, row))
  }
  let excess = 0
  for (let run = 0; run < runs; run++) {
    const { model, scores } = fitLoda(sample(2 * run), { projections: 100, seed: run })
    const twentieth = scoreLoda(model, sample(2 * run + 1)).sort()[rows / 20 - 1]
    excess += scores.filter((one) => one <= twentieth).length / rows - 0.05
  }
  // Its standard deviation is .005.
  expect(excess / runs).toBeLessThan(0.025)
})

/** Mean of minus the log densities of the chosen projections, by the definition; NaN if none can be used. */
function plainScore(model: LodaModel, row: readonly number[], use: (projection: number) => boolean): number {
  let sum = 0
  let count = 0
  model.projections.forEach(({ feature, weight, low, range, logDensity }, p) => {
    if (!use(p)) return
    let x = 0
    feature.forEach((j, k) => {
      x += weight[k] * row[j]
    })
    if (Number.isNaN(x)) return
    const bins = logDensity.length
    const place = Math.min(bins, Math.max(1, Math.ceil(((x - low) / range) * bins)))
    sum -= range === 0 && x !== low ? LOG_EMPTY : logDensity[place - 1]
    count++
  })
  return sum / count
}

/** By how much more of the nominal scores than of the mixture's lie at or below a quantile of the latter. */
function excessAt(level: number, nominal: Float64Array, mixture: Float64Array): number {
  const at = mixture.slice().sort()[Math.round(level * mixture.length) - 1]
  return nominal.filter((score) => score <= at).length / nominal.length - level
}

/** Which rows each projection's bootstrap resample drew, from the random numbers alone. */
function resamples(seed: number, rows: number, width: number, projections: number): Set<number>[] {
  return Array.from({ length: projections }, (_, p) => {
    const random = substream(seed, 'projection', p)
    drawDirection(width, random)
    return new Set(Array.from({ length: rows }, () => random.below(rows)))
  })
}

describe('out-of-bag scores', () => {
  it('use only the projections whose resample missed the row', () => {
    const table = mixedTable(80, 3, true)
    const { model, scores, inBagRows } = fitLoda(table, { projections: 60, seed: 12 })
    const drawn = resamples(12, 80, 4, 60)
    const columns = encodeTable(table, model)
    expect(model.filled).toBe(true)
    for (let i = 0; i < 80; i++) {
      const row = columns.map((column) => column[i])
      expect(scores[i]).toBeCloseTo(
        plainScore(model, row, (p) => !drawn[p].has(i)),
        9,
      )
    }
    expect(inBagRows).toBe(0)
  })

  it('have the law of new scores where half of the values are missing; skipping what needs a gap, as for models without any, they would not', () => {
    const [rows, width, projections] = [250, 12, 600]
    const sample = (seed: number): Table => {
      const random = substream(seed, 'gaps')
      const row = (): number[] =>
        Array.from({ length: width }, () => (random.float() < 0.5 ? Number.NaN : random.normal()))
      return numericTable(Array.from({ length: rows }, row))
    }
    let filling = 0
    let skipping = 0
    const runs = 6
    for (let run = 0; run < runs; run++) {
      const [nominal, mixture] = [sample(2 * run), sample(2 * run + 1)]
      const { model, scores } = fitLoda(nominal, { projections, seed: run })
      filling += excessAt(0.3, scores, scoreLoda(model, mixture))
      const drawn = resamples(run, rows, width, projections)
      const skipped = (table: Table, use: (p: number, i: number) => boolean): Float64Array => {
        const filled = encodeTable(table, model)
        const gappy = encodeTable(table, { encodings: model.encodings })
        return Float64Array.from({ length: rows }, (_, i) => {
          const [own, whole] = [gappy, filled].map((columns) => columns.map((column) => column[i]))
          const score = plainScore(model, own, (p) => use(p, i))
          return Number.isNaN(score) ? plainScore(model, whole, (p) => use(p, i)) : score
        })
      }
      skipping += excessAt(
        0.3,
        skipped(nominal, (p, i) => !drawn[p].has(i)),
        skipped(mixture, () => true),
      )
    }
    // The standard deviation of either is about .015.
    expect(filling / runs).toBeLessThan(0.05)
    expect(skipping / runs).toBeGreaterThan(0.05)
  })

  it('miss each row with probability 1/e', () => {
    const drawn = resamples(1, 200, 9, 500)
    const share = drawn.reduce((sum, rows) => sum + (200 - rows.size), 0) / (200 * 500)
    expect(share).toBeCloseTo((1 - 1 / 200) ** 200, 2)
  })

  it('complete a row with a gap by medians, and stay out-of-bag', () => {
    const plain = normalTable(60, ['a', 'b'], 4) // with two features every projection uses both
    const values = (plain.columns[0] as { values: Float64Array }).values.with(5, Number.NaN)
    const table: Table = { rows: 60, columns: [{ name: 'a', kind: 'numeric', values }, plain.columns[1]] }
    const { model, scores, inBagRows } = fitLoda(table, { projections: 50, seed: 2 })
    const drawn = resamples(2, 60, 2, 50)
    const row = [model.encodings[0].median, (plain.columns[1] as { values: Float64Array }).values[5]]
    expect(scores[5]).toBeCloseTo(
      plainScore(model, row, (p) => !drawn[p].has(5)),
      9,
    )
    expect(scoreLoda(model, table)[5]).toBeCloseTo(
      plainScore(model, row, () => true),
      9,
    )
    expect(inBagRows).toBe(0)
  })

  it('are ordinary scores, and counted, where every resample drew the row', () => {
    const table = mixedTable(50, 6)
    const { model, scores, inBagRows } = fitLoda(table, { projections: 1, seed: 5 })
    const [drawn] = resamples(5, 50, 4, 1)
    expect(inBagRows).toBe(drawn.size)
    const full = scoreLoda(model, table)
    expect(scores).toEqual(full) // one projection, so in-bag and out-of-bag rows read the same histogram
  })
})

describe('scores', () => {
  it('skip the projections that need a missing value', () => {
    const table = mixedTable(80, 3)
    const { model } = fitLoda(table, { projections: 60 })
    const first = table.columns[0] as { values: Float64Array }
    const gap: Table = {
      rows: 80,
      columns: [
        { name: 'height', kind: 'numeric', values: first.values.with(0, Number.NaN) },
        ...table.columns.slice(1),
      ],
    }
    const row = encodeTable(gap, model).map((column) => column[0])
    const usable = (p: number): boolean => !model.projections[p].feature.includes(0)
    expect(scoreLoda(model, gap)[0]).toBeCloseTo(plainScore(model, row, usable), 9)
  })

  it('place rare categories far out, and those of at most five rows where unseen ones are', () => {
    const names = Array.from({ length: 64 }, (_, i) => (i < 5 ? 'rare' : i % 4 === 0 ? 'some' : 'common'))
    const table: Table = { rows: 64, columns: [categoricalColumn('kind', names)] }
    const { model } = fitLoda(table, { projections: 5 })
    const [common, rare, some, unseen] = model.encodings[0].surprise // categories sorted, then the unseen
    expect(common).toBeCloseTo(Math.log(68 / (1 + names.filter((name) => name === 'common').length)), 12)
    expect(some).toBeCloseTo(Math.log(68 / (1 + names.filter((name) => name === 'some').length)), 12)
    expect(rare).toBeCloseTo(Math.log(68 / 6), 12)
    expect(unseen).toBe(rare)
  })

  it('refuse a number of projections that is not one', () => {
    for (const projections of [0, 2.5, Number.NaN, MOST_PROJECTIONS + 1]) {
      expect(errorOf(() => fitLoda(mixedTable(9, 1), { projections })).code).toBe('bad-option')
    }
  })
})

describe('the sum of log densities, which workers add up in parts', () => {
  const packed = (projections: number, log: number): unknown => ({
    width: 1,
    feature: new Int32Array(projections),
    weight: new Float64Array(projections).fill(1),
    low: new Float64Array(projections),
    range: new Float64Array(projections).fill(1),
    bins: new Uint32Array(projections).fill(1),
    logDensity: new Float64Array(projections).fill(log),
  })
  const largest = 1000 - LOG_UNIT

  it('is exact in every model that a file may hold', () => {
    expect(unpackProjections(packed(MOST_PROJECTIONS, -largest), 1)).toHaveLength(MOST_PROJECTIONS)
    expect((MOST_PROJECTIONS * largest) / LOG_UNIT).toBeLessThan(Number.MAX_SAFE_INTEGER)
    expect(() => unpackProjections(packed(MOST_PROJECTIONS + 1, 1), 1)).toThrow('impossible numbers')
    for (const log of [1000, -1000]) expect(() => unpackProjections(packed(1, log), 1)).toThrow('impossible numbers')
  })

  it('is exact in every model that can be fitted', () => {
    const spread = (range: number): number[] => Array.from({ length: 40 }, (_, i) => (i === 0 ? range : 0))
    for (const range of [Number.MIN_VALUE, Number.MAX_VALUE]) {
      const { logDensity } = logHistogram(prepareBinChoice(40), Float64Array.from(spread(range)), 40, 1000)
      for (const log of logDensity) expect(Math.abs(log)).toBeLessThan(773)
      expect(Math.max(...logDensity.map(Math.abs))).toBeGreaterThan(600)
    }
  })
})
