import { type Html, html, renderTable, type Slot } from '@xenolith/pages'

/** Notes are Markdown of the plain kind: headings, paragraphs, lists, tables, bold, emphasis, code, links. */
export function notesToHtml(notes: string, label: string): Html {
  return html`<div class="notes">${blocksOf(notes).map((block) => renderBlock(block, label))}</div>`
}

function blocksOf(notes: string): string[][] {
  const blocks: string[][] = []
  let open: string[] | null = null
  for (const line of notes.replaceAll('\r\n', '\n').split('\n')) {
    if (line.trim() === '') open = null
    else {
      const alone = /^#{1,6}\s/.test(line)
      if (open === null || alone) blocks.push((open = []))
      open.push(line)
      if (alone) open = null
    }
  }
  return blocks
}

function renderBlock(lines: readonly string[], label: string): Html {
  const heading = /^(#{1,6})\s+(.*)$/.exec(lines[0])
  if (heading) return html`<h4>${inline(heading[2])}</h4>`
  if (lines.length > 1 && /^\|.*\|$/.test(lines[0].trim()) && /^\|[\s:|-]+\|$/.test(lines[1].trim()))
    return renderNoteTable(lines, label)
  const items = itemsOf(lines)
  if (items === null) return html`<p>${inline(lines.map((line) => line.trim()).join(' '))}</p>`
  const list = items.map((item) => html`<li>${inline(item)}</li>`)
  return /^\s*\d/.test(lines[0]) ? html`<ol>${list}</ol>` : html`<ul>${list}</ul>`
}

/** Items of a list, continued lines joined; null when it is none. */
function itemsOf(lines: readonly string[]): string[] | null {
  const items: string[] = []
  for (const line of lines) {
    const start = /^\s*(?:[-*+]|\d+[.)])\s+(.*)$/.exec(line)
    if (start) items.push(start[1])
    else if (items.length === 0) return null
    else items[items.length - 1] += ` ${line.trim()}`
  }
  return items
}

function renderNoteTable(lines: readonly string[], label: string): Html {
  const split = (line: string): string[] =>
    line
      .trim()
      .replace(/^\||\|$/g, '')
      .split(/(?<!\\)\|/)
      .map((cell) => cell.trim().replaceAll('\\|', '|'))
  const [head, rule, ...rows] = lines.map(split)
  const columns = head.map((heading, i) => ({ heading: inline(heading), numeric: /:$/.test(rule[i] ?? '') }))
  const cells = rows.map((row) => columns.map((_, i) => inline(row[i] ?? '')))
  return renderTable({ caption: html`<span class="visually-hidden">${label}</span>`, columns, rows: cells }, label)
}

/** Bold, emphasis, code and links; links show their words only, for the page refers to nothing outside. */
function inline(text: string): Slot {
  const parts: Slot[] = []
  let last = 0
  for (const match of text.matchAll(/`([^`]+)`|\*\*([^*]+)\*\*|\*([^*\s][^*]*)\*|\[([^\]]+)\]\([^)]*\)/g)) {
    parts.push(text.slice(last, match.index))
    const [, code, strong, emphasis, link] = match
    if (code !== undefined) parts.push(html`<code>${code}</code>`)
    else if (strong !== undefined) parts.push(html`<strong>${strong}</strong>`)
    else if (emphasis !== undefined) parts.push(html`<em>${emphasis}</em>`)
    else parts.push(link)
    last = match.index + match[0].length
  }
  return [...parts, text.slice(last)]
}

/** Notes inside a larger Markdown page: their headings become parts of a section. */
export function demoteHeadings(notes: string, by: number): string {
  return notes.trim().replace(/^(#{1,6})(?=\s)/gm, (marks) => '#'.repeat(Math.min(6, marks.length + by)))
}
