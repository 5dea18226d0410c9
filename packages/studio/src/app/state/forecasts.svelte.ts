import { type Point, type Price, priceOf, rising } from '../screens/promise/forecast.ts'
import type { Promised } from '../worker/seal.ts'
import { asking } from './asking.svelte.ts'
import { ask } from './worker.ts'

/** Recalls that the curve is drawn through. */
export const RECALLS = [0.5, 0.55, 0.6, 0.65, 0.7, 0.75, 0.8, 0.85, 0.9, 0.925, 0.95, 0.97, 0.98, 0.99]
/** By how much more may be alien than said, for a look at what that would cost. */
const WORSE = 1.2

interface Now {
  readonly terms: string
  readonly price: Price | null
  readonly refused: number
}

interface More {
  readonly terms: string
  /** Confidence and share of aliens, which the curve depends on. */
  readonly curveOf: string
  readonly points: readonly Point[]
  readonly worse: { readonly alpha: number; readonly price: Price | null }
}

const curveKey = ({ alpha, confidence }: Promised): string => JSON.stringify([alpha, confidence])

/** What the pilot foretells: of the terms on the sliders at once, of other terms when the sliders rest. The last answer stays until the next is there. */
class Forecasts {
  #now = $state.raw<Now | null>(null)
  #more = $state.raw<More | null>(null)
  /** The pilot that was asked; another one's answers are not shown. */
  #of: unknown = $state.raw(null)
  #busy = false
  #resting: AbortController | undefined

  /** The answer for the terms of now, or the last one before it. */
  get now(): Now | null {
    return this.#of === asking.scores?.pilot ? this.#now : null
  }

  get more(): More | null {
    return this.#of === asking.scores?.pilot ? this.#more : null
  }

  /** Whether the terms have moved on since the answer. */
  get behind(): boolean {
    return this.now?.terms !== JSON.stringify(asking.terms)
  }

  get curveBehind(): boolean {
    return this.more?.curveOf !== curveKey(asking.terms)
  }

  /** Asks about the terms of now, one question at a time: what a slider passes through meanwhile is left out. */
  async askNow(): Promise<void> {
    this.#resting?.abort()
    if (this.#busy) return
    this.#busy = true
    try {
      while (asking.current && this.behind) {
        const pilot = asking.scores?.pilot
        if (!pilot) return
        const { terms } = asking
        const found = await ask('foretell', terms).catch(() => null)
        if (found === null || asking.scores?.pilot !== pilot) return
        this.#take(pilot)
        this.#now = { terms: JSON.stringify(terms), price: priceOf(found), refused: found.refused }
      }
    } finally {
      this.#busy = false
    }
  }

  /** What other promises would cost, once the sliders rest. */
  async askMore(): Promise<void> {
    const pilot = asking.scores?.pilot
    const { terms } = asking
    if (!pilot || !asking.current || this.more?.terms === JSON.stringify(terms)) return
    this.#resting?.abort()
    this.#resting = new AbortController()
    const { signal } = this.#resting
    const worse = Math.min(1, Number((WORSE * terms.alpha).toPrecision(3)))
    const known = this.curveBehind ? null : this.more!.points
    const recalls = known === null ? RECALLS : []
    const found = await ask('foretellMore', { ...terms, recalls, worse }, { signal }).catch(() => null)
    if (found === null || signal.aborted || asking.scores?.pilot !== pilot) return
    const points = known ?? rising(RECALLS.map((recall, i) => ({ recall, price: priceOf(found.along[i]) })))
    this.#take(pilot)
    this.#more = {
      terms: JSON.stringify(terms),
      curveOf: curveKey(terms),
      points,
      worse: { alpha: worse, price: priceOf(found.worse) },
    }
  }

  #take(pilot: unknown): void {
    if (this.#of === pilot) return
    this.#of = pilot
    this.#now = null
    this.#more = null
  }
}

export const forecasts: Forecasts = new Forecasts()
