import { link, mkdir, readdir, readFile, stat, symlink, writeFile } from 'node:fs/promises'
import { gunzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { connect } from '../src/parquet/duckdb.js'
import { fingerprint } from '../src/reading/fingerprint.js'
import { readScores, readStrings } from '../src/reading/read.js'
import { refuseSameFile } from '../src/system/same-file.js'
import { checkOutput, writeFileAtomically } from '../src/system/temporary.js'
import type { OutputBatch, OutputColumn } from '../src/writing/cells.js'
import { createWriter } from '../src/writing/write.js'
import { expectRefusal, testFolder, withSource } from './folder.js'

const folder = testFolder()
const columns: OutputColumn[] = [
  { name: 'id', type: 'id-number' },
  { name: 'score', type: 'number' },
  { name: 'alarm', type: 'boolean' },
  { name: 'why, "then"', type: 'string' },
]
const batches: OutputBatch[] = [
  [Float64Array.of(1, 2), Float64Array.of(0.1 + 0.2, Number.NaN), Uint8Array.of(1, 0), ['a, "b"', null]],
  [Float64Array.of(3), Float64Array.of(-5e-324), [true], ['=1+1']],
]

async function write(name: string, some: readonly OutputColumn[] = columns, content = batches): Promise<string> {
  const writer = await createWriter(folder.path(name), some)
  for (const batch of content) await writer.write(batch)
  await writer.commit()
  return folder.path(name)
}
const leftovers = async () => (await readdir(folder.path('.'))).filter((name) => name.endsWith('.tmp'))

describe('formats', () => {
  const csv = `id,score,alarm,"why, ""then"""\n1,0.30000000000000004,true,"a, ""b"""\n2,,false,\n3,-5e-324,true,'=1+1\n`
  const objects = [
    { id: 1, score: 0.1 + 0.2, alarm: true, 'why, "then"': 'a, "b"' },
    { id: 2, score: null, alarm: false, 'why, "then"': null },
    { id: 3, score: -5e-324, alarm: true, 'why, "then"': '=1+1' },
  ]
  it('CSV, plain and gzip', async () => {
    expect(await readFile(await write('a.csv'), 'utf8')).toBe(csv)
    expect(gunzipSync(await readFile(await write('a.csv.gz'))).toString()).toBe(csv)
  })
  it('TSV', async () => {
    expect(await readFile(await write('a.tsv'), 'utf8')).toContain('1\t0.30000000000000004\ttrue\t"a, ""b"""\n')
  })
  it('JSON and NDJSON', async () => {
    expect(JSON.parse(await readFile(await write('a.json'), 'utf8'))).toEqual(objects)
    const lines = (await readFile(await write('a.ndjson'), 'utf8')).trimEnd().split('\n')
    expect(lines.map((line) => JSON.parse(line))).toEqual(objects)
    expect(
      gunzipSync(await readFile(await write('a.jsonl.gz')))
        .toString()
        .trimEnd()
        .split('\n'),
    ).toEqual(lines)
  })
  it('Parquet, with types', async () => {
    const ids = { name: 'key', type: 'id-string' } as const
    const file = await write(
      'a.parquet',
      [...columns, ids],
      batches.map((batch) => [...batch, Array(batch[0].length).fill('007')]),
    )
    const connection = await connect()
    const rows = (await (await connection.run(`DESCRIBE FROM '${file}'`)).getRowsJS()).map((row) => row.slice(0, 2))
    connection.closeSync()
    expect(rows).toEqual([
      ['id', 'BIGINT'],
      ['score', 'DOUBLE'],
      ['alarm', 'BOOLEAN'],
      ['why, "then"', 'VARCHAR'],
      ['key', 'VARCHAR'],
    ])
    expect(await withSource(file, (s) => readStrings(s, 'why, "then"'))).toEqual(['a, "b"', null, '=1+1'])
    expect(await withSource(file, (s) => readStrings(s, 'key'))).toEqual(['007', '007', '007'])
  })
  it('text of any kind survives', async () => {
    const texts = ['line\nbreak', 'return\r\n"q"', ' spaces ', 'a;b\tc,d|e', '名 é', '#', '\\', 'x'.repeat(100_000)]
    for (const name of ['text.csv', 'text.tsv', 'text.json', 'text.ndjson.gz', 'text.parquet']) {
      const file = await write(name, [{ name: 's', type: 'string' }], [[texts]])
      expect(await withSource(file, (s) => readStrings(s, 's'))).toEqual(texts)
    }
  })
  it('no rows', async () => {
    expect(await readFile(await write('none.csv', columns, []), 'utf8')).toBe('id,score,alarm,"why, ""then"""\n')
    expect(JSON.parse(await readFile(await write('none.json', columns, []), 'utf8'))).toEqual([])
    expect(await readFile(await write('none.ndjson', columns, []), 'utf8')).toBe('')
    expect((await stat(await write('none.parquet', columns, []))).size).toBeGreaterThan(12)
  })
  it('unknown ones are refused', async () => {
    for (const name of ['a.xlsx', 'a', 'a.csv.zst', 'a.parquet.gz']) {
      await expectRefusal(createWriter(folder.path(name), columns), 'output-unwritable', name, 'unknown output format')
    }
  })
  it('cells that a spreadsheet would run are inert, numbers are not touched', async () => {
    const texts = ['=cmd()', '+x', '-x', '@x', '\tx', '-5', '+1.5e3', 'a=b', ' x']
    const lines = (await readFile(await write('inert.csv', [{ name: 's', type: 'string' }], [[texts]]), 'utf8')).split(
      '\n',
    )
    expect(lines.slice(1, -1)).toEqual([`'=cmd()`, `'+x`, `'-x`, `'@x`, `'\tx`, '-5', '+1.5e3', 'a=b', '" x"'])
  })
})

it('scores survive every format to the last bit', async () => {
  const scores = Float64Array.from({ length: 5000 }, (_, i) => Math.tan(i + 1) * 10 ** (((i * 31) % 500) - 250))
  for (const name of ['s.csv', 's.tsv', 's.csv.gz', 's.json', 's.ndjson', 's.parquet']) {
    const file = await write(
      name,
      [{ name: 'score', type: 'number' }],
      [[scores.subarray(0, 777)], [scores.subarray(777)]],
    )
    expect(await withSource(file, (source) => readScores(source, 'score'))).toEqual(scores)
  }
})

describe('a file appears whole or not at all', () => {
  it('the old content stays until commit', async () => {
    for (const name of ['old.csv', 'old.parquet', 'old.json.gz']) {
      const path = await folder.put(name, 'old')
      const aborted = await createWriter(path, columns)
      await aborted.write(batches[0])
      expect(await leftovers()).toHaveLength(1)
      await aborted.abort()
      expect(await readFile(path, 'utf8')).toBe('old')
      await write(name)
      expect(await readFile(path, 'utf8')).not.toBe('old')
    }
    expect(await leftovers()).toEqual([])
  })
  it('handlers are installed only while a writer is open', async () => {
    const count = () => ['SIGINT', 'SIGTERM', 'exit'].map((event) => process.listenerCount(event))
    const before = count()
    const writer = await createWriter(folder.path('handlers.csv'), columns)
    expect(count()).toEqual(before.map((n) => n + 1))
    await writer.commit()
    expect(count()).toEqual(before)
  })
  it('writeFileAtomically', async () => {
    await writeFileAtomically(folder.path('model.bin'), Uint8Array.of(1, 2, 3))
    expect([...(await readFile(folder.path('model.bin')))]).toEqual([1, 2, 3])
    await expectRefusal(writeFileAtomically(folder.path('no/model.bin'), 'x'), 'output-unwritable', 'no/model.bin')
    expect(await leftovers()).toEqual([])
  })
  it('a link keeps pointing to the file', async () => {
    await folder.put('real.csv', 'old')
    await symlink(folder.path('real.csv'), folder.path('link.csv'))
    await write('link.csv')
    expect(await readFile(folder.path('real.csv'), 'utf8')).toContain('id,score')
  })
})

describe('outputs that cannot be written are refused at once', () => {
  it('missing folder, or a folder', async () => {
    await mkdir(folder.path('sub.csv'))
    for (const [name, reason] of [
      ['no/such/a.csv', 'its folder does not exist'],
      ['sub.csv', 'is a folder'],
    ]) {
      await expectRefusal(createWriter(folder.path(name), columns), 'output-unwritable', folder.path(name), reason)
      await expectRefusal(checkOutput(folder.path(name)), 'output-unwritable', reason)
    }
    await expectRefusal(checkOutput('/proc/a.csv'), 'output-unwritable', '/proc/a.csv')
    await checkOutput(folder.path('fine.csv'))
    expect(await leftovers()).toEqual([])
  })
  it('an input', async () => {
    const input = await folder.put('in[1].csv', 'x\n1\n')
    await link(input, folder.path('hard.csv'))
    await symlink(input, folder.path('soft.csv'))
    for (const output of ['in[1].csv', 'hard.csv', 'soft.csv']) {
      await expectRefusal(refuseSameFile(folder.path(output), [input]), 'output-is-input', output)
    }
    await expectRefusal(refuseSameFile(input, [folder.path('in*.csv')]), 'output-is-input', 'in*.csv')
    await expect(refuseSameFile(folder.path('new.csv'), [input])).resolves.toBeUndefined()
    await expect(refuseSameFile('-', ['-', input])).resolves.toBeUndefined()
  })
})

it('fingerprints are of the bytes', async () => {
  await writeFile(folder.path('f1.csv'), 'ab')
  await writeFile(folder.path('f2.csv'), 'c')
  const abc = 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad'
  expect(await fingerprint(await folder.put('abc.txt', 'abc'))).toEqual({ name: 'abc.txt', bytes: 3, sha256: abc })
  expect(await fingerprint(folder.path('f?.csv'))).toEqual({ name: 'f?.csv', bytes: 3, sha256: abc })
  await expectRefusal(fingerprint(folder.path('none')), 'file-missing', 'none')
})
