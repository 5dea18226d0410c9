import { count } from '@xenolith/pages'
import { type Comparison, unlikely } from '../compare/agree.js'
import type { ComparedElement } from '../compare/compare-element.js'
import { zWithTestRows } from '../compare/test-rows.js'
import { rate } from './words.js'

/** What can be computed about the distances themselves. */
export function remarksOf(compared: ComparedElement): string[] {
  if (!compared.comparable) return []
  const made = compared.cells
    .filter((cell) => cell.variant === 'basic')
    .flatMap((cell) => [cell.recall, cell.falseAlarmRate])
    .filter((comparison) => comparison !== null)
  return [roundingRemark(made), testRowsRemark(made, Number(compared.element.settings?.testRows))].filter(
    (remark) => remark !== null,
  )
}

function roundingRemark(made: readonly Comparison[]): string | null {
  const apart = made.filter(({ mark }) => mark !== 'agrees')
  const explained = apart.filter(({ mark }) => mark === 'rounding')
  if (explained.length === 0) return null
  const zero = explained.filter(({ published }) => published.ci === 0).length
  return `Rounding: ${count(explained.length)} of the ${count(apart.length)} cells whose intervals do not overlap would, with the digits that the papers rounded away.${zero > 0 ? ` In ${count(zero)} of them the published half-width is printed as 0.000: it is below 0.0005, but not zero.` : ''}`
}

function testRowsRemark(made: readonly Comparison[], rows: number): string | null {
  if (made.length === 0 || !(rows > 0)) return null
  const before = made.filter(({ z }) => Math.abs(z) > unlikely).length
  const after = made.filter((comparison) => Math.abs(zWithTestRows(comparison, rows)) > unlikely).length
  const error = Math.sqrt((0.9 * 0.1) / rows)
  return `Test rows: all runs of one n are judged on the same ${count(rows)} test rows of each kind, in the papers and here. Their own sampling error (a standard error of ${rate(error, 4)} at recall 0.9) is common to the runs, so no interval over runs contains it. Counted in, on both sides, ${count(after)} instead of ${count(before)} of ${count(made.length)} cells are more than 1.96 standard errors apart (chance gives about ${count(Math.round(made.length / 20))}).`
}
