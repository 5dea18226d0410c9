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
  | 'help'
  | 'clear'

export interface Key {
  /** As it is printed on the button and in the help. */
  readonly print: string
  readonly label: string
  readonly words: string
  readonly matches: (event: KeyPress) => boolean
  /** A letter, digit or sign alone: people who speak to their computer can switch these off. */
  readonly single: boolean
}

/** What of a keyboard event matters. */
export interface KeyPress {
  readonly key: string
  readonly code?: string
  readonly shiftKey?: boolean
  readonly ctrlKey?: boolean
  readonly metaKey?: boolean
  readonly altKey?: boolean
}

const letter = (key: string) => (event: KeyPress) => event.key.toLowerCase() === key && !event.shiftKey
const sign = (key: string) => (event: KeyPress) => event.key === key
/** By place: with shift, what a digit's key types differs from country to country. */
const digit =
  (n: number, shift: boolean) =>
  ({ key, code, shiftKey = false }: KeyPress) =>
    shiftKey === shift && (code === `Digit${n}` || code === `Numpad${n}` || (!shift && key === String(n)))

/** Every key of the review, once: the buttons print it, the handler obeys it, the help lists it. */
export const keys: Readonly<Record<Action, Key>> = {
  next: { print: 'j', label: 'Next', words: 'next alarm', matches: letter('j'), single: true },
  previous: { print: 'k', label: 'Previous', words: 'previous alarm', matches: letter('k'), single: true },
  alien: { print: '1', label: 'Alien', words: 'it is alien; go to the next', matches: digit(1, false), single: true },
  nominal: {
    print: '2',
    label: 'Nominal',
    words: 'it is nominal; go to the next',
    matches: digit(2, false),
    single: true,
  },
  unsure: {
    print: '3',
    label: 'Unsure',
    words: 'cannot tell; go to the next',
    matches: digit(3, false),
    single: true,
  },
  'all-alien': {
    print: '⇧1',
    label: 'All alien',
    words: 'all selected are alien',
    matches: digit(1, true),
    single: false,
  },
  'all-nominal': {
    print: '⇧2',
    label: 'All nominal',
    words: 'all selected are nominal',
    matches: digit(2, true),
    single: false,
  },
  'all-unsure': {
    print: '⇧3',
    label: 'All unsure',
    words: 'all selected are unsure',
    matches: digit(3, true),
    single: false,
  },
  later: { print: 's', label: 'Later', words: 'come back to it: no verdict', matches: letter('s'), single: true },
  undo: { print: 'u', label: 'Undo', words: 'take the last verdict back', matches: letter('u'), single: true },
  select: { print: 'x', label: 'Select', words: 'select, or let go', matches: letter('x'), single: true },
  filter: { print: '/', label: 'Filter', words: 'find rows by their text', matches: sign('/'), single: true },
  note: { print: 'n', label: 'Note', words: 'write a reason', matches: letter('n'), single: true },
  why: { print: 'e', label: 'Every column', words: 'show every column, or those that matter', matches: letter('e'), single: true },
  help: { print: '?', label: 'Keys', words: 'show this list', matches: sign('?'), single: true },
  clear: { print: 'Esc', label: 'Let go', words: 'leave a field; select nothing', matches: sign('Escape'), single: false },
}

/** The action of a key; null where it has none, or where it types into a field. */
export function actionOf(
  event: KeyPress,
  { inField, singleKeys }: { readonly inField: boolean; readonly singleKeys: boolean },
): Action | null {
  if (event.ctrlKey || event.metaKey || event.altKey) return null
  const found = (Object.keys(keys) as Action[]).find((action) => keys[action].matches(event))
  if (found === undefined || (inField && found !== 'clear')) return null
  return keys[found].single && !singleKeys ? null : found
}
