import { type Column, substream } from '@xenolith/core'
import { silent } from '@xenolith/study'
import { describe, expect, it } from 'vitest'
import { warningsOf } from '../src/app/screens/data/warnings.ts'
import { firstUse } from '../src/app/state/roles.ts'
import type { Context } from '../src/app/worker/context.ts'
import { type Described, describeFiles } from '../src/app/worker/describe.ts'
import type { OpenFile } from '../src/app/worker/session.ts'

const random = substream(5, 'copies')
const nominals = (rows: number) => Float64Array.from({ length: rows }, () => random.normal())

describe('rows that stand in both files', () => {
  const names = (prefix: string, rows: number): Column => ({
    name: 'id',
    kind: 'categorical',
    categories: Array.from({ length: rows }, (_, i) => `${prefix}${i}`),
    codes: Int32Array.from({ length: rows }, (_, i) => i),
  })
  const open = (prefix: string, values: Float64Array): OpenFile => ({
    name: `${prefix}.csv`,
    blob: new Blob(),
    table: { rows: values.length, columns: [names(prefix, values.length), { name: 'x', kind: 'numeric', values }] },
    fingerprint: { name: `${prefix}.csv`, bytes: 1, sha256: prefix },
    sample: [],
    notes: [],
  })
  const context: Context = { ...silent, progress: () => () => {}, signal: new AbortController().signal }
  const describeBoth = (first: Float64Array, second: Float64Array): Described =>
    describeFiles({ files: { nominal: open('a', first), mixture: open('b', second) }, reading: { kinds: {} } }, context)
  const says = (described: Described): string =>
    warningsOf(described, (name) => firstUse(described.columns.find((each) => each.name === name)!, ['id']))
      .map(({ text }) => text)
      .join(' ')

  it('are counted under other names too', () => {
    const [first, second] = [nominals(400), nominals(500)]
    expect(describeBoth(first, second).copies).toEqual({ nominal: 0, mixture: 0, across: 0 })
    second.set(first.subarray(0, 3), 10)
    const described = describeBoth(first, second)
    expect(described.copies).toEqual({ nominal: 0, mixture: 0, across: 3 })
    expect(says(described)).toContain('3 mixture rows (0.6 %) stand in the nominal file too')
  })

  it('need no word where a few coarse values repeat within the files as well', () => {
    const [first, second] = [nominals(1000), nominals(1000)]
    second.set(first.subarray(0, 3), 10)
    second.set(second.subarray(20, 25), 30)
    const described = describeBoth(first, second)
    expect(described.copies).toEqual({ nominal: 0, mixture: 5, across: 3 })
    expect(says(described)).not.toContain('stand in the nominal file')
  })
})
