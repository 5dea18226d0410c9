import { counted } from '@xenolith/pages'
import type { DataNote } from '@xenolith/study'
import { inBoth, type Use } from '../../state/roles.ts'
import type { ColumnFacts, Described } from '../../worker/describe.ts'
import { looksLikeLabel } from '../../worker/naming.ts'

/** What a button does about a warning. */
export type Cure =
  | { readonly kind: 'use'; readonly column: string; readonly use: Use; readonly says: string }
  | { readonly kind: 'swap'; readonly says: string }
  | { readonly kind: 'numbers'; readonly decimal: string; readonly thousands: string; readonly says: string }

export interface Warning {
  readonly key: string
  readonly text: string
  readonly cures: readonly Cure[]
}

const share = (part: number): string => `${Number((100 * part).toPrecision(2))} %`
const MOST_BUTTONS = 4
const MANY_COPIES = 0.01
/** A label has few values. */
const FEW_VALUES = 20

/** Everything that the user should know before a promise is made, each with its cure. What is cured is not said again. */
export function warningsOf(
  { columns, notes, nominal, mixture, copies }: Described,
  useOf: (name: string) => Use,
): Warning[] {
  const used = columns.filter(({ name }) => useOf(name) === 'feature')
  const isUsed = (name: string): boolean => used.some((column) => column.name === name)
  const leaveOut = (names: readonly string[]): Cure[] =>
    names
      .slice(0, MOST_BUTTONS)
      .map((column) => ({ kind: 'use', column, use: 'left out', says: `Leave ${column} out` }))
  const about = (key: string, found: readonly ColumnFacts[], text: string): Warning[] =>
    found.length === 0 ? [] : [{ key, text, cures: leaveOut(found.map(({ name }) => name)) }]
  const both = nominal !== null && mixture !== null
  const naming = new Set(notes.flatMap(({ kind, columns: named = [] }) => (kind === 'identifies-rows' ? named : [])))
  // Values that hardly repeat lie as far apart by chance; names of rows are spoken of below.
  const separating = used.filter(
    ({ name, shift, constant }) =>
      !constant && !naming.has(name) && shift !== null && shift.distance > 0.999 && shift.band < 0.9,
  )
  // One value in all nominal rows and others in the mixture, more often than by chance.
  const answers = used.filter(
    ({ name, constant, shift }) => constant && shift !== null && shift.distance > shift.band && !looksLikeLabel(name),
  )
  // Values that only mixture rows have, in more of them than by chance.
  const unseen = new Set(notes.flatMap(({ kind, columns: named = [] }) => (kind === 'new-categories' ? named : [])))
  const newValues = used.filter(
    (column) =>
      unseen.has(column.name) &&
      !answers.includes(column) &&
      !looksLikeLabel(column.name) &&
      column.distinct <= FEW_VALUES &&
      column.shift !== null &&
      column.shift.distance > column.shift.band,
  )
  const names = [...naming].filter((name) => !isUsed(name) && !looksLikeLabel(name))
  const labels = columns.filter(({ name }) => useOf(name) === 'label' && looksLikeLabel(name))
  const constants = new Set(used.filter(({ constant }) => constant).map(({ name }) => name))
  const apart = new Set(separating.map(({ name }) => name))
  /** Whether a warning above says so already, with the same cure. */
  const toldOf = ({ kind }: DataNote, name: string): boolean =>
    (kind === 'near-constant' && constants.has(name)) ||
    (kind === 'dates' && apart.has(name)) ||
    (kind === 'new-categories' &&
      (answers.some((one) => one.name === name) || newValues.some((one) => one.name === name)))
  const same = used.filter((column) => column.constant && !answers.includes(column))
  return [
    ...used
      .filter(({ name }) => looksLikeLabel(name))
      .map(
        ({ name }): Warning => ({
          key: `label ${name}`,
          text: `${quoted(name)} looks like a label. A detector that sees the answer finds nothing else.`,
          cures: [{ kind: 'use', column: name, use: 'label', says: 'It is a label: keep it out' }],
        }),
      ),
    ...answers.map(
      ({ name }): Warning => ({
        key: `answer ${name}`,
        text: `${quoted(name)} has one value in all nominal rows and others in the mixture, as a label has. A detector that sees the answer finds nothing else; leave it in only if it was measured.`,
        cures: [
          { kind: 'use', column: name, use: 'label', says: `${name} is a label: keep it out` },
          ...leaveOut([name]),
        ],
      }),
    ),
    ...newValues.map(
      ({ name }): Warning => ({
        key: `new values ${name}`,
        text: `${quoted(name)} has values in the mixture that no nominal row has, as a label has where it names aliens. A detector that sees the answer finds nothing else; leave it in only if it was measured.`,
        cures: [
          { kind: 'use', column: name, use: 'label', says: `${name} is a label: keep it out` },
          ...leaveOut([name]),
        ],
      }),
    ),
    ...(both ? onlyInOne(columns) : []),
    ...about(
      'separates',
      separating,
      `${listed(separating)} tells the two files apart in every row. That looks like a label, a file name or a date, and not like aliens.`,
    ),
    ...about(
      'constant',
      same,
      `${listed(same)} ${same.length === 1 ? 'has' : 'have'} the same value in all nominal rows: only a row with another value stands out by it.`,
    ),
    ...(names.length === 0
      ? []
      : [
          {
            key: 'names',
            text: `${names.map(quoted).join(', ')} ${names.length === 1 ? 'has' : 'have'} another value in every row and ${names.length === 1 ? 'names' : 'name'} rows: no feature, unless you say so above.`,
            cures: [],
          },
        ]),
    ...(labels.length === 0
      ? []
      : [
          {
            key: 'kept out',
            text: `${listed(labels)} ${labels.length === 1 ? 'is' : 'are'} kept out: by the name, a label. If it was measured, use it as a feature above.`,
            cures: [],
          },
        ]),
    ...(both ? copiesOf(copies, nominal.rows, mixture.rows) : []),
    ...notes.flatMap((note) => fromNote(note, (name) => isUsed(name) && !toldOf(note, name), leaveOut)),
  ]
}

function onlyInOne(columns: readonly ColumnFacts[]): Warning[] {
  const alone = columns.filter((column) => !inBoth(column) && !looksLikeLabel(column.name))
  if (alone.length === 0) return []
  const text = `${listed(alone)} ${alone.length === 1 ? 'stands' : 'stand'} in one of the files only, so ${alone.length === 1 ? 'it is' : 'they are'} left out.`
  return [{ key: 'alone', text, cures: [] }]
}

/** Rows that stand in a file more than once, or in both. Where values are coarse, rows repeat by themselves within a file too. */
function copiesOf({ nominal, mixture, across }: Described['copies'], n0: number, nm: number): Warning[] {
  const warn = (key: string, text: string): Warning[] => [{ key, text, cures: [] }]
  const repeated = (rows: number, of: number, file: string): Warning[] =>
    rows < MANY_COPIES * of
      ? []
      : warn(
          `copies ${file}`,
          `${counted(rows, `${file} row`)} (${share(rows / of)}) ${rows === 1 ? 'repeats' : 'repeat'} another of that file. Rows of coarse values do so by themselves; others are no independent draws: take the copies out.`,
        )
  const shared = across >= MANY_COPIES * nm || across > nominal + mixture
  return [
    ...(shared && across > 0
      ? warn(
          'copies across',
          `${counted(across, 'mixture row')} (${share(across / nm)}) ${across === 1 ? 'stands' : 'stand'} in the nominal file too. Unless values are coarse, the samples share rows and are not independent: take them out of one of the files.`,
        )
      : []),
    ...repeated(nominal, n0, 'nominal'),
    ...repeated(mixture, nm, 'mixture'),
  ]
}

/** What the study noted of the tables, in the words of this page. */
function fromNote(
  { kind, columns: all = [], share: part, text }: DataNote,
  isUsed: (name: string) => boolean,
  leaveOut: (names: readonly string[]) => Cure[],
): Warning[] {
  const columns = all.filter(isUsed)
  if (all.length > 0 && columns.length === 0) return []
  const names = columns.slice(0, MOST_BUTTONS).map(quoted).join(', ') + (columns.length > MOST_BUTTONS ? ', …' : '')
  const warn = (words: string, cures: readonly Cure[] = []): Warning[] => [
    { key: kind + names + (part ?? ''), text: words, cures },
  ]
  switch (kind) {
    case 'identifies-rows':
      return warn(`${names} has another value in every row, so it seems to name rows. A name is no feature.`, [
        { kind: 'use', column: columns[0], use: 'row name', says: `Use ${columns[0]} as the row's name` },
        ...leaveOut(columns),
      ])
    case 'looks-numeric':
      return warn(`${names} is read as text, though the values look like numbers with a decimal comma.`, [
        { kind: 'numbers', decimal: ',', thousands: '', says: 'Read commas as decimal marks' },
        { kind: 'numbers', decimal: ',', thousands: '.', says: 'Read 1.234,5 as a number' },
      ])
    case 'dates':
      return warn(`${names} holds dates. Later rows look alien because they are later.`, leaveOut(columns))
    case 'looks-dated':
      return warn(
        `${names} looks like dates, and is read as categories. Dates written as 2024-01-31 are read as dates; either way, later rows look alien because they are later.`,
        leaveOut(columns),
      )
    case 'near-constant':
      return warn(
        `${names} ${columns.length === 1 ? 'is' : 'are'} nearly constant in the nominal rows.`,
        leaveOut(columns),
      )
    // Counted without the names of rows, which make copies differ.
    case 'copies':
    case 'copies-across':
      return []
    default:
      return warn(
        withoutColumns(
          text,
          all.filter((name) => !isUsed(name)),
        ).replace(/"([^"]*)"/g, '“$1”'),
        kind === 'not-in-mixture' ? [{ kind: 'swap', says: 'Swap the two files' }] : [],
      )
  }
}

/** The note's text without columns that are not used: each stands there as `"name" (detail)`. */
function withoutColumns(text: string, names: readonly string[]): string {
  return names.reduce((rest, name) => {
    const at = rest.indexOf(`"${name}" (`)
    if (at < 0) return rest
    const end = rest.indexOf(')', at) + 1
    const separated = rest.startsWith(', ', end)
    return rest.slice(0, separated ? at : at - 2) + rest.slice(separated ? end + 2 : end)
  }, text)
}

function quoted(name: string): string {
  return `“${name}”`
}

function listed(columns: readonly ColumnFacts[]): string {
  const names = columns.map(({ name }) => quoted(name))
  return names.length <= 5 ? names.join(', ') : `${names.slice(0, 5).join(', ')} and ${names.length - 5} more`
}
