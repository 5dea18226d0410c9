import type { Terms } from './request.js'

/** How many of the rows are alien, at most, by what was said of them or of a file that they are part of. */
export function aliensIn(
  { aliensAtMost, alphaOfFile }: Terms,
  rows: number,
  fileRows: number = rows,
): number | undefined {
  if (alphaOfFile !== undefined) return Math.min(rows, Math.max(1, Math.floor(alphaOfFile * fileRows + WHOLE)))
  return aliensAtMost !== undefined && fileRows > rows ? Math.min(rows, aliensAtMost) : aliensAtMost
}

/** A share of a whole number of rows is that number, whatever binary fractions make of it. */
const WHOLE = 1e-9
