import { createPublicKey, verify } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { methodNames as methods } from '../../src/certificates/methods.js'
import { alignTable, type Column, categoricalColumn, type Feature, type Table } from '../../src/data/table.js'
import { score } from '../../src/detectors/fit.js'
import { detectorNames } from '../../src/detectors/table.js'
import { certificateJson } from '../../src/model-file/certificate-codec.js'
import { FORMAT_VERSION } from '../../src/model-file/container.js'
import { decodeModelFile, encodeModelFile } from '../../src/model-file/model-file.js'
import { splitSignature } from '../../src/model-file/signature.js'

/*
 * Files written by every version so far. They are never made again: what once was written stays readable. Adding a case
 * is adding NAME.xeno and NAME.json (`npm run golden`).
 */
const folder = fileURLToPath(new URL('golden/', import.meta.url))

type Cell = string | number | null

interface Expected {
  readonly detector: string
  readonly certificate: Record<string, unknown>
  readonly columns: readonly string[]
  readonly rows: readonly (readonly Cell[])[]
  readonly scores: readonly number[]
  /** The raw public key of a signed file, in hexadecimal. */
  readonly signedBy?: string
  readonly references?: { readonly row: readonly number[]; readonly cells: readonly (readonly Cell[])[] }
}

const names = readdirSync(folder)
  .filter((name) => name.endsWith('.xeno'))
  .map((name) => name.slice(0, -'.xeno'.length))

const cases = names.map((name) => ({
  name,
  bytes: new Uint8Array(readFileSync(join(folder, `${name}.xeno`))),
  expected: JSON.parse(readFileSync(join(folder, `${name}.json`), 'utf8')) as Expected,
}))

function tableOf({ columns, rows }: Expected, features: readonly Feature[]): Table {
  return {
    rows: rows.length,
    columns: columns.map((name, j): Column => {
      const cells = rows.map((row) => row[j])
      if (features[j].kind === 'categorical') return categoricalColumn(name, cells as (string | null)[])
      return {
        name,
        kind: 'numeric',
        values: Float64Array.from(cells, (cell) => (cell as number | null) ?? Number.NaN),
      }
    }),
  }
}

function versionOf(bytes: Uint8Array): number {
  return new DataView(bytes.buffer, bytes.byteOffset).getUint32(8, true)
}

function ed25519(raw: Uint8Array): ReturnType<typeof createPublicKey> {
  const key = Buffer.concat([Buffer.from('302a300506032b6570032100', 'hex'), raw])
  return createPublicKey({ key, format: 'der', type: 'spki' })
}

describe.each(cases)('the golden file $name', ({ bytes, expected }) => {
  const file = decodeModelFile(bytes)

  it('is read as it was written', () => {
    expect(file.model.detector).toBe(expected.detector)
    expect(certificateJson(file.certificate)).toEqual(expected.certificate)
    expect(file.data.map(({ role, name }) => [role, name])).toEqual([
      ['nominal', 'nominal.csv'],
      ['mixture', 'mixture.csv'],
    ])
  })

  it('has the nominal rows that were kept, or none', () => {
    const { row, table } = file.references ?? {}
    expect(row && [...row]).toEqual(expected.references?.row)
    if (expected.references === undefined) return
    const kept = { ...expected, rows: expected.references.cells }
    expect(table).toEqual(alignTable(tableOf(kept, file.model.features), file.model.features))
  })

  it('scores to the bit as it did', () => {
    expect([...score(file.model, tableOf(expected, file.model.features))]).toEqual(expected.scores)
  })

  it.runIf(versionOf(bytes) === FORMAT_VERSION)('is written again to the byte', () => {
    expect(Buffer.from(encodeModelFile(file)).equals(Buffer.from(splitSignature(bytes).signed))).toBe(true)
  })

  it('is signed as it was, or not at all', () => {
    const { signed, signature } = splitSignature(bytes)
    expect(signature && Buffer.from(signature.publicKey).toString('hex')).toBe(expected.signedBy ?? null)
    if (signature !== null) expect(verify(null, signed, ed25519(signature.publicKey), signature.signature)).toBe(true)
  })
})

describe('there is a golden file', () => {
  it('of every version of the format', () => {
    const versions = new Set(cases.map(({ bytes }) => versionOf(bytes)))
    expect(versions).toEqual(new Set(Array.from({ length: FORMAT_VERSION }, (_, i) => i + 1)))
  })

  it('for every certificate method, also as an alternative that was refused', () => {
    const found = new Set(cases.map(({ expected }) => expected.certificate.method))
    expect([...found]).toEqual(expect.arrayContaining([...methods, 'algorithm1', 'algorithm1-isotonic']))
    const alternatives = cases.flatMap(({ bytes }) => decodeModelFile(bytes).alternatives)
    expect(alternatives.some(({ certified, needed }) => !certified && needed)).toBe(true)
  })

  it('for every standing, source of alpha and origin of nominal scores', () => {
    const seen = (field: string): unknown[] => cases.map(({ expected }) => expected.certificate[field])
    const standing = ({ certified, conditional, eta }: Record<string, unknown>): string => {
      if (certified === true) return 'certified'
      return conditional !== undefined ? 'conditional' : eta === null ? 'estimate' : 'refused'
    }
    const standings = cases.map(({ expected }) => standing(expected.certificate))
    expect(standings).toEqual(expect.arrayContaining(['certified', 'conditional', 'refused', 'estimate']))
    expect(cases.some(({ expected }) => expected.signedBy !== undefined)).toBe(true)
    expect(seen('looks')).toEqual(expect.arrayContaining([1, 2]))
    const routes = seen('audit').map((audit) => (audit as { route: unknown } | undefined)?.route)
    expect(routes).toEqual(expect.arrayContaining(['direct', 'count', 'exact', null]))
    expect(seen('tau')).toContain(null)
    expect(seen('alphaSource')).toEqual(expect.arrayContaining(['given', 'audit', 'bound', 'estimate']))
    expect(seen('nominalScores')).toEqual(
      expect.arrayContaining(['out-of-bag', 'leave-one-out', 'folds', 'cross-fitted', 'left-out', 'held-out', 'given']),
    )
  })

  it('with every part that a file may have', () => {
    const found = new Set(cases.flatMap(({ bytes }) => Object.keys(decodeModelFile(bytes))))
    expect([...found]).toEqual(expect.arrayContaining(['profiles', 'settings', 'references']))
    const evidence = new Set(cases.flatMap(({ bytes }) => Object.keys(decodeModelFile(bytes).evidence)))
    const optional = ['nearRows', 'notes', 'sensitivity', 'estimates', 'choice', 'ranks']
    expect([...evidence]).toEqual(expect.arrayContaining(optional))
  })

  it('for every detector', () => {
    const found = new Set(cases.map(({ expected }) => expected.detector))
    expect([...found]).toEqual(expect.arrayContaining([...detectorNames, 'per-class']))
  })
})
