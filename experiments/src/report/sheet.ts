import type { Html, Slot } from '@xenolith/pages'
import { html, renderGroupedTable } from '@xenolith/pages'
import type { Comparison, Mark } from '../compare/agree.js'
import { markSign, signed } from './words.js'

/** A cell of a table for both the page and the Markdown: words, and a verdict where there is one. */
export type SheetCell = string | { readonly words: string; readonly mark: Mark }

/** A table before it is HTML or Markdown. */
export interface Sheet {
  readonly caption: string
  readonly columns: readonly { readonly group: string; readonly heading: string; readonly numeric: boolean }[]
  readonly sections: readonly { readonly heading: string | null; readonly rows: readonly (readonly SheetCell[])[] }[]
}

/** The z distance with its mark. */
export function zCell(comparison: Comparison | null): SheetCell {
  if (comparison === null) return ''
  return { words: signed(comparison.z), mark: comparison.mark }
}

const spoken: Readonly<Record<Mark, string>> = {
  agrees: '',
  rounding: ' apart by rounding only',
  differs: ' differs',
}

export function sheetToHtml(sheet: Sheet, label: string): Html {
  const toSlot = (cell: SheetCell): Slot => {
    if (typeof cell === 'string') return cell
    if (cell.mark === 'agrees') return html`<span class="z">${cell.words}</span>`
    return html`<span class="z ${cell.mark}"><span aria-hidden="true">${markSign[cell.mark]}\u00a0</span>${cell.words}<span class="visually-hidden">${spoken[cell.mark]}</span></span>`
  }
  return renderGroupedTable(
    {
      ...sheet,
      sections: sheet.sections.map(({ heading, rows }) => ({ heading, rows: rows.map((row) => row.map(toSlot)) })),
    },
    label,
  )
}

/** Pipes and line breaks would end a cell, brackets would begin markup. */
export function escapeMarkdown(text: string): string {
  return text.replace(/[\\|<>*_`[\]]/g, '\\$&').replace(/\s*\n\s*/g, ' ')
}

export function sheetToMarkdown({ columns, sections }: Sheet): string {
  const withSections = sections.some(({ heading }) => heading !== null)
  const toText = (cell: SheetCell): string => {
    const words = escapeMarkdown(typeof cell === 'string' ? cell : cell.words).replaceAll('\u00a0', ' ')
    if (typeof cell === 'string' || cell.mark === 'agrees') return words
    return cell.mark === 'differs' ? `**${words} ${markSign.differs}**` : `${words} ${markSign.rounding}`
  }
  const heads = columns.map(({ group, heading }) => escapeMarkdown(group === '' ? heading : `${group}: ${heading}`))
  const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`
  return [
    line([...(withSections ? [''] : []), ...heads]),
    line([...(withSections ? ['---'] : []), ...columns.map(({ numeric }) => (numeric ? '---:' : '---'))]),
    ...sections.flatMap(({ heading, rows }) =>
      rows.map((row, i) =>
        line([...(withSections ? [i === 0 ? escapeMarkdown(heading ?? '') : ''] : []), ...row.map(toText)]),
      ),
    ),
  ].join('\n')
}

/** A table of the report with its heading and, where cells were compared, the verdict. */
export interface Titled {
  readonly title: string
  readonly verdict: string
  readonly differs: boolean
  readonly sheet: Sheet
}
