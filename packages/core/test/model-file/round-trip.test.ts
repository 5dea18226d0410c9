import { describe, expect, it } from 'vitest'
import { nominalRanks } from '../../src/cdf/nominal-ranks.js'
import type { Certificate } from '../../src/certificates/certificate.js'
import { certify } from '../../src/certificates/certify.js'
import type {
  AlphaEvidence,
  Choice,
  Evidence,
  Reason,
  Sensitivity,
  TopRows,
} from '../../src/certificates/evidence-types.js'
import { number } from '../../src/codec/shape.js'
import { type CategoricalProfile, type NumericProfile, PROFILE_LEVELS } from '../../src/data/profile.js'
import { drawReferences } from '../../src/data/reference-rows.js'
import { featuresOf } from '../../src/data/table.js'
import { decodeModelFile, encodeModelFile, type ModelFile } from '../../src/model-file/model-file.js'
import { record } from '../../src/model-file/record.js'
import { mixedTable, normalTable } from '../detectors/tables.js'
import { sampleFile } from './sample-files.js'

/** Every field there is, none left out: a new one makes this file fail to compile until it stands here. */
const sensitivity: Required<Sensitivity> = {
  lowerBound: 0.1,
  confidence: 0.9,
  alpha: [0.4, 0.5],
  recall: [1, 0.9],
  promised: [null, 0.8],
  tau: [null, 3],
  falseAlarmRate: [1, 0.1],
  alarmRate: [1, 0.6],
}
const reasons: Required<Reason>[] = [{ feature: 'a', value: 'x', gain: 0.25, position: 0.5, share: 0, nearest: null }]
const numericProfile: Required<NumericProfile> = {
  name: 'a',
  kind: 'numeric',
  missing: 0.25,
  quantiles: PROFILE_LEVELS.map((_, i) => i),
}
const categoricalProfile: Required<CategoricalProfile> = {
  name: 'b',
  kind: 'categorical',
  missing: 0,
  distinct: 2,
  categories: ['x', 'y'],
  shares: [0.75, 0.25],
}
const topRows: Required<TopRows> = {
  columns: ['a', 'b'],
  row: [1],
  score: [2.5],
  cells: [['x', null]],
  copies: [3],
  why: [reasons],
  nearest: [4],
}
const estimates: Required<AlphaEvidence> = {
  confidence: 0.95,
  recommended: { name: 'c-roc', alpha: 0.4, upper: 0.5, reason: 'they agree' },
  estimates: [
    { name: 'c-roc', alpha: 0.4, interval: [0.3, 0.5] },
    { name: 'storey', alpha: 0.3, interval: null },
    { name: 'km1', alpha: null, reason: 'too many rows' },
  ],
}
const choice: Required<Choice> = {
  chosen: 'knn, raw',
  reason: 'which promises the fewest false alarms (1.0 %)',
  alpha: 0.4,
  recall: 0.9,
  rows: { choosing: { nominal: 40, mixture: 41 }, certifying: { nominal: 50, mixture: 49 } },
  candidates: [
    { name: 'iforest', falseAlarmRate: 0.3, deviation: 0.05 },
    { name: 'knn, raw', falseAlarmRate: 0.01, deviation: 0 },
  ],
}
const evidence: Required<Evidence> = {
  curves: { score: [1, 2], f0: [0, 1], fm: [0.5, 1], fa: [-0.5, 1.5], faIsotonic: [0, 1] },
  histogram: { edges: [0, 1, 2], nominal: [0.5, 0.5], mixture: [0, 1] },
  tradeoff: { q: [0, 0.1], tau: [null, 1], falseAlarmRate: [1, 0.5], alarmRate: [1, 0.5] },
  sampleSizes: { epsilon: [0.1], n: [1000] },
  topRows,
  nearRows: topRows,
  notes: ['3 % of the rows are copies'],
  sensitivity,
  estimates,
  choice,
  ranks: nominalRanks(Float64Array.from({ length: 90 }, (_, i) => i)),
}

const scores = Float64Array.from({ length: 90 }, (_, i) => i)
const base = sampleFile('iforest')
const rows = Array.from({ length: 60 }, (_, i) => i)
const audited: Certificate = certify({
  nominal: scores,
  mixture: scores,
  recall: 0.999,
  confidence: 0.8,
  audit: { rows, verdicts: rows.map(() => 'alien' as const) },
})
const refused = certify({ nominal: scores, mixture: scores, alpha: 0.9, recall: 0.99, confidence: 0.9 })
const counted = certify({
  nominal: scores,
  mixture: scores,
  aliensAtMost: 80,
  gates: [
    { rate: 0.2, share: 0.75 },
    { rate: 0.5, share: 0.25 },
  ],
  recall: 0.5,
  confidence: 0.6,
})
const bounded = certify({
  nominal: scores,
  mixture: scores.map((score) => score + 50),
  separation: { quantile: 0.5, rho: 0 },
  recall: 0.5,
  confidence: 0.6,
})
const conditional = certify({
  nominal: scores,
  mixture: scores.map((score) => score + 100),
  alpha: 1,
  recall: 0.5,
  confidence: 0.6,
  method: 'dkw',
  alphaSource: 'estimate',
  looks: 2,
})

/** Every field that a certificate can have. */
const certificateFields: Record<keyof Certificate, true> = {
  certified: true,
  method: true,
  tau: true,
  alpha: true,
  alphaSource: true,
  aliensAtMost: true,
  separation: true,
  gates: true,
  looks: true,
  q: true,
  epsilon: true,
  eta: true,
  delta: true,
  recall: true,
  n0: true,
  nm: true,
  falseAlarmRate: true,
  falseAlarmRateUpper: true,
  alarmRate: true,
  admissible: true,
  nominalScores: true,
  assumptions: true,
  audit: true,
  conditional: true,
  reason: true,
  attainable: true,
  needed: true,
}

const settings = {
  detector: 'iforest',
  trees: 12,
  rangeCheck: true,
  features: ['$', '__proto__', 'a=b'],
  types: ['$=numeric'],
}

describe('every field', () => {
  const file: Required<ModelFile> = {
    ...base,
    id: 'id',
    evidence,
    settings,
    profiles: {
      nominal: { rows: 4, columns: [numericProfile, categoricalProfile] },
      mixture: { rows: 5, columns: [{ ...numericProfile, missing: 1, quantiles: [] }, categoricalProfile] },
    },
    alternatives: [audited, refused, counted, bounded, conditional],
    references: drawReferences(mixedTable(20, 7, true), base.model.features, 1, 5)!,
  }

  it('survives the round trip', () => {
    const { format, ...read } = decodeModelFile(encodeModelFile(file))
    expect(format).toBe(1)
    expect(read).toEqual(file)
    expect(Object.keys(read).sort()).toEqual(Object.keys(file).sort())
  })

  it('of a certificate is one that the test has', () => {
    const fields = new Set(file.alternatives.flatMap((certificate) => Object.keys(certificate)))
    expect([...fields].sort()).toEqual(Object.keys(certificateFields).sort())
  })

  it('of a record must have a reader, or it does not compile', () => {
    // @ts-expect-error: no reader for b
    const forgetful = record<{ readonly a: number; readonly b?: number }>({ a: number })
    expect(forgetful({ a: 1, b: 2 }, 'here')).toEqual({ a: 1 })
  })

  it('is written in the order of the format, whatever the order it was given in', () => {
    const turned = Object.fromEntries(Object.entries(settings).toReversed())
    expect(Buffer.from(encodeModelFile({ ...file, settings: turned }))).toEqual(Buffer.from(encodeModelFile(file)))
  })
})

describe('reference rows', () => {
  const references = drawReferences(mixedTable(20, 7, true), base.model.features, 1, 5)!
  const with_ = (change: Partial<typeof references>) => ({ ...base, references: { ...references, ...change } })
  const [first, ...others] = references.table.columns
  it.each([
    ['row numbers that do not ascend', with_({ row: references.row.toReversed() })],
    ['a row that is none', with_({ row: references.row.with(0, 0) })],
    ['fewer rows than values', with_({ row: references.row.slice(1) })],
    [
      'no rows',
      with_({ row: new Uint32Array(0), table: drawReferences(mixedTable(20, 7), base.model.features, 1, 1)!.table }),
    ],
    ['fewer columns than features', with_({ table: { rows: 5, columns: others } })],
    [
      'an infinite number',
      with_({
        table: { rows: 5, columns: [{ ...first, values: new Float64Array(5).fill(1e308) } as typeof first, ...others] },
      }),
    ],
    [
      'a category that is none',
      with_({
        table: {
          rows: 5,
          columns: references.table.columns.with(3, { ...others[2], codes: new Int32Array(5).fill(9) } as typeof first),
        },
      }),
    ],
  ])('are refused with %s', (_, file) => {
    expect(() => decodeModelFile(encodeModelFile(file))).toThrow('the reference rows')
  })
  it('are a function of the seed, and fewer of wide tables', () => {
    const table = mixedTable(3000, 1)
    const features = featuresOf(table)
    expect(drawReferences(table, features, 3)).toEqual(drawReferences(table, features, 3))
    expect(drawReferences(table, features, 3)!.row).toHaveLength(1000)
    expect(drawReferences(table, features, 4)!.row).not.toEqual(drawReferences(table, features, 3)!.row)
    expect(drawReferences(table, features, 3, 0)).toBeUndefined()
    const wide = normalTable(
      3,
      Array.from({ length: 600_000 }, (_, j) => `f${j}`),
      1,
    )
    expect(drawReferences(wide, featuresOf(wide), 1)!.row).toHaveLength(1)
  })
})

describe('settings', () => {
  it.each<[string, unknown]>([
    ['a list', []],
    ['a nested record', { types: { a: 'numeric' } }],
    ['a name that is none', { 'a b': 1 }],
    ['a name that could be confused', { __proto__x: 1 }],
    ['null', { trees: null }],
    ['a list of numbers', { features: [1] }],
    ['an infinite number', { trees: Number.POSITIVE_INFINITY }],
  ])('are refused when they are %s', (_, wrong) => {
    expect(() => encodeModelFile({ ...base, settings: wrong as ModelFile['settings'] })).toThrow('settings is damaged')
  })
})
