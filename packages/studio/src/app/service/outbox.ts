import type { Decided, Decision, GivenVerdict } from '@xenolith/service/shapes'
import { NoAnswer, type Problem, Refused } from './problem.ts'

/** A decision that the service has not confirmed. */
export interface Letter extends Decision {
  readonly bulk: boolean
  /** When the reviewer decided. */
  readonly at: number
  /** It was sent before, and may have arrived: it is neither changed nor dropped. */
  readonly tried: boolean
}

export type Outcome =
  | { readonly kind: 'done'; readonly letter: Letter; readonly seq: number }
  | { readonly kind: 'conflict'; readonly letter: Letter; readonly current: GivenVerdict | null }
  | { readonly kind: 'refused'; readonly letter: Letter; readonly problem: Problem }

/** Where letters are kept while the page may be closed. */
export interface Keep {
  load(): Promise<readonly Letter[]>
  save(letters: readonly Letter[]): Promise<void>
}

export interface OutboxOptions {
  readonly send: (decisions: readonly Decision[], bulk: boolean) => Promise<readonly Decided[]>
  readonly keep: Keep
  readonly onOutcome: (outcome: Outcome) => void
  readonly onChange?: (state: OutboxState) => void
  readonly now?: () => number
  /** Calls back after a while; its answer takes that back. */
  readonly later?: (work: () => void, milliseconds: number) => () => void
}

export interface OutboxState {
  readonly waiting: number
  readonly away: boolean
}

export interface Outbox {
  /** Takes decisions; they are kept before they are sent. */
  add(decisions: readonly Decision[], bulk: boolean): Promise<void>
  /** Tries now. */
  flush(): Promise<void>
  readonly state: OutboxState
  readonly rows: ReadonlySet<string>
  close(): void
}

const LONGEST_WAIT = 30_000
const MOST_AT_ONCE = 200

/**
 * Verdicts on their way to the service: in order, one request at a time, kept until they are confirmed. Of several that wait for
 * one row the last counts, and a verdict that was taken back before it was sent is none.
 */
export async function openOutbox(options: OutboxOptions): Promise<Outbox> {
  const { send, keep, onOutcome, onChange = () => {}, now = Date.now, later = after } = options
  let letters: Letter[] = [...(await keep.load())]
  let running = false
  /** Asked for while a try was under way: should that one fail, another follows at once. */
  let again = false
  let away = false
  let failures = 0
  let cancel = (): void => {}
  let closed = false
  const state = (): OutboxState => ({ waiting: letters.length, away })
  const changed = async (): Promise<void> => {
    await keep.save(letters)
    onChange(state())
  }
  const put = (decision: Decision, bulk: boolean): void => {
    const waits = letters.find(({ row, tried }) => row === decision.row && !tried)
    const behind = letters.some(({ row, tried }) => row === decision.row && tried)
    const expected = waits?.expected ?? decision.expected
    const rest = letters.filter((letter) => letter !== waits)
    // Nothing was told of it yet, so taking it back leaves nothing to tell.
    const nothing = waits !== undefined && decision.verdict === null && expected === 0 && !behind
    letters = nothing ? rest : [...rest, { ...decision, expected, bulk, at: now(), tried: false }]
  }
  /** The first letter; with it those that follow, where many may go at once, each of another row. */
  const next = (): Letter[] => {
    if (!letters[0].bulk) return [letters[0]]
    const rows = new Set<string>()
    const end = letters.findIndex(({ bulk, row }) => !bulk || rows.has(row) || !rows.add(row))
    return letters.slice(0, Math.min(MOST_AT_ONCE, end < 0 ? letters.length : end))
  }
  /** A confirmed verdict is what the next one of the same row follows. */
  const confirm = (letter: Letter, seq: number): void => {
    letters = letters.map((one) => (one.row === letter.row ? { ...one, expected: seq } : one))
    onOutcome({ kind: 'done', letter, seq })
  }
  const settle = (letter: Letter, decided: Decided): void => {
    letters = letters.filter((one) => one !== letter)
    if (decided.outcome === 'done') {
      confirm(letter, decided.seq)
    } else if (decided.outcome === 'not-found') {
      const problem = { code: 'not-found', status: 404, detail: `there is no row ${letter.row}` }
      onOutcome({ kind: 'refused', letter, problem })
    } else {
      collide(letter, decided.current)
    }
  }
  const collide = (letter: Letter, current: GivenVerdict | null): void => {
    const same = current !== null && current.verdict === letter.verdict
    if (same && (letter.draw === null || current.draw_id === letter.draw)) {
      // The answer to an earlier try was lost, or somebody said the same.
      confirm(letter, current.seq)
    } else if (same) {
      letters.unshift({ ...letter, expected: current.seq })
    } else {
      // What was decided on top of it goes with it: the reviewer is asked about the last word.
      const last = letters.findLast((one) => one.row === letter.row) ?? letter
      letters = letters.filter((one) => one.row !== letter.row)
      onOutcome({ kind: 'conflict', letter: last, current })
    }
  }
  /** Sends the next letters; false when nobody answers. */
  const sendNext = async (): Promise<boolean> => {
    const first = next()
    const batch = first.map((letter) => ({ ...letter, tried: true }))
    letters = letters.map((letter) => batch[first.indexOf(letter)] ?? letter)
    await keep.save(letters)
    try {
      const answers = await send(batch, batch[0].bulk)
      batch.forEach((letter, i) => {
        settle(letter, answers[i])
      })
    } catch (error) {
      if (error instanceof NoAnswer) return false
      const problem =
        error instanceof Refused ? error.problem : { code: 'unknown', status: 0, detail: (error as Error).message }
      letters = letters.filter((letter) => !batch.includes(letter))
      for (const letter of batch) onOutcome({ kind: 'refused', letter, problem })
    }
    return true
  }
  const flush = async (): Promise<void> => {
    if (running) again = true
    if (running || closed) return
    running = true
    cancel()
    try {
      while (letters.length > 0 && !closed) {
        again = false
        away = !(await sendNext())
        await changed()
        if (away && !again) {
          cancel = later(() => void flush(), Math.min(LONGEST_WAIT, 1000 * 2 ** failures++))
          return
        }
        if (!away) failures = 0
      }
    } finally {
      running = false
    }
  }
  return {
    async add(decisions, bulk) {
      for (const decision of decisions) put(decision, bulk)
      await changed()
      await flush()
    },
    flush,
    get state() {
      return state()
    },
    get rows() {
      return new Set(letters.map(({ row }) => row))
    },
    close() {
      closed = true
      cancel()
    },
  }
}

function after(work: () => void, milliseconds: number): () => void {
  const timer = setTimeout(work, milliseconds)
  return () => clearTimeout(timer)
}
