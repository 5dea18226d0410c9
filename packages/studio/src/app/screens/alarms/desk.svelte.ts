import type { Verdict } from '@xenolith/core'
import { count, counted } from '@xenolith/pages'
import type { GivenVerdict } from '@xenolith/service/shapes'
import { wordsOf } from '../../service/problem.ts'
import type { Similar, Why } from '../../service/shapes.ts'
import * as queues from './queue.ts'
import type { AlarmSource, News, QueueOrder } from './source.ts'

/** A reviewer's desk: the queue, the row in focus with its reasons, and what was said last. */
export class Desk {
  readonly source: AlarmSource
  readonly order: QueueOrder
  queue = $state.raw<queues.Queue>(queues.emptyQueue)
  phase = $state<'reading' | 'ready' | 'failed'>('reading')
  failure = $state('')
  next = $state<string | null>(null)
  filter = $state('')
  note = $state('')
  everyColumn = $state(false)
  /** The share of rows that alarmed when the certificate was made; null where nobody knows. */
  expectedRate = $state<number | null>(null)
  /** Alarms that came since the queue was read. */
  fresh = $state(0)
  /** For those who listen: counts, and what became of the last verdict. */
  said = $state('')
  why = $state.raw<Why | null>(null)
  whyFailure = $state('')
  verdicts = $state.raw<readonly GivenVerdict[]>([])
  readonly shown = $derived(queues.matching(this.queue.items, this.filter))
  readonly item = $derived(queues.focused(this.queue))
  readonly open = $derived(queues.countOpen(this.queue))
  #asked = 0

  constructor(source: AlarmSource, order: QueueOrder) {
    this.source = source
    this.order = order
  }

  /** Listens until the function that comes back is called. */
  begin(wanted: string | null): () => void {
    void this.read().then(() => (wanted === null ? undefined : this.seek(wanted)))
    return this.source.listen((news) => this.#hear(news))
  }

  async read(): Promise<void> {
    this.phase = 'reading'
    try {
      const { items, next } = await this.source.page(this.order, null)
      this.queue = queues.read(this.queue, items)
      this.next = next
      this.fresh = 0
      this.phase = 'ready'
      if (items.length === 0) this.expectedRate = await this.source.alarmRate()
      this.explain()
    } catch (error) {
      this.failure = wordsOf(error)
      this.phase = 'failed'
    }
  }

  /** Goes to a row that a link names, also one that was judged or lies further down. */
  async seek(id: string): Promise<void> {
    try {
      if (!this.queue.items.some((item) => item.id === id)) {
        this.queue = queues.extend(this.queue, [await this.source.row(id)])
      }
      this.focus(id)
    } catch (error) {
      this.said = wordsOf(error)
    }
  }

  async more(): Promise<void> {
    if (this.next === null) return
    try {
      const { items, next } = await this.source.page(this.order, this.next)
      this.queue = queues.extend(this.queue, items)
      this.next = next
      this.said = `${counted(items.length, 'more row')}.`
    } catch (error) {
      this.said = wordsOf(error)
    }
  }

  focus(id: string): void {
    this.queue = queues.focusOn(this.queue, id)
    this.explain()
  }

  move(by: 1 | -1): void {
    const before = this.queue.focus
    this.queue = queues.move(this.queue, by, this.shown)
    if (this.queue.focus !== before) this.explain()
    if (by === 1 && this.next !== null && this.shown.at(-1)?.id === this.queue.focus) void this.more()
  }

  toEnd(end: 'first' | 'last'): void {
    const row = end === 'first' ? this.shown[0] : this.shown.at(-1)
    if (row !== undefined) this.focus(row.id)
  }

  toggle(id: string | null = this.queue.focus): void {
    if (id === null) return
    this.queue = queues.toggle(this.queue, id)
    this.said = `${count(this.queue.selected.size)} selected.`
  }

  select(ids: readonly string[]): void {
    this.queue = queues.select(this.queue, ids)
    this.said = `${count(this.queue.selected.size)} selected.`
  }

  clear(): void {
    this.queue = queues.clearSelection(this.queue)
  }

  /** Rows that are open and not among those read, at the end. */
  add(rows: readonly Similar[]): void {
    const items = rows.map(
      ({ id, key, score, cells }): queues.Item => ({
        ...{ id, key, score, cells, alarm: true, at: 0, verdict: null, seq: 0, by: null, draw: null },
      }),
    )
    this.queue = queues.extend(this.queue, items)
  }

  judge(verdict: Verdict): void {
    const told = queues.judge(this.queue, verdict, this.#reason(), this.shown)
    this.#tell(told, false, `${named(verdict)}.`)
  }

  judgeSelected(verdict: Verdict): void {
    if (this.queue.selected.size === 0) {
      this.said = 'Nothing is selected: x selects a row.'
      return
    }
    if (this.order === 'draw') {
      this.said = 'In a draw each row is judged by itself.'
      return
    }
    const told = queues.judgeSelected(this.queue, verdict, this.#reason(), this.shown)
    this.#tell(told, true, `${counted(told.decisions.length, 'row')}: ${verdict}.`)
  }

  undo(): void {
    const told = queues.takeBack(this.queue)
    if (told.decisions.length === 0) {
      this.said = 'Nothing to take back.'
      return
    }
    this.filter = ''
    this.#tell(told, told.decisions.length > 1, 'Taken back.')
  }

  later(): void {
    this.queue = queues.postpone(this.queue, this.shown)
    this.said = 'Later.'
    this.explain()
  }

  keepTheirs(id: string): void {
    this.queue = queues.advance(queues.keepTheirs(this.queue, id), this.shown)
    this.explain()
  }

  keepMine(id: string): void {
    const told = queues.keepMine(this.queue, id)
    this.#tell({ ...told, queue: queues.advance(told.queue, this.shown) }, false, 'Yours is kept.')
  }

  /** Why the row in focus looks alien, and what was said of it before. */
  explain(): void {
    const id = this.queue.focus
    const mine = ++this.#asked
    if (id === null || this.why?.id === id) return
    this.whyFailure = ''
    this.verdicts = []
    const late = (): boolean => mine !== this.#asked
    this.source.why(id).then(
      (why) => {
        if (!late()) this.why = why
      },
      (error) => {
        if (!late()) this.whyFailure = wordsOf(error)
      },
    )
    this.source.verdicts(id).then(
      (verdicts) => {
        if (!late()) this.verdicts = verdicts
      },
      () => {},
    )
  }

  #reason(): string | null {
    const words = this.note.trim()
    return words === '' ? null : words
  }

  #tell({ queue, decisions }: queues.Told, bulk: boolean, words: string): void {
    this.queue = queue
    if (decisions.length > 0) this.note = ''
    this.said = `${words} ${count(this.open)} open.`
    void this.source.decide(decisions, bulk)
    this.explain()
  }

  #hear(news: News): void {
    if (news.kind === 'alarms') this.fresh += this.order === 'draw' ? 0 : news.count
    if (news.kind === 'verdict') this.queue = queues.overhear(this.queue, news.given, this.source.onTheWay())
    if (news.kind !== 'outcome') return
    const { outcome } = news
    if (!this.queue.items.some(({ id }) => id === outcome.letter.row)) return
    if (outcome.kind === 'done') this.queue = queues.confirm(this.queue, outcome.letter.row, outcome.seq)
    if (outcome.kind === 'conflict') this.queue = queues.collide(this.queue, outcome.letter, outcome.current)
    if (outcome.kind === 'refused') {
      this.queue = queues.refuse(this.queue, outcome.letter.row)
      this.said = `Not taken: ${outcome.problem.detail}.`
    }
    this.explain()
  }
}

function named(verdict: Verdict): string {
  return verdict[0].toUpperCase() + verdict.slice(1)
}
