import type { Samples } from '../../cdf/samples.js'
import { XenolithError } from '../../errors.js'
import { sortedCopy } from '../../numeric/sort.js'
import type { Audit } from './audit.js'

export type Verdict = 'nominal' | 'alien' | 'unsure'

/** What a person said of mixture rows drawn at random: `rows` are their positions in the mixture, from 0. */
export interface AuditLabels {
  readonly rows: readonly number[]
  readonly verdicts: readonly Verdict[]
}

/** Refuses labels that cannot be of a mixture of so many rows. */
export function checkLabels({ rows, verdicts }: AuditLabels, mixtureRows: number): void {
  if (rows.length === 0) throw new XenolithError('empty-data', 'the audit has no labelled rows')
  if (rows.length !== verdicts.length) {
    throw new XenolithError('bad-argument', `the audit has ${rows.length} rows but ${verdicts.length} verdicts`)
  }
  const seen = new Set<number>()
  for (const row of rows) {
    if (!(Number.isInteger(row) && row >= 0 && row < mixtureRows)) {
      throw new XenolithError('bad-row', `the audit labels row ${row + 1}, but the mixture has ${mixtureRows} rows`)
    }
    if (seen.has(row)) throw new XenolithError('bad-row', `the audit labels row ${row + 1} twice`)
    seen.add(row)
  }
}

/** The scores of the labelled rows, checked. */
export function auditScores(audit: AuditLabels, { mixture, scoreOfRow }: Samples): Audit {
  if (scoreOfRow === null) throw new XenolithError('bad-argument', 'an audit needs samples whose rows have positions')
  checkLabels(audit, mixture.length)
  const { rows, verdicts } = audit
  const scoresOf = (verdict: Verdict): Float64Array =>
    sortedCopy(rows.filter((_, i) => verdicts[i] === verdict).map(scoreOfRow))
  return { labelled: rows.length, alienScores: scoresOf('alien'), unsureScores: scoresOf('unsure') }
}
