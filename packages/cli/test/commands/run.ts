import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { paperTable, substream, type Table } from '@xenolith/core'
import { afterAll } from 'vitest'

const bin = fileURLToPath(new URL('../../bin/xenolith.js', import.meta.url))

export interface Ran {
  readonly status: number | null
  readonly stdout: string
  readonly stderr: string
}

/** A folder for one test file, and the command as a user runs it there. */
export function workshop(): {
  directory: string
  path(name: string): string
  xenolith(...args: string[]): Ran
  feed(input: string, ...args: string[]): Ran
} {
  const directory = mkdtempSync(join(tmpdir(), 'xenolith-test-'))
  afterAll(() => rmSync(directory, { recursive: true, force: true }))
  const feed = (input: string | undefined, ...args: string[]): Ran => {
    const { XENOLITH_DATA: _, ...env } = process.env
    const ran = spawnSync(process.execPath, [bin, ...args], {
      cwd: directory,
      encoding: 'utf8',
      input,
      env,
      maxBuffer: 1 << 28,
    })
    return { status: ran.status, stdout: ran.stdout, stderr: ran.stderr }
  }
  return { directory, path: (name) => join(directory, name), xenolith: (...args) => feed(undefined, ...args), feed }
}

/** A numeric table as CSV text, with more columns if given. */
export function csv(table: Table, more: Record<string, (row: number) => string | number> = {}): string {
  const names = [...table.columns.map(({ name }) => name), ...Object.keys(more)]
  const lines = Array.from({ length: table.rows }, (_, row) =>
    [
      ...table.columns.map((column) =>
        column.kind === 'numeric' ? column.values[row] : column.categories[column.codes[row]],
      ),
      ...Object.values(more).map((cell) => cell(row)),
    ].join(','),
  )
  return `${names.join(',')}\n${lines.join('\n')}\n`
}

export function write(path: string, text: string | Uint8Array): void {
  writeFileSync(path, text)
}

/** Nominal, mixture (a share .5 of aliens) and incoming rows of the papers' synthetic scenario. */
export function example(rows: number): { nominal: Table; mixture: Table; incoming: Table } {
  return {
    nominal: paperTable(rows, () => false, substream(11, 'nominal')),
    mixture: paperTable(rows, (i) => i % 2 === 0, substream(11, 'mixture')),
    incoming: paperTable(rows, (i) => i % 4 === 0, substream(11, 'incoming')),
  }
}

export const promise = ['--alpha', '0.5', '--recall', '0.7', '--confidence', '0.9', '--method', 'theorem1'] as const
export const files = ['--nominal', 'nominal.csv', '--mixture', 'mixture.csv'] as const
