/** One line of a table: the cells by column name. */
export type Line = Readonly<Record<string, string>>

/** The lines of a CSV text with a header. Cells may be quoted, with quotes doubled; short lines end in empty cells. */
export function parseCsv(text: string): Line[] {
  const [header, ...lines] = cellsOf(text).filter((cells) => cells.some((cell) => cell !== ''))
  if (header === undefined) return []
  return lines.map((cells) => Object.fromEntries(header.map((name, i) => [name.trim(), (cells[i] ?? '').trim()])))
}

function cellsOf(text: string): string[][] {
  const lines: string[][] = [[]]
  for (const [whole, quoted, plain, end] of text
    .replace(/^\ufeff/, '')
    .matchAll(/(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r?\n|$)/g)) {
    if (whole === '') break
    lines[lines.length - 1].push(quoted === undefined ? plain : quoted.replaceAll('""', '"'))
    if (end !== ',') lines.push([])
  }
  return lines
}

/** A cell as a number; null when it is empty, absent or no number. */
export function numberIn(line: Line, column: string): number | null {
  const cell = line[column] ?? ''
  const value = Number(cell)
  return cell === '' || !Number.isFinite(value) ? null : value
}
