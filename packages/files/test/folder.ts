import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { XenolithError } from '@xenolith/core'
import { afterAll, beforeAll, expect } from 'vitest'
import { connect } from '../src/parquet/duckdb.js'
import { type OpenOptions, openSource } from '../src/reading/open.js'
import type { Source } from '../src/reading/source.js'

export interface Folder {
  path(name: string): string
  put(name: string, content: string | Uint8Array): Promise<string>
  /** A file that DuckDB writes: `COPY (sql) TO file (options)`. */
  copy(name: string, sql: string, options?: string): Promise<string>
}

/** A folder that lives as long as the tests of one file. */
export function testFolder(): Folder {
  let root = ''
  beforeAll(async () => {
    root = await mkdtemp(join(tmpdir(), 'xenolith-test-'))
  })
  afterAll(() => rm(root, { recursive: true, force: true }))
  const path = (name: string) => join(root, name)
  return {
    path,
    async put(name, content) {
      await writeFile(path(name), content)
      return path(name)
    },
    async copy(name, sql, options = 'FORMAT parquet') {
      const connection = await connect()
      await connection.run(`COPY (${sql}) TO '${path(name)}' (${options})`)
      connection.closeSync()
      return path(name)
    },
  }
}

export async function withSource<T>(
  path: string,
  use: (source: Source) => Promise<T>,
  options?: OpenOptions,
): Promise<T> {
  const source = await openSource(path, options)
  try {
    return await use(source)
  } finally {
    await source.close()
  }
}

/** Holds that the work is refused with this code, and with one line in which every part occurs. */
export async function expectRefusal(work: Promise<unknown>, code: string, ...parts: string[]): Promise<void> {
  const error = await work.then(
    () => undefined,
    (reason: unknown) => reason,
  )
  expect(error).toBeInstanceOf(XenolithError)
  const { code: found, message } = error as XenolithError
  expect(message).not.toContain('\n')
  for (const part of parts) expect(message).toContain(part)
  expect(`${found}: ${message}`).toMatch(new RegExp(`^${code}: `))
}
