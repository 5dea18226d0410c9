import {
  decodeModelFile,
  encodeModelFile,
  type NumericColumn,
  score,
  selectRows,
  substream,
  type Table,
} from '@xenolith/core'
import { describe, expect, it } from 'vitest'
import { blendOf, weigh } from '../src/auto/blend.js'
import { candidates, candidatesFor, fitOptions } from '../src/auto/candidates.js'
import { chooseAmong } from '../src/auto/choose.js'
import { estimateAll } from '../src/auto/estimate.js'
import { fitCandidates, takeCandidate } from '../src/auto/fit-candidates.js'
import { partsOf, partsOfPilot, stagesOf } from '../src/auto/parts.js'
import { certifyScored, requestFrom, setAside, silent, withDetectorNamed } from '../src/index.js'
import { trainAndScore } from '../src/train.js'
import { engine, finished, mixture, nominal, request, terms } from './auto-study.js'
import { ring } from './ring.js'

const first = await finished()

describe('auto', () => {
  it('takes a detector that fits the data, certifies it on rows that had no part in that, and records it', () => {
    const { file, notes } = first
    const choice = file.evidence.choice!
    expect(choice.chosen).toMatch(/^blend of /)
    expect(choice.candidates.map(({ name }) => name)).toEqual([...candidates.map(({ name }) => name), choice.chosen])
    expect(choice.rows).toEqual({
      choosing: { nominal: 133, mixture: 133 },
      certifying: { nominal: file.certificate.n0, mixture: 467 },
    })
    expect(choice).toMatchObject({ alpha: 0.34, recall: 0.6 })
    expect(file.certificate).toMatchObject({ nm: 467, certified: true })
    expect(file.certificate.nominalScores).not.toBe('held-out')
    expect(file.certificate.falseAlarmRate).toBeLessThan(0.2)
    expect(notes).toContainEqual(expect.stringContaining(`detector: ${choice.chosen}, `))
    const read = decodeModelFile(encodeModelFile(file))
    expect(read.evidence.choice).toEqual(choice)
    expect(read.settings).toEqual({ ...terms, detector: 'auto' })
    expect(requestFrom(read.settings!, 5, null)).toMatchObject(request)
    expect(score(read.model, nominal)).toEqual(score(file.model, nominal))
  })

  it('where it is easy sets out as usual, and rows that certify had no part in either', async () => {
    expect(first.file.certificate.gates).toBeUndefined()
    const [shown] = stagesOf({ nominal, mixture }, 0.34, undefined, 5)
    const other = { nominal: ring(600, (row) => row % 2 === 0, 3), mixture: ring(600, () => false, 4) }
    const changed = (table: Table, by: Table, rows: Int32Array): Table => {
      const isShown = new Set(rows)
      const column = (c: number): Float64Array => {
        const [own, its] = [table, by].map(({ columns }) => (columns[c] as NumericColumn).values)
        return own.map((value, row) => (isShown.has(row) ? value : its[row]))
      }
      return { ...table, columns: table.columns.map((one, c) => ({ ...one, values: column(c) }) as NumericColumn) }
    }
    const data = {
      nominal: changed(nominal, other.nominal, shown.nominal.kept),
      mixture: changed(mixture, other.mixture, shown.mixture.kept),
    }
    const { choice } = await trainAndScore(data, request, { engine, listener: silent })
    expect(choice).toEqual(first.file.evidence.choice)
  })

  it('under a pilot leaves the rows to certify that it leaves without a choice, at any terms and by any seed', async () => {
    const data = { nominal, mixture }
    const piloted = { ...request, pilot: 0.35 }
    const scored = await trainAndScore(data, piloted, { engine, listener: silent })
    const { sealed, pilot } = setAside(scored, 0.35)
    expect([pilot.nominal.length, sealed.nominal.length]).toEqual([210, 390])
    expect(scored.choice!.rows).toEqual({
      choosing: { nominal: 200, mixture: 200 },
      certifying: { nominal: 390, mixture: 390 },
    })
    const forest = await trainAndScore(
      data,
      { ...piloted, training: { trees: 20 }, seed: 9 },
      { engine, listener: silent },
    )
    expect(setAside(forest, 0.35).sealed.mixtureRows).toEqual(sealed.mixtureRows)
    // Those that chose are part of every pilot, however small a share was asked for.
    const chose = partsOfPilot(data, 0.34)
    expect([...sealed.mixtureRows!].filter((row) => chose.mixture.kept.includes(row))).toEqual([])
    expect(setAside(scored, 0.1).sealed.mixtureRows).toEqual(chose.mixture.heldOut)
    const outcome = await certifyScored(data, piloted, scored, { engine, listener: silent })
    if (outcome.refused) throw new Error(outcome.reason)
    expect(outcome.file.certificate).toMatchObject({ n0: 390, nm: 390, certified: true })
  })

  it('compares every candidate by the scores that its own fit would give', async () => {
    const rows = {
      nominal: selectRows(nominal, [...Array(120).keys()]),
      mixture: selectRows(mixture, [...Array(90).keys()]),
    }
    const { all, scores } = await fitCandidates(rows, 300, 3, { engine, listener: silent })
    for (const [c, candidate] of all.entries()) {
      const fitted = await engine.fit(rows.nominal, fitOptions(candidate, 3, rows))
      expect(scores[c].nominal).toEqual(fitted.scores)
      expect(scores[c].mixture).toEqual(fitted.mixtureScores ?? (await engine.score(fitted.model, rows.mixture)))
    }
  })

  it('takes one detector where the data are too few to choose, and says why', async () => {
    const some = { nominal: selectRows(nominal, [...Array(200).keys()]) }
    const few = await finished(some, { terms: { ...terms, recall: 0.5 } })
    const partsOf = ({ file: { model } }: typeof few) =>
      (model as unknown as { parts: { detector: string }[] }).parts.map(({ detector }) => detector).sort()
    expect(partsOf(few)).toEqual(['contrast', 'density-forest', 'gmm', 'gmm', 'gmm', 'knn', 'knn', 'knn'])
    expect(few.file.certificate.gates).toBeUndefined()
    expect(few.file.evidence.choice).toMatchObject({
      chosen: expect.stringMatching(/^blend of fused-contrast density-forest without ratio, .*ranks without ratio$/),
      reason: 'fewer than 400 nominal rows, so nothing was chosen',
      candidates: [],
    })
    expect(few.file.certificate).toMatchObject({ n0: 200, nominalScores: 'left-out' })
    expect(few.notes).toContainEqual(expect.stringContaining('fewer than 400 nominal rows'))
    expect(decodeModelFile(encodeModelFile(few.file)).evidence.choice).toEqual(few.file.evidence.choice)

    const rare = { ...some, mixture: selectRows(mixture, [...Array(150).keys()]) }
    const asked = { terms: { ...terms, recall: 0.3 } }
    const learnsNothing = await finished(rare, asked)
    expect(partsOf(learnsNothing)).toEqual(['density-forest', 'gmm', 'gmm', 'gmm', 'knn', 'knn', 'knn'])
    const name = 'blend of density-forest, fusion standardised, fusion raw, fusion ranks'
    expect(learnsNothing.file.evidence.choice).toMatchObject({ chosen: name })
    const held = await finished(rare, { ...asked, training: { detector: 'auto', holdout: 0.5 } })
    expect(held.file.model.detector).toBe('fusion')
    expect(held.file.certificate).toMatchObject({ n0: 100, nm: 150 })
  })

  it('spends no rows on a choice where the number of aliens in the whole mixture is what is known', async () => {
    const counted = { terms: { aliensAtMost: 204, recall: 0.8, confidence: 0.95 } }
    const { file, notes } = await finished({}, counted)
    expect(file.certificate).toMatchObject({ method: 'count', aliensAtMost: 204, n0: 600, nm: 600 })
    expect(file.evidence.choice).toMatchObject({ chosen: expect.stringMatching(/^blend of fused/), candidates: [] })
    expect(notes).toContainEqual(expect.stringContaining('the number of aliens is that of the whole mixture'))
    const halved = await finished({}, { ...counted, training: { detector: 'auto', holdout: 0.5 } })
    expect(halved.file.certificate).toMatchObject({ n0: 300, nm: 600, nominalScores: 'held-out' })
  })

  it('with classes has detectors of each class and, for all classes together, those that learn from the mixture', () => {
    const classes = Array.from({ length: 600 }, (_, i) => (i % 2 === 0 ? 'even' : 'odd'))
    const names = candidatesFor(300, classes).map(({ name }) => name)
    expect(names).toContain('density-forest per class')
    expect(names).toContain('fused-contrast raw')
    expect(names).toHaveLength(candidates.length)
  })

  it('expects what learns from the mixture to gain by more rows, unless there will be none', () => {
    const of = (separation: number, seed: number) => {
      const random = substream(seed, 'growth')
      const draw = (shift: (i: number) => number) =>
        Float64Array.from({ length: 300 }, (_, i) => random.normal() + shift(i))
      return { nominal: draw(() => 0), mixture: draw((i) => (i % 2 === 0 ? separation : 0)) }
    }
    const [plain, learner] = [candidates[0], candidates.at(-1)!]
    const fitted = { own: { nominal, mixture }, seed: 1, all: [plain, learner], scores: [of(2, 1), of(2, 2)] }
    const goal = { alpha: 0.5, eta: 0.2 }
    expect(takeCandidate(fitted, goal).candidate.name).toBe(`blend of ${plain.name}, ${learner.name} (twice)`)
    expect(takeCandidate(fitted, goal, false).candidate.name).toBe(`blend of ${plain.name} (twice), ${learner.name}`)
  })

  it('blends the candidates as a fit of the blend would, to the rows that choose', async () => {
    const rows = {
      nominal: selectRows(nominal, [...Array(120).keys()]),
      mixture: selectRows(mixture, [...Array(90).keys()]),
    }
    const { all, scores } = await fitCandidates(rows, 300, 3, { engine, listener: silent })
    const blend = blendOf(
      all,
      scores,
      all.map((_, c) => (c + 1) % 3),
    )
    const fitted = await engine.fit(rows.nominal, fitOptions(blend.candidate, 3, rows))
    const near = (some: Float64Array, others: Float64Array) =>
      some.forEach((x, i) => {
        expect(x).toBeCloseTo(others[i], 12)
      })
    near(fitted.scores, blend.scores.nominal)
    near(fitted.mixtureScores!, blend.scores.mixture)
  })
})

describe('the choice', () => {
  const of = (falseAlarmRate: number, excessDeviation: number, surprisal: number) => ({
    falseAlarmRate,
    deviation: 0.1,
    excessDeviation,
    surprisal,
    resampled: { rates: new Float64Array(), surprisals: new Float64Array() },
  })

  it('is the best where it clearly is', () => {
    expect(chooseAmong([of(0.5, 0.1, 3), of(0.3, 0.05, 2), of(0.2, 0, 1)])).toBe(2)
  })

  it('is that with the highest ranks of the mixture where several are about as good, and the simplest of equals', () => {
    expect(chooseAmong([of(0.5, 0.1, 3), of(0.24, 0.05, 2), of(0.2, 0, 1)])).toBe(1)
    expect(chooseAmong([of(0.5, 0.1, 3), of(0.24, 0.05, 1), of(0.2, 0, 2)])).toBe(2)
    expect(chooseAmong([of(0.24, 0.05, 2), of(0.24, 0.05, 2), of(0.2, 0, 2)])).toBe(0)
  })

  /** A candidate with a rate and a surprisal on each resample. */
  const on = (...resamples: (readonly [rate: number, surprisal: number])[]) => ({
    ...of(0, 0, 0),
    resampled: {
      rates: Float64Array.from(resamples, ([rate]) => rate),
      surprisals: Float64Array.from(resamples, ([, surprisal]) => surprisal),
    },
  })

  it('blends those that cost about the least, the best the most often', () => {
    expect(weigh([on([0.1, 1]), on([0.11, 1]), on([0.15, 1]), on([0.25, 1])], 1e6)).toEqual([2, 2, 1, 0])
    // A tenth more of surprisal makes e times as much.
    expect(weigh([on([0.1, 2]), on([0.1, 1.9]), on([0.1, 1.8])], 1e6)).toEqual([2, 1, 0])
    // Nobody is perfect: none of 100 rows is not much better than one of them.
    expect(weigh([on([0, 1]), on([0.01, 1])], 100)).toEqual([2, 1])
  })

  it('gives a candidate that is the best on few resamples only the share of these, however good it is there', () => {
    const lucky = on([0, 1], [0.3, 1], [0.3, 1], [0.3, 1])
    const steady = on([0.1, 1], [0.1, 1], [0.1, 1], [0.1, 1])
    // Of its share: all of one resample and a tenth of three, a third in the end.
    expect(weigh([lucky, steady], 1e3)).toEqual([1, 2])
  })

  it('is a blend whose parts count as often as the candidates that have them, and a single candidate as it is', () => {
    const scores = candidates.map((_, c) => ({ nominal: Float64Array.of(0, 1, c), mixture: Float64Array.of(2, c) }))
    const named = (...counts: [string, number][]) => candidates.map(({ name }) => new Map(counts).get(name) ?? 0)
    const { candidate } = blendOf(
      candidates,
      scores,
      named(['density-forest', 1], ['fusion raw', 2], ['fused-contrast raw', 2]),
    )
    expect(candidate.name).toBe('blend of density-forest, fusion raw (twice), fused-contrast raw (twice)')
    // Of 5: one is all density forest, two are half kNN and half mixture, two a quarter each of four.
    expect(candidate.options.parts).toEqual(['density-forest=2', 'knn:raw=3', 'gmm:raw=3', 'contrast', 'ratio:raw'])
    expect(blendOf(candidates, scores, named(['fusion raw', 2])).candidate).toBe(candidates[2])
  })

  it('estimates what a threshold would cost, on the rows that were scored', () => {
    const random = substream(1, 'estimates')
    const normal = (shift: (i: number) => number) =>
      Float64Array.from({ length: 4000 }, (_, i) => random.normal() + shift(i))
    const good = { nominal: normal(() => 0), mixture: normal((i) => (i % 2 === 0 ? 4 : 0)) }
    const poor = { nominal: normal(() => 0), mixture: normal((i) => (i % 2 === 0 ? 1 : 0)) }
    const [first, second] = estimateAll([good, poor], { alpha: 0.5, eta: 0.1 }, 1)
    // Normal scores: the mean over miss rates .1, .2, .3, .4, .6 of P(N(0, 1) > shift + z(miss)) is .0009 for a shift of 4, .340 for 1.
    expect(first.falseAlarmRate).toBeLessThan(0.01)
    expect(Math.abs(second.falseAlarmRate - 0.34)).toBeLessThan(0.06)
    expect(second.deviation).toBeGreaterThan(first.deviation)
    expect(first.excessDeviation).toBe(0)
    // E[-ln P(N(0, 1) > X)] is 1 for X ~ N(0, 1), 2.232 for N(1, 1) and 10.84 for N(4, 1), but no rank of 4000 is beyond ln 4001 = 8.3.
    expect(Math.abs(second.surprisal - (1 + 2.232) / 2)).toBeLessThan(0.08)
    expect(first.surprisal).toBeGreaterThan(4)
    for (const { falseAlarmRate, surprisal, resampled } of [first, second]) {
      const mean = (values: Float64Array) => values.reduce((sum, x) => sum + x, 0) / values.length
      expect(mean(resampled.rates)).toBeCloseTo(falseAlarmRate, 12)
      expect(Math.abs(mean(resampled.surprisals) / surprisal - 1)).toBeLessThan(0.02)
    }
  })

  it('counts ties as half', () => {
    const constant = { nominal: new Float64Array(99), mixture: new Float64Array(50) }
    const [{ surprisal }] = estimateAll([constant], { alpha: 0.5, eta: 0.1 }, 1)
    expect(surprisal).toBeCloseTo(-Math.log(1 - 49.5 / 100), 12)
  })
})

describe('a study that names no detector', () => {
  it('chooses one, records that, and gives the same bytes as auto with the same seed', async () => {
    const { file } = await finished({}, { training: undefined })
    expect(file.settings).toMatchObject({ detector: 'auto' })
    expect(encodeModelFile(file)).toEqual(encodeModelFile(first.file))
  })

  it('takes options without a name for those of the isolation forest, as a file of before does', () => {
    expect(withDetectorNamed({ terms, training: { trees: 9 } }).training).toEqual({ detector: 'iforest', trees: 9 })
    expect(withDetectorNamed({ terms, training: { trainRows: 9 } }).training).toMatchObject({ detector: 'iforest' })
    expect(withDetectorNamed({ terms, training: { detector: 'knn' } }).training).toEqual({ detector: 'knn' })
    expect(requestFrom({ ...terms }, 5, null).training).toEqual({ detector: 'iforest' })
  })
})

describe('the rows that choose', () => {
  const rows = (count: number): Table => ({ rows: count, columns: [] })
  const sizesOf = (n0: number, nm: number, alpha: number) => {
    const parts = partsOf({ nominal: rows(n0), mixture: rows(nm) }, alpha, undefined, 1)
    return [parts.nominal.kept.length, parts.mixture.kept.length]
  }

  it('are a third, and of many rows no more than are needed', () => {
    expect(sizesOf(900, 3000, 0.2)).toEqual([300, 1000])
    expect(sizesOf(100_000, 50_000, 0.2)).toEqual([2000, 2000])
    expect(sizesOf(100_000, 100_000, 0.02)).toEqual([15_000, 15_000])
  })

  it('are divided by sizes, alpha and seed alone, and none of them certifies', () => {
    const { nominal: split } = partsOf({ nominal: rows(9000), mixture: rows(9000) }, 0.2, undefined, 3)
    const all = new Set([...split.kept, ...split.heldOut])
    expect(all.size).toBe(9000)
    expect(split.kept.length + split.heldOut.length).toBe(9000)
  })

  it('leave the ratio out where too few aliens are to be expected', () => {
    const learners = (aliens: number) =>
      candidatesFor(aliens, undefined).filter(({ pieces }) => pieces.some(({ detector }) => detector === 'ratio'))
    expect(learners(199)).toHaveLength(0)
    expect(learners(200)).toHaveLength(4)
  })
})
