/** What a key does. */
export type Action =
  | 'next'
  | 'previous'
  | 'alien'
  | 'nominal'
  | 'unsure'
  | 'all-alien'
  | 'all-nominal'
  | 'all-unsure'
  | 'later'
  | 'undo'
  | 'select'
  | 'filter'
  | 'note'
  | 'why'
  | 'clear'

export interface KeyRow {
  /** As the shell's keys know it. */
  readonly key: string
  /** As it is printed on the button. */
  readonly print: string
  readonly label: string
  readonly does: string
}

/** Every key of the review, once: the buttons print it, the shell obeys it, the help lists it. */
export const reviewKeys: Readonly<Record<Action, KeyRow>> = {
  next: row('j', 'Next', 'next row'),
  previous: row('k', 'Previous', 'previous row'),
  alien: row('1', 'Alien', 'alien, and on to the next'),
  nominal: row('2', 'Nominal', 'nominal, and on to the next'),
  unsure: row('3', 'Unsure', 'unsure, and on to the next'),
  'all-alien': row('shift+1', 'All alien', 'all selected are alien', '⇧1'),
  'all-nominal': row('shift+2', 'All nominal', 'all selected are nominal', '⇧2'),
  'all-unsure': row('shift+3', 'All unsure', 'all selected are unsure', '⇧3'),
  later: row('s', 'Later', 'put off: no verdict, comes back at the end'),
  undo: row('u', 'Undo', 'take the last verdict back'),
  select: row('x', 'Select', 'select the row, or let it go'),
  filter: row('/', 'Filter', 'find rows by their text'),
  note: row('n', 'Note', 'write a reason'),
  why: row('e', 'Every column', 'show every column, or those that matter'),
  clear: row('Escape', 'Let go', 'leave a field; select nothing', 'Esc'),
}

function row(key: string, label: string, does: string, print: string = key): KeyRow {
  return { key, print, label, does }
}
