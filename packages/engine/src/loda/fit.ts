import type { Table } from '@xenolith/core'
import * as internals from '@xenolith/core/internals'
import type { Fitted, Wanted } from '../fitted.js'
import { MOST_BYTES } from '../memory/arena.js'
import type { Pool } from '../pool/pool.js'
import { shareOut } from '../pool/share-out.js'
import { addUp, lanesFor, pieceSize } from '../pool/split-work.js'
import type { LodaFitInput, LodaFitSetup, LodaTallies, Projections, Tally } from './fit-task.js'

type Model = internals.LodaModel

/** Undefined if the tables are too large for one memory, or if another table needs the whole model to be scored. */
export async function fitLoda(
  pool: Pool,
  table: Table,
  options: internals.LodaOptions,
  wanted: Wanted,
): Promise<Fitted<Model> | undefined> {
  const { seed, count, bins = 0 } = internals.planLoda(table, options)
  const judged = table.rows + wanted.others.reduce((sum, other) => sum + other.rows, 0)
  if (8 * judged * (table.columns.length + 4) > MOST_BYTES) return undefined
  const { columns, ...encodings } = internals.encodeTraining(table)
  // A given number of bins needs no tables for choosing one.
  const { numbers, xLogX, penalty, logBins } = internals.prepareBinChoice(bins > 0 ? 1 : table.rows)
  const lanes = await lanesFor(pool, judged * count, count)
  const piece = pieceSize(judged, count, lanes.length)
  const setup: LodaFitSetup = {
    rows: table.rows,
    stream: internals.streamWords(seed, 'projection'),
    columns,
    numbers,
    xLogX,
    penalty,
    logBins,
    logEmpty: internals.LOG_EMPTY,
    bins,
    keep: wanted.keepModel,
    piece,
    others: wanted.others.filter((other) => other.rows > 0).map((other) => internals.encodeTable(other, encodings)),
  }
  const handle = pool.newHandle()
  const projections: internals.Projection[] = []
  let tallies: LodaTallies[]
  try {
    await Promise.all(lanes.map((lane) => lane.open(handle, 'loda-fit', setup)))
    await shareOut<Projections>(
      {
        lanes,
        total: count,
        piece,
        atHand: 2,
        run: (lane, from, to) => lane.run(handle, { from, to } satisfies LodaFitInput),
        accept: (made) => projections.push(...separate(made)),
      },
      options,
    )
    tallies = await Promise.all(lanes.map((lane) => lane.run<LodaTallies>(handle, 'finish' satisfies LodaFitInput)))
  } finally {
    for (const lane of lanes) lane.close(handle)
  }
  const own = sumOf(tallies.map((tally) => tally.own))
  const { scores, without } = scoresOf(own)
  const result = { scores: wanted.outOfBag ? scores : new Float64Array(0), inBag: wanted.outOfBag ? without : [] }
  let filled = 0
  const others = wanted.others.map((other) =>
    other.rows === 0 ? { scores: new Float64Array(0), without: [] } : otherScoresOf(tallies, filled++),
  )
  if (others.some((other) => other.without.length > 0)) return undefined
  const otherScores = others.map((other) => other.scores)
  if (!wanted.keepModel) return { ...result, otherScores }
  const features = internals.featuresOf(table)
  return { model: { detector: 'loda', features, seed, ...encodings, projections }, ...result, otherScores }
}

function otherScoresOf(tallies: readonly LodaTallies[], k: number): { scores: Float64Array; without: number[] } {
  return scoresOf(sumOf(tallies.map(({ others }) => others[k])))
}

function sumOf(tallies: readonly Tally[]): Tally {
  return { sums: addUp(tallies.map((tally) => tally.sums)), counts: addUp(tallies.map((tally) => tally.counts)) }
}

/** Minus the mean log density, and the rows that no projection judged. */
export function scoresOf({ sums, counts }: Tally): { scores: Float64Array; without: number[] } {
  const without: number[] = []
  const scores = sums.map((sum, i) => {
    if (counts[i] === 0) without.push(i)
    return -sum / counts[i]
  })
  return { scores, without }
}

function separate({ feature, weight, low, range, bins, logDensity }: Projections): internals.Projection[] {
  const used = low.length === 0 ? 0 : feature.length / low.length
  let bin = 0
  return Array.from(low, (_, p) => {
    const from = bin
    bin += bins[p]
    return {
      feature: feature.slice(p * used, (p + 1) * used),
      weight: weight.slice(p * used, (p + 1) * used),
      low: low[p],
      range: range[p],
      logDensity: logDensity.slice(from, bin),
    }
  })
}
