import { once } from 'node:events'
import { mkdir, readdir, readFile } from 'node:fs/promises'
import { gzipSync } from 'node:zlib'
import { beforeAll, describe, expect, it } from 'vitest'
import { copyFiles, outcome, runScript } from './child.js'
import { testFolder } from './folder.js'

const folder = testFolder()
beforeAll(async () => {
  await mkdir(folder.path('run/tmp'), { recursive: true })
  await copyFiles(folder.path('run'))
})
const run = (script: string) =>
  runScript(folder.path('run'), `process.env.TMPDIR = ${JSON.stringify(folder.path('run/tmp'))};${script}`)
const temporaries = async () => (await readdir(folder.path('run'))).filter((name) => name.endsWith('.tmp'))

const hang = (name: string) => `
  const { createWriter } = await import('./writing/write.js')
  const writer = await createWriter('${name}', [{ name: 'x', type: 'number' }])
  await writer.write([Float64Array.of(1, 2, 3)])
  console.log('ready')
  setInterval(() => {}, 1000)`

describe('an interrupted writer leaves nothing behind', () => {
  for (const [signal, code, name] of [
    ['SIGINT', 130, 'a.csv'],
    ['SIGHUP', 129, 'h.csv'],
    ['SIGTERM', 143, 'b.parquet'],
    ['SIGTERM', 143, 'c.json.gz'],
  ] as const) {
    it(`${signal}, ${name}`, async () => {
      const child = run(hang(name))
      await once(child.stdout, 'data')
      expect(await temporaries()).toHaveLength(1)
      child.kill(signal)
      expect((await outcome(child)).code).toBe(code)
      expect(await temporaries()).toEqual([])
      expect(await readdir(folder.path('run'))).not.toContain(name)
    })
  }
  it('nor does one whose process fails', async () => {
    const { code } = await outcome(run(`${hang('d.csv')}; throw new Error('oops')`))
    expect(code).toBe(1)
    expect(await temporaries()).toEqual([])
  })
})

describe('standard input', () => {
  const read = `
    const { openSource } = await import('./reading/open.js')
    const { readTable } = await import('./reading/read.js')
    try {
      const source = await openSource('-')
      const table = await readTable(source)
      console.log(JSON.stringify(table.columns.map((column) => [column.name, [...(column.values ?? column.codes)]])))
      await source.close()
    } catch (error) { console.log(error.code + ': ' + error.message) }`

  async function piped(content: string | Uint8Array): Promise<string> {
    const child = run(read)
    child.stdin.end(content)
    const { out, err } = await outcome(child)
    expect(await readdir(folder.path('run/tmp'))).toEqual([])
    return out.trim() + err
  }

  it('is read whatever its format, and its copy removed', async () => {
    const csv = 'x,c\n1,b\n2,a\n'
    const parquet = await readFile(await folder.copy('in.parquet', `SELECT * FROM (VALUES (1, 'b'), (2, 'a')) t(x, c)`))
    const zstd = await readFile(
      await folder.copy('in.csv.zst', `FROM '${folder.path('in.parquet')}'`, 'FORMAT csv, COMPRESSION zstd'),
    )
    for (const content of [
      csv,
      gzipSync(csv),
      zstd,
      parquet,
      ' [{"x":1,"c":"b"},{"x":2,"c":"a"}]',
      '{"x":1,"c":"b"}\n{"x":2,"c":"a"}\n',
    ]) {
      expect(await piped(content)).toBe('[["x",[1,2]],["c",[1,0]]]')
    }
  })
  it('is called stdin in errors', async () => {
    expect(await piped('')).toBe('empty-data: stdin is empty')
    expect(await piped('x,y\n1,2\n1,\n3\n')).toBe('bad-row: stdin, line 4: expected 2 fields, found 1')
  })
})

describe('standard output', () => {
  const write = (batches: number) => `
    const { createWriter } = await import('./writing/write.js')
    const writer = await createWriter('-', [{ name: 'x', type: 'number' }])
    try {
      for (let i = 0; i < ${batches}; i++) await writer.write([new Float64Array(20000).fill(i)])
      await writer.commit()
    } catch (error) { console.error(error.code + ': ' + error.message); process.exitCode = 2 }`

  it('gets all of the CSV', async () => {
    const { out, code } = await outcome(run(write(20)))
    expect(code).toBe(0)
    expect(out.split('\n')).toHaveLength(400_002)
    expect(out.slice(0, 4)).toBe('x\n0\n')
  })
  it('may be closed early by its reader', async () => {
    const child = run(write(500))
    child.stdout.once('data', () => child.stdout.destroy())
    let err = ''
    child.stderr.on('data', (data) => (err += data))
    const [code] = await once(child, 'close')
    expect({ code, err }).toEqual({
      code: 2,
      err: 'output-unwritable: stdout cannot be written: nobody reads it any more\n',
    })
  })
})
