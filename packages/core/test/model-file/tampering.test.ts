import { describe, expect, it } from 'vitest'
import type { Certificate } from '../../src/certificates/certificate.js'
import { certify } from '../../src/certificates/certify.js'
import { decodeModelFile, encodeModelFile, type ModelFile } from '../../src/model-file/model-file.js'
import { assemble, partsOf, sampleFile } from './sample-files.js'

/*
 * Files that someone edited, with a checksum that fits. A certificate is refused where its own fields show the edit;
 * who edits all of them alike can only be caught by a signature, or with the data at hand.
 */
const scores = (shift: number): Float64Array => Float64Array.from({ length: 90 }, (_, i) => i + (i > 40 ? shift : 0))
const terms = { nominal: scores(0), mixture: scores(300), alpha: 0.7, recall: 0.5, confidence: 0.8 }
const rows = Array.from({ length: 60 }, (_, i) => i)
const audit = { rows, verdicts: rows.map((i) => (i < 20 ? ('nominal' as const) : ('alien' as const))) }

const certificates = {
  dkw: certify({ ...terms, method: 'dkw' }),
  exact: certify({ ...terms, method: 'exact' }),
  audit: certify({ ...terms, alpha: undefined, audit }),
  conditional: certify({ ...terms, method: 'exact', alphaSource: 'estimate' }),
  refused: certify({ ...terms, recall: 0.99 }),
  estimate: sampleFile('given').certificate,
} satisfies Record<string, Certificate>

/** What reading makes of a model whose certificate was edited. */
function edited(name: keyof typeof certificates, change: Record<string, unknown>): string {
  const file: ModelFile = { ...sampleFile('given'), certificate: certificates[name] }
  const { header, body } = partsOf(encodeModelFile(file))
  Object.assign(header.content.certificate as object, change)
  try {
    decodeModelFile(assemble(JSON.stringify(header), body))
    return 'read'
  } catch (error) {
    return (error as Error).message.replace('the model file cannot be used: ', '')
  }
}

describe('a certificate that was edited', () => {
  it.each(Object.keys(certificates) as (keyof typeof certificates)[])('is read when it was not: %s', (name) => {
    expect(edited(name, {})).toBe('read')
  })

  const damaged = 'the certificate is damaged'
  const says = (what: string): string => `the certificate contradicts itself: ${what}`
  it.each<[keyof typeof certificates, Record<string, unknown>, string]>([
    ['dkw', { recall: 0.99 }, says('recall 0.99 with a miss rate of 0.5')],
    ['dkw', { recall: 17 }, damaged],
    ['dkw', { eta: 0.01 }, says('recall 0.5 with a miss rate of 0.01')],
    ['dkw', { eta: 0.01, recall: 0.99 }, 'the certificate contradicts itself: q 0'],
    ['dkw', { epsilon: null }, says('q and epsilon go together')],
    ['dkw', { recall: null }, says('recall null with a miss rate of 0.5')],
    ['dkw', { delta: null }, says('eta and delta go together')],
    ['dkw', { delta: 0 }, damaged],
    ['dkw', { delta: -0.2 }, damaged],
    ['dkw', { alpha: 0 }, damaged],
    ['dkw', { alpha: 1.5 }, damaged],
    ['dkw', { tau: null }, says('everything alarms, but not every row')],
    ['dkw', { n0: 0 }, damaged],
    ['dkw', { nm: 2.5 }, damaged],
    ['dkw', { n0: 1000 }, 'the certificate counts 1000 nominal rows, its data 100'],
    ['dkw', { falseAlarmRate: -0.1 }, damaged],
    ['dkw', { falseAlarmRateUpper: 17 }, damaged],
    ['dkw', { falseAlarmRateUpper: null }, says('certified, but without a bound on false alarms')],
    ['dkw', { alarmRate: 1.01 }, damaged],
    [
      'dkw',
      { admissible: { ok: true, worstGap: 0.9, pValue: 1e-9 } },
      says('the test of admissibility and its p-value'),
    ],
    ['dkw', { admissible: { ok: true, worstGap: 2, pValue: 1 } }, damaged],
    ['dkw', { alphaSource: 'estimate' }, says('certified, but alpha is an estimate')],
    ['dkw', { reason: 'none' }, says('a reason is given exactly where nothing is certified')],
    ['dkw', { method: 'audit' }, says('an audit belongs to the method audit')],
    ['dkw', { method: 'algorithm1' }, says('Algorithm 1 alone promises nothing')],
    ['dkw', { assumptions: Array.from({ length: 200 }, () => '') }, 'the certificate is longer than 100'],
    ['audit', { audit: { labelled: 60, aliens: 61, unsure: 0, route: 'direct' } }, says('the counts of the audit')],
    ['audit', { audit: { labelled: 600, aliens: 40, unsure: 0, route: 'direct' } }, says('the counts of the audit')],
    ['audit', { audit: { labelled: 60, aliens: 40, unsure: 0, route: null } }, says('the route of the audit')],
    ['conditional', { certified: true, reason: undefined }, says('certified, but on a condition')],
    [
      'conditional',
      { certified: true, reason: undefined, conditional: undefined },
      says('certified, but alpha is an estimate'),
    ],
    ['conditional', { alphaSource: 'given' }, says('conditional, but alpha is no estimate')],
    ['refused', { certified: true, reason: undefined }, says('certified, but without a bound on false alarms')],
    ['refused', { recall: 0.99 }, says('it promises, but is not certified')],
    ['refused', { tau: 3 }, says('a refusal alarms on everything')],
    ['estimate', { recall: 0.9 }, says('it promises, but is not certified')],
    ['estimate', { eta: 0.1, delta: 0.05 }, says('Algorithm 1 alone promises nothing')],
    ['estimate', { certified: true, reason: undefined }, says('certified, but without a bound on false alarms')],
    ['estimate', { q: 1 }, damaged],
  ])('%s with %j: %s', (name, change, verdict) => {
    expect(edited(name, change)).toContain(verdict)
  })
})

describe('a fingerprint that was edited', () => {
  it.each(['', 'ab', 'AB'.repeat(32), `${'ab'.repeat(32)} `])('is refused when it is none: "%s"', (sha256) => {
    const { header, body } = partsOf(encodeModelFile(sampleFile('given')))
    Object.assign((header.content.data as object[])[0], { sha256 })
    expect(() => decodeModelFile(assemble(JSON.stringify(header), body))).toThrow('data is damaged')
  })
})
