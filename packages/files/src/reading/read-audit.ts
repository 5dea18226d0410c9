import { type AuditLabels, type DataFingerprint, type Verdict, XenolithError } from '@xenolith/core'
import type { Note } from '../text/note.js'
import { quoted } from '../text/words.js'
import { openSource } from './open.js'

const VERDICTS: readonly string[] = ['nominal', 'alien', 'unsure']

/** Verdicts, and the file they come from. */
export interface AuditFile extends AuditLabels {
  readonly fingerprint: DataFingerprint
}

/** Reads the verdicts that a person filled in. A row without one counts as unsure, which is safe. */
export async function readAudit(path: string, note: Note): Promise<AuditFile> {
  const source = await openSource(path)
  try {
    const { strings, fingerprint } = await source.read({ features: [], strings: ['row', 'verdict'] })
    const [rows, given] = strings
    const verdicts = given.map((value, i): Verdict => {
      const verdict = value?.trim().toLowerCase() ?? 'unsure'
      if (!VERDICTS.includes(verdict)) {
        const what = `${quoted(value!)} is not a verdict; expected nominal, alien or unsure`
        throw new XenolithError('bad-row', `${source.displayName}, row ${i + 1}, column "verdict": ${what}`)
      }
      return verdict as Verdict
    })
    const empty = given.filter((value) => value === null).length
    if (empty > 0) note(`${empty} rows of ${source.displayName} have no verdict: they count as unsure`)
    return {
      rows: rows.map((row) => Number(row) - 1),
      verdicts,
      fingerprint: { role: 'audit', rows: rows.length, ...fingerprint },
    }
  } finally {
    await source.close()
  }
}
