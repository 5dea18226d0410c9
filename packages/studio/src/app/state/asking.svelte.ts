import type { Certificate, Evidence } from '@xenolith/core'
import type { Refusal } from '@xenolith/study'
import type { ModelFacts } from '../worker/model.ts'
import type { ScoreAnswer } from '../worker/score.ts'
import type { Promised } from '../worker/seal.ts'
import { looksAt, noteLook } from './looks.ts'
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
  /** The user stopped the training: it does not start again by itself. */
  stopped = $state(false)
  /** A point estimate of the share of aliens, on the pilot; null until there is one. */
  alphaEstimate = $state<number | null>(null)
  /** The rows that a detector of the pilot's quality needs; null until planned, or where no number would do. */
  needed = $state.raw<{ readonly n0: number; readonly nm: number } | null>(null)
  issued = $state.raw<Issued | null>(null)
  refusal = $state.raw<Refusal | null>(null)

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

  async score(): Promise<void> {
    const wanted = this.#wanted
    this.scores = null
    this.stopped = false
    this.alphaEstimate = null
    const { roles } = study
    const { detector, seed, pilot } = this
    const answer = await work.run('Training and scoring', 'score', { roles, detector, seed, pilot })
    this.stopped = answer === undefined
    if (answer === undefined) return
    this.scores = answer
    this.#scored = wanted
    this.issued = null
    this.refusal = null
    inForce.certificate = null
    this.looks = looksAt(this.files)
    if (answer.pilot !== null) void this.#consider()
  }

  /** What takes a moment longer to say of the pilot. */
  async #consider(): Promise<void> {
    const scored = this.#scored
    const estimate = await ask('estimateShare', null).catch(() => null)
    if (scored === this.#scored) this.alphaEstimate = estimate
  }

  /** How many rows the terms take, at rest: a slider that moves asks again, and the last question is answered. */
  async plan(): Promise<void> {
    const needed = await askRows(this.terms).catch(() => null)
    if (needed !== undefined) this.needed = needed
  }

  /** Opens the sealed rows. The look is noted before anyone sees what they say. */
  async seal(): Promise<void> {
    const looks = noteLook(this.files)
    const answer = await work.run('Sealing the promise', 'seal', { terms: this.terms, looks })
    this.looks = looks
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
  }

  /** Shows a model that was made before. */
  show(model: ModelFacts): void {
    this.issued = model
    this.refusal = null
    this.scores = null
    inForce.certificate = model.certificate
  }

  /** Both files, by their content. */
  get files(): string {
    return `${study.nominal?.sha256} ${study.mixture?.sha256}`
  }
}

export const asking: Asking = new Asking()
