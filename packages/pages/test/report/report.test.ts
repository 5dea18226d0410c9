import type { CertificateFields, Choice, Curves } from '@xenolith/core'
import { describe, expect, test } from 'vitest'
import { describeCertificate } from '../../src/report/describe.js'
import type { ReportInput } from '../../src/report/input.js'
import { renderReport } from '../../src/report/report.js'
import { sentence, uncoveredWords } from '../../src/report/sentence.js'
import { conditionalInput, evidenceOf, sampleEstimates, sampleInput, sampleSensitivity } from './sample.js'
import { fault, textOf } from './well-formed.js'

const nothing: Partial<CertificateFields> = { certified: false, eta: null, recall: null, falseAlarmRateUpper: null }
const everything: Partial<CertificateFields> = { tau: -Infinity, alarmRate: 1, falseAlarmRate: 1, q: null }

function withEvidence(input: ReportInput, change: Partial<ReportInput['evidence']>): ReportInput {
  return { ...input, evidence: { ...input.evidence, ...change } }
}

/** The same curves at twice as many scores. */
function refined(curves: Curves): Curves {
  const twice = (values: readonly number[]) =>
    values.flatMap((value, i) => [value, (value + (values[i + 1] ?? value)) / 2])
  const { score, f0, fm, fa, faIsotonic } = curves
  return { score: twice(score), f0: twice(f0), fm: twice(fm), fa: twice(fa), faIsotonic: twice(faIsotonic) }
}

const chosenDetector: Choice = {
  chosen: 'knn <raw>',
  reason: 'which promises the fewest false alarms (1.0 %)',
  alpha: 0.1,
  recall: 0.9,
  rows: { choosing: { nominal: 1500, mixture: 1400 }, certifying: { nominal: 1000, mixture: 900 } },
  candidates: [
    { name: 'iforest', falseAlarmRate: 0.315, deviation: 0.05 },
    { name: 'knn <raw>', falseAlarmRate: 0.01, deviation: 0.002 },
  ],
}

const manyFeatures = Array.from({ length: 64 }, (_, i) => ({ name: `feature ${i}`, kind: 'numeric' }))

const cases: Record<string, ReportInput> = {
  certified: sampleInput(),
  'theorem 1 with q': sampleInput({ method: 'theorem1', q: 0.06, epsilon: 0.04 }),
  'everything alarms, certified': sampleInput(everything),
  'refused with advice': sampleInput({
    ...nothing,
    ...everything,
    reason: 'epsilon 0.39 > eta 0.1',
    attainable: { recall: 0.6 },
    needed: { n0: 152_000, nm: 152_000 },
  }),
  'refused, nothing attainable': sampleInput({ ...nothing, attainable: { recall: null } }),
  'algorithm 1': sampleInput({ ...nothing, method: 'algorithm1', delta: null, q: 0.05, epsilon: null }),
  'one distinct score': { ...sampleInput({ tau: 0.5, n0: 3, nm: 2 }), evidence: evidenceOf([0.5, 0.5], [0.5], 0.1) },
  'score zero only': { ...sampleInput({ tau: 0 }), evidence: evidenceOf([0], [0], 1) },
  'huge scores': {
    ...sampleInput({ tau: 1e250 }),
    evidence: evidenceOf([1e249, 2e250], [3e249, 9e250], 0.5),
  },
  'tiny scores': { ...sampleInput({ tau: 1e-290 }), evidence: evidenceOf([1e-291, 2e-290], [3e-291, 9e-290], 0.5) },
  'negative scores': { ...sampleInput({ tau: -3 }), evidence: evidenceOf([-9, -4, -5], [-8, -2], 0.5) },
  'a thinned curve': withEvidence(sampleInput(), { curves: refined(sampleInput().evidence.curves) }),
  'a chosen detector': withEvidence(sampleInput(), { choice: chosenDetector }),
  'nothing to choose by': withEvidence(sampleInput(), {
    choice: { ...chosenDetector, candidates: [], alpha: null, recall: null, reason: 'fewer than 400 nominal rows' },
  }),
  'tau far right': sampleInput({ tau: 1e9 }),
  'tau far left': sampleInput({ tau: -1e9 }),
  'no top rows': withEvidence(sampleInput(), { topRows: null }),
  'empty top rows': withEvidence(sampleInput(), { topRows: { columns: ['a'], row: [], score: [], cells: [] } }),
  'empty evidence': withEvidence(sampleInput(), {
    curves: { score: [], f0: [], fm: [], fa: [], faIsotonic: [] },
    histogram: { edges: [], nominal: [], mixture: [] },
    tradeoff: { q: [], tau: [], falseAlarmRate: [], alarmRate: [] },
    sampleSizes: { epsilon: [], n: [] },
    topRows: null,
  }),
  'infinite scores among the evidence': withEvidence(sampleInput(), {
    curves: {
      score: [-Infinity, 0.5, Infinity],
      f0: [0, 0.5, 1],
      fm: [0, 0.5, 1],
      fa: [0, 0.5, 1],
      faIsotonic: [0, 0.5, 1],
    },
    histogram: { edges: [-Infinity, 0.5, Infinity], nominal: [0.5, 0.5], mixture: [0.5, 0.5] },
  }),
  'every q alarms on everything': withEvidence(sampleInput(), {
    tradeoff: { q: [0.1, 0.2], tau: [null, null], falseAlarmRate: [1, 1], alarmRate: [1, 1] },
  }),
  'zero samples': sampleInput({ ...nothing, n0: 0, nm: 0, epsilon: null }),
  'sixty-four features': {
    ...withEvidence(sampleInput(), {
      topRows: {
        columns: manyFeatures.map((feature) => feature.name),
        row: [12],
        score: [0.9],
        cells: [manyFeatures.map((_, i) => (i % 3 === 0 ? null : i * 1e-9))],
      },
    }),
    features: manyFeatures,
  },
  'no features, no files': { ...sampleInput(), features: [], data: [] },
  'with what depends on alpha': withEvidence(sampleInput(), { sensitivity: sampleSensitivity() }),
  'with what depends on alpha, everything alarms': withEvidence(sampleInput(everything), {
    sensitivity: sampleSensitivity(0.1, { tau: Array(11).fill(null), promised: Array(11).fill(1) }),
  }),
  'with what depends on alpha, Algorithm 1': withEvidence(
    sampleInput({ ...nothing, method: 'algorithm1', delta: null, q: 0.05, epsilon: null }),
    { sensitivity: sampleSensitivity(0.1, { promised: Array(11).fill(null) }) },
  ),
  'with what depends on alpha = 1': withEvidence(sampleInput({ alpha: 1 }), { sensitivity: sampleSensitivity(1) }),
  'with an alpha that nothing refutes': withEvidence(sampleInput(), {
    sensitivity: sampleSensitivity(0.1, { lowerBound: 0 }),
  }),
  'with no alpha at all to look at': withEvidence(sampleInput(), {
    sensitivity: sampleSensitivity(0.1, {
      alpha: [],
      recall: [],
      promised: [],
      tau: [],
      falseAlarmRate: [],
      alarmRate: [],
    }),
  }),
  'conditional on an estimate': conditionalInput(),
  'conditional on an estimate, with alternatives': {
    ...conditionalInput(),
    alternatives: [conditionalInput({ method: 'dkw' }).certificate],
  },
  'conditional on the only estimate': withEvidence(conditionalInput(), {
    estimates: { ...sampleEstimates, estimates: sampleEstimates.estimates.slice(0, 1) },
  }),
  'with alternatives': {
    ...sampleInput(),
    alternatives: [
      sampleInput({ method: 'dkw', q: 0.03 }),
      sampleInput({ ...nothing, ...everything, method: 'theorem1' }),
    ].map((input) => input.certificate),
  },
}

describe.each(Object.entries(cases))('the report, %s', (_, input) => {
  const page = renderReport(input)

  test('is well formed', () => {
    expect(fault(page)).toBeNull()
  })

  test('shows no NaN, undefined or Infinity', () => {
    expect(page).not.toMatch(/NaN|undefined|Infinity|not a number|\[object/)
  })

  test('reaches for nothing outside itself', () => {
    expect(page.replace('http-equiv', '')).not.toMatch(/https?:|\/\/|url\((?!#)|@import|\ssrc=|<script|<link|<iframe/i)
    expect(page).toContain(`content="default-src 'none'; style-src 'unsafe-inline'; img-src data:`)
  })

  test('describes each drawing in words, at both sizes', () => {
    const drawings = page.match(/<svg[^>]*>\s*<title id="[^"]+">[^<]+<\/title>\s*<desc id="[^"]+">[^<]{80,}<\/desc>/g)
    const { certificate, evidence } = input
    const ofQ = (certificate.q === null ? 0 : 1) + (certificate.method === 'theorem1' ? 1 : 0)
    const figures = 3 + ofQ + (evidence.sensitivity ? 1 : 0) + (evidence.estimates ? 1 : 0)
    expect(drawings).toHaveLength(2 * figures)
    for (const drawing of drawings ?? []) {
      const [, title, desc] = /aria-labelledby="(\S+) (\S+)"/.exec(drawing) ?? []
      expect(drawing).toContain('role="img"')
      expect(drawing).toContain(`<title id="${title}">`)
      expect(drawing).toContain(`<desc id="${desc}">`)
    }
    expect(page.match(/<figcaption>/g)).toHaveLength(figures)
    expect(page.match(/Numbers behind figure \d<\/summary>/g)).toHaveLength(figures)
  })

  test('gives every table a caption and every header a scope', () => {
    expect(page.match(/<table[^>]*>\n<caption>[^<]/g)?.length).toBe(page.match(/<table/g)?.length)
    expect(page).not.toMatch(/<th(?![^>]*scope)[\s>]/)
  })

  test('has one h1 and no skipped heading level', () => {
    const levels = [...page.matchAll(/<h(\d)/g)].map((match) => Number(match[1]))
    expect(levels.filter((level) => level === 1)).toHaveLength(1)
    expect(levels.every((level, i) => i === 0 || level - levels[i - 1] <= 1)).toBe(true)
  })

  test('is the same each time', () => {
    expect(renderReport(structuredClone(input))).toBe(page)
  })
})

describe('the words', () => {
  const read = (change: Partial<CertificateFields>) => textOf(renderReport(sampleInput(change)))

  test('a certificate is one sentence', () => {
    const price = 'at the price of alarms on about 0.14 % of ordinary rows'
    const bound = '(at most 0.61 %, by a separate bound at confidence 95 %).'
    expect(read({})).toContain(`With confidence 95 %, at least 90 % of all aliens raise an alarm, ${price} ${bound}`)
    expect(read({})).not.toContain('No promise')
    expect(renderReport(sampleInput())).toContain(
      `<title>Xenolith report: With confidence 95 %, at least 90 % of all aliens raise an alarm, ${price} ${bound}</title>`,
    )
  })

  test('a promise is never rounded up, a bound never down', () => {
    const text = read({ recall: 0.89996, delta: 0.0500001, falseAlarmRateUpper: 0.006101 })
    expect(text).toContain('at least 89.9 % of all aliens')
    expect(text).toContain('With confidence 94.9 %')
    expect(text).toContain('at most 0.62 %')
  })

  test.each(['given', 'estimate'] as const)('an alpha that is %s is assumed: never rounded up', (alphaSource) => {
    const input = sampleInput({ alpha: 0.41578, alphaSource })
    const sensitivity = sampleSensitivity(0.41578)
    const texts = [
      textOf(renderReport(withEvidence(input, { sensitivity }))),
      describeCertificate(input.certificate).join('\n'),
      sentence(input.certificate),
      uncoveredWords(input.certificate),
    ].map((text) => text.replaceAll('\u00a0', ' '))
    expect(texts[0]).toContain('More than 41.5 % of the mixture is alien')
    expect(texts[1]).toMatch(/(at most )?41.5 % of the mixture is alien/)
    expect(texts[3]).toContain('a mixture of which more than 41.5 % is alien')
    for (const text of texts) expect(text).not.toMatch(/41\.6|41\.57/)
  })

  test.each(['audit', 'bound'] as const)('an alpha from an %s is proved: never rounded down', (alphaSource) => {
    const text = read({ alpha: 0.41522, alphaSource })
    expect(text).toContain('at most 41.6 %')
    expect(text).not.toMatch(/at most 41\.5/)
  })

  test('floating-point dust does not cost a digit', () => {
    expect(read({ recall: 1 - (0.07 + 0.03) })).toContain('at least 90 % of all aliens')
  })

  test('a refusal says so, why, and what it would take', () => {
    const text = textOf(renderReport(cases['refused with advice']))
    expect(text).toContain('No promise')
    expect(text).toContain('epsilon 0.39 > eta 0.1')
    expect(text).toContain('these data can carry is a promise of 60 %, to be certified on new data')
    expect(text).toContain('152,000 nominal and 152,000 mixture rows')
    expect(text).not.toContain('With confidence')
  })

  test('what was asked for and refused is not called promised', () => {
    const text = read({ ...nothing, eta: 0.1, reason: 'too few rows' })
    expect(text).toContain('eta = 10 %, asked for and not promised')
    expect(text).toContain('too few rows. ')
    expect(read({})).toContain('eta = 10 % the promised miss rate')
  })

  test('Algorithm 1 promises nothing, even when told it is certified', () => {
    const text = read({ method: 'algorithm1', certified: true })
    expect(text).toContain('No promise')
    expect(text).not.toContain('With confidence')
  })

  describe('of an estimated alpha', () => {
    const page = renderReport(conditionalInput())
    const text = textOf(page)
    const promise =
      'If that holds, then with confidence 95 % at least 90 % of all aliens raise an alarm, at the price of'
    const condition = 'Conditional on at most 10 % of the mixture being alien: estimated, not proved.'

    test('begin with the condition, in the title too', () => {
      expect(text).toContain(`${condition} ${promise}`)
      expect(textOf(/<title>.*<\/title>/.exec(page)![0])).toContain(`Xenolith report: ${condition}`)
      expect(text).toContain('Not certified: alpha was estimated from these data, and no estimate is a bound.')
    })

    test('never give the promise without it', () => {
      expect(text).not.toContain('With confidence 95 %, at least 90 %')
      expect(text).not.toMatch(/recall promised/i)
      expect(text.split(promise).length).toBe(text.split(`${condition} ${promise}`).length)
      expect(text).toContain('Aliens that alarm, conditional at least 90 % only if alpha ≤ 10 %')
      expect(textOf(renderReport(cases['conditional on an estimate, with alternatives']))).toContain(
        'dkw 0.531 90 %, conditional',
      )
    })

    test('are the same for a certificate of a library user who only said where alpha comes from', () => {
      expect(read({ alphaSource: 'estimate' })).toContain(`${condition} ${promise}`)
      expect(read({ alphaSource: 'bound' })).not.toContain('Conditional on')
    })

    test('name the estimates, the one that was followed, and those that could not be made', () => {
      expect(text).toContain('3 estimates range from 8.1 % to 10 %.')
      expect(text).toContain('Recommended is bt-patrasen, 9.5 % (bt-patrasen agrees with c-ps and c-roc).')
      expect(text).toContain('The certificate uses alpha = 10 %.')
      expect(text).toContain('km1 – – – no estimate: 5,000 rows are more than the 1,000 that it can take')
      expect(text).toContain('c-roc 8.1 % – – refuted by the lower bound')
      expect(text).toContain('No estimate is a bound')
    })
  })

  describe('about an alpha that is wrong', () => {
    const text = textOf(renderReport(cases['with what depends on alpha']))

    test('show 10 and 20 % in both directions', () => {
      expect(text).toContain('8 % (−20 %), refuted 100 % 100 % 0.551 1 % 10.6 %')
      expect(text).toContain('9 % (−10 %) 100 % 100 % 0.541')
      expect(text).toContain('10 % , as used 95 % 90.5 % 0.531 1.4 % 11 %')
      expect(text).toContain('11 % (+10 %) 86.4 % 82.2 % 0.521')
      expect(text).toContain('12 % (+20 %) 79.2 % 75.4 % 0.511')
      expect(text).toContain('the promise no longer holds')
      expect(text).toContain('With confidence 95 % the data refute an alpha below 8.5 %.')
    })

    test('speak of no promise where there is none, and of nothing above 1', () => {
      const estimate = textOf(renderReport(cases['with what depends on alpha, Algorithm 1']))
      expect(estimate).not.toContain('supported at confidence')
      expect(estimate).not.toContain('the promise no longer holds')
      expect(textOf(renderReport(cases['with what depends on alpha = 1']))).not.toContain('110 % (+10 %)')
    })

    test('are missing, with the figure, from a model that was made before', () => {
      expect(read({})).not.toContain('If the share of aliens is wrong')
      expect(read({})).not.toContain('What depends on the share of aliens')
      expect(text).toContain('What depends on the share of aliens')
    })
  })

  test('the bound on false alarms says whether it holds together with the promise', () => {
    for (const method of ['dkw', 'theorem1'] as const)
      expect(read({ method })).toContain('(at most 0.61 %, together with the promise)')
    expect(read({ method: 'audit' })).toContain('(at most 0.61 %, by a separate bound at confidence 95 %)')
    expect(read({ falseAlarmRateUpper: null })).toContain('0.14 % of ordinary rows.')
  })

  test('a promise that many ordinary rows pay for is called costly, with ways out of the data', () => {
    const text = read({ falseAlarmRate: 0.7433, tau: 0.4 })
    expect(text).toContain('Costly: the promise stands, but about 74.3 % of ordinary rows alarm, more than the 10 %')
    expect(text).toMatch(
      /At its best, with this alpha and much more data, this detector would alarm on about 0?\.?\d+ % of ordinary rows/,
    )
    expect(text).toMatch(/Labels of [\d,]+ random mixture rows \(about \d+ of them alien, if alpha is the true share\)/)
    expect(read({ falseAlarmRate: 0.0999 })).not.toContain('Costly:')
  })

  test('a costly promise says which smaller alpha would be cheap, among those that the data do not refute', () => {
    const input = sampleInput()
    const certificate = {
      ...input.certificate,
      alpha: 0.12,
      falseAlarmRate: 0.62,
      tau: 0.4,
    } as typeof input.certificate
    const told = (lowerBound: number, falseAlarmRate: number[], more: object = {}) => {
      const unmoved = { recall: [1, 1, 1], promised: [null, null, null], tau: [1, 1, 1], alarmRate: [0, 0, 0] }
      const sensitivity = { lowerBound, confidence: 0.95, alpha: [0.06, 0.08, 0.12], falseAlarmRate, ...unmoved }
      return describeCertificate({ ...certificate, ...more } as never, { ...input.evidence, sensitivity })
        .join('\n')
        .replaceAll('\u00a0', ' ')
    }
    const cheap =
      /at most 8 % of the mixture is alien, the same promise would have cost alarms on about 2 % of ordinary rows. These data allow that \(they refute less than 7 %\)/
    expect(told(0.07, [0.01, 0.02, 0.62])).toMatch(cheap)
    expect(told(0.05, [0.01, 0.4, 0.62])).toContain('at most 6 % of the mixture is alien')
    expect(told(0.07, [0.01, 0.3, 0.62])).toContain('at most 8 % of the mixture is alien') // half the price
    expect(told(0.07, [0.01, 0.4, 0.62])).not.toContain('Much of the price is that of alpha')
    expect(told(0.09, [0.01, 0.02, 0.62])).not.toContain('Much of the price is that of alpha')
    expect(told(0.07, [0.01, 0.02, 0.62], { alphaSource: 'estimate' })).not.toContain(
      'Much of the price is that of alpha',
    )
    expect(told(0.07, [0.01, 0.02, 0.62], { method: 'count', nm: 1000 })).toContain('at most 80 of the rows are alien')
  })

  test('the next best detector is told beside the one that was taken, by the same measure', () => {
    const rows = { choosing: { nominal: 100, mixture: 100 }, certifying: { nominal: 200, mixture: 1000 } }
    const candidates = [
      { name: 'iforest', falseAlarmRate: 0.31, deviation: 0.01 },
      { name: 'knn', falseAlarmRate: 0.074, deviation: 0.01 },
      { name: 'gmm', falseAlarmRate: 0.079, deviation: 0.01 },
    ]
    const choice = { chosen: 'knn', reason: 'the cheapest', alpha: 0.1, recall: 0.9, rows, candidates }
    const input = sampleInput()
    const certificate = { ...input.certificate, falseAlarmRate: 0.7433, tau: 0.4 } as typeof input.certificate
    const told = (chosen: string) =>
      describeCertificate(certificate, { ...input.evidence, choice: { ...choice, chosen } })
        .join('\n')
        .replaceAll('\u00a0', ' ')
    expect(told('knn')).toContain(
      'Another detector is unlikely to be cheaper: as a mean over this recall and lower ones, without the margin of a promise, the comparison estimated false alarms of 7.4 % for the detector that was taken and of 7.9 % for the next best, gmm.',
    )
    expect(told('gmm')).toContain('Another detector may be cheaper, if not clearly:')
    expect(told('gmm')).toContain('of 7.9 % for the detector that was taken and of 7.4 % for the next best, knn.')
    const text = told('knn')
    expect(text.indexOf('Costly:')).toBeLessThan(text.indexOf('Not covered:'))
  })

  test('one sentence below the headline says what is not covered, another section when it is void', () => {
    expect(read({})).toContain('Not covered: kinds of alien that the mixture did not hold;')
    expect(read({})).toContain('a mixture of which more than 10 % is alien.')
    expect(read({ alphaSource: 'audit', method: 'audit' })).toContain('wrong verdicts in the audit.')
    expect(read({})).toContain('When it is void')
    expect(read({ aliensAtMost: 1330, nm: 2395 })).toContain('More than 1,330 of these 2,395 rows are alien')
    expect(read(nothing)).not.toContain('When it is void')
  })

  test('symbols have their meaning at hand, and figures that need a q appear only with one', () => {
    expect(renderReport(sampleInput())).toContain('<abbr title="the share of aliens in the mixture, or an upper bound')
    expect(read({})).not.toContain('What another q would cost')
    expect(read({})).not.toContain('under Theorem 1')
    expect(read({ method: 'theorem1', q: 0.06, epsilon: 0.04 })).toContain('At the chosen q = 0.06, the threshold')
  })

  test('rows are distinct, with the reasons for their scores, and so are those near the threshold', () => {
    const { topRows } = sampleInput().evidence
    const why = [
      { feature: 'rate', value: 0.98, gain: 0.1, position: 1 },
      { feature: 'flag', value: 'S0', gain: 0.05, share: 0 },
      { feature: 'hot', value: null, gain: 0.01, share: 0.25 },
      { feature: 'duration', value: 3, gain: 0.01, position: 0.03 },
    ]
    const rows = {
      ...topRows!,
      copies: topRows!.row.map((_, i) => i + 1),
      why: topRows!.row.map((_, i) => (i ? [] : why)),
    }
    const text = textOf(renderReport(withEvidence(sampleInput(), { topRows: rows, nearRows: rows })))
    expect(text).toContain('rate = 0.98, above every ordinary row flag = S0, in no ordinary row')
    expect(text).toContain('hot missing, in 25 % of ordinary rows duration = 3, below 97 % of ordinary rows')
    expect(text).toContain('no single feature: the combination is unusual')
    expect(text).toContain('15 distinct rows of the mixture with the highest scores')
    expect(text).toContain('15 distinct rows of the mixture with scores nearest to the threshold')
  })

  test('the date, the command and the notes on the data are there when they are known', () => {
    const input = withEvidence(sampleInput(), { notes: ['77 % of the mixture rows are copies.'] })
    const settings = { alpha: 0.1, perClass: true, features: ['a', "it's"], rangeCheck: false }
    const text = textOf(renderReport({ ...input, settings, made: '18 November 2026' }))
    expect(text).toContain('77 % of the mixture rows are copies.')
    expect(text).toContain('18 November 2026')
    expect(text).toContain(
      "xenolith fit --nominal traffic-clean.csv --mixture traffic-week-31.parquet --alpha 0.1 --per-class --features 'a,it'\\''s' --no-range-check --seed 20240607 --out model.xeno",
    )
    expect(textOf(renderReport(withEvidence(sampleInput(), { notes: [] })))).toContain(
      'Nothing stood out before fitting',
    )
    expect(read({})).not.toContain('Notes on the data')
  })

  test('out-of-bag scores make it approximate', () => {
    expect(read({ nominalScores: 'out-of-bag' })).toContain(
      'their scores (out-of-bag scores) are only nearly those of new rows',
    )
    expect(read({ nominalScores: 'held-out' })).not.toContain('Approximate:')
  })

  test('a contradicted admissibility is a warning only where nothing is proved: no proof needs it', () => {
    const admissible = { ok: false, worstGap: 0.05, pValue: 0.0001 }
    const text = read({ admissible })
    expect(text).not.toContain('The data contradict admissibility')
    expect(text).toContain('the promise does not depend on it')
    expect(read({ admissible, method: 'algorithm1' })).toContain('may not be on the safe side')
    expect(text).toContain('Do aliens score higher? Contradicted by the data. At one threshold, up to 5 % more')
    expect(text).toContain('(p < 0.001), more than chance explains')
    expect(read({})).toContain('Do aliens score higher? Not contradicted by the data.')
    expect(read({ admissible: { ok: true, worstGap: 0, pValue: 1 } })).toContain(
      'At no threshold does more of the mixture than of the ordinary rows score below it. As far as',
    )
  })

  test('alarming on everything is called trivial', () => {
    expect(read(everything)).toContain('the promise holds trivially')
  })

  test('all assumptions and warnings are there, and the methods and symbols that this page has a use for', () => {
    const text = read({})
    for (const assumption of sampleInput().certificate.assumptions) expect(text).toContain(assumption)
    expect(text).toContain(' exact this report ')
    expect(text).not.toContain('the published bound')
    const compared = textOf(renderReport(cases['with alternatives']))
    for (const method of ['theorem1', 'dkw', 'exact']) expect(compared).toContain(` ${method} `)
    expect(compared).toContain('the published bound')
    expect(text).toContain('Not for adversaries')
    expect(text).toContain('must be an upper bound')
  })

  test('tau is marked in both score figures, at both sizes', () => {
    expect(renderReport(sampleInput()).match(/>threshold 0\.531: alarm to the right</g)).toHaveLength(4)
  })

  test('at most twelve columns of a row are shown', () => {
    const text = textOf(renderReport(cases['sixty-four features']))
    expect(text).toContain('and 52 more columns')
    expect(text).toContain('64 features: 64 numeric')
  })

  test('alternatives are compared with the certificate', () => {
    const text = textOf(renderReport(cases['with alternatives']))
    expect(text).toContain('exact (this report) 0.531 90 %')
    expect(text).toContain('theorem1 all alarm no promise')
    expect(textOf(renderReport(cases.certified))).not.toContain('Other methods on the same data')
  })
})

test('the choice of a detector says what was compared, what it would cost and which rows had a say', () => {
  const text = textOf(renderReport(cases['a chosen detector']))
  expect(text).toContain('How the detector was chosen')
  expect(text).toContain('1,500 nominal and 1,400 mixture rows trained and chose, 1,000 and 900 others certify')
  expect(text).toContain('knn <raw> (chosen)')
  expect(text).toContain('31.5')
  const without = textOf(renderReport(cases['nothing to choose by']))
  expect(without).toContain('fewer than 400 nominal rows.')
  expect(textOf(renderReport(sampleInput()))).not.toContain('How the detector was chosen')
})
