import { type AuditLabels, type Verdict, XenolithError } from '@xenolith/core'
import type { Note } from '../text/note.js'
import { quoted } from '../text/words.js'
import { openSource } from './open.js'

const VERDICTS: readonly string[] = ['nominal', 'alien', 'unsure']

/** Reads the verdicts that a person filled in. A row without one counts as unsure, which is safe. */
export async function readAudit(path: string, note: Note): Promise<AuditLabels> {
  const source = await openSource(path)
  try {
    const [rows, given] = (await source.read({ features: [], strings: ['row', 'verdict'] })).strings
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
    return { rows: rows.map((row) => Number(row) - 1), verdicts }
  } finally {
    await source.close()
  }
}
