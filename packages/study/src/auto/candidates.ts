import type { DetectorName, FitOptions, Progress } from '@xenolith/core'
import { learnsFromMixture } from '@xenolith/core/internals'
import type { ChoosingRows } from './parts.js'

type Options = Readonly<Record<string, string | number | readonly string[]>>

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
}

const contrast: Piece = { detector: 'contrast', options: {} }
const densityForest: Piece = { detector: 'density-forest', options: {} }

const alone = (name: 'iforest' | 'density-forest'): Candidate => {
  const piece = { detector: name, options: {} }
  return { name, ...piece, pieces: [piece] }
}

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

/** The same with the contrast forest. */
const fusedWithContrast = (scaling: string): Candidate => ({
  name: `fused-contrast ${scaling}`,
  detector: 'fused-contrast',
  options: { scaling },
  pieces: [contrast, ...fused(scaling).pieces],
})

/**
 * From the simplest on. Few, and none that another nearly always beats: every candidate more is a chance more for one that is
 * only lucky on the rows that choose. kNN, the mixture and the contrast forest are better fused than alone on every table measured.
 */
export const candidates: readonly Candidate[] = [
  alone('iforest'),
  alone('density-forest'),
  fused('standardised'),
  fused('raw'),
  fused('ranks'),
  {
    name: 'fused-contrast density-forest',
    detector: 'fused-contrast',
    options: { members: ['density-forest'] },
    pieces: [contrast, densityForest],
  },
  fusedWithContrast('standardised'),
  fusedWithContrast('raw'),
  fusedWithContrast('ranks'),
]

/** A class of fewer rows among those that choose is too small for a detector of its own. */
const LEAST_OF_CLASS = 20

/**
 * What there is to choose from. Where nominal rows have classes, none of them too small, detectors that learn from nominal rows alone are fitted to each; the mixture has none, so
 * whatever learns from it is one for all classes.
 */
export function candidatesFor(classes: readonly string[] | undefined): readonly Candidate[] {
  if (classes === undefined || smallest(classes) < LEAST_OF_CLASS) return candidates
  return candidates.map((one) => (learnsFromMixture(one.detector) ? one : byClass(one)))
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

/** The options of `fit` on these rows. */
export function fitOptions(
  { detector, options, perClass }: Piece,
  seed: number,
  { mixture, classes }: Pick<ChoosingRows, 'mixture' | 'classes'>,
  progress: Progress = {},
): FitOptions {
  const more = learnsFromMixture(detector) ? { mixture } : perClass ? { classes } : {}
  return { detector, ...options, seed, ...more, ...progress } as unknown as FitOptions
}
