import { appendFile, rename, utimes, writeFile } from 'node:fs/promises'
import { gzipSync } from 'node:zlib'
import { describe, it } from 'vitest'
import { readTable } from '../src/reading/read.js'
import { expectRefusal, testFolder, withSource } from './folder.js'

const folder = testFolder()
const csv = (rows: number) => `x,y\n${'1,2\n'.repeat(rows)}`

/** Ways in which a file becomes another one while a command works with it. */
const changes: Record<string, (file: string) => Promise<void>> = {
  'rows are added': (file) => appendFile(file, '3,4\n'),
  'another text of the same length takes its place': async (file) => {
    await writeFile(`${file}.new`, csv(50).replaceAll('1', '7'))
    await rename(`${file}.new`, file)
  },
  'it is written again in place': async (file) => {
    await writeFile(file, csv(50).replaceAll('1', '7'))
    await utimes(file, new Date(), new Date(Date.now() + 2000))
  },
}

describe.each(Object.entries(changes))('when %s', (_, change) => {
  const refused = (work: Promise<unknown>) => expectRefusal(work, 'file-changed', 'changed while it was read')

  it('between opening and reading, a text file is refused', async () => {
    const file = await folder.put('a.csv', csv(50))
    await refused(
      withSource(file, async (source) => {
        await change(file)
        return readTable(source)
      }),
    )
  })
  it('between opening and scanning, it is refused', async () => {
    const file = await folder.put('b.csv', csv(50))
    await refused(
      withSource(file, async (source) => {
        await change(file)
        for await (const _ of source.scan({ features: [{ name: 'x', kind: 'numeric' }], batchRows: 7 }));
      }),
    )
  })
})

it('a Parquet file that changes is refused, and a packed text file too', async () => {
  const parquet = await folder.copy('c.parquet', 'SELECT 1.5::DOUBLE AS x')
  await expectRefusal(
    withSource(parquet, async (source) => {
      await utimes(parquet, new Date(), new Date(Date.now() + 2000))
      return readTable(source)
    }),
    'file-changed',
    'c.parquet',
  )
  const packed = await folder.put('d.csv.gz', gzipSync(csv(50)))
  await expectRefusal(
    withSource(packed, async (source) => {
      await writeFile(packed, gzipSync(csv(60)))
      return readTable(source)
    }),
    'file-changed',
    'd.csv.gz',
  )
})
