import type { IsotonicDistance } from '../numeric/isotonic-distance.js'
import { type Progress, report } from '../numeric/progress.js'
import { quantile } from '../numeric/quantile.js'
import { type Random, substream } from '../numeric/random.js'
import type { Method, Prepared, RowsAndScores } from './estimator.js'
import { type MixtureSteps, mixtureSteps, patraSenDistance, patraSenMemory } from './patra-sen.js'
import { resample } from './resample.js'
import { usableScores } from './score-method.js'

/** Values of alpha tried: 1/GRID, 2/GRID, ... */
const GRID = 200
/** Bootstrap mixtures for each of them; fewer when the estimate is itself repeated on resamples. */
const RESAMPLES = 100
const RESAMPLES_AGAIN = 25
/** A resample's quartiles are near those of the samples: a distance beyond these multiples of them needs no bootstrap of its own. */
const CLEARLY_WITHIN = 0.6
const CLEARLY_BEYOND = 1.6
/** Nor does one beyond this multiple of the quartile at one of the last few values tried: quartiles change slowly with a. */
const FAR_BEYOND = 4
const FEW = 10
const WORD = 4294967296

/**
 * The bootstrapped Patra-Sen estimate of the authors: the first a of the grid at which d(a) is no larger than the upper
 * quartile of its own bootstrap distribution, that of mixtures drawn from a times the isotonised alien CDF plus 1 - a
 * times the nominal sample. (The authors also ask that d(a) is at least the lower quartile. In 900 runs on their data that
 * never made a difference; on two identical samples, where d is 0, it would make the estimate 1.) Ascending samples.
 */
export class BootstrappedPatraSen {
  private readonly steps: MixtureSteps
  private readonly memory: IsotonicDistance
  private readonly sampler: Sampler
  private readonly quartiles: (number | undefined)[] = []
  private readonly seed: number
  private readonly resamples: number

  constructor(nominal: Float64Array, mixture: Float64Array, seed: number, resamples: number = RESAMPLES) {
    this.steps = mixtureSteps(nominal, mixture)
    this.memory = patraSenMemory(mixture.length)
    this.sampler = new Sampler(nominal, mixture, this.steps)
    this.seed = seed
    this.resamples = resamples
  }

  /** With a guide, the quartiles of similar samples settle the clear cases. */
  estimate(progress: Progress, guide: BootstrappedPatraSen | null = null): number {
    let latest = Number.POSITIVE_INFINITY
    for (let i = 1; i < GRID; i++) {
      report(progress, i - 1, GRID)
      const d = patraSenDistance(this.steps, i / GRID, this.memory)
      if (i % FEW !== 0 && d > FAR_BEYOND * latest) continue
      const rough = guide?.upperQuartile(i) ?? d
      if (d > CLEARLY_BEYOND * rough) continue
      if (d < CLEARLY_WITHIN * rough) return i / GRID
      latest = this.upperQuartile(i)
      if (d <= latest) return i / GRID
    }
    return 1
  }

  /**
   * Estimates on samples drawn from the model that the estimate stands for: nominals from the nominal sample, the mixture
   * from (1-alpha) times it plus alpha times the isotonised alien CDF. Resampling the mixture itself would add its noise to
   * the noise already there, which the distance takes for aliens: its median was two or three times the estimate.
   */
  resampler(alpha: number): (random: Random) => number {
    return (random) => {
      patraSenDistance(this.steps, alpha, this.memory)
      this.sampler.aim(alpha, this.memory)
      const [nominal, mixture] = this.sampler.draw(random)
      return new BootstrappedPatraSen(nominal, mixture, random.next(), RESAMPLES_AGAIN).estimate({}, this)
    }
  }

  private upperQuartile(i: number): number {
    return (this.quartiles[i] ??= this.bootstrapQuartile(i))
  }

  private bootstrapQuartile(i: number): number {
    const { steps, memory, sampler } = this
    const a = i / GRID
    patraSenDistance(steps, a, memory)
    sampler.aim(a, memory)
    const random = substream(this.seed, 'bt-patrasen', i)
    const distances = new Float64Array(this.resamples)
    for (let k = 0; k < distances.length; k++) distances[k] = sampler.distance(random, memory)
    distances.sort()
    return quantile(distances, 0.75)
  }
}

/**
 * Draws bootstrap mixtures as counts on slots. Slot 2l is the l-th distinct nominal score, slot 2l + 1 the gap above it:
 * all that the distance needs to know of a point is its slot. Scores are used by rank alone.
 */
class Sampler {
  private readonly slotOfNominal: Int32Array
  /** F0 at a slot and the half-open ranges of slots that belong to the steps of the mixture. */
  private readonly f0: Float64Array
  private readonly firstSlot: Int32Array
  private readonly lastSlot: Int32Array
  private readonly counts: Int32Array
  /** Alien law: the mass up to and including each slot, in units of 2^-32, and where to start looking for a draw. */
  private readonly mass: Float64Array
  private readonly guide: Int32Array
  private readonly guideShift: number
  private readonly fit: Float64Array
  private readonly n0: number
  private readonly nm: number
  private aliens = 0
  private a = 0

  private readonly steps: MixtureSteps

  constructor(nominal: Float64Array, mixture: Float64Array, steps: MixtureSteps) {
    this.steps = steps
    const n0 = (this.n0 = nominal.length)
    const nm = (this.nm = mixture.length)
    this.slotOfNominal = new Int32Array(n0)
    let levels = 0
    const f0: number[] = [0, 0]
    for (let i = 0; i < n0; ) {
      const value = nominal[i]
      levels++
      while (i < n0 && nominal[i] === value) this.slotOfNominal[i++] = 2 * levels
      f0.push(i / n0, i / n0)
    }
    this.f0 = Float64Array.from(f0)
    const slots = 2 * levels + 2
    this.counts = new Int32Array(slots)
    this.mass = new Float64Array(slots)
    let bits = 8
    while (1 << bits < slots && bits < 20) bits++
    this.guide = new Int32Array(1 << bits)
    this.guideShift = 32 - bits
    this.fit = new Float64Array(nm)
    // Between two steps of the mixture the alien CDF rises evenly over the gaps there; all at once at a tie with a nominal.
    this.firstSlot = new Int32Array(steps.distinct)
    this.lastSlot = new Int32Array(steps.distinct)
    let from = 1
    for (let j = 0, i = 0; j < steps.distinct; j++) {
      const value = mixture[i]
      i += steps.count[j]
      const below = steps.nominalAtMost[j]
      const level = below === 0 ? 0 : this.slotOfNominal[below - 1] / 2
      const tied = below > 0 && nominal[below - 1] === value
      this.firstSlot[j] = tied ? 2 * level : from
      this.lastSlot[j] = tied ? 2 * level : 2 * level + 1
      from = 2 * level + 1
    }
  }

  /** Prepares draws for a share `a` of aliens that follow the clipped isotonic fit left in the memory. */
  aim(a: number, memory: IsotonicDistance): void {
    const { mass, guide, fit, firstSlot, lastSlot, steps, nm } = this
    this.a = a
    this.aliens = Math.max(1, Math.round(nm * a))
    memory.fitInto(fit, 0, a)
    mass.fill(0)
    let before = 0
    for (let j = 0; j < steps.distinct; j++) {
      const rise = fit[j] - before
      before = fit[j]
      if (rise <= 0) continue
      const gaps = (lastSlot[j] - firstSlot[j]) / 2 + 1
      for (let slot = firstSlot[j]; slot <= lastSlot[j]; slot += 2) mass[slot] += rise / gaps
    }
    mass[mass.length - 1] += Math.max(0, a - before)
    let total = 0
    for (let slot = 0; slot < mass.length; slot++) mass[slot] = total += mass[slot]
    for (let slot = 0; slot < mass.length; slot++) mass[slot] *= WORD / total
    const step = WORD / guide.length
    for (let k = 0, slot = 0; k < guide.length; k++) {
      while (mass[slot] <= k * step) slot++
      guide[k] = slot
    }
  }

  /** Counts a drawn mixture with so many aliens on the slots. */
  private drawMixture(aliens: number, random: Random): void {
    const { counts, mass, guide, guideShift, slotOfNominal, n0, nm } = this
    const scale = n0 / WORD
    for (let i = aliens; i < nm; i++) counts[slotOfNominal[(random.next() * scale) | 0]]++
    for (let i = 0; i < aliens; i++) {
      const draw = random.next()
      let slot = guide[draw >>> guideShift]
      while (mass[slot] <= draw) slot++
      counts[slot]++
    }
  }

  /** New samples of both kinds, ascending, the number of aliens drawn as well. Their values are slots: ranks are all that counts. */
  draw(random: Random): [nominal: Float64Array, mixture: Float64Array] {
    const { counts, slotOfNominal, nm, a } = this
    const nominal = resample(Float64Array.from(slotOfNominal), random)
    let aliens = 0
    for (let i = 0; i < nm; i++) if (random.float() < a) aliens++
    this.drawMixture(aliens, random)
    const mixture = new Float64Array(nm)
    for (let slot = 1, at = 0; slot < counts.length; slot++) {
      const count = counts[slot]
      counts[slot] = 0
      // Points at a nominal score share it, points in a gap have values of their own.
      for (let k = 0; k < count; k++) mixture[at++] = slot % 2 === 0 ? slot : slot + k / count
    }
    return [nominal, mixture]
  }

  /** The distance d(a) of one bootstrap mixture from the nominal sample. */
  distance(random: Random, memory: IsotonicDistance): number {
    const { counts, f0, nm, aliens, a } = this
    this.drawMixture(aliens, random)
    memory.clear()
    let seen = 0
    for (let slot = 1; slot < counts.length; slot++) {
      const count = counts[slot]
      if (count === 0) continue
      counts[slot] = 0
      const nominalPart = (1 - a) * f0[slot]
      if ((slot & 1) === 0) {
        seen += count
        memory.push(seen / nm - nominalPart, count)
      } else for (const end = seen + count; seen < end; ) memory.push(++seen / nm - nominalPart, 1)
    }
    return Math.sqrt(memory.sumOfSquares(0, a) / nm)
  }
}

function prepare(samples: RowsAndScores, seed: number, progress: Progress): Prepared | string {
  const scores = usableScores(samples)
  if (typeof scores === 'string') return scores
  const [nominal, mixture] = scores
  const method = new BootstrappedPatraSen(nominal, mixture, seed)
  const alpha = method.estimate(progress)
  return { alpha, again: method.resampler(alpha), reflected: true }
}

export const btPatraSen: Method = {
  title: 'Patra-Sen distance of the scores, bootstrapped',
  needs: 'scores',
  largest: null,
  about:
    'The smallest alpha at which what is left of the mixture, nominals taken out, looks like a distribution of its own, up to bootstrap noise. Needs scores in which aliens stand out. Tends to be high where alpha is small (.16 for .1 at 500 rows).',
  prepare,
}
