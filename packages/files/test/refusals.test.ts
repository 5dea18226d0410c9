import { chmod, mkdir } from 'node:fs/promises'
import { describe, expect, it } from 'vitest'
import { openSource } from '../src/reading/open.js'
import { readTable } from '../src/reading/read.js'
import { dialectOf } from '../src/text/dialect.js'
import { expectRefusal, testFolder, withSource } from './folder.js'

const folder = testFolder()

async function refused(name: string, content: string | Uint8Array, code: string, ...parts: string[]): Promise<void> {
  const file = await folder.put(name, content)
  await expectRefusal(
    withSource(file, (source) => readTable(source)),
    code,
    file,
    ...parts,
  )
}

describe('broken rows', () => {
  it('too few fields', () =>
    refused('few.csv', 'a,b,c\n1,2,3\n4,5\n', 'bad-row', ', line 3: expected 3 fields, found 2'))
  it('too many fields', () =>
    refused('many.csv', 'a,b\n1,2\n3,4,5\n6,7\n', 'bad-row', ', line 3: expected 2 fields, found 3'))
  it('far down', () =>
    refused('far.csv', `a,b\n${'1,2\n'.repeat(50_000)}1\n`, 'bad-row', ', line 50002: expected 2 fields, found 1'))
  it('an open quote', () => refused('quote.csv', 'a,b\n1,2\n3,"4\n5,6\n', 'bad-row', ', line 3: a quote is not closed'))
  it('mixed line endings', () => refused('ends.csv', 'a,b\n1,2\r\n3,4\n', 'bad-row', 'line endings'))
  it('not UTF-8', () =>
    refused('latin.csv', Buffer.from('a,b\n1,é\n', 'latin1'), 'bad-row', ', line 2: the text is not UTF-8'))
  it('malformed JSON', async () => {
    await refused('bad.ndjson', '{"a":1}\n{"a":\n{"a":2}\n', 'bad-row', 'malformed JSON')
    await refused('bad.json', '[{"a":1},{"a":2]', 'bad-row', 'malformed JSON')
    await refused('list.json', '[1,2]', 'bad-row', 'expected an object per row')
  })
})

describe('no data', () => {
  it('zero bytes', () => refused('zero.csv', '', 'empty-data', 'is empty'))
  it('only blank lines', () => refused('blank.csv', '\n\n', 'empty-data', 'is empty'))
  it('header only', () => refused('header.csv', 'a,b\n', 'empty-data', 'has a header but no rows'))
  it('an empty JSON array', () => refused('none.json', '[]', 'empty-data', 'has no rows'))
  it('Parquet without rows', async () => {
    const file = await folder.copy('none.parquet', 'SELECT 1 AS x LIMIT 0')
    await expectRefusal(openSource(file), 'empty-data', `${file} has no rows`)
  })
})

describe('files that cannot be read', () => {
  it('missing', () => expectRefusal(openSource('no/such.csv'), 'file-missing', 'no/such.csv: no such file'))
  it('a web address', () =>
    expectRefusal(openSource('https://example.org/a.csv'), 'file-missing', 'https://example.org/a.csv'))
  it('a folder', async () => {
    await mkdir(folder.path('folder.csv'))
    await expectRefusal(openSource(folder.path('folder.csv')), 'file-unreadable', 'is a folder')
  })
  it('not Parquet', async () => {
    await refused('text.parquet', 'a,b\n1,2\n', 'file-unreadable', 'is not a Parquet file')
    await refused('cut.parquet', `PAR1${'x'.repeat(100)}`, 'file-unreadable', 'Parquet')
  })
  it('one line that does not end, which is not empty', () => {
    const head = new Uint8Array(1000).fill(0x61)
    expect(() => dialectOf(head, false, undefined, 'one.csv.gz')).toThrow(
      /one\.csv\.gz, line 1: the line is longer than/,
    )
  })
  it('binary', () =>
    refused('picture.png', Buffer.from([0x89, 0x50, 0x4e, 0x47, 0xff, 0xfe, 0x0a, 0x00]), 'bad-row|file-unreadable'))
  it.skipIf(process.getuid?.() === 0)('forbidden', async () => {
    const file = await folder.put('secret.csv', 'a\n1\n')
    await chmod(file, 0)
    await expectRefusal(openSource(file), 'file-unreadable', 'permission denied')
  })
})
