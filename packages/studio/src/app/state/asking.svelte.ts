import type { Certificate, Evidence } from '@xenolith/core'
import type { Refusal } from '@xenolith/study'
import type { BundleFacts } from '../worker/bundle.ts'
import type { ModelFacts } from '../worker/model.ts'
import type { Origin } from '../worker/origin.ts'
import type { ScoreAnswer } from '../worker/score.ts'
import type { Promised } from '../worker/seal.ts'
import { looksAt, noteLook, takeLookBack, whenLooked } from './looks.ts'
import { inForce } from './promise.svelte.ts'
import { study } from './study.svelte.ts'
import { work } from './work.svelte.ts'
import { ask, latest } from './worker.ts'

const askRows = latest('rowsNeeded')

/** A certificate with what the page shows beside it. */
export interface Issued {
  readonly certificate: Certificate
  readonly evidence: Evidence
  readonly command: string
  readonly origin: Origin
}

/** What is asked of the scores: the terms on the sliders, the scores' pilot, and what became of the seal. */
class Asking {
  alpha = $state(0.1)
  recall = $state(0.9)
  confidence = $state(0.95)
  detector = $state('iforest')
  seed = $state(1)
  /** The share of rows that sliders may see. */
  pilot = $state(0.2)
  scores = $state.raw<ScoreAnswer | null>(null)
  /** The version of the study that was scored, and how. */
  #scored = $state('')
  looks = $state(0)
  /** What the detectors were compared at; null where none were. */
  compared = $state.raw<Promised | null>(null)
  /** What was wanted when the training was stopped or failed. */
  #stoppedAt = $state('')
  /** A point estimate of the share of aliens, on the pilot; null until there is one. */
  alphaEstimate = $state<number | null>(null)
  /** What the pilot leaves open around it, with confidence 90 %; null until found. */
  alphaInterval = $state.raw<readonly [number, number] | null>(null)
  #considering: AbortController | undefined
  /** The rows that a detector of the pilot's quality needs; null until planned, or where no number would do. */
  needed = $state.raw<{ readonly n0: number; readonly nm: number } | null>(null)
  issued = $state.raw<Issued | null>(null)
  refusal = $state.raw<Refusal | null>(null)
  /** A bundle that was opened to be looked at. */
  bundle = $state.raw<BundleFacts | null>(null)

  get terms(): Promised {
    return { alpha: this.alpha, recall: this.recall, confidence: this.confidence }
  }

  get #wanted(): string {
    return JSON.stringify([study.version, this.detector, this.seed, this.pilot])
  }

  /** Whether the scores at hand are those of the files, columns and detector chosen now. */
  get current(): boolean {
    return this.scores !== null && this.#scored === this.#wanted
  }

  /** The training of just these files, columns and detector was stopped, or failed: it does not start again by itself. */
  get stopped(): boolean {
    return this.#stoppedAt === this.#wanted
  }

  /** Whether the terms have moved since the detectors were compared: at these, another one may be the best. */
  get outdated(): boolean {
    const { compared, alpha, recall } = this
    return compared !== null && (compared.alpha !== alpha || compared.recall !== recall)
  }

  async score(): Promise<void> {
    const wanted = this.#wanted
    this.scores = null
    this.#stoppedAt = ''
    this.alphaEstimate = null
    this.alphaInterval = null
    this.#considering?.abort()
    const { roles } = study
    const { detector, seed, pilot, terms } = this
    const title = detector === 'auto' ? 'Comparing detectors' : 'Training and scoring'
    const scoring = work.run(title, 'score', { roles, detector, seed, pilot, terms })
    const { turn } = work
    const answer = await scoring
    if (answer === undefined) {
      // Overtaken, by the opening of a file for one, is not stopped: it begins again for what is open then.
      if (work.turn === turn) this.#stoppedAt = wanted
      return
    }
    this.scores = answer
    this.#scored = wanted
    this.compared = detector === 'auto' ? terms : null
    this.issued = null
    this.refusal = null
    this.bundle = null
    inForce.certificate = null
    this.looks = looksAt(this.files)
    if (answer.pilot !== null) void this.#consider()
  }

  /** What takes a moment longer to say of the pilot. */
  async #consider(): Promise<void> {
    this.#considering?.abort()
    const controller = new AbortController()
    this.#considering = controller
    const { signal } = controller
    this.alphaEstimate ??= await ask('estimateShare', null, { signal }).catch(() => null)
    if (signal.aborted || this.alphaEstimate === null) return
    const interval = await ask('estimateInterval', null, { signal }).catch(() => null)
    if (!signal.aborted) this.alphaInterval = interval
  }

  /** How many rows the terms take, at rest: a slider that moves asks again, and the last question is answered. */
  async plan(): Promise<void> {
    const needed = await askRows(this.terms).catch(() => null)
    if (needed !== undefined) this.needed = needed
  }

  /** Opens the sealed rows. The look is noted before anyone sees what they say. */
  async seal(): Promise<void> {
    const { files } = this
    const looks = noteLook(files)
    // The cores are for the seal; what was under way beside it begins again.
    this.#considering?.abort()
    const answer = await work.run('Sealing the promise', 'seal', { terms: this.terms, looks })
    // Stopped, or failed: nobody has seen what the rows say.
    if (answer === undefined) takeLookBack(files)
    this.looks = looksAt(files)
    if (answer === undefined) return
    if (answer.refused) {
      this.refusal = answer
      this.issued = null
      inForce.certificate = null
    } else {
      this.refusal = null
      this.issued = answer
      inForce.certificate = answer.certificate
    }
    if (this.scores?.pilot && this.alphaInterval === null) void this.#consider()
  }

  /** Shows a model that was made before. */
  show(model: ModelFacts): void {
    this.#stoppedAt = this.#wanted
    this.issued = model
    this.refusal = null
    this.bundle = null
    this.scores = null
    inForce.certificate = model.certificate
  }

  /** Shows a bundle. One that is not whole is in force nowhere. */
  showBundle(bundle: BundleFacts): void {
    this.#stoppedAt = this.#wanted
    this.bundle = bundle
    this.issued = null
    this.refusal = null
    this.scores = null
    inForce.certificate = bundle.whole ? bundle.certificate : null
  }

  /** Both files, as they are known again. */
  get files() {
    return [study.nominal, study.mixture].flatMap((file) =>
      file === null ? [] : [{ sha256: file.sha256, sample: file.sample }],
    )
  }
}

export const asking: Asking = new Asking()
whenLooked(() => (asking.looks = looksAt(asking.files)))
