import type { DetectorName, FitOptions, Progress } from '@xenolith/core'
import { learnsFromMixture } from '@xenolith/core/internals'
import type { ChoosingRows } from './parts.js'

type Options = Readonly<Record<string, string | number | boolean | readonly string[]>>

/** A detector with its settings. */
export interface Piece {
  readonly detector: DetectorName
  readonly options: Options
  /** Whether there is one for each nominal class. */
  readonly perClass?: true
}

/** What may be chosen. */
export interface Candidate extends Piece {
  /** What the table of the choice calls it. */
  readonly name: string
  /** What its ranks are taken of: each piece is fitted once for all candidates that have it. A single one is the candidate itself. */
  readonly pieces: readonly Piece[]
  /** How much the ranks of each piece count, where they do not count alike. */
  readonly weights?: Float64Array
}

const contrast: Piece = { detector: 'contrast', options: {} }
const ratioIn = (scaling: string): Piece => ({ detector: 'ratio', options: { scaling } })
const densityForest: Piece = { detector: 'density-forest', options: {} }

/** kNN and the Gaussian mixture as one, in a scaling. */
const fused = (scaling: string): Candidate => ({
  name: `fusion ${scaling}`,
  detector: 'fusion',
  options: { scaling },
  pieces: [
    { detector: 'knn', options: { scaling } },
    { detector: 'gmm', options: { scaling } },
  ],
})

/** The same with what learns from the mixture. */
const fusedWithContrast = (scaling: string): Candidate => ({
  name: `fused-contrast ${scaling}`,
  detector: 'fused-contrast',
  options: { scaling },
  pieces: [contrast, ratioIn(scaling), ...fused(scaling).pieces],
})

/**
 * From the simplest on. Few, and none that another nearly always beats: every candidate more is a chance more for one that is
 * only lucky on the rows that choose. kNN, the mixture and the contrast forest are better fused than alone on every table measured.
 */
export const candidates: readonly Candidate[] = [
  { name: 'density-forest', ...densityForest, pieces: [densityForest] },
  fused('standardised'),
  fused('raw'),
  fused('ranks'),
  {
    name: 'fused-contrast density-forest',
    detector: 'fused-contrast',
    options: { members: ['density-forest'] },
    pieces: [contrast, ratioIn('standardised'), densityForest],
  },
  fusedWithContrast('standardised'),
  fusedWithContrast('raw'),
  fusedWithContrast('ranks'),
]

/** With fewer aliens to be expected in the mixture the ratio of densities learns more about chance than about them. */
const ENOUGH_FOR_RATIO = 200

/** The same without the ratio of densities. */
function withoutRatio({ name, options, pieces, ...rest }: Candidate): Candidate {
  return {
    ...rest,
    name: `${name} without ratio`,
    options: { ...options, ratio: false },
    pieces: pieces.filter(({ detector }) => detector !== 'ratio'),
  }
}

/** A class of fewer rows among those that choose is too small for a detector of its own. */
const LEAST_OF_CLASS = 20

/**
 * What there is to choose from, given the aliens to be expected in the whole mixture. Where nominal rows have classes, none of them too small, detectors that learn from nominal rows alone are fitted to each; the mixture has none, so
 * whatever learns from it is one for all classes.
 *
 * @example
 * ```ts
 * candidatesFor(1000, undefined).map(({ name }) => name).slice(0, 3) // => [ 'density-forest', 'fusion standardised', 'fusion raw' ]
 * candidatesFor(10, undefined).at(-1)!.name // => 'fused-contrast ranks without ratio'
 * ```
 */
export function candidatesFor(aliens: number, classes: readonly string[] | undefined): readonly Candidate[] {
  const enough = aliens >= ENOUGH_FOR_RATIO
  const all = enough ? candidates : candidates.map((one) => (learnsFromMixture(one.detector) ? withoutRatio(one) : one))
  if (classes === undefined || smallest(classes) < LEAST_OF_CLASS) return all
  return all.map((one) => (learnsFromMixture(one.detector) ? one : byClass(one)))
}

function smallest(classes: readonly string[]): number {
  const rows = new Map<string, number>()
  for (const one of classes) rows.set(one, (rows.get(one) ?? 0) + 1)
  return Math.min(...rows.values())
}

function byClass({ name, detector, options }: Candidate): Candidate {
  const piece = { detector, options, perClass: true } as const
  return { name: `${name} per class`, ...piece, pieces: [piece] }
}

/**
 * The options of `fit` on these rows.
 *
 * @example
 * ```ts
 * const mixture = numericTable([[0], [9]])
 * fitOptions({ detector: 'knn', options: { scaling: 'ranks' } }, 7, { mixture }) // => { detector: 'knn', scaling: 'ranks', seed: 7 }
 * ```
 */
export function fitOptions(
  { detector, options, perClass }: Piece,
  seed: number,
  { mixture, classes }: Pick<ChoosingRows, 'mixture' | 'classes'>,
  progress: Progress = {},
): FitOptions {
  const more = learnsFromMixture(detector) ? { mixture } : perClass ? { classes } : {}
  return { detector, ...options, seed, ...more, ...progress } as unknown as FitOptions
}
