import {
  alphaLowerBound,
  type Choice,
  describeModel,
  prepare,
  type Settings,
  type Table,
  XenolithError,
} from '@xenolith/core'
import { detectorOf } from '@xenolith/core/internals'
import {
  type AutoRequest,
  type StudyData,
  type StudyRequest,
  setAside,
  silent,
  type Training,
  trainAndScore,
  wouldTake,
} from '@xenolith/study'
import { type Context, stopIfAborted } from './context.ts'
import { theEngine } from './engine.ts'
import type { Promised } from './seal.ts'
import { type OpenFile, type Role, session } from './session.ts'

/** Which columns are what. */
export interface Roles {
  readonly features: readonly string[]
  /** Whether these are all columns but id and label, so that nobody need list them. */
  readonly all: boolean
  readonly id?: string
  readonly label?: string
}

export interface ScoreAsked {
  readonly roles: Roles
  readonly detector: string
  readonly seed: number
  /** The share that sliders may see; 0: none, the terms were fixed beforehand. */
  readonly pilot: number
  /** What detectors are compared at, where they are. */
  readonly terms: Promised
}

/** What the page may know of the scores: how many rows are the pilot, and how many are sealed. */
export interface ScoreAnswer {
  readonly detector: string
  readonly sealed: { readonly n0: number; readonly nm: number }
  readonly pilot: { readonly n0: number; readonly nm: number } | null
  /** The share of aliens that the pilot refutes anything below, with confidence 95 %. */
  readonly refutedBelow: number | null
  readonly choice: Choice | null
}

const CONFIDENCE_OF_BOUND = 0.95

/** Trains the detector and scores both files. The scores that certify stay in this worker, unseen. */
export async function score(asked: ScoreAsked, context: Context): Promise<ScoreAnswer> {
  const { roles, pilot: share } = asked
  const key = JSON.stringify([roles, asked.detector, asked.seed, share])
  // Detectors that were compared at other terms need not all be fitted again.
  const before = session.scoring?.key === key ? session.scoring : undefined
  const data = before?.data ?? studyData(roles)
  const request = requestFor(asked)
  session.scoring = undefined
  const work = { engine: theEngine(), listener: context, signal: context.signal }
  const scored = await trainAndScore(data, request, work, before?.scored)
  stopIfAborted(context)
  const parted = share === 0 ? undefined : setAside(scored, share)
  session.scoring = { key, data, request, scored, parted }
  const { sealed, pilot } = parted ?? { sealed: scored }
  const samples = pilot && prepare(pilot.nominal, pilot.mixture)
  return {
    detector: describeModel(scored.model),
    sealed: { n0: sealed.nominal.length, nm: sealed.mixture.length },
    pilot: pilot ? { n0: pilot.nominal.length, nm: pilot.mixture.length } : null,
    refutedBelow: samples ? Math.max(0, alphaLowerBound(samples, 1 - CONFIDENCE_OF_BOUND)) : null,
    choice: scored.choice ?? null,
  }
}

/** What a study at these terms would take of the detectors that were compared. */
export type Reconsidered =
  /** The same: its scores stand, and the comparison is the one at these terms. */
  | { readonly same: true; readonly choice: Choice }
  /** Another one; null: others would have to be compared. */
  | { readonly same: false; readonly taken: string | null }

/** Asks again at other terms which detector is the best, by the rows that chose before; trains nothing. */
export async function reconsider(terms: Promised, context: Context): Promise<Reconsidered | null> {
  const { scoring } = session
  if (scoring?.scored.choice === undefined) return null
  const { data, scored } = scoring
  const request = { ...scoring.request, terms } as AutoRequest
  const taken = wouldTake(data, request, scored)
  if (taken !== scored.choice!.chosen) return { same: false, taken }
  const work = { engine: theEngine(), listener: silent, signal: context.signal }
  const again = await trainAndScore(data, request, work, scored)
  stopIfAborted(context)
  if (session.scoring === scoring) session.scoring = { ...scoring, request, scored: again }
  return { same: true, choice: again.choice! }
}

/** The rows as the command would read them with the same roles. */
function studyData({ features, id }: Roles): StudyData {
  const nominal = opened('nominal')
  const mixture = opened('mixture')
  return {
    nominal: columnsOf(nominal, features),
    mixture: columnsOf(mixture, features),
    ...(id === undefined ? {} : { mixtureIds: namesIn(mixture.table, id) }),
    data: [
      { role: 'nominal', rows: nominal.table.rows, ...nominal.fingerprint },
      { role: 'mixture', rows: mixture.table.rows, ...mixture.fingerprint },
    ],
  }
}

function opened(role: Role): OpenFile {
  const file = session.files[role]
  if (file === undefined) throw new XenolithError('empty-data', `no ${role} file is open`)
  return file
}

function columnsOf({ name, table }: OpenFile, features: readonly string[]): Table {
  const columns = features.map((feature) => {
    const column = table.columns.find((each) => each.name === feature)
    if (column === undefined) throw new XenolithError('missing-column', `${name} has no column "${feature}"`)
    return column
  })
  if (columns.length === 0) throw new XenolithError('empty-data', 'no column is used: choose at least one')
  return { rows: table.rows, columns }
}

function namesIn(table: Table, id: string): (string | null)[] | undefined {
  const column = table.columns.find(({ name }) => name === id)
  if (column === undefined) return undefined
  return Array.from({ length: table.rows }, (_, row) => {
    if (column.kind === 'numeric') return Number.isNaN(column.values[row]) ? null : String(column.values[row])
    return column.codes[row] < 0 ? null : column.categories[column.codes[row]]
  })
}

/** The request as flags of the command would make it; terms are settled when the promise is sealed, those that chose a detector before. */
function requestFor({ roles, detector, seed, pilot, terms }: ScoreAsked): StudyRequest {
  const { kinds, decimal, thousands } = session.reading
  const typed = Object.entries(kinds).filter(([name]) => roles.features.includes(name))
  const reading: Settings = {
    ...(roles.all ? {} : { features: [...roles.features] }),
    ...(roles.label === undefined ? {} : { label: roles.label }),
    ...(decimal === undefined ? {} : { decimal }),
    ...(thousands === undefined ? {} : { thousands }),
    ...(typed.length === 0 ? {} : { types: typed.map(([name, kind]) => `${name}=${kind}`) }),
  }
  if (detector !== 'auto') detectorOf(detector as Parameters<typeof detectorOf>[0])
  return {
    terms: detector === 'auto' ? terms : {},
    training: { detector } as Training,
    seed,
    ...(roles.id === undefined ? {} : { id: roles.id }),
    ...(pilot === 0 ? {} : { pilot }),
    reading,
  }
}
