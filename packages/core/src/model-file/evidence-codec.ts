import { checkRanks, type NominalRanks } from '../cdf/nominal-ranks.js'
import type {
  AlphaEstimate,
  AlphaEvidence,
  Choice,
  Curves,
  Evidence,
  Histogram,
  Reason,
  SampleSizes,
  Sensitivity,
  TopRows,
  Tradeoff,
} from '../certificates/evidence-types.js'
import { bad, count, fields, number, text } from '../codec/shape.js'
import { alienShare, ifPresent, inside, listOf, numberThat, orNull, type Reader, record, share } from './record.js'

/** Far more than any report draws: curves have 400 points. */
const MOST_POINTS = 10_000
const MOST_ROWS = 1000
const MOST_COLUMNS = 100_000
const MOST_ESTIMATES = 100
const MOST_REASONS = 100
const MOST_NOTES = 1000
const MOST_CANDIDATES = 100

const numbers = listOf(number, MOST_POINTS)
const shares = listOf(share, MOST_POINTS)
const thresholds = listOf(orNull(number), MOST_POINTS)

const readCurves: Reader<Curves> = alike(
  record<Curves>({
    score: numbers,
    f0: shares,
    fm: shares,
    fa: numbers,
    faIsotonic: shares,
    labelled: ifPresent(count),
  }),
)

const readHistogram: Reader<Histogram> = (value, where) => {
  const read = record<Histogram>({ edges: numbers, nominal: shares, mixture: shares })(value, where)
  const { edges, nominal, mixture } = read
  if (nominal.length !== edges.length - 1 || mixture.length !== nominal.length) throw bad(`${where} is damaged`)
  return read
}

const readTradeoff: Reader<Tradeoff> = alike(
  record<Tradeoff>({ q: shares, tau: thresholds, falseAlarmRate: shares, alarmRate: shares }),
)

const readSampleSizes: Reader<SampleSizes> = alike(
  record<SampleSizes>({ epsilon: shares, n: listOf(count, MOST_POINTS) }),
)

const readReason: Reader<Reason> = record<Reason>({
  feature: text,
  value: cell,
  gain: number,
  position: ifPresent(share),
  share: ifPresent(share),
  nearest: ifPresent(cell),
})

const readTopRows: Reader<TopRows> = (value, where) => {
  const read = record<TopRows>({
    columns: listOf(text, MOST_COLUMNS),
    row: listOf(count, MOST_ROWS),
    score: listOf(number, MOST_ROWS),
    cells: listOf(listOf(cell, MOST_COLUMNS), MOST_ROWS),
    copies: ifPresent(listOf(count, MOST_ROWS)),
    why: ifPresent(listOf(listOf(readReason, MOST_REASONS), MOST_ROWS)),
    nearest: ifPresent(listOf(count, MOST_ROWS)),
  })(value, where)
  const { columns, row, score, cells, copies = row, why = row, nearest = row } = read
  const fits = [score, cells, copies, why, nearest].every(({ length }) => length === row.length)
  if (!fits || cells.some((line) => line.length !== columns.length)) throw bad(`${where} is damaged`)
  return read
}

const readSensitivity: Reader<Sensitivity> = alike(
  record<Sensitivity>({
    lowerBound: share,
    confidence: inside,
    alpha: listOf(alienShare, MOST_POINTS),
    recall: shares,
    promised: listOf(orNull(share), MOST_POINTS),
    tau: thresholds,
    falseAlarmRate: shares,
    alarmRate: shares,
  }),
)

const readEstimates: Reader<AlphaEvidence> = record<AlphaEvidence>({
  confidence: inside,
  recommended: record<AlphaEvidence['recommended']>({ name: text, alpha: share, upper: share, reason: text }),
  estimates: listOf(readEstimate, MOST_ESTIMATES),
})

type RowCounts = Choice['rows']['choosing']
const readRowCounts: Reader<RowCounts> = record<RowCounts>({ nominal: count, mixture: count })

const readChoice: Reader<Choice> = (value, where) => {
  const read = record<Choice>({
    chosen: text,
    reason: text,
    alpha: orNull(alienShare),
    recall: orNull(inside),
    rows: record<Choice['rows']>({ choosing: readRowCounts, certifying: readRowCounts }),
    candidates: listOf(
      record<Choice['candidates'][number]>({
        name: text,
        falseAlarmRate: share,
        deviation: numberThat((x) => x >= 0),
        surprisal: ifPresent(numberThat((x) => x >= 0)),
      }),
      MOST_CANDIDATES,
    ),
  })(value, where)
  const { candidates, chosen } = read
  if (candidates.length > 0 && !candidates.some(({ name }) => name === chosen)) throw bad(`${where} is damaged`)
  return read
}

const readRanks: Reader<NominalRanks> = (value, where) => {
  const read = record<NominalRanks>({ n0: count, rank: listOf(count, MOST_POINTS), score: numbers })(value, where)
  try {
    checkRanks(read)
  } catch {
    throw bad(`${where} is damaged`)
  }
  return read
}

/** What a certificate was read off. */
export const readEvidence: Reader<Evidence> = record<Evidence>({
  curves: readCurves,
  histogram: readHistogram,
  tradeoff: readTradeoff,
  sampleSizes: readSampleSizes,
  topRows: orNull(readTopRows),
  nearRows: ifPresent(readTopRows),
  notes: ifPresent(listOf(text, MOST_NOTES)),
  sensitivity: ifPresent(readSensitivity),
  estimates: ifPresent(readEstimates),
  choice: ifPresent(readChoice),
  ranks: ifPresent(readRanks),
})

/** The same, refused when its lists differ in length. */
function alike<T extends object>(reader: Reader<T>): Reader<T> {
  return (value, where) => {
    const read = reader(value, where)
    const lists = Object.values(read).filter(Array.isArray)
    if (lists.some((one) => one.length !== lists[0].length)) throw bad(`${where} is damaged`)
    return read
  }
}

function readEstimate(value: unknown, where: string): AlphaEstimate {
  if (fields(value, where).alpha === null) {
    return record<Extract<AlphaEstimate, { alpha: null }>>({ name: text, alpha: () => null, reason: text })(
      value,
      where,
    )
  }
  return record<Extract<AlphaEstimate, { alpha: number }>>({ name: text, alpha: share, interval: orNull(interval) })(
    value,
    where,
  )
}

function interval(value: unknown, where: string): [number, number] {
  const ends = listOf(share, MOST_ESTIMATES)(value, where)
  if (ends.length !== 2) throw bad(`${where} is damaged`)
  return [ends[0], ends[1]]
}

function cell(value: unknown, where: string): string | number | null {
  if (value !== null && typeof value !== 'string' && typeof value !== 'number') throw bad(`${where} is damaged`)
  return value
}
