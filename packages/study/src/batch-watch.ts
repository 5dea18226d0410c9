import {
  addCounts,
  type ColumnProfile,
  countScores,
  type Finding,
  type ModelFile,
  noCounts,
  planWatch,
  readWatch,
  standing,
  type Table,
  UNSEEN,
} from '@xenolith/core'
import { percentage, short } from './percentage.js'

/** What a batch says about the promise of the model that scored it. */
export interface BatchReading {
  readonly rows: number
  readonly alarms: number
  /**
   * `void`: the batch contradicts the assumptions, at the confidence of the certificate. `unwatched`: the model is too old
   * to know what to compare with. `none`: there is no promise to watch.
   */
  readonly state: 'valid' | 'at-risk' | 'void' | 'unwatched' | 'none'
  /** Why the promise is void, as the ends of a sentence; empty unless it is. */
  readonly because: readonly string[]
  /** Differences between the batch and the files that no test judges, in sentences. */
  readonly notes: readonly string[]
}

export interface BatchWatch {
  /** Takes the next rows of the batch, in the coding of the model, with their scores. */
  add(table: Table, scores: Float64Array): void
  read(): BatchReading
}

const DEFAULT_CONFIDENCE = 0.95

/** Watches one batch, piece by piece, against what the certificate saw: memory does not grow with it. */
export function watchBatch({ certificate, evidence, profiles }: ModelFile): BatchWatch {
  const { alpha, tau, delta } = certificate
  const promised = standing(certificate) !== 'none'
  const confidence = delta === null ? DEFAULT_CONFIDENCE : Number((1 - delta).toPrecision(12))
  const { ranks } = evidence
  const plan = ranks === undefined ? undefined : planWatch({ ranks, alpha, tau, confidence })
  let counts = plan === undefined ? undefined : noCounts(plan)
  const columns = columnWatches(profiles)
  let [rows, alarms] = [0, 0]
  return {
    add(table, scores) {
      rows += scores.length
      for (const score of scores) if (score > tau) alarms++
      if (plan !== undefined && counts !== undefined) counts = addCounts(counts, countScores(plan, scores))
      for (const watch of columns) watch.add(table)
    },
    read() {
      const notes = rows === 0 ? [] : columns.flatMap((watch) => watch.notes(rows))
      if (!promised) return { rows, alarms, state: 'none', because: [], notes }
      if (plan === undefined || counts === undefined || rows === 0) {
        return { rows, alarms, state: 'unwatched', because: [], notes }
      }
      const { state, finding } = readWatch(plan, [counts])
      const because = state === 'void' && finding !== null ? [findingWords(finding, alpha)] : []
      return { rows, alarms, state, because, notes }
    },
  }
}

/** "31 % of its rows alarm, and at most 12.4 % would if ..." */
function findingWords({ kind, region, seen, expected }: Finding, alpha: number): string {
  const unchanged = `if its ordinary rows were like those of the nominal file and at most ${percentage(alpha)} of it were alien`
  if (kind === 'alarms' || region === null) {
    return `${percentage(seen)} of its rows alarm, and at most ${percentage(expected)} would ${unchanged}`
  }
  const [low, high] = region.levels
  const which =
    low === 0
      ? `as low as the lowest ${percentage(high)} of the nominal rows`
      : high === 1
        ? `as high as the highest ${percentage(1 - low)} of the nominal rows`
        : `between the ${percentage(low)} and ${percentage(high)} points of the nominal scores`
  return `only ${percentage(seen)} of its rows score ${which}, and at least ${percentage(expected)} would ${unchanged}`
}

/** What a person must know of the promise after a batch, in sentences; none where it is not contradicted. */
export function readingWords({ state, because }: BatchReading): string[] {
  switch (state) {
    case 'void':
      return because.map((reason) => `promise void for this batch because ${reason}.`)
    case 'at-risk':
      return ['promise at risk: the batch speaks against what it rests on, though not surely. Look at the next one.']
    case 'unwatched':
      return [
        'the model was made before batches were watched: nobody knows whether the promise covers this one. Fit again.',
      ]
    case 'valid':
    case 'none':
      return []
  }
}

interface ColumnWatch {
  add(table: Table): void
  notes(rows: number): string[]
}

/** A share that differs from another by less than this is not worth a sentence, however sure the difference is. */
const LEAST_DIFFERENCE = 0.01
const SURE = 4

function columnWatches(profiles: ModelFile['profiles']): ColumnWatch[] {
  if (profiles === undefined) return []
  const { nominal, mixture } = profiles
  return nominal.columns.flatMap((before, j) => {
    const after = mixture.columns[j]
    return after === undefined || after.name !== before.name ? [] : [columnWatch(before, after, mixture.rows)]
  })
}

/** Counts what neither file showed: missing values, categories and numbers outside both ranges. */
function columnWatch(before: ColumnProfile, after: ColumnProfile, mixtureRows: number): ColumnWatch {
  let [missing, strange] = [0, 0]
  const ends = [...quantilesOf(before), ...quantilesOf(after)]
  const [low, high] = [Math.min(...ends), Math.max(...ends)]
  const strangeBefore = unseenShare(before, after)
  return {
    add(table) {
      const column = table.columns.find(({ name }) => name === before.name)
      if (column === undefined) return
      if (column.kind === 'categorical') {
        for (const code of column.codes) {
          if (code === UNSEEN) strange++
          else if (code < 0) missing++
        }
        return
      }
      for (const value of column.values) {
        if (Number.isNaN(value)) missing++
        else if (ends.length > 0 && (value < low || value > high)) strange++
      }
    },
    notes(rows) {
      const notes: string[] = []
      const now = missing / rows
      const [least, most] = [Math.min(before.missing, after.missing), Math.max(before.missing, after.missing)]
      const nearest = Math.min(most, Math.max(least, now))
      if (differs(now, rows, nearest, mixtureRows)) {
        notes.push(
          `Column "${before.name}" is missing in ${percentage(now)} of the batch; it was in ${percentage(before.missing)} of the nominal and ${percentage(after.missing)} of the mixture rows.`,
        )
      }
      const odd = strange / rows
      if (odd > strangeBefore && differs(odd, rows, strangeBefore, mixtureRows)) {
        notes.push(
          before.kind === 'categorical'
            ? `Column "${before.name}" has a category that no nominal row has in ${percentage(odd)} of the batch; it was ${percentage(strangeBefore)} of the mixture.`
            : `Column "${before.name}" is outside everything seen before (${short(low)} to ${short(high)}) in ${percentage(odd)} of the batch.`,
        )
      }
      return notes
    },
  }
}

function quantilesOf(profile: ColumnProfile): readonly number[] {
  if (profile.kind === 'categorical' || profile.quantiles.length === 0) return []
  return [profile.quantiles[0], profile.quantiles[profile.quantiles.length - 1]]
}

/** How much of the mixture had categories that no nominal row has. */
function unseenShare(before: ColumnProfile, after: ColumnProfile): number {
  if (before.kind !== 'categorical' || after.kind !== 'categorical') return 0
  const known = new Set(before.categories)
  const full = before.distinct === before.categories.length
  if (!full) return 0
  return after.categories.reduce((sum, category, i) => (known.has(category) ? sum : sum + after.shares[i]), 0)
}

/** Whether two shares differ by more than chance and by enough to matter. A rule of thumb for a remark, not a test. */
function differs(share: number, rows: number, other: number, otherRows: number): boolean {
  const gap = Math.abs(share - other)
  const pooled = (share * rows + other * otherRows) / (rows + otherRows)
  const error = Math.sqrt(pooled * (1 - pooled) * (1 / rows + 1 / otherRows))
  return gap >= LEAST_DIFFERENCE && gap > SURE * error
}
