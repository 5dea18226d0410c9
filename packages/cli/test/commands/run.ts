import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import {
  closeSync,
  existsSync,
  mkdtempSync,
  openSync,
  readFileSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import type { Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { paperTable, substream, type Table } from '@xenolith/core'
import { afterAll } from 'vitest'

const bin = fileURLToPath(new URL('../../bin/xenolith.js', import.meta.url))
const warmScript = fileURLToPath(new URL('warm.mjs', import.meta.url))

export interface Ran {
  readonly status: number | null
  readonly stdout: string
  readonly stderr: string
}

/** A folder for one test file, and the command as a user runs it there. */
export function workshop(): {
  directory: string
  path(name: string): string
  /** Runs the command in a process that stays for the next one, in whichever test file. */
  xenolith(...args: string[]): Ran
  /** Runs the command in a process of its own, with a text on stdin. */
  feed(input: string, ...args: string[]): Ran
} {
  const directory = mkdtempSync(join(tmpdir(), 'xenolith-test-'))
  afterAll(() => rmSync(directory, { recursive: true, force: true }))
  const feed = (input: string, ...args: string[]): Ran => {
    const ran = spawnSync(process.execPath, [bin, ...args], {
      cwd: directory,
      encoding: 'utf8',
      input,
      env: environment(),
      maxBuffer: 1 << 28,
    })
    return { status: ran.status, stdout: ran.stdout, stderr: ran.stderr }
  }
  return { directory, path: (name) => join(directory, name), xenolith: (...args) => warm.run(directory, args), feed }
}

const PATIENCE_MS = 110_000

/** The command in a process that stays, asked synchronously: stdout and stderr are files, the status is one too. */
class WarmCommand {
  private readonly outputs = mkdtempSync(join(tmpdir(), 'xenolith-warm-'))
  private child: ChildProcess | undefined

  run(directory: string, args: readonly string[]): Ran {
    const [out, err, answer] = ['out', 'err', 'answer'].map((name) => join(this.outputs, name))
    this.child ??= this.start(out, err, answer)
    ;(this.child.stdio[3] as Socket).write(`${JSON.stringify({ directory, env: environment(), args })}\n`)
    const pause = new Int32Array(new SharedArrayBuffer(4))
    const start = performance.now()
    while (!existsSync(answer)) {
      Atomics.wait(pause, 0, 0, 2)
      if (performance.now() - start > PATIENCE_MS) throw new Error(`no answer to xenolith ${args.join(' ')}`)
    }
    const [status, ended] = readFileSync(answer, 'utf8').split(' ')
    const ran = { status: Number(status), stdout: readFileSync(out, 'utf8'), stderr: readFileSync(err, 'utf8') }
    rmSync(answer)
    for (const file of [out, err]) truncateSync(file)
    if (ended) this.child = undefined
    return ran
  }

  /** It ends when this process does, which closes the pipe that it reads. */
  private start(out: string, err: string, answer: string): ChildProcess {
    const files = [out, err].map((file) => openSync(file, 'a'))
    const child = spawn(process.execPath, [warmScript, answer], { stdio: ['ignore', ...files, 'pipe'] })
    files.forEach(closeSync)
    child.unref()
    ;(child.stdio[3] as Socket).unref()
    return child
  }
}

/** One for all test files of this process: what it has compiled for one file it need not for the next. */
const warm = new WarmCommand()

const environment = (): NodeJS.ProcessEnv => {
  const { XENOLITH_DATA: _, ...env } = process.env
  return env
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
