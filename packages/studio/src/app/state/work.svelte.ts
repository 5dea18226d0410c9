import type { Answer, Asked, TaskName } from '../worker/protocol.ts'
import { ask, WorkFailed } from './worker.ts'

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

  get running(): boolean {
    return this.title !== ''
  }

  /** Runs a task in view of the user. Undefined: it failed, and the failure is shown, or it was stopped. */
  async run<Name extends TaskName>(title: string, task: Name, asked: Asked<Name>): Promise<Answer<Name> | undefined> {
    this.#controller?.abort()
    const controller = new AbortController()
    this.#controller = controller
    Object.assign(this, { title, label: '', share: null, notes: [], failure: null })
    const mine = (): boolean => this.#controller === controller
    try {
      return await ask(task, asked, {
        signal: controller.signal,
        insists: true,
        onNote: (note) => mine() && this.notes.push(note),
        onProgress: (label, done, total) => {
          if (!mine()) return
          this.label = label
          this.share = total > 0 ? done / total : null
        },
      })
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
    this.#controller?.abort()
  }
}

export const work: Work = new Work()
