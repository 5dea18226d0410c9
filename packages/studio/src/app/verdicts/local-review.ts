import type { Verdict } from '@xenolith/core'
import { drawRows, substream } from '@xenolith/core'
import type { DrawKind, HistoryEvent } from '../service/shapes.ts'
import type { Journal } from './journal.ts'

/** A verdict as it stands, on a row of a file (from 0). */
export interface Standing {
  readonly verdict: Verdict | null
  readonly seq: number
  readonly reason: string | null
  readonly basis: 'queue' | 'draw' | 'bulk'
}

export interface LocalDraw {
  readonly id: string
  readonly kind: DrawKind
  readonly seed: number
  readonly at: number
  /** Rows of the file, from 0, in the order to judge them. */
  readonly rows: readonly number[]
  /** Those that were judged for this draw. */
  readonly judged: ReadonlySet<number>
}

/** What the journal says of one file. */
export interface LocalReview {
  readonly verdicts: ReadonlyMap<number, Standing>
  readonly draws: readonly LocalDraw[]
}

interface GivenBody {
  readonly file: string
  readonly row: number
  readonly seq: number
  readonly verdict: Verdict | null
  readonly reason: string | null
  readonly basis: Standing['basis']
  readonly draw: string | null
}

interface DrawBody {
  readonly file: string
  readonly id: string
  readonly kind: DrawKind
  readonly seed: number
  readonly rows: readonly number[]
}

/** Reads the journal. A file is named by the SHA-256 of its bytes, so that verdicts find their rows again. */
export function readReview(events: readonly HistoryEvent[], file: string): LocalReview {
  const verdicts = new Map<number, Standing>()
  const draws: (LocalDraw & { judged: Set<number> })[] = []
  for (const { kind, body, seq, at } of events) {
    if ((body as { file?: string }).file !== file) continue
    if (kind === 'draw.made') {
      const { id, kind, seed, rows } = body as DrawBody
      draws.push({ id, kind, seed, at, rows, judged: new Set() })
    }
    if (kind === 'verdict.given') {
      const { row, verdict, reason, basis, draw } = body as GivenBody
      verdicts.set(row, { verdict, seq, reason, basis })
      const drawn = draws.find(({ id }) => id === draw)
      if (verdict === null) drawn?.judged.delete(row)
      else drawn?.judged.add(row)
    }
  }
  return { verdicts, draws }
}

/** Rows of a file that the journal speaks of, by what it calls them; not what it calls rows of other files too. */
export function rowsNamed(events: readonly HistoryEvent[], file: string): Map<string, number> {
  const given = events.filter(({ kind }) => kind === 'verdict.given')
  const others = new Set(given.filter(({ body }) => (body as GivenBody).file !== file).map(({ subject }) => subject))
  return new Map(
    given.filter(({ subject }) => !others.has(subject)).map(({ subject, body }) => [subject, (body as GivenBody).row]),
  )
}

export interface LocalDecision {
  readonly row: number
  readonly before: Verdict | null
  readonly verdict: Verdict | null
  readonly reason: string | null
  readonly basis: Standing['basis']
  readonly draw: string | null
  readonly score: number
}

export function giveVerdict(journal: Journal, file: string, decision: LocalDecision): Promise<HistoryEvent> {
  return journal.append({ kind: 'verdict.given', subject: `row ${decision.row + 1}`, body: { file, ...decision } })
}

/** Rows of all the file, drawn at random before anyone looks at them. Rows of earlier draws stay out, so that none is counted twice. */
export async function makeDraw(
  journal: Journal,
  { file, total, size, seed, without }: DrawWish,
): Promise<{ readonly id: string; readonly rows: readonly number[] }> {
  const left = Array.from({ length: total }, (_, row) => row).filter((row) => !without.has(row))
  const chosen = Array.from(drawRows(left.length, size, seed), (at) => left[at])
  // The rows come in the order of the file; they are judged in random order, so that any beginning of the list is a random sample.
  const random = substream(seed, 'draw-order')
  for (let i = chosen.length - 1; i > 0; i--) {
    const j = random.below(i + 1)
    ;[chosen[i], chosen[j]] = [chosen[j], chosen[i]]
  }
  const id = `draw ${seed}`
  await journal.append({
    kind: 'draw.made',
    subject: id,
    body: { file, id, kind: 'mixture', seed, population: left.length, rows: chosen },
  })
  return { id, rows: chosen }
}

export interface DrawWish {
  readonly file: string
  readonly total: number
  readonly size: number
  readonly seed: number
  readonly without: ReadonlySet<number>
}
