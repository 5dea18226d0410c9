import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { basename } from 'node:path'
import { type AuditLabels, type DataFingerprint, type Verdict, XenolithError } from '@xenolith/core'
import type { Note } from '../text/note.js'
import { quoted } from '../text/words.js'
import { openSource } from './open.js'

/** The spellings of verdicts, as people and spreadsheets write them: TRUE is WAHR, VRAI, VERDADERO or VERO elsewhere, and pandas writes 1.0 beside gaps. */
const SPELLINGS: Readonly<Record<Verdict, readonly string[]>> = {
  nominal: [
    ...['nominal', 'ordinary', 'normal', 'inlier', 'known', 'ok', 'no', 'n', 'false', 'f', '0', '0.0'],
    ...['nein', 'non', 'falsch', 'faux', 'falso'],
  ],
  alien: [
    ...['alien', 'anomaly', 'anomalous', 'abnormal', 'outlier', 'novel', 'new'],
    ...['yes', 'y', 'true', 't', '1', '1.0', 'x'],
    ...['ja', 'j', 'oui', 'si', 'sí', 'sì', 'wahr', 'vrai', 'verdadero', 'vero'],
  ],
  unsure: ['unsure', 'unknown', 'maybe', '?', 'na', 'n/a', ''],
}
const VERDICTS: ReadonlyMap<string, Verdict> = new Map(
  (Object.keys(SPELLINGS) as Verdict[]).flatMap((verdict) =>
    SPELLINGS[verdict].map((spelling): [string, Verdict] => [spelling, verdict]),
  ),
)

/** Verdicts, and the file they come from. */
export interface AuditFile extends AuditLabels {
  readonly fingerprint: DataFingerprint
}

/**
 * Reads the verdicts that a person filled in. A row without one counts as unsure, which is safe.
 *
 * @example
 * ```ts
 * import { mkdtemp, rm, writeFile } from 'node:fs/promises'
 * import { tmpdir } from 'node:os'
 * import { join } from 'node:path'
 *
 * const folder = await mkdtemp(join(tmpdir(), 'xenolith-'))
 * const path = join(folder, 'audit.csv')
 * await writeFile(path, 'row,verdict\n7,alien\n2,no\n5,\n')
 * const notes: string[] = []
 * const { rows, verdicts } = await readAudit(path, (note) => notes.push(note))
 * rows // => [ 6, 1, 4 ]
 * verdicts // => [ 'alien', 'nominal', 'unsure' ]
 * notes.length // => 1
 * await rm(folder, { recursive: true })
 * ```
 */
export async function readAudit(path: string, note: Note): Promise<AuditFile> {
  const exported = await readLabelStudio(path)
  if (exported !== undefined) return labelled(exported, note)
  const source = await openSource(path)
  try {
    const { strings, fingerprint } = await source.read({ features: [], strings: ['row', 'verdict'] })
    const [rows, given] = strings
    const verdicts = given.map((value, i): Verdict => {
      const verdict = VERDICTS.get(value?.trim().normalize().toLowerCase() ?? '')
      if (verdict === undefined) {
        const what = `${quoted(value!)} is not a verdict; expected nominal, alien or unsure (or no and yes)`
        throw new XenolithError('bad-row', `${source.displayName}, row ${i + 1}, column "verdict": ${what}`)
      }
      return verdict
    })
    const empty = given.filter((value) => value === null).length
    if (empty > 0)
      note(`${empty === 1 ? '1 row' : `${empty} rows`} of ${source.displayName} without a verdict: counted as unsure`)
    return {
      rows: rows.map((row) => Number(row) - 1),
      verdicts,
      fingerprint: { role: 'audit', rows: rows.length, ...fingerprint },
    }
  } finally {
    await source.close()
  }
}

/** Tasks that Label Studio exported, with the verdict among the choices of their last annotation; undefined for other files. */
async function readLabelStudio(path: string): Promise<{ path: string; text: string; tasks: Task[] } | undefined> {
  if (!/\.json$/i.test(path)) return undefined
  const text = await readFile(path, 'utf8').catch(() => '')
  try {
    const tasks = JSON.parse(text)
    const isTask = (task: unknown): boolean => typeof (task as Task)?.data?.row === 'number'
    return Array.isArray(tasks) && tasks.length > 0 && tasks.every(isTask) ? { path, text, tasks } : undefined
  } catch {
    return undefined
  }
}

interface Task {
  readonly data: { readonly row: number }
  readonly annotations?: readonly {
    readonly result?: readonly { readonly value?: { readonly choices?: string[] } }[]
  }[]
}

function labelled(
  { path, text, tasks }: { readonly path: string; readonly text: string; readonly tasks: readonly Task[] },
  note: Note,
): AuditFile {
  const choices = tasks.map(({ annotations = [] }) => {
    const results = annotations.at(-1)?.result ?? []
    return results.flatMap(({ value }) => value?.choices ?? []).at(0)
  })
  const verdicts = choices.map((choice, i): Verdict => {
    const verdict = VERDICTS.get(choice?.trim().toLowerCase() ?? '')
    if (verdict !== undefined) return verdict
    throw new XenolithError(
      'bad-row',
      `${path}, task ${i + 1}: ${quoted(choice!)} is not a verdict; expected nominal, alien or unsure (or no and yes)`,
    )
  })
  const open = choices.filter((choice) => choice === undefined).length
  if (open > 0) note(`${open === 1 ? '1 task' : `${open} tasks`} of ${path} without a verdict: counted as unsure`)
  const bytes = Buffer.from(text)
  const sha256 = createHash('sha256').update(bytes).digest('hex')
  return {
    rows: tasks.map(({ data }) => data.row - 1),
    verdicts,
    fingerprint: { role: 'audit', rows: tasks.length, name: basename(path), bytes: bytes.length, sha256 },
  }
}
