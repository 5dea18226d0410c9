import { sortScores } from '../../src/cdf/empirical.js'
import { certify, uncertified } from '../../src/certificates/certify.js'
import { gatherEvidence } from '../../src/certificates/evidence.js'
import type { Table } from '../../src/data/table.js'
import { fit, score } from '../../src/detectors/fit.js'
import type { FitOptions } from '../../src/detectors/options.js'
import { FORMAT_VERSION } from '../../src/model-file/container.js'
import { crc32 } from '../../src/model-file/crc32.js'
import type { ModelFile } from '../../src/model-file/model-file.js'
import { mixedTable, normalTable } from '../detectors/tables.js'

export const detectors: Record<string, { options: FitOptions; table: (rows: number, seed: number) => Table }> = {
  iforest: { options: { trees: 12, seed: 3 }, table: (rows, seed) => mixedTable(rows, seed, true) },
  'iforest without range check': {
    options: { trees: 12, seed: 3, rangeCheck: false },
    table: (rows, seed) => mixedTable(rows, seed, true),
  },
  'iforest of many alike rows': {
    options: { trees: 12, seed: 3 },
    table: (rows) => ({
      rows,
      columns: [{ name: 'x', kind: 'numeric', values: Float64Array.from({ length: rows }, (_, i) => (i % 9 ? 0 : i)) }],
    }),
  },
  loda: {
    options: { detector: 'loda', projections: 12, seed: 3 },
    table: (rows, seed) => mixedTable(rows, seed, true),
  },
  softmax: {
    options: { detector: 'softmax', rule: 'energy' },
    table: (rows, seed) => normalTable(rows, ['cat', 'dog'], seed),
  },
  given: { options: { detector: 'given' }, table: (rows, seed) => normalTable(rows, ['score'], seed) },
  'iforest per class': {
    options: { trees: 8, seed: 3, classes: Array.from({ length: 60 }, (_, i) => `class ${i % 2}`) },
    table: (rows, seed) => mixedTable(rows, seed, true),
  },
  'loda per class': {
    options: {
      detector: 'loda',
      projections: 8,
      seed: 3,
      classes: Array.from({ length: 60 }, (_, i) => `class ${i % 2}`),
    },
    table: (rows, seed) => mixedTable(rows, seed, true),
  },
}

/** Everything a model file holds, for one of the detectors, fitted on 60 rows. */
export function sampleFile(name: string): ModelFile {
  const { options, table } = detectors[name]
  const { model, scores } = fit(table(60, 1), options)
  const mixture = score(model, table(50, 2))
  const certified = name === 'iforest'
  const samples = { nominal: scores, mixture, alpha: 1 }
  const certificate = certified
    ? certify({ ...samples, mixture: mixture.map((s) => s + 1), recall: 0.6, confidence: 0.6, method: 'theorem1' })
    : uncertified({ ...samples, q: 0.3 })
  const evidence = gatherEvidence({
    nominal: sortScores(scores, 'nominal'),
    mixture: sortScores(mixture, 'mixture'),
    alpha: 1,
    delta: 0.4,
    topRows: {
      columns: ['x', 'colour'],
      row: [7, 2],
      score: [0.9, 0.8],
      cells: [
        [1.5, 'réd <b>'],
        [null, '=1+1'],
      ],
    },
  })
  const data = [{ role: 'nominal', name: 'nominal.csv', rows: 100, bytes: 1234, sha256: 'ab'.repeat(32) }]
  return { version: '0.1.0', seed: 3, id: null, model, certificate, alternatives: [certificate], evidence, data }
}

/** Writes the checksum that fits the bytes. */
export function resealed(bytes: Uint8Array): Uint8Array {
  const end = bytes.length - 4
  new DataView(bytes.buffer, bytes.byteOffset).setUint32(end, crc32(bytes.subarray(0, end)), true)
  return bytes
}

interface Section {
  readonly type: string
  length: number
}

/** The header's JSON and the bytes of the sections. */
export interface Parts {
  header: { sections: Section[]; content: Record<string, unknown> }
  body: Uint8Array
}

export function partsOf(bytes: Uint8Array): Parts {
  const length = new DataView(bytes.buffer, bytes.byteOffset).getUint32(12, true)
  const header = JSON.parse(new TextDecoder().decode(bytes.subarray(16, 16 + length)))
  return { header, body: bytes.slice(Math.ceil((16 + length) / 8) * 8, bytes.length - 4) }
}

/** A file of the given header text and body, whole and with a matching checksum. */
export function assemble(header: string, body: Uint8Array): Uint8Array {
  const text = new TextEncoder().encode(header)
  const start = Math.ceil((16 + text.length) / 8) * 8
  const bytes = new Uint8Array(start + body.length + 4)
  bytes.set(new TextEncoder().encode('XENOLITH'))
  const view = new DataView(bytes.buffer)
  view.setUint32(8, FORMAT_VERSION, true)
  view.setUint32(12, text.length, true)
  bytes.set(text, 16)
  bytes.set(body, start)
  return resealed(bytes)
}
