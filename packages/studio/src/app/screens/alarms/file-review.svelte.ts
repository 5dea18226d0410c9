import type { Draw, HistoryEvent, ReviewAnswer } from '../../service/shapes.ts'
import { work } from '../../state/work.svelte.ts'
import { ask, WorkFailed } from '../../state/worker.ts'
import { type Journal, openJournal } from '../../verdicts/journal.ts'
import { giveVerdict, type LocalReview, makeDraw, readReview } from '../../verdicts/local-review.ts'
import { openStorage } from '../../verdicts/storage.ts'
import { reviewLocally } from '../../verdicts/tally.ts'
import type { FileAlarms } from '../../worker/alarms.ts'

/** The review of the file that is open, without a service: its alarms, and the verdicts that this browser keeps. */
class FileReview {
  phase = $state<'reading' | 'none' | 'ready' | 'stopped' | 'failed'>('reading')
  failure = $state('')
  alarms = $state.raw<FileAlarms | null>(null)
  events = $state.raw<readonly HistoryEvent[]>([])
  /** Whether verdicts outlive the page. */
  lasting = $state(true)
  readonly local: LocalReview = $derived(readReview(this.events, this.alarms?.file ?? ''))
  #journal: Promise<Journal> | undefined

  async read(): Promise<void> {
    this.phase = 'reading'
    try {
      await this.readJournal()
      await ask('readyToReview', null)
      // Work that is shown already goes on.
      const alarms = await (work.running
        ? ask('fileAlarms', null)
        : work.run('Scoring the mixture', 'fileAlarms', null))
      this.alarms = alarms ?? null
      this.phase = alarms === undefined ? 'stopped' : 'ready'
    } catch (error) {
      const missing = error instanceof WorkFailed && error.code === 'empty-data'
      this.phase = missing ? 'none' : 'failed'
      this.failure = error instanceof Error ? error.message : String(error)
    }
  }

  /** The journal only grows, so of two readings that overlap the longer one is the later. */
  async readJournal(): Promise<void> {
    const events = await (await this.journal()).events()
    if (events.length >= this.events.length) this.events = events
  }

  async journal(): Promise<Journal> {
    this.#journal ??= openStorage().then((storage) => {
      this.lasting = storage.lasting
      return openJournal(storage, 'you')
    })
    return this.#journal
  }

  get draws(): readonly Draw[] {
    return this.local.draws.map(({ id, kind, rows, at }, i) => {
      const judged = rows.filter((row) => (this.local.verdicts.get(row)?.verdict ?? null) !== null).length
      return {
        id,
        number: i + 1,
        kind,
        size: rows.length,
        judged,
        closed: judged === rows.length,
        drawnAt: at,
        drawnBy: 'you',
      }
    })
  }

  get review(): ReviewAnswer | null {
    if (this.alarms === null) return null
    const { alarms } = this
    const { rows, alarmed, confidence } = alarms
    const counted = { rows, alarms: alarmed.length, alarmed: (row: number) => isAlarm(alarms, row), confidence }
    return reviewLocally(this.local, counted)
  }

  async draw(size: number): Promise<void> {
    const { file, rows: total } = this.alarms!
    const without = new Set(this.local.draws.flatMap(({ rows }) => rows))
    const [seed] = crypto.getRandomValues(new Uint32Array(1))
    await makeDraw(await this.journal(), { file, total, size, seed: seed >>> 1, without })
    await this.readJournal()
  }

  async give(decision: Parameters<typeof giveVerdict>[2]): Promise<HistoryEvent> {
    const event = await giveVerdict(await this.journal(), this.alarms!.file, decision)
    await this.readJournal()
    return event
  }

  /** The audit file: every row of the draws, judged or not. */
  async audit(): Promise<Blob> {
    const rows = this.local.draws.flatMap((draw) => draw.rows)
    const verdicts = rows.flatMap((row) => {
      const verdict = this.local.verdicts.get(row)?.verdict ?? null
      return verdict === null ? [] : [[row, verdict] as const]
    })
    return new Blob([await ask('auditText', { rows, verdicts })], { type: 'text/csv' })
  }
}

/** Whether a row alarms: they stand in ascending order. */
export function isAlarm({ alarmed }: Pick<FileAlarms, 'alarmed'>, row: number): boolean {
  let [low, high] = [0, alarmed.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if (alarmed[middle] < row) low = middle + 1
    else high = middle
  }
  return alarmed[low] === row
}

export const fileReview: FileReview = new FileReview()
