import type { DataNote } from '@xenolith/study'

const LABEL_NAMES = /^(labels?|class(es)?|targets?|categor(y|ies)|y)$/i

/** Whether the name says that the column holds the answer. */
export function looksLikeLabel(name: string): boolean {
  return LABEL_NAMES.test(name)
}

/** The columns that name rows: another value in each. One whose numbers were only not understood is none. */
export function namingColumns(notes: readonly DataNote[]): string[] {
  const about = (kind: DataNote['kind']): readonly string[] =>
    notes.flatMap((note) => (note.kind === kind ? (note.columns ?? []) : []))
  const misread = new Set(about('looks-numeric'))
  return about('identifies-rows').filter((name) => !misread.has(name) && !looksLikeLabel(name))
}
