import type { Verdict } from '@xenolith/core'
import { type Random, substream, type Verdicts, XenolithError } from '@xenolith/core'
import { first, insertRows, reads, type Tx, writes } from '../driver.js'
import { append } from './events.js'
import type { StreamRow } from './streams.js'

export type DrawKind = 'mixture' | 'alarms' | 'non-alarms'

export interface DrawRow {
  readonly id: string
  readonly number: number
  readonly stream_id: string
  readonly certificate_id: string
  readonly kind: DrawKind
  readonly seed: number
  readonly population: number
  readonly size: number
  /** The promise that a mixture draw may certify, fixed before anyone looks; null where there is none. */
  readonly recall: number | null
  readonly confidence: number | null
  readonly closed: number
  readonly drawn_at: number
  readonly drawn_by: string
}

/** A draw, and how many of its rows have a verdict. */
export interface CountedDraw extends DrawRow {
  readonly judged: number
}

export interface DrawnRow {
  readonly position: number
  readonly id: string
  readonly row_key: string
  readonly score: number
  readonly alarm: number
  readonly cells: string | null
  /** Given for a draw; one of the queue is none here. */
  readonly verdict: Verdict | null
  readonly verdict_seq: number
}

/** Which kept rows a draw is of. Sampled rows were chosen by chance before anyone saw them, alarms are all kept. */
const populations: Record<DrawKind, string> = {
  mixture: 'sampled = 1',
  alarms: 'alarm = 1',
  'non-alarms': 'sampled = 1 AND alarm = 0',
}

/** The present verdict v of a drawn row r, if it was given for a draw. */
const WITH_DRAWN_VERDICT = 'LEFT JOIN verdicts v ON v.seq = r.verdict_seq AND v.draw_id IS NOT NULL'

export const draws = {
  /** Rows in random order, drawn before anyone looks. One draw of a stream is open at a time, and no row is drawn twice for one purpose. */
  draw: writes(async (tx: Tx, input: Omit<DrawRow, 'number' | 'certificate_id' | 'population' | 'closed'>) => {
    const { stream_id, kind, seed, size } = input
    const stream = await first<StreamRow>(tx, 'SELECT * FROM streams WHERE id = ?', stream_id)
    if (stream === undefined) throw new XenolithError('not-found', `there is no stream ${stream_id}`)
    const open = await first<{ id: string }>(
      tx,
      'SELECT id FROM draws WHERE stream_id = ? AND certificate_id = ? AND closed = 0',
      stream_id,
      stream.certificate_id,
    )
    if (open !== undefined) {
      throw new XenolithError('conflict', `draw ${open.id} is open: judge all its rows first, unsure if need be`)
    }
    // A mixture draw must be fair among all rows, so only earlier mixture draws are left out of it.
    const others = kind === 'mixture' ? "d.kind = 'mixture'" : 'd.certificate_id = ?'
    const eligible = `FROM kept_rows WHERE stream_id = ? AND certificate_id = ? AND ${populations[kind]} AND cells IS NOT NULL
      AND NOT EXISTS (SELECT 1 FROM draw_rows w JOIN draws d ON d.id = w.draw_id WHERE w.row_id = kept_rows.id AND ${others})`
    const of = [stream_id, stream.certificate_id, ...(kind === 'mixture' ? [] : [stream.certificate_id])]
    const { n: population } = (await first<{ n: number }>(tx, `SELECT COUNT(*) AS n ${eligible}`, ...of))!
    if (population < size) {
      throw new XenolithError('too-few-rows', `${size} rows were asked for, but only ${population} can be drawn`)
    }
    const last = await first<{ number: number | null }>(tx, 'SELECT MAX(number) AS number FROM draws')
    const draw: DrawRow = {
      ...input,
      ...(kind === 'mixture' ? await termsOf(tx, input, stream.certificate_id) : { recall: null, confidence: null }),
      number: (last?.number ?? 0) + 1,
      certificate_id: stream.certificate_id,
      population,
      closed: 0,
    }
    await tx.all(
      'INSERT INTO draws (id, number, stream_id, certificate_id, kind, seed, population, size, recall, confidence, closed, drawn_at, drawn_by) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 0, ?, ?)',
      ...([draw.id, draw.number, stream_id, draw.certificate_id, kind, seed, draw.population, size] as const),
      ...([draw.recall, draw.confidence, draw.drawn_at, draw.drawn_by] as const),
    )
    const places = drawPlaces(substream(seed, 'draw', draw.number), size, population)
    const found = await tx.all<{ place: number; id: string }>(
      `SELECT place, id FROM (SELECT id, ROW_NUMBER() OVER (ORDER BY alarm, scored_at, id) AS place ${eligible}) AS numbered
       WHERE place IN (${placeholders(size)})`,
      ...of,
      ...padded(places),
    )
    const idAt = new Map(found.map(({ place, id }) => [Number(place), id]))
    const rows = places.map((place) => idAt.get(place)!)
    await insertRows(
      tx,
      { table: 'draw_rows', columns: ['draw_id', 'position', 'row_id'] },
      rows.map((row, position) => [draw.id, position, row]),
    )
    const body = { ...draw, rows }
    await append(tx, { at: draw.drawn_at, actor: draw.drawn_by, kind: 'draw.made', subject: draw.id, body })
    // All its rows may have been judged for other draws.
    await closeWhenDone(tx, draw.id)
    return draw
  }),
  drawById: reads(async (tx: Tx, id: string) => {
    const draw = await first<DrawRow>(tx, 'SELECT * FROM draws WHERE id = ?', id)
    if (draw === undefined) return undefined
    const rows = await tx.all<DrawnRow>(
      `SELECT d.position, r.id, r.row_key, r.score, r.alarm, r.cells, v.verdict, r.verdict_seq
       FROM draw_rows d JOIN kept_rows r ON r.id = d.row_id ${WITH_DRAWN_VERDICT} WHERE d.draw_id = ? ORDER BY d.position`,
      id,
    )
    return { draw, rows }
  }),
  drawsOf: reads((tx: Tx, stream: string) =>
    Promise.resolve(
      tx.all<CountedDraw>(
        `SELECT d.*, (SELECT COUNT(v.verdict) FROM draw_rows w JOIN kept_rows r ON r.id = w.row_id ${WITH_DRAWN_VERDICT} WHERE w.draw_id = d.id) AS judged
         FROM draws d WHERE d.stream_id = ? ORDER BY d.number`,
        stream,
      ),
    ),
  ),
  /** The verdicts that count, those that do not, and where reviewers disagree. */
  reviewCounts: reads(async (tx: Tx, { stream, certificate }: { stream: string; certificate: string }) => {
    const drawn = await tx.all<{ row_id: string; alarm: number; verdict: Verdict | null; judged: number }>(
      `SELECT w.row_id, r.alarm, v.verdict, CASE WHEN v.verdict IS NULL THEN 0 ELSE 1 END AS judged
       FROM draws d JOIN draw_rows w ON w.draw_id = d.id JOIN kept_rows r ON r.id = w.row_id ${WITH_DRAWN_VERDICT}
       WHERE d.stream_id = ? AND d.certificate_id = ? ORDER BY d.number, w.position`,
      stream,
      certificate,
    )
    const queue = await first<{ n: number }>(
      tx,
      `SELECT COUNT(*) AS n FROM kept_rows r ${WITH_DRAWN_VERDICT}
       WHERE r.stream_id = ? AND r.certificate_id = ? AND r.verdict IS NOT NULL AND v.seq IS NULL`,
      stream,
      certificate,
    )
    const disagreements = await tx.all<{ row_id: string; reviewers: number }>(
      // CROSS JOIN: from the verdicts to their rows, which are many more.
      `SELECT v.row_id, COUNT(DISTINCT v.reviewer) AS reviewers FROM verdicts v CROSS JOIN kept_rows r
       WHERE r.id = v.row_id AND r.stream_id = ? AND r.certificate_id = ? AND v.verdict IS NOT NULL
         AND v.seq = (SELECT MAX(l.seq) FROM verdicts l WHERE l.row_id = v.row_id AND l.reviewer = v.reviewer)
       GROUP BY v.row_id HAVING COUNT(DISTINCT v.verdict) > 1 ORDER BY v.row_id LIMIT 200`,
      stream,
      certificate,
    )
    return { ...tally(drawn), notCounted: queue!.n, disagreements: disagreements.map(({ row_id }) => row_id) }
  }),
}

/** Different places from 1 on, in random order: the first of a list that is shuffled, of which only what moved is kept. */
export function drawPlaces(random: Random, size: number, population: number): number[] {
  const moved = new Map<number, number>()
  const at = (place: number): number => moved.get(place) ?? place
  return Array.from({ length: size }, (_, i) => {
    const pick = i + 1 + random.below(population - i)
    const chosen = at(pick)
    moved.set(pick, at(i + 1))
    return chosen
  })
}

/** As many as the next power of two, so that few statements have to be prepared. */
function placeholders(size: number): string {
  return new Array(2 ** Math.ceil(Math.log2(size))).fill('?').join(', ')
}

/** With 0, the place of no row, to as many as there are placeholders. */
function padded(places: readonly number[]): number[] {
  return [...places, ...new Array(2 ** Math.ceil(Math.log2(places.length)) - places.length).fill(0)]
}

/** A promise chosen after the verdicts are known would be a search: it is the one asked for now, or that of the certificate in force. */
async function termsOf(
  tx: Tx,
  asked: Pick<DrawRow, 'recall' | 'confidence'>,
  certificate: string,
): Promise<Pick<DrawRow, 'recall' | 'confidence'>> {
  const row = await first<{ body: string }>(tx, 'SELECT body FROM certificates WHERE id = ?', certificate)
  const { recall, delta } = JSON.parse(row!.body) as { recall: number | null; delta: number | null }
  return {
    recall: asked.recall ?? recall,
    confidence: asked.confidence ?? (delta === null ? null : 1 - delta),
  }
}

/** Closes the draws of a row whose verdicts are all there, and opens those in which one was taken back. */
export async function closeDrawsOf(tx: Tx, row: string): Promise<void> {
  for (const { draw_id } of await tx.all<{ draw_id: string }>('SELECT draw_id FROM draw_rows WHERE row_id = ?', row))
    await closeWhenDone(tx, draw_id)
}

/** A draw is closed when every row of it has a verdict that was given for a draw. */
async function closeWhenDone(tx: Tx, draw: string): Promise<void> {
  const open = await first<{ n: number }>(
    tx,
    `SELECT COUNT(*) AS n FROM draw_rows d JOIN kept_rows r ON r.id = d.row_id ${WITH_DRAWN_VERDICT} WHERE d.draw_id = ? AND v.verdict IS NULL`,
    draw,
  )
  await tx.all('UPDATE draws SET closed = ? WHERE id = ?', open!.n === 0 ? 1 : 0, draw)
}

/**
 * Draws one after the other are one list in random order. It counts up to the last row that was judged for its draw; a row before
 * it without a verdict is unsure. The bounds hold for every length of the list at once, so it may be chosen.
 *
 * @example
 * ```ts
 * const drawn = [
 *   { row_id: 'a', alarm: 1, verdict: 'alien' as const, judged: 1 },
 *   { row_id: 'b', alarm: 1, verdict: null, judged: 0 },
 *   { row_id: 'c', alarm: 1, verdict: 'nominal' as const, judged: 1 },
 *   { row_id: 'd', alarm: 0, verdict: null, judged: 0 },
 * ]
 * tally(drawn).ofAlarms // => { alien: 1, nominal: 1, unsure: 1 }
 * tally(drawn).judged // => 2
 * ```
 */
export function tally(drawn: readonly { row_id: string; alarm: number; verdict: Verdict | null; judged: number }[]): {
  ofAlarms: Verdicts
  ofOthers: Verdicts
  drawn: number
  judged: number
} {
  const of = (alarm: number): Verdicts => {
    const seen = new Set<string>()
    const list = drawn.filter((row) => row.alarm === alarm && !seen.has(row.row_id) && seen.add(row.row_id))
    const upTo = list.findLastIndex((row) => row.judged === 1) + 1
    const counts = { alien: 0, nominal: 0, unsure: 0 }
    for (const { verdict } of list.slice(0, upTo)) counts[verdict ?? 'unsure']++
    return counts
  }
  return {
    ofAlarms: of(1),
    ofOthers: of(0),
    drawn: drawn.length,
    judged: drawn.filter((row) => row.judged === 1).length,
  }
}
