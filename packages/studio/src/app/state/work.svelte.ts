import type { Answer, Asked, TaskName } from '../worker/protocol.ts'
import { AT_ONCE, ask, WorkFailed } from './worker.ts'

/** The one long piece of work that the page shows, with its progress; it can be stopped. */
class Work {
  /** What is being done, in words; empty when nothing is. */
  title = $state('')
  label = $state('')
  /** From 0 to 1; null while nobody knows. */
  share = $state<number | null>(null)
  notes = $state<string[]>([])
  failure = $state<{ readonly code: string; readonly message: string } | null>(null)
  #controller: AbortController | undefined
  #turn = 0

  get running(): boolean {
    return this.title !== ''
  }

  /** The number of the piece of work that was begun last. */
  get turn(): number {
    return this.#turn
  }

  /** Runs a task in view of the user. Undefined: it failed, and the failure is shown, or it was stopped, or overtaken by other work. */
  async run<Name extends TaskName>(title: string, task: Name, asked: Asked<Name>): Promise<Answer<Name> | undefined> {
    this.#controller?.abort()
    const controller = new AbortController()
    this.#controller = controller
    this.#turn++
    Object.assign(this, { title, label: '', share: null, notes: [], failure: null })
    const mine = (): boolean => this.#controller === controller
    try {
      const answer = await ask(task, asked, {
        signal: controller.signal,
        onNote: (note) => mine() && this.notes.push(note),
        onProgress: (label, done, total) => {
          if (!mine() || controller.signal.aborted) return
          this.label = label
          this.share = total > 0 ? done / total : null
        },
      })
      // An answer that was on its way when other work began is about files that may be gone.
      return mine() ? answer : undefined
    } catch (error) {
      if (mine() && error instanceof WorkFailed && error.code !== 'aborted') {
        this.failure = { code: error.code, message: error.message }
      } else if (!(error instanceof WorkFailed)) throw error
      return undefined
    } finally {
      if (mine()) this.title = ''
    }
  }

  stop(): void {
    this.#controller?.abort(AT_ONCE)
    Object.assign(this, { label: 'stopping …', share: null })
  }
}

export const work: Work = new Work()
