import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { thorough } from '../../../../tools/thorough.js'
import { oneCell, type SampleName, sampleNames } from '../../src/cdf/cells.js'
import { askCells } from '../../src/cdf/from-cells.js'
import { type Pass, passOver, refined } from '../../src/cdf/pass.js'
import { prepare, type Samples } from '../../src/cdf/samples.js'
import { Tally } from '../../src/cdf/tally.js'
import { testAdmissibility } from '../../src/certificates/admissibility.js'
import { certify, uncertified } from '../../src/certificates/certify.js'
import { aliensLowerBound } from '../../src/certificates/count/lower-bound.js'
import { gatherEvidence } from '../../src/certificates/evidence.js'
import { alphaLowerBound } from '../../src/certificates/exact/alpha-lower-bound.js'
import { falseAlarmUpper } from '../../src/certificates/false-alarms/false-alarm.js'
import { separationBound, separationBoundAtQuantile } from '../../src/certificates/separation-bound.js'
import type { PromiseTerms } from '../../src/certificates/terms.js'
import { XenolithError } from '../../src/errors.js'
import { type Random, substream } from '../../src/numeric/random.js'

type Both = Readonly<Record<SampleName, Float64Array>>

/** Everything that a command asks of two samples, refusals and refuted alphas included, as plain values. */
type Question = (samples: Samples) => unknown

const promise =
  (terms: PromiseTerms, moved = false): Question =>
  (samples) => {
    const certificate = certify({ samples, ...terms })
    const { alpha, delta } = certificate
    const decision = moved && certificate.certified ? certificate : undefined
    return [certificate, gatherEvidence({ samples, alpha, delta: delta!, decision })]
  }

const bounds: Question = (samples) => [
  alphaLowerBound(samples, 0.05),
  aliensLowerBound(samples, 0.05),
  separationBoundAtQuantile(samples, { quantile: 0.5, rho: 0.1, delta: 0.05 }),
  separationBound(samples, { t0: samples.nominal.at(0), rho: 0, delta: 0.05 }),
  falseAlarmUpper(samples.nominal, samples.mixture.at(0), 0.05),
  testAdmissibility(samples),
]

const outcome = async (ask: () => unknown): Promise<unknown> => {
  try {
    return await ask()
  } catch (error) {
    if (error instanceof XenolithError) return `${error.code}: ${error.message}`
    throw error
  }
}

interface Spread {
  readonly answer: unknown
  readonly passes: readonly Pass[]
  /** Parts that came back, over all passes. */
  readonly parts: number
}

/** The answer as it comes from scores in three places, none of which sees the others. */
async function spread(scores: Both, ties: number | null, question: Question): Promise<Spread> {
  const overview = (name: SampleName) => {
    const sorted = scores[name].slice().sort()
    return { count: sorted.length, least: sorted[0], largest: sorted[sorted.length - 1] }
  }
  let cells = oneCell({ nominal: overview('nominal'), mixture: overview('mixture') })
  const passes: Pass[] = []
  let parts = 0
  for (;;) {
    const reply = await askCells(cells, ties, question)
    if (reply.pass === undefined) return { answer: reply.answer, passes, parts }
    const { pass } = reply
    passes.push(pass)
    expect(passes.length).toBeLessThan(60)
    const travelled = JSON.parse(JSON.stringify(pass)) as Pass
    const found = { nominal: tallied(travelled, scores.nominal), mixture: tallied(travelled, scores.mixture) }
    parts += found.nominal.length + found.mixture.length
    cells = refined(cells, pass, found)
  }
}

function tallied(pass: Pass, scores: Float64Array) {
  const third = Math.ceil(scores.length / 3)
  const tally = new Tally(pass)
  for (const place of [1, 2, 0]) tally.add(scores.subarray(place * third, (place + 1) * third))
  return tally.found()
}

async function expectSame(scores: Both, question: Question): Promise<Spread> {
  const samples = prepare(scores.nominal, scores.mixture)
  const whole = await outcome(() => question(samples))
  let passes: Spread | undefined
  const apart = await outcome(async () => {
    passes = await spread(scores, samples.ties, question)
    return passes.answer
  })
  expect(apart).toEqual(whole)
  return passes ?? { answer: apart, passes: [], parts: 0 }
}

const laws: Readonly<Record<string, (random: Random, alien: boolean) => number>> = {
  continuous: (random, alien) => random.normal() + (alien ? 4 : 0),
  'hard to tell': (random, alien) => random.normal() + (alien ? 1 : 0),
  tied: (random, alien) => Math.round(3 * (random.normal() + (alien ? 4 : 0))) / 3,
  'two values': (random, alien) => (random.float() < (alien ? 0.9 : 0.1) ? 1 : 0),
  'all equal': () => 0.5,
  negative: (random, alien) => -Math.abs(random.normal()) - (alien ? 0 : 3),
  'zeros of both signs': (random, alien) =>
    random.float() < 0.3 ? (random.float() < 0.5 ? -0 : 0) : random.normal() + (alien ? 3 : 0),
  'one atom among many': (random, alien) => (random.float() < 0.4 ? 0.25 : random.normal() + (alien ? 4 : 0)),
  'from the least to the largest double': (random, alien) =>
    (random.float() < 0.5 ? -1 : 1) * 10 ** (600 * random.float() - 320) * (alien ? 1e5 : 1) * 1e-5,
  'below, where no alien should be': (random, alien) => random.normal() - (alien ? 4 : 0),
}

function draw(name: string, n0: number, nm: number, alpha: number, run = 0): Both {
  const random = substream(77, name, run)
  const nominal = Float64Array.from({ length: n0 }, () => laws[name](random, false))
  const mixture = Float64Array.from({ length: nm }, () => laws[name](random, random.float() < alpha))
  return { nominal, mixture }
}

const terms: Readonly<Record<string, PromiseTerms>> = {
  exact: { alpha: 0.3, recall: 0.8, confidence: 0.9 },
  'exact, recall .99': { alpha: 0.3, recall: 0.99, confidence: 0.95 },
  separation: { separation: { quantile: 0.5, rho: 0 }, recall: 0.7, confidence: 0.9 },
  count: { aliensAtMost: 125, recall: 0.8, confidence: 0.9 },
  dkw: { alpha: 0.3, recall: 0.5, confidence: 0.9, method: 'dkw' },
  theorem1: { alpha: 0.3, recall: 0.4, confidence: 0.8, method: 'theorem1' },
  'theorem1 with a q': { alpha: 0.3, recall: 0.4, confidence: 0.8, method: 'theorem1', q: 0.01 },
}

describe('cells give the answer of all scores, bit for bit', () => {
  const scores = Object.fromEntries(Object.keys(laws).map((name) => [name, draw(name, 300, 360, 0.3)]))

  describe.each(Object.keys(laws))('%s', (law) => {
    it.each(Object.keys(terms))('%s', async (method) => {
      await expectSame(scores[law], promise(terms[method], ['continuous', 'tied'].includes(law)))
    })

    it('bounds, the admissibility test, Algorithm 1 both ways', async () => {
      await expectSame(scores[law], bounds)
      await expectSame(scores[law], (samples) => uncertified({ samples, alpha: 0.3, q: 0.05 }))
      await expectSame(scores[law], (samples) => uncertified({ samples, alpha: 0.3, q: 0.05, isotonic: true }))
    })
  })

  it('certified and refused are both among them', async () => {
    const { answer } = await expectSame(scores.continuous, promise(terms.exact))
    expect(answer).toMatchObject([{ certified: true }, {}])
    const refused = await expectSame(scores['hard to tell'], promise(terms['exact, recall .99']))
    expect(refused.answer).toMatchObject([{ certified: false }, {}])
    expect(
      await outcome(() =>
        certify({ samples: prepare(scores.tied.nominal, scores.tied.mixture), ...terms.exact, alpha: 0.05 }),
      ),
    ).toMatch(/refuted/)
    await expectSame(scores.tied, promise({ ...terms.exact, alpha: 0.05 }))
  })

  it('whatever the scores', async () => {
    const score = fc.oneof(
      fc.constantFrom(0, -0, 1, 0.5, Number.MIN_VALUE, -Number.MAX_VALUE, Number.MAX_VALUE),
      fc.double({ noNaN: true, noDefaultInfinity: true }),
      fc.integer({ min: -3, max: 3 }),
    )
    const some = fc.array(score, { minLength: 1, maxLength: 80 }).map((each) => Float64Array.from(each))
    const method = fc.constantFrom(...Object.keys(terms).filter((name) => name !== 'count'))
    await fc.assert(
      fc.asyncProperty(some, some, method, async (nominal, mixture, name) => {
        await expectSame({ nominal, mixture }, promise(terms[name]))
        await expectSame({ nominal, mixture }, promise({ aliensAtMost: mixture.length, recall: 0.5, confidence: 0.6 }))
        await expectSame({ nominal, mixture }, (samples) => uncertified({ samples, alpha: 0.5, q: 0.1 }))
      }),
      { numRuns: thorough(12) },
    )
  })
})

describe('cells are few', () => {
  it('of 400,000 scores a few percent come back, in a few passes', async () => {
    const { passes, parts, answer } = await expectSame(
      draw('continuous', 2e5, 2e5, 0.1),
      promise({ ...terms.exact, alpha: 0.11 }),
    )
    expect(answer).toMatchObject([{ certified: true }, {}])
    expect(passes.length).toBeLessThanOrEqual(6)
    expect(parts - 1.4e5).toBeLessThan(4e4)
  })

  it('an atom is counted, never collected', async () => {
    const { parts } = await expectSame(draw('two values', 2e4, 2e4, 0.3), promise(terms.exact))
    expect(parts).toBeLessThan(20)
  })
})

describe('a pass', () => {
  const scores = draw('one atom among many', 3000, 3000, 0.3)
  const all = oneCell({
    nominal: { count: 3000, least: Math.min(...scores.nominal), largest: Math.max(...scores.nominal) },
    mixture: { count: 3000, least: Math.min(...scores.mixture), largest: Math.max(...scores.mixture) },
  })

  it('finds every score once, in cells that ascend', () => {
    const pass = passOver(all, [0])
    const cells = refined(all, pass, { nominal: tallied(pass, scores.nominal), mixture: tallied(pass, scores.mixture) })
    for (const name of sampleNames) {
      const { count, least, largest } = cells[name]
      expect(count.reduce((sum, n) => sum + n, 0)).toBe(3000)
      const filled = Array.from(count.keys()).filter((k) => count[k] > 0)
      for (const k of filled) expect(least[k]).toBeLessThanOrEqual(largest[k])
      filled.slice(1).forEach((k, i) => {
        expect(least[k]).toBeGreaterThan(largest[filled[i]])
      })
    }
  })

  it('divides any range of two different scores', () => {
    for (const [low, high] of [
      [0, Number.MIN_VALUE],
      [1, 1 + Number.EPSILON],
      [-Number.MAX_VALUE, Number.MAX_VALUE],
      [-Number.MIN_VALUE, 0],
      [-1, 1],
    ]) {
      const tally = new Tally({ ranges: [{ low, high, parts: 16 }] })
      tally.add([low, high])
      expect(tally.found()).toHaveLength(2)
    }
  })
})

it('a sabotaged twin, which answers where it does not know, gives other answers', async () => {
  const scores = draw('continuous', 4000, 4000, 0.3)
  const overview = (each: Float64Array) => ({
    count: each.length,
    least: Math.min(...each),
    largest: Math.max(...each),
  })
  let cells = oneCell({ nominal: overview(scores.nominal), mixture: overview(scores.mixture) })
  const pass: Pass = { ranges: [{ ...passOver(cells, [0]).ranges[0], parts: 64 }] }
  cells = refined(cells, pass, { nominal: tallied(pass, scores.nominal), mixture: tallied(pass, scores.mixture) })
  const guesses: unknown[] = []
  const question = (samples: Samples): unknown => {
    const answer = certify({ samples, ...terms.exact })
    guesses.push(answer)
    return answer
  }
  expect(await askCells(cells, null, question)).toHaveProperty('pass')
  expect(guesses).toHaveLength(1)
  expect(guesses[0]).not.toEqual(certify({ samples: prepare(scores.nominal, scores.mixture, null), ...terms.exact }))
})
