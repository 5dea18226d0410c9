import { readFileSync } from 'node:fs'
import { type Certificate, estimatorNames, paperTable, substream } from '@xenolith/core'
import { percent } from '@xenolith/pages'
import { type Answer, inflate } from '@xenolith/study'
import { beforeAll, describe, expect, it } from 'vitest'
import { fault, textOf } from '../../../pages/test/report/well-formed.js'
import { describeAnswer } from '../../src/alpha/describe.js'
import { renderAnswer } from '../../src/alpha/plot-file.js'
import { csv, workshop, write } from './run.js'

const { path, xenolith } = workshop()
const rows = 300
const both = ['--nominal', 'nominal.csv', '--mixture', 'mixture.csv'] as const
const scores = ['--nominal', 'low.csv', '--mixture', 'high.csv'] as const
const few = ['--nominal', 'few.csv', '--mixture', 'few.csv', '--column', 'score'] as const
const trees = ['--trees', '60'] as const
const quick = ['--bootstrap', '20', '--estimators', 'bt-patrasen,bbe,storey'] as const
const terms = ['--recall', '0.7', '--confidence', '0.9'] as const

const ok = (...args: string[]): string => {
  const ran = xenolith(...args)
  expect(ran.status, ran.stderr).toBe(0)
  return ran.stdout
}
const json = (...args: string[]) => JSON.parse(ok(...args, '--json'))

interface Entry {
  name: string
  alpha: number | null
  interval?: [number, number] | null
  seconds?: number
  guarantee?: boolean
  reason?: string
}

beforeAll(() => {
  write(path('nominal.csv'), csv(paperTable(rows, () => false, substream(5, 'nominal'))))
  write(path('mixture.csv'), csv(paperTable(rows, (row) => row % 3 === 0, substream(5, 'mixture'))))
  const random = substream(5, 'scores')
  const column = (aliens: number, length = 600): string =>
    `score\n${Array.from({ length }, (_, i) => random.normal() + (i % 10 < aliens ? 6 : 0)).join('\n')}\n`
  write(path('few.csv'), column(3, 60))
  write(path('many.csv'), column(3, 2100))
  write(path('low.csv'), column(0))
  write(path('high.csv'), column(3))
})

const answer: Answer = {
  n0: 500,
  nm: 700,
  confidence: 0.95,
  lowerBound: 0.0812345,
  upperBound: { upper: 0.15, t0: 3, assumption: 'No alien is assumed to score at most 3.' },
  audited: { labelled: 200, lower: 0.06, upper: 0.14 },
  estimate: { name: 'BBE', alpha: 0.1, interval: [0.05, 0.2], guarantee: false },
  estimates: [
    { name: 'bt-patrasen', alpha: 0.1, interval: [0.09, 0.12], seconds: 1.26, guarantee: false },
    { name: 'c-ps', alpha: 0.05, interval: [0.03, 0.07], seconds: 12.3, guarantee: false },
    { name: 'km2', alpha: 0.11, interval: null, note: 'it would take hours', seconds: 99, guarantee: false },
    { name: 'km1', alpha: null, reason: 'it takes at most 5 rows' },
  ],
  recommended: {
    name: 'bt-patrasen',
    alpha: 0.1,
    upper: 0.12,
    agreed: false,
    reason: 'there is nothing to compare with',
    guarantee: false,
  },
}

describe('the answer in words', () => {
  const text = describeAnswer(answer).join('\n').replaceAll('\u00a0', ' ')
  const [bounds, estimates] = text.split('Estimates: none is a bound, and there is no guarantee in any of them.')

  it('has the bounds apart, each with its reason', () => {
    expect(bounds).toContain('Bounds, each with confidence 95 %')
    expect(bounds).toContain('at least 0.0812   assuming nothing about the aliens: the data refute any smaller alpha')
    expect(bounds).toContain('at most  0.1500   under an assumption: No alien is assumed to score at most 3.')
    expect(bounds).toContain('within one confidence: fit --separation (with --rho) for the assumption')
    expect(bounds).toContain('at most  0.1400   by the audit of 200 rows')
    expect(bounds).not.toContain('No upper bound exists')
    expect(describeAnswer({ ...answer, upperBound: null, audited: null }).join('\n')).toContain(
      'No upper bound exists without an assumption (--quantile) or labels (--audit).',
    )
  })

  it('has every estimate with its interval and time in a line, drawn, or why there is none', () => {
    expect(estimates).toContain('The true alpha may be larger than all.')
    expect(estimates).toMatch(/^ {2}\* bt-patrasen +0\.1000 {2}0\.0900 to 0\.1200 +1\.3 s {2}░+ *─+◆─+ +┊$/m)
    expect(estimates).toMatch(/^ {4}c-ps +0\.0500 .* 12 s {2}░+─+●─+.*┊ {2}refuted by the lower bound$/m)
    expect(estimates).toMatch(/^ {4}km2 +0\.1100 +99 s {2}░+ +● +┊ {2}no interval: it would take hours$/m)
    expect(estimates).toMatch(/^ {4}km1 +no estimate: it takes at most 5 rows$/m)
  })

  it('says what to make of it: not a bound, and what a wrong one costs', () => {
    expect(estimates).toContain('* recommended: there is nothing to compare with.')
    expect(estimates).toContain('It is not a bound either. fit --alpha auto would take 0.12, the upper end')
    expect(estimates).toContain('A promise made with an alpha below the true one is broken')
    const none = describeAnswer({ ...answer, recommended: null }).join('\n')
    expect(none).toContain('No estimate is recommended')
    expect(none).toContain('A promise made with an alpha below the true one is broken')
  })
})

describe('the answer as a picture', () => {
  const page = renderAnswer(answer, 'html')
  const drawing = renderAnswer(answer, 'svg')

  it('is a page that says in words and in the drawing that no estimate is a bound', () => {
    expect(fault(page)).toBeNull()
    expect(page).not.toMatch(/https?:|<script|NaN|undefined|Infinity/)
    const text = textOf(page)
    expect(text).toContain('No estimate is a bound.')
    expect(text).toContain('none of these estimates is a bound')
    expect(text).toContain('below 8.1 %: refuted')
    expect(text).toContain('at most 14 % by the audit')
    expect(text).toContain('No alien is assumed to score at most 3.')
    expect(text).toContain('Recommended is bt-patrasen, 10 % (there is nothing to compare with).')
    expect(text).toContain('km1 – – – no estimate: it takes at most 5 rows')
    expect(text).toContain('c-ps 5 % 3 % 7 % refuted by the lower bound')
  })

  it('is a drawing that stands alone', () => {
    expect(drawing).toMatch(/^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg"/)
    expect(fault(drawing.replace('xmlns="http://www.w3.org/2000/svg" ', ''))).toBeNull()
    expect(textOf(drawing)).toContain('none of these estimates is a bound')
    expect(textOf(drawing)).toContain('recommended')
  })

  it('does not depend on the times', () => {
    const later = answer.estimates.map((each) => (each.alpha === null ? each : { ...each, seconds: 7 }))
    expect(renderAnswer({ ...answer, estimates: later }, 'html')).toBe(page)
    expect(renderAnswer({ ...answer, estimates: later }, 'svg')).toBe(drawing)
  })

  it('is there when nothing could be estimated', () => {
    const nothing = { ...answer, lowerBound: 0, estimates: answer.estimates.slice(3), recommended: null }
    expect(fault(renderAnswer(nothing, 'html'))).toBeNull()
    expect(textOf(renderAnswer(nothing, 'svg'))).toContain('the data refute no alpha')
  })
})

describe('xenolith alpha', () => {
  it('prints JSON in which estimates are numbers in [0, 1] without a guarantee, the same but for the seconds', () => {
    const ask = (): string => ok('alpha', ...both, ...trees, ...quick, '--seed', '7', '--json')
    const text = ask()
    const timeless = (json: string): string => json.replace(/"seconds": [\d.]+/g, '"seconds": 0')
    expect(timeless(ask())).toBe(timeless(text))
    const found = JSON.parse(text)
    expect(Object.keys(found)).toEqual(Object.keys(answer))
    expect(found.estimates.map((each: Entry) => each.name)).toEqual(['bt-patrasen', 'bbe', 'storey'])
    for (const { alpha, interval, seconds, guarantee } of found.estimates as Entry[]) {
      expect(alpha).toBeGreaterThanOrEqual(0)
      expect(alpha).toBeLessThanOrEqual(1)
      expect(interval![0]).toBeLessThanOrEqual(interval![1])
      expect(seconds).toBeGreaterThanOrEqual(0)
      expect(guarantee).toBe(false)
    }
    expect(found.recommended).toMatchObject({ name: 'bbe', guarantee: false })
    expect(found.recommended.upper).toBeGreaterThanOrEqual(found.recommended.alpha)
  })

  it('asks every estimator when told to, and says why those that cannot give no number', () => {
    const { estimates } = json('alpha', ...few, '--estimators', 'all', '--bootstrap', '2')
    expect(estimates.map((each: Entry) => each.name)).toEqual([...estimatorNames])
    const refused = (estimates as Entry[]).filter((each) => each.alpha === null)
    expect(refused.map((each) => each.name)).toEqual(['c-ps', 'c-roc', 'roc', 'spy', 'km1', 'km2'])
    for (const { reason } of refused) expect(reason).toContain('only scores')
  })

  it('gives the reason in the table, be it the scores or their number, and writes the picture', () => {
    const asked = ['--estimators', 'c-roc,km1-scores,storey', '--bootstrap', '0', '--plot', 'alpha.svg'] as const
    const text = ok('alpha', '--nominal', 'many.csv', '--mixture', 'many.csv', '--column', 'score', ...asked)
    expect(text).toMatch(/^ {4}c-roc +no estimate: .*only scores$/m)
    expect(text).toMatch(/^ {4}km1-scores +no estimate: it takes at most [\d,]+ rows/m)
    expect(text).toMatch(/^ {4}storey +0\.\d{4} +[\d.]+ s/m)
    expect(text).toContain('No estimate is recommended')
    expect(readFileSync(path('alpha.svg'), 'utf8')).toMatch(/^<svg [^>]*>\n<style>/)
  })

  it('leaves out by itself what scores alone cannot feed, and says so', () => {
    const ran = xenolith('alpha', ...few, '--bootstrap', '2')
    expect(ran.stdout).not.toContain('no estimate:')
    expect(ran.stdout).not.toMatch(/^ +c-roc/m)
    expect(ran.stderr).toMatch(/Not run: c-ps, c-roc, .*--estimators all asks every one\./)
  })

  it.each([
    ['--estimators', 'bbe,best', /there is no estimator "best"; expected all, or some of bt-patrasen, c-ps, .*storey/],
    ['--estimators', ',', /no estimator is named/],
    ['--bootstrap', '-1', /expected a whole number, got "-1"/],
    ['--plot', 'alpha.png', /--plot writes \.svg or \.html, got alpha\.png/],
  ])('refuses %s %s in one line', (flag, value, words) => {
    const ran = xenolith('alpha', ...both, flag, value)
    expect(ran.status).toBe(2)
    expect(ran.stderr).toMatch(/^xenolith: [^\n]+\[bad-option\]\n$/)
    expect(ran.stderr).toMatch(words)
  })

  it('does not overwrite an input with the picture', () => {
    write(path('mixture.svg'), readFileSync(path('high.csv')))
    const ran = xenolith('alpha', '--nominal', 'low.csv', '--mixture', 'mixture.svg', '--plot', 'mixture.svg')
    expect(ran.stderr).toContain('[output-is-input]')
  })
})

/** The condition as people read it. */
function inWords({ alpha }: { readonly alpha: number }): string {
  const share = percent(alpha, 'down').replace('\u00a0', ' ')
  return `Conditional on at most ${share} of the mixture being alien: estimated, not proved`
}

describe('fit --alpha auto', () => {
  const fit = (out: string, ...more: string[]) =>
    xenolith('fit', ...both, '--alpha', 'auto', ...terms, ...trees, '--out', out, ...more)
  const promise = 'with confidence 90 % at least 70 % of all aliens raise an alarm, at the price of alarms on'
  const bare = /With confidence 90 %, at least 70 %/
  let certificate: Certificate
  let condition: string

  beforeAll(() => {
    const ran = fit('auto.xeno', '--json')
    expect(ran.status, ran.stderr).toBe(0)
    certificate = JSON.parse(ran.stdout)
    condition = `onditional on alpha <= ${certificate.alpha}: estimated, not proved`
    write(path('auto.txt'), ran.stderr)
  }, 120_000)

  it('has the numbers of a certificate and is none', () => {
    expect(certificate).toMatchObject({
      certified: false,
      alphaSource: 'estimate',
      conditional: `alpha <= ${certificate.alpha}: estimated, not proved`,
      reason: `c${condition}`,
      method: 'exact',
      recall: 0.7,
      eta: 0.3,
      delta: 0.1,
      n0: rows,
      nm: rows,
    })
    for (const field of ['tau', 'falseAlarmRate', 'falseAlarmRateUpper', 'alarmRate'] as const)
      expect(typeof certificate[field]).toBe('number')
    expect(certificate.assumptions.join(' ')).toContain('estimated from these data, not proved')
  })

  it('uses the upper end of the recommended interval, not below what is certain', () => {
    const { recommended, lowerBound } = json(
      'alpha',
      ...both,
      ...trees,
      '--confidence',
      '0.9',
      '--estimators',
      'bt-patrasen,c-ps,c-roc',
    )
    expect(certificate.alpha).toBe(inflate(recommended, lowerBound).alpha)
    expect(certificate.alpha).toBeGreaterThanOrEqual(recommended.alpha)
    expect(certificate.alpha).toBeGreaterThanOrEqual(lowerBound)
    const { evidence } = json('inspect', '--model', 'auto.xeno')
    expect(evidence.estimates.recommended).toMatchObject({ name: recommended.name, upper: recommended.upper })
    expect(evidence.estimates.estimates.map((each: Entry) => each.name)).toEqual(['bt-patrasen', 'c-ps', 'c-roc'])
    expect(evidence.sensitivity.lowerBound).toBe(lowerBound)
  })

  it('says the condition first wherever it says the promise: fit, inspect, report', () => {
    ok('report', '--model', 'auto.xeno', '--out', 'auto.html')
    const texts = [
      readFileSync(path('auto.txt'), 'utf8'),
      ok('inspect', '--model', 'auto.xeno'),
      textOf(readFileSync(path('auto.html'), 'utf8')),
    ]
    for (const text of texts) {
      expect(text).toContain(`${inWords(certificate)}. If that holds, then ${promise}`)
      expect(text).not.toMatch(bare)
      expect(text).toMatch(/no estimate is a bound/)
    }
    expect(texts[0]).toMatch(
      /^note: alpha = [\d.]+, the .*It is estimated, not proved: if more of the mixture is alien/m,
    )
    expect(texts[1]).toMatch(/for comparison, theorem1: (the same conditional promise|at most recall|no promise)/)
    expect(texts[2]).toContain('If the share of aliens is wrong')
    expect(texts[2]).toContain('(+20 %)')
    expect(json('inspect', '--model', 'auto.xeno').certificate).toEqual(certificate)
  })

  it('says it with the alarms, in words and in JSON', () => {
    const detect = ['detect', '--model', 'auto.xeno', '--input', 'mixture.csv', '--out', 'alarms.csv'] as const
    const ran = xenolith(...detect)
    expect(ran.stderr).toContain(`the promise behind these alarms is not certified: c${condition}`)
    expect(json(...detect)).toMatchObject({ certified: false, conditional: certificate.conditional, rows })
    expect(xenolith('score', '--model', 'auto.xeno', '--input', 'mixture.csv').stderr).not.toContain('conditional')
  })

  it('writes the same bytes for the same seed', () => {
    expect(fit('again.xeno').status).toBe(0)
    expect(readFileSync(path('again.xeno')).equals(readFileSync(path('auto.xeno')))).toBe(true)
  })

  it('goes with Algorithm 1, which promises nothing either way', () => {
    const ran = xenolith('fit', ...both, '--alpha', 'auto', '--q', '0.1', ...trees, '--out', 'q.xeno')
    expect(ran.status, ran.stderr).toBe(0)
    expect(ran.stdout).toMatch(/Algorithm 1 with q = 0\.1 and an estimated alpha = 0\.\d+: .* No promise\./)
    expect(ok('inspect', '--model', 'q.xeno')).toContain('No promise.')
  })

  it('is refused with exit 3 when the data cannot carry even the conditional promise, and writes nothing', () => {
    const ran = fit('none.xeno', '--recall', '0.999', '--json')
    expect(ran.status).toBe(3)
    expect(ran.stderr).toMatch(/\[not-certifiable\]\n$/)
    expect(JSON.parse(ran.stdout)).not.toHaveProperty('tau')
    expect(xenolith('inspect', '--model', 'none.xeno').stderr).toContain('[file-missing]')
  })

  it('does not go with an audit, which bounds alpha', () => {
    expect(fit('x.xeno', '--audit', 'labels.csv').stderr).toMatch(
      /--alpha auto does not go with --audit.*\[bad-option\]/,
    )
  })

  it('refuses other words for alpha', () => {
    expect(xenolith('fit', ...both, '--alpha', 'automatic', ...terms, '--out', 'x.xeno').stderr).toMatch(
      /expected a number, got "automatic".*\[bad-option\]/,
    )
  })
})

describe('threshold --alpha auto', () => {
  const threshold = (...args: string[]) => xenolith('threshold', ...args, '--alpha', 'auto', ...terms)

  it('estimates from scores alone', () => {
    const ran = threshold(...scores, '--json')
    expect(ran.status, ran.stderr).toBe(0)
    const certificate = JSON.parse(ran.stdout)
    expect(certificate).toMatchObject({ certified: false, alphaSource: 'estimate', recall: 0.7 })
    expect(certificate.alpha).toBeGreaterThan(0.25)
    expect(certificate.alpha).toBeLessThan(0.45)
    expect(threshold(...scores).stdout).toContain(`${inWords(certificate)}. If that holds, then`)
  })

  it('has nothing to build on where nothing can be estimated: exit 3', () => {
    write(path('five.csv'), 'score\n1\n2\n3\n4\n5\n')
    const ran = threshold('--nominal', 'five.csv', '--mixture', 'five.csv', '--json')
    expect(ran.status).toBe(3)
    expect(JSON.parse(ran.stdout)).toMatchObject({ certified: false, code: 'no-estimate' })
    expect(ran.stderr).toMatch(
      /^xenolith: alpha cannot be estimated from these data \(bt-patrasen: [^\n]*\[no-estimate\]\n$/,
    )
  })
})
