import type { Verdict } from '@xenolith/core'
import type { Decision, GivenVerdict } from '@xenolith/service/shapes'
import type { Cells } from '@xenolith/study'

/** A row to judge. */
export interface Item {
  readonly id: string
  readonly key: string
  readonly score: number
  readonly alarm: boolean
  readonly cells: Cells | null
  readonly at: number
  readonly verdict: Verdict | null
  /** The number of the verdict that is known; 0 where there is none. */
  readonly seq: number
  /** Who gave it; null where it was somebody before us. */
  readonly by: string | null
  readonly draw: string | null
}

export interface Conflict {
  readonly mine: Decision
  readonly theirs: GivenVerdict
}

/** What one keystroke changed, so that the next can take it back. */
interface Step {
  readonly rows: readonly { readonly id: string; readonly before: Verdict | null }[]
}

/**
 * A queue under review. Rows stay where they are when they are judged, with their verdict beside them, so that nothing moves
 * under the pointer; reading the queue anew leaves them out.
 */
export interface Queue {
  readonly items: readonly Item[]
  readonly focus: string | null
  readonly selected: ReadonlySet<string>
  /** Put off; visited again when nothing else is open. */
  readonly later: ReadonlySet<string>
  readonly steps: readonly Step[]
  readonly conflicts: ReadonlyMap<string, Conflict>
}

/** A queue after a decision, and what is to be told. */
export interface Told {
  readonly queue: Queue
  readonly decisions: readonly Decision[]
}

export const emptyQueue: Queue = {
  items: [],
  focus: null,
  selected: new Set(),
  later: new Set(),
  steps: [],
  conflicts: new Map(),
}

/** Items read anew: what was put off and what can be taken back is remembered. */
export function read(queue: Queue, items: readonly Item[]): Queue {
  const known = new Set(items.map(({ id }) => id))
  const focus = queue.focus !== null && known.has(queue.focus) ? queue.focus : (firstOpen(items, queue) ?? null)
  const selected = new Set([...queue.selected].filter((id) => known.has(id)))
  const steps = queue.steps.filter(({ rows }) => rows.every(({ id }) => known.has(id)))
  return { ...queue, items, focus, selected, steps }
}

/** The next page, after what is there. */
export function extend(queue: Queue, items: readonly Item[]): Queue {
  const known = new Set(queue.items.map(({ id }) => id))
  const all = [...queue.items, ...items.filter(({ id }) => !known.has(id))]
  return { ...queue, items: all, focus: queue.focus ?? firstOpen(all, queue) ?? null }
}

function firstOpen(items: readonly Item[], { later }: Pick<Queue, 'later'>): string | undefined {
  const open = items.filter(({ verdict }) => verdict === null)
  return (open.find(({ id }) => !later.has(id)) ?? open[0] ?? items[0])?.id
}

export function focused(queue: Queue): Item | null {
  return queue.items.find(({ id }) => id === queue.focus) ?? null
}

export function focusOn(queue: Queue, id: string): Queue {
  return { ...queue, focus: id }
}

/** One row up or down among those shown; the ends hold. */
export function move(queue: Queue, by: 1 | -1, shown: readonly Item[] = queue.items): Queue {
  if (shown.length === 0) return queue
  const at = shown.findIndex(({ id }) => id === queue.focus)
  const to = at < 0 ? 0 : Math.min(shown.length - 1, Math.max(0, at + by))
  return { ...queue, focus: shown[to].id }
}

/** To the next open row below, else to the first open one, else to one that was put off; at the end it stays. */
export function advance(queue: Queue, shown: readonly Item[] = queue.items): Queue {
  const at = shown.findIndex(({ id }) => id === queue.focus)
  const around = [...shown.slice(at + 1), ...shown.slice(0, at + 1)]
  const open = around.filter(({ id, verdict }) => verdict === null && id !== queue.focus)
  const next = open.find(({ id }) => !queue.later.has(id)) ?? open[0]
  return next === undefined ? queue : { ...queue, focus: next.id }
}

export function toggle(queue: Queue, id: string): Queue {
  const selected = new Set(queue.selected)
  if (!selected.delete(id)) selected.add(id)
  return { ...queue, selected }
}

export function select(queue: Queue, ids: Iterable<string>): Queue {
  return { ...queue, selected: new Set([...queue.selected, ...ids]) }
}

export function clearSelection(queue: Queue): Queue {
  return queue.selected.size === 0 ? queue : { ...queue, selected: new Set() }
}

/** A verdict on the row in focus; the focus goes on. */
export function judge(queue: Queue, verdict: Verdict, reason: string | null, shown: readonly Item[]): Told {
  if (queue.focus === null) return { queue, decisions: [] }
  const told = decide(queue, [queue.focus], verdict, reason)
  return { ...told, queue: advance(told.queue, shown) }
}

/** The same verdict on all that is selected; nothing stays selected. The focus goes on if its row was among them. */
export function judgeSelected(queue: Queue, verdict: Verdict, reason: string | null, shown: readonly Item[]): Told {
  const ids = queue.items.filter(({ id }) => queue.selected.has(id)).map(({ id }) => id)
  const told = decide(queue, ids, verdict, reason)
  const cleared = clearSelection(told.queue)
  return { ...told, queue: queue.focus !== null && ids.includes(queue.focus) ? advance(cleared, shown) : cleared }
}

/** The last step is taken back, by a new verdict on every row of it; the focus returns there. */
export function takeBack(queue: Queue): Told {
  const step = queue.steps.at(-1)
  if (step === undefined) return { queue, decisions: [] }
  let next: Queue = { ...queue, steps: queue.steps.slice(0, -1) }
  const decisions: Decision[] = []
  for (const { id, before } of step.rows) {
    const item = next.items.find((one) => one.id === id)
    if (item === undefined) continue
    decisions.push({ row: id, verdict: before, expected: item.seq, reason: null, draw: item.draw })
    next = withItem(next, id, { verdict: before, by: null })
  }
  return { queue: { ...next, focus: step.rows[0].id, conflicts: without(next.conflicts, step.rows) }, decisions }
}

/** No verdict: the row is come back to when nothing else is open. */
export function postpone(queue: Queue, shown: readonly Item[]): Queue {
  if (queue.focus === null) return queue
  return advance({ ...queue, later: new Set([...queue.later, queue.focus]) }, shown)
}

function decide(queue: Queue, ids: readonly string[], verdict: Verdict, reason: string | null): Told {
  const decisions: Decision[] = []
  const rows: { id: string; before: Verdict | null }[] = []
  let next = queue
  for (const id of ids) {
    const item = queue.items.find((one) => one.id === id)!
    // Saying again what was said changes nothing, unless there is something to add.
    if (item.verdict === verdict && reason === null) continue
    decisions.push({ row: id, verdict, expected: item.seq, reason, draw: item.draw })
    rows.push({ id, before: item.verdict })
    next = withItem(next, id, { verdict, by: null })
  }
  const steps = rows.length === 0 ? next.steps : [...next.steps, { rows }]
  return { queue: { ...next, steps, conflicts: without(next.conflicts, rows) }, decisions }
}

/** The service has kept it. */
export function confirm(queue: Queue, id: string, seq: number): Queue {
  return withItem(queue, id, { seq })
}

/** Somebody was first: the row shows theirs until the reviewer has chosen. The focus stays, since a key may be on its way. */
export function collide(queue: Queue, mine: Decision, theirs: GivenVerdict | null): Queue {
  if (theirs === null) return withItem(queue, mine.row, { verdict: null, seq: 0, by: null })
  const seen = withItem(queue, mine.row, { verdict: theirs.verdict, seq: theirs.seq, by: theirs.reviewer })
  const steps = queue.steps.filter(({ rows }) => !(rows.length === 1 && rows[0].id === mine.row))
  return { ...seen, steps, conflicts: new Map(queue.conflicts).set(mine.row, { mine, theirs }) }
}

export function keepTheirs(queue: Queue, id: string): Queue {
  return { ...queue, conflicts: without(queue.conflicts, [{ id }]) }
}

/** Mine after all, on top of theirs. */
export function keepMine(queue: Queue, id: string): Told {
  const conflict = queue.conflicts.get(id)
  if (conflict === undefined) return { queue, decisions: [] }
  const { mine, theirs } = conflict
  const decision = { ...mine, expected: theirs.seq }
  const next = withItem(keepTheirs(queue, id), id, { verdict: mine.verdict, by: null })
  return {
    queue: { ...next, steps: [...next.steps, { rows: [{ id, before: theirs.verdict }] }] },
    decisions: [decision],
  }
}

/** A verdict of somebody else, as it happens. A row with a verdict of ours on the way is left to its answer. */
export function overhear(queue: Queue, given: GivenVerdict, onTheWay: ReadonlySet<string>): Queue {
  const item = queue.items.find(({ id }) => id === given.row_id)
  if (item === undefined || given.seq <= item.seq || onTheWay.has(item.id)) return queue
  return withItem(queue, item.id, { verdict: given.verdict, seq: given.seq, by: given.reviewer })
}

/** The service would not take it: the row is as it was. */
export function refuse(queue: Queue, id: string): Queue {
  const step = queue.steps.findLast(({ rows }) => rows.some((row) => row.id === id))
  const before = step?.rows.find((row) => row.id === id)?.before ?? null
  const steps = queue.steps
    .map((one) => (one === step ? { rows: one.rows.filter((row) => row.id !== id) } : one))
    .filter(({ rows }) => rows.length > 0)
  return { ...withItem(queue, id, { verdict: before }), steps }
}

/** The rows that hold the words, in any cell or in their name. */
export function matching(items: readonly Item[], words: string): readonly Item[] {
  const wanted = words.trim().toLowerCase()
  if (wanted === '') return items
  const cells = (item: Item): string[] =>
    Object.entries(item.cells ?? {}).map(([name, value]) => `${name}=${value ?? ''}`)
  return items.filter((item) =>
    [item.key, item.verdict ?? 'open', ...cells(item)].join('\n').toLowerCase().includes(wanted),
  )
}

export function countOpen(queue: Queue): number {
  return queue.items.filter(({ verdict }) => verdict === null).length
}

function withItem(queue: Queue, id: string, change: Partial<Item>): Queue {
  return { ...queue, items: queue.items.map((item) => (item.id === id ? { ...item, ...change } : item)) }
}

function without(conflicts: Queue['conflicts'], rows: readonly { readonly id: string }[]): Queue['conflicts'] {
  if (!rows.some(({ id }) => conflicts.has(id))) return conflicts
  const left = new Map(conflicts)
  for (const { id } of rows) left.delete(id)
  return left
}
