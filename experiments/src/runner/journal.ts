import { createHash } from 'node:crypto'
import { type FileHandle, mkdir, open, readFile, truncate } from 'node:fs/promises'
import { join } from 'node:path'
import type { Protocol } from '../element.js'
import type { Settings } from '../settings.js'
import { version } from '../version.js'

/** The finished runs of an element, each saved at once: a line for a line. */
export interface Journal {
  readonly path: string
  record(part: string, run: number): unknown
  append(part: string, run: number, record: unknown, cpuSeconds: number): Promise<void>
  /** CPU seconds behind a run. */
  cpuSeconds(part: string, run: number): number
  close(): Promise<void>
}

interface Line {
  readonly part: string
  readonly run: number
  readonly cpu: number
  readonly record: unknown
}

/**
 * Names what records depend on: the settings that shape them, the version, the protocol's revision and the data.
 * Another name is another file, so that records never mix.
 */
export function fingerprint(element: string, settings: Settings, protocol: Protocol, data: unknown): string {
  const shaping = Object.entries(settings)
    .filter(([key]) => !protocol.free.includes(key as keyof Settings))
    .sort(([a], [b]) => (a < b ? -1 : 1))
  const text = JSON.stringify([element, shaping, version, protocol.revision, data ?? null])
  return createHash('sha256').update(text).digest('hex').slice(0, 16)
}

const keyOf = (part: string, run: number): string => `${part}\n${run}`

export async function openJournal(folder: string, element: string, mark: string): Promise<Journal> {
  await mkdir(folder, { recursive: true })
  const path = join(folder, `${element}-${mark}.ndjson`)
  const lines = await readLines(path)
  let file: FileHandle | undefined
  return {
    path,
    record: (part, run) => lines.get(keyOf(part, run))?.record,
    cpuSeconds: (part, run) => lines.get(keyOf(part, run))?.cpu ?? 0,
    async append(part, run, record, cpu) {
      // The record is taken back from its text, so that a resumed run sees what an uninterrupted one does.
      const text = JSON.stringify({ part, run, cpu, record })
      file ??= await open(path, 'a')
      await file.appendFile(`${text}\n`)
      lines.set(keyOf(part, run), JSON.parse(text))
    },
    close: async () => file?.close(),
  }
}

/** What is whole. A line that was cut short when the process died is removed from the file; a damaged one is passed over, so that its run is done again. */
async function readLines(path: string): Promise<Map<string, Line>> {
  const lines = new Map<string, Line>()
  const bytes = await readFile(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined
    throw error
  })
  if (bytes === undefined) return lines
  const whole = bytes.lastIndexOf(10) + 1
  if (whole < bytes.length) await truncate(path, whole)
  for (const text of bytes.subarray(0, whole).toString('utf8').split('\n')) {
    const line = lineOf(text)
    if (line !== undefined) lines.set(keyOf(line.part, line.run), line)
  }
  return lines
}

function lineOf(text: string): Line | undefined {
  try {
    const { part, run, cpu, record } = JSON.parse(text) as Line
    const whole = typeof part === 'string' && Number.isSafeInteger(run) && Number.isFinite(cpu) && record !== undefined
    return whole ? { part, run, cpu, record } : undefined
  } catch {
    return undefined
  }
}
