import { describe, expect, it } from 'vitest'
import type { Certificate } from '../../src/certificates/certificate.js'
import { certify } from '../../src/certificates/certify.js'
import { gatherEvidence } from '../../src/certificates/evidence.js'
import type { AlphaEvidence, Evidence } from '../../src/certificates/evidence-types.js'
import { paperTable } from '../../src/data/synthetic.js'
import { fit, score } from '../../src/detectors/fit.js'
import { packForest } from '../../src/detectors/iforest/forest-codec.js'
import { fitIsolationForest } from '../../src/detectors/iforest/isolation-forest.js'
import { certificateJson } from '../../src/model-file/certificate-codec.js'
import { encodeContainer } from '../../src/model-file/container.js'
import { crc32 } from '../../src/model-file/crc32.js'
import { packModel } from '../../src/model-file/model-codec.js'
import { decodeModelFile, encodeModelFile } from '../../src/model-file/model-file.js'
import { Random } from '../../src/numeric/random.js'
import { bytesOf } from '../detectors/tables.js'
import { assemble, detectors, partsOf, sampleFile } from './sample-files.js'

describe.each(Object.keys(detectors))('a model file of %s', (name) => {
  const file = sampleFile(name)
  const bytes = encodeModelFile(file)
  const read = decodeModelFile(bytes)
  const incoming = detectors[name].table(70, 5)

  it('holds what was put in', () => {
    expect(read).toEqual({ ...file, format: 1 })
  })

  it('written again, is the same to the byte', () => {
    expect(Buffer.from(encodeModelFile(read)).equals(Buffer.from(bytes))).toBe(true)
  })

  it('scores to the bit as the model it was made of', () => {
    expect(bytesOf(score(read.model, incoming))).toEqual(bytesOf(score(file.model, incoming)))
  })

  it('is read wherever it lies in memory', () => {
    for (const offset of [1, 3, 4, 8]) {
      const room = new Uint8Array(bytes.length + offset)
      room.set(bytes, offset)
      expect(bytesOf(score(decodeModelFile(room.subarray(offset)).model, incoming))).toEqual(
        bytesOf(score(file.model, incoming)),
      )
    }
  })
})

describe('a model file', () => {
  it('is the same for the same content put together in another order', () => {
    const file = sampleFile('loda')
    const turned = <T extends object>(value: T): T => Object.fromEntries(Object.entries(value).toReversed()) as T
    const other = turned({
      ...file,
      certificate: turned(file.certificate),
      evidence: { ...turned(file.evidence), topRows: turned(file.evidence.topRows!) },
      data: file.data.map(turned),
    })
    expect(Buffer.from(encodeModelFile(other)).equals(Buffer.from(encodeModelFile(file)))).toBe(true)
  })

  it('keeps text of every kind in names, categories and cells', () => {
    const strange = ['__proto__', 'constructor', '"quoted"', 'line\nbreak', '\ud800 lone', '$', '日本語', '\u0000']
    const columns = [
      {
        name: '$',
        kind: 'categorical' as const,
        codes: Int32Array.from({ length: 40 }, (_, i) => i % 8),
        categories: strange,
      },
    ]
    const { model } = fit({ rows: 40, columns }, { trees: 3 })
    const read = decodeModelFile(encodeModelFile({ ...sampleFile('given'), model, id: '__proto__' }))
    expect(read.model).toEqual(model)
    expect(read.id).toBe('__proto__')
  })

  it('is not written with numbers that could not be read back', () => {
    const file = sampleFile('given')
    const broken = { ...file, certificate: { ...file.certificate, alpha: Number.NaN } }
    expect(() => encodeModelFile(broken)).toThrow('the certificate is damaged')
  })

  it('of 1000 trees on 2000 of 10000 rows with 9 features stays below 12 MB', () => {
    const table = paperTable(10_000, () => false, new Random(1, 2, 3))
    const { model } = fitIsolationForest(table, { trees: 8, subsample: 2000 })
    const whole = encodeContainer(packModel(model)).length
    const values = packForest(model.forest, model.features).values.reduce((sum, list) => sum + list.byteLength, 0)
    const everyValue = 9 * 10_000 * 8 // more trees list more of the values, but each of them once
    expect(((whole - values) / 8) * 1000 + everyValue).toBeLessThan(12e6)
  })
})

describe('what newer versions add', () => {
  const scores = Float64Array.from({ length: 80 }, (_, i) => i)
  const higher = scores.map((score) => score + 100)
  const base = sampleFile('given')
  const certificate = {
    ...certify({ nominal: scores, mixture: higher, alpha: 1, recall: 0.5, confidence: 0.6, method: 'dkw' }),
    certified: false,
    alphaSource: 'estimate',
    conditional: 'alpha <= 1: estimated, not proved',
    reason: 'conditional on alpha <= 1: estimated, not proved',
  } as Certificate
  const estimates: AlphaEvidence = {
    confidence: 0.95,
    recommended: { name: 'c-roc', alpha: 0.2, upper: 0.3, reason: 'they disagree' },
    estimates: [
      { name: 'c-roc', alpha: 0.2, interval: [0.1, 0.3] },
      { name: 'storey', alpha: 0.1, interval: null },
      { name: 'km1', alpha: null, reason: 'too many rows' },
    ],
  }
  const { alpha, delta } = { alpha: certificate.alpha, delta: 0.4 }
  const evidence = gatherEvidence({ nominal: scores, mixture: higher, alpha, delta, decision: certificate, estimates })

  it('is kept: the condition of a promise, its sensitivity to alpha, the estimates of alpha', () => {
    const read = decodeModelFile(encodeModelFile({ ...base, certificate, evidence }))
    expect(read.certificate).toEqual(certificate)
    expect(read.evidence).toEqual(evidence)
    expect(read.evidence.sensitivity!.alpha.length).toBeGreaterThan(10)
  })

  it('is not missed in a file that was written without it', () => {
    const { header, body } = partsOf(encodeModelFile({ ...base, evidence }))
    const content = header.content as { evidence: Record<string, unknown>; certificate: Record<string, unknown> }
    expect(Object.keys(content.evidence)).toEqual(expect.arrayContaining(['sensitivity', 'estimates']))
    delete content.evidence.sensitivity
    delete content.evidence.estimates
    const read = decodeModelFile(assemble(JSON.stringify(header), body))
    expect(read.evidence).not.toHaveProperty('sensitivity')
    expect(read.evidence).not.toHaveProperty('estimates')
    expect(read.evidence.curves).toEqual(evidence.curves)
    expect(read.certificate).not.toHaveProperty('conditional')
  })

  it.each<[string, (content: { evidence: Evidence; certificate: Certificate }) => unknown]>([
    ['a certificate that is certified on a condition', (c) => Object.assign(c.certificate, { certified: true })],
    ['a condition that is no text', (c) => Object.assign(c.certificate, { conditional: 7 })],
    ['curves of different lengths', (c) => Object.assign(c.evidence.sensitivity!, { alpha: [0.1] })],
    ['a bound that is no number', (c) => Object.assign(c.evidence.sensitivity!, { lowerBound: null })],
    ['ranks of another sample', (c) => Object.assign(c.evidence.ranks!, { n0: 7 })],
    ['an interval of three ends', (c) => Object.assign(c.evidence.estimates!.estimates[0], { interval: [0, 1, 2] })],
    [
      'an estimate without a number or a reason',
      (c) => Object.assign(c.evidence.estimates!.estimates[2], { reason: 1 }),
    ],
  ])('is refused when damaged: %s', (_, damage) => {
    const { header, body } = partsOf(encodeModelFile({ ...base, certificate, evidence }))
    damage(header.content as unknown as { evidence: Evidence; certificate: Certificate })
    expect(() => decodeModelFile(assemble(JSON.stringify(header), body))).toThrow(
      /is damaged$|contradicts itself: certified, but on a condition$/,
    )
  })
})

describe('a certificate as JSON', () => {
  it('has null for the threshold that alarms on everything', () => {
    const { certificate } = sampleFile('given')
    expect(certificateJson({ ...certificate, tau: Number.NEGATIVE_INFINITY }).tau).toBeNull()
    expect(certificateJson(certificate).tau).toBe(certificate.tau)
    const everything = { tau: Number.NEGATIVE_INFINITY, falseAlarmRate: 1, alarmRate: 1 }
    const file = { ...sampleFile('given'), certificate: { ...certificate, ...everything } }
    expect(decodeModelFile(encodeModelFile(file)).certificate.tau).toBe(Number.NEGATIVE_INFINITY)
  })

  it('keeps what an audit found and what a refusal says, of the certificate and of its alternatives', () => {
    const file = sampleFile('given')
    const scores = Float64Array.from({ length: 80 }, (_, i) => i)
    const rows = Array.from({ length: 60 }, (_, i) => i)
    const audit = { rows, verdicts: rows.map((i) => (i < 2 ? ('unsure' as const) : ('alien' as const))) }
    const terms = { nominal: scores, mixture: scores, confidence: 0.8 }
    const certificate = certify({ ...terms, recall: 0.5, audit })
    expect(certificate.audit).toEqual({ labelled: 60, aliens: 58, unsure: 2, route: 'direct' })
    const alternatives = [certify({ ...terms, recall: 0.999, audit }), certify({ ...terms, alpha: 1, recall: 0.99 })]
    expect(alternatives.map(({ needed }) => needed)).toEqual([null, expect.any(Object)])
    const read = decodeModelFile(encodeModelFile({ ...file, certificate, alternatives }))
    expect(read.certificate).toEqual(certificate)
    expect(read.alternatives).toEqual(alternatives)
  })
})

it('the checksum is CRC-32', () => {
  const of = (text: string): number => crc32(new TextEncoder().encode(text))
  expect([of(''), of('123456789'), of('The quick brown fox jumps over the lazy dog')]).toEqual([
    0, 0xcbf43926, 0x414fa339,
  ])
})
