import {
  addCounts,
  countScores,
  type Finding,
  type ModelFile,
  noCounts,
  planWatch,
  readWatch,
  standing,
  type Table,
  type WatchCounts,
  type WatchPlan,
} from '@xenolith/core'
import { expect } from '@xenolith/core/internals'
import { columnWatches } from './column-watch.js'
import { bounded, percentage } from './percentage.js'

/** What a batch says about the promise of the model that scored it. */
export interface BatchReading {
  readonly rows: number
  readonly alarms: number
  /** Of the alarms, about so many at most are of ordinary rows, by the false alarm rate of the certificate. */
  readonly falseAlarms: number
  /**
   * `void`: the batch contradicts the assumptions, at the confidence of the certificate. `unwatched`: the model is too old
   * to know what to compare with, or no batch of so few rows could contradict them. `none`: there is no promise to watch.
   */
  readonly state: 'valid' | 'at-risk' | 'void' | 'unwatched' | 'none'
  /** Why the promise is void, as the ends of a sentence, or not watched, as sentences without their stop; empty otherwise. */
  readonly because: readonly string[]
  /** Differences between the batch and the files that no test judges, in sentences. */
  readonly notes: readonly string[]
}

export interface BatchWatch {
  /** Takes the next rows of the batch, in the coding of the model, with their scores. */
  add(table: Table, scores: Float64Array): void
  /** All that was counted, as numbers that add up: those of the pieces of a batch, added place by place, are those of the batch. */
  tally(): number[]
  /** Takes what other watches of the same model have counted. */
  take(tally: ArrayLike<number>): void
  read(): BatchReading
}

const DEFAULT_CONFIDENCE = 0.95

const NONE = 'a batch without rows says nothing about the promise'
const FEW = 'no batch of so few rows could contradict what the promise rests on'
const OLD =
  'the model was made before batches were watched: nobody knows whether the promise covers this one; fit again'

/**
 * Watches one batch, piece by piece, against what the certificate saw: memory does not grow with it.
 *
 * @example
 * ```ts
 * import { createEngine } from '@xenolith/engine'
 *
 * const nominal = numericTable(Array.from({ length: 200 }, (_, i) => [i % 10, i % 7]))
 * const mixture = numericTable(Array.from({ length: 200 }, (_, i) => (i % 2 === 0 ? [50, 3] : [i % 10, i % 7])))
 * const request = { terms: { alpha: 0.5, recall: 0.6, confidence: 0.9 }, training: { trees: 50 } }
 * const { file } = (await study({ nominal, mixture }, request)) as Finished
 * const engine = createEngine({ workers: 1 })
 * const watch = watchBatch(file)
 * watch.add(mixture, await engine.score(file.model, mixture))
 * const { rows, state } = watch.read()
 * rows // => 200
 * state // => 'valid'
 * await engine.close()
 * ```
 */
export function watchBatch({ certificate, evidence, profiles }: ModelFile): BatchWatch {
  const { alpha, tau, delta, falseAlarmRate } = certificate
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
    tally: () => [rows, alarms, ...(counts?.cells ?? []), ...columns.flatMap((watch) => watch.counts())],
    take(tally) {
      const [moreRows, moreAlarms, ...more] = Array.from(tally)
      const cells = more.splice(0, counts?.cells.length ?? 0)
      expect(more.length === 2 * columns.length, 'bad-argument', 'these counts are of another model')
      rows += moreRows
      alarms += moreAlarms
      if (counts !== undefined) counts = addCounts(counts, { rows: moreRows, alarms: moreAlarms, cells })
      for (const [j, watch] of columns.entries()) watch.take(more[2 * j], more[2 * j + 1])
    },
    read() {
      const notes = rows === 0 ? [] : columns.flatMap((watch) => watch.notes(rows))
      const seen = { rows, alarms, falseAlarms: Math.min(alarms, Math.round(falseAlarmRate * rows)), notes }
      if (!promised) return { ...seen, state: 'none', because: [] }
      if (plan === undefined || counts === undefined || rows === 0) {
        return { ...seen, state: 'unwatched', because: [rows === 0 ? NONE : OLD] }
      }
      const { state, finding } = readWatch(plan, [counts])
      if (state !== 'void' && readWatch(plan, [worst(plan, rows)]).state !== 'void') {
        return { ...seen, state: 'unwatched', because: [FEW] }
      }
      const because = state === 'void' && finding !== null ? [findingWords(finding, alpha)] : []
      return { ...seen, state, because }
    },
  }
}

/** Rows that all score higher than any nominal one: if these do not void the promise, no rows can. */
function worst(plan: WatchPlan, rows: number): WatchCounts {
  const cells = noCounts(plan).cells.map((_, i, all) => (i === all.length - 1 ? rows : 0))
  return { rows, alarms: rows, cells }
}

/** "31 % of its rows alarm, and at most 12.4 % would if ..." */
function findingWords({ kind, region, seen, expected }: Finding, alpha: number): string {
  const unchanged = `if its ordinary rows were like those of the nominal file and at most ${bounded(alpha, 'down')} of it were alien`
  if (kind === 'alarms' || region === null) {
    return `${percentage(seen)} of its rows alarm, and at most ${bounded(expected, 'up')} would ${unchanged}`
  }
  const [low, high] = region.levels
  const which =
    low === 0
      ? `as low as the lowest ${percentage(high)} of the nominal rows`
      : high === 1
        ? `as high as the highest ${percentage(1 - low)} of the nominal rows`
        : `between the ${percentage(low)} and ${percentage(high)} points of the nominal scores`
  return `only ${percentage(seen)} of its rows score ${which}, and at least ${bounded(expected, 'down')} would ${unchanged}`
}

/**
 * What a person must know of the promise after a batch, in sentences; none where it is not contradicted.
 *
 * @example
 * ```ts
 * readingWords({ rows: 9, alarms: 1, falseAlarms: 0, state: 'valid', because: [], notes: [] }) // => []
 * readingWords({ rows: 9, alarms: 8, falseAlarms: 0, state: 'void', because: ['most rows alarm'], notes: [] }) // => [ 'promise void for this batch because most rows alarm.' ]
 * ```
 */
export function readingWords({ state, because }: BatchReading): string[] {
  switch (state) {
    case 'void':
      return because.map((reason) => `promise void for this batch because ${reason}.`)
    case 'at-risk':
      return ['promise at risk: the batch speaks against what it rests on, though not surely. Look at the next one.']
    case 'unwatched':
      return because.map((reason) => `${reason}.`)
    case 'valid':
    case 'none':
      return []
  }
}
