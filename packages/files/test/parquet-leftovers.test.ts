import { mkdtempSync, readdirSync, rmSync, watch, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { writeParquet } from '../src/parquet/write.js'

// DuckDB would write to tmp_NAME first and move it to NAME: after an interrupt that had removed NAME, too.
test('a Parquet file grows under the one temporary name that an interrupt cleans up', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'xenolith-parquet-'))
  const spool = join(tmpdir(), `${folder.split('/').at(-1)}.spool`)
  const names = new Set<string>()
  const watcher = watch(folder, (_, name) => names.add(String(name)))
  try {
    writeFileSync(spool, Array.from({ length: 20_000 }, (_, i) => `${i / 7}\n`).join(''))
    await writeParquet(spool, [{ name: 'x', type: 'number' }], join(folder, 'out.parquet'))
    await setTimeout(50)
    expect([...names].filter((name) => !/^\.xenolith-\d+-\d+\.tmp$/.test(name))).toEqual(['out.parquet'])
    expect(readdirSync(folder)).toEqual(['out.parquet'])
  } finally {
    watcher.close()
    rmSync(folder, { recursive: true })
    rmSync(spool)
  }
})
