import type { Certificate, Evidence } from '@xenolith/core'
import type { Refusal } from '@xenolith/study'
import type { BundleFacts } from '../worker/bundle.ts'
import type { ModelFacts } from '../worker/model.ts'
import type { Origin } from '../worker/origin.ts'
import type { Sizes } from '../worker/pilot.ts'
import type { ScoreAnswer } from '../worker/score.ts'
import type { Promised } from '../worker/seal.ts'
import { fewest } from './fewest.ts'
import { looksAt, noteLook, takeLookBack, whenLooked } from './looks.ts'
import { inForce } from './promise.svelte.ts'
import { study } from './study.svelte.ts'
import { work } from './work.svelte.ts'
import { ask, latest } from './worker.ts'

const askRows = latest('rowsNeeded')
const askAgain = latest('reconsider')

/** A certificate with what the page shows beside it. */
export interface Issued {
  readonly certificate: Certificate
  readonly evidence: Evidence
  readonly command: string
  readonly origin: Origin
}

/**
 * Where a visit begins. The pilot is larger than the third of the rows that chooses a detector, so that the same rows are
 * sealed whichever detector is tried.
 */
const FIRST = { alpha: 0.1, recall: 0.9, confidence: 0.95, pilot: 0.35 }
/** Beyond so many cells a comparison takes longer than twenty seconds on two cores: one detector is taken until the user asks for it. */
const MOST_COMPARED = 300_000
/** Recalls whose rows are planned beside the curve. */
export const ALONG = [0.5, 0.6, 0.7, 0.8, 0.9, 0.95, 0.99]
/** An estimate so many times the share that is said is worth a word; a smaller excess is often chance. */
const MUCH_MORE = 1.2
/** What is taken instead: of the detectors of nominal rows alone the best over all tables, and the fastest to train. */
const INSTEAD = 'fusion'

/** What is asked of the scores: the terms on the sliders, the scores' pilot, and what became of the seal. */
class Asking {
  alpha = $state(FIRST.alpha)
  recall = $state(FIRST.recall)
  confidence = $state(FIRST.confidence)
  /** The detector that the user named; null: what suits the files' size. */
  named = $state<string | null>(null)
  seed = $state(1)
  /** The share of rows that sliders may see. */
  pilot = $state(FIRST.pilot)
  /** The largest pilot of these files that was shown: who has seen rows cannot seal them again. */
  #shown = $state.raw({ files: '', share: 0 })
  scores = $state.raw<ScoreAnswer | null>(null)
  /** The version of the study that was scored, and how. */
  #scored = $state('')
  looks = $state(0)
  /** What the detectors were compared at; null where none were. */
  compared = $state.raw<Promised | null>(null)
  /** Which one would be taken at the terms of now, where it is another; null: nobody knows before they are compared again. */
  other = $state<string | null>(null)
  /** The terms at which that was found out. */
  #differsAt = $state('')
  /** Whether the files are the example. */
  demo = $state(false)
  /** What was wanted when the training was stopped or failed. */
  #stoppedAt = $state('')
  /** A point estimate of the share of aliens, on the pilot; null until there is one. */
  alphaEstimate = $state<number | null>(null)
  /** What the pilot leaves open around it, with confidence 90 %; null until found. */
  alphaInterval = $state.raw<readonly [number, number] | null>(null)
  #considering: AbortController | undefined
  /** The rows that a detector of the pilot's quality needs, and for which terms. */
  #needed = $state.raw<{ readonly of: string; readonly sizes: Sizes | null } | null>(null)
  /** The same for the recalls of `ALONG`, with the terms and scores they were planned for. */
  along = $state.raw<{
    readonly of: string
    readonly scores: ScoreAnswer | null
    readonly sizes: readonly (Sizes | null)[]
  } | null>(null)
  #alongside: AbortController | undefined
  issued = $state.raw<Issued | null>(null)
  /** The certificate that files gave. It stands, whatever is tried on them afterwards. */
  #certified = $state.raw<{ readonly files: string; readonly issued: Issued } | null>(null)
  refusal = $state.raw<Refusal | null>(null)
  /** A bundle that was opened to be looked at. */
  bundle = $state.raw<BundleFacts | null>(null)

  get detector(): string {
    return this.named ?? (this.large ? INSTEAD : 'auto')
  }

  set detector(name: string) {
    this.named = name
  }

  /** No smaller share of these files may be the pilot: what was looked at stays in it. */
  get leastPilot(): number {
    return this.#shown.files === this.#filesKey ? this.#shown.share : 0
  }

  get #filesKey(): string {
    return this.files.map(({ sha256 }) => sha256).join()
  }

  /** The certificate that the open files gave, where something else is shown now. */
  get earlier(): Issued | null {
    const earlier = this.#certified?.files === this.#filesKey ? this.#certified.issued : null
    return earlier === this.issued ? null : earlier
  }

  /** Whether the files are too large to compare detectors on without being asked. */
  get large(): boolean {
    return study.cells > MOST_COMPARED
  }

  get #planned(): string {
    return JSON.stringify([this.terms, this.#scored])
  }

  /** Rows that the terms of now take; null while others are planned, or where no number would do. */
  get needed(): Sizes | null {
    const { rowsAlong, recall } = this
    if (this.#needed?.of !== this.#planned || rowsAlong.size === 0) return null
    return fewest([this.#needed.sizes, ...ALONG.filter((more) => more > recall).map((more) => rowsAlong.get(more)!)])
  }

  /** Rows needed by recall, as the curve shows them; empty while others are planned. */
  get rowsAlong(): ReadonlyMap<number, Sizes | null> {
    const { along, alpha, confidence, scores } = this
    const current = along !== null && along.scores === scores && along.of === JSON.stringify([alpha, confidence])
    return new Map(current ? ALONG.map((recall, i) => [recall, fewest(along.sizes.slice(i))]) : [])
  }

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

  /** Whether it was found out that at these terms another one is the best, or has to be looked for. */
  get differs(): boolean {
    return this.outdated && this.#differsAt === JSON.stringify(this.terms)
  }

  /** Whether the pilot does not refute the share of aliens that is said, but estimates one that is a good deal larger. */
  get underestimated(): boolean {
    const { alpha, alphaEstimate } = this
    return alphaEstimate !== null && alphaEstimate >= MUCH_MORE * alpha && alpha >= (this.scores?.refutedBelow ?? 0)
  }

  async score(): Promise<void> {
    const wanted = this.#wanted
    this.scores = null
    // Until it is done: the page, which begins what is neither done nor stopped, hears of the end of the work before this does.
    this.#stoppedAt = wanted
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
      if (work.turn !== turn) this.#stoppedAt = ''
      return
    }
    this.scores = answer
    this.#scored = wanted
    this.compared = detector === 'auto' ? terms : null
    this.other = null
    if (answer.pilot !== null) this.#shown = { files: this.#filesKey, share: Math.max(pilot, this.leastPilot) }
    this.issued = null
    this.refusal = null
    this.bundle = null
    await this.#stand()
    this.looks = looksAt(this.files)
    if (answer.pilot !== null) void this.#consider()
  }

  /** Finds out whether the detector is still the best at the terms of now. */
  async reconsider(): Promise<void> {
    if (!this.outdated || !this.current) return
    const { terms, scores } = this
    const answer = await askAgain(terms).catch(() => undefined)
    if (!answer || this.scores !== scores || scores === null) return
    if (!answer.same) {
      this.other = answer.taken
      this.#differsAt = JSON.stringify(terms)
      // At a share of aliens that is refuted nothing worth keeping was chosen.
      const before = this.compared?.alpha ?? 1
      const least = scores.refutedBelow ?? 0
      if (before < least && terms.alpha >= least && this.looks === 0 && !work.running) await this.score()
      return
    }
    this.compared = terms
    this.scores = { ...scores, choice: answer.choice }
  }

  /** The terms of a first visit, for files after the example. */
  leaveDemo(): void {
    if (!this.demo) return
    Object.assign(this, { ...FIRST, named: null, demo: false })
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
    const of = this.#planned
    const sizes = await askRows(this.terms).catch(() => null)
    if (sizes === undefined) return
    this.#needed = { of, sizes }
    await this.#planAlong()
  }

  /** A slider moves: what is asked about the terms of now is to be answered first. */
  stopPlanning(): void {
    this.#alongside?.abort()
  }

  /** How many rows other recalls take, which the recall asked for does not change. */
  async #planAlong(): Promise<void> {
    const { alpha, confidence, scores } = this
    const of = JSON.stringify([alpha, confidence])
    if (work.running || (this.along?.scores === scores && this.along.of === of)) return
    this.#alongside?.abort()
    this.#alongside = new AbortController()
    const { signal } = this.#alongside
    const sizes = await ask('rowsAlong', { alpha, confidence, recalls: ALONG }, { signal }).catch(() => null)
    if (sizes !== null && !signal.aborted) this.along = { of, scores, sizes }
  }

  /** Opens the sealed rows. The look is noted before anyone sees what they say. */
  async seal(): Promise<void> {
    // A question that the terms at rest asked meanwhile overtakes this one, which then has no answer.
    for (let tries = 0; tries < 3 && this.outdated && !this.differs; tries++) await this.reconsider()
    // Rows that were asked before certify nothing, so there is no estimate to be seen first.
    if (this.differs && this.looks > 0) await this.score()
    if (this.outdated || !this.current) return
    const { files } = this
    const looks = noteLook(files)
    // The cores are for the seal; what was under way beside it begins again.
    this.#considering?.abort()
    this.#alongside?.abort()
    const answer = await work.run('Sealing the promise', 'seal', { terms: this.terms, looks })
    // Stopped, or failed: nobody has seen what the rows say.
    if (answer === undefined) takeLookBack(files)
    this.looks = looksAt(files)
    if (answer === undefined) return
    if (answer.refused) {
      this.refusal = answer
      this.issued = null
      await this.#stand()
    } else {
      this.refusal = null
      this.issued = answer
      inForce.certificate = answer.certificate
      if (answer.certificate.certified) this.#certified = { files: this.#filesKey, issued: answer }
    }
    if (this.scores?.pilot && this.alphaInterval === null) void this.#consider()
  }

  /** Shows the certificate that the files gave. */
  async showEarlier(): Promise<void> {
    await this.#stand()
    this.issued = this.earlier
    this.refusal = null
    this.bundle = null
  }

  /** Puts the certificate that the files gave in force again, its model and its report too; none where they gave none. */
  async #stand(): Promise<void> {
    if (this.earlier !== null && !(await ask('stand', null))) this.#certified = null
    inForce.certificate = this.earlier?.certificate ?? null
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
