import type { DetectorName, FitOptions } from '@xenolith/core'
import { learnsFromMixture } from '@xenolith/core/internals'

/** A detector with settings that may be chosen. */
export interface Candidate {
  /** What the table of the choice calls it. */
  readonly name: string
  readonly detector: DetectorName
  readonly options: Readonly<Record<string, string | number>>
}

/** From the simplest on: where the data do not tell two apart, the one further up is taken. */
export const candidates: readonly Candidate[] = [
  { name: 'knn standardised', detector: 'knn', options: { scaling: 'standardised' } },
  { name: 'iforest', detector: 'iforest', options: {} },
  { name: 'knn ranks', detector: 'knn', options: { scaling: 'ranks' } },
  { name: 'knn raw', detector: 'knn', options: { scaling: 'raw' } },
  { name: 'gmm', detector: 'gmm', options: {} },
  { name: 'contrast', detector: 'contrast', options: {} },
  { name: 'contrast stacked', detector: 'contrast', options: { stack: 'knn' } },
]

/** What there is to choose from; the mixture has no classes, so nothing that learns from it is fitted by class. */
export function candidatesFor(perClass: boolean): readonly Candidate[] {
  return perClass ? candidates.filter(({ detector }) => !learnsFromMixture(detector)) : candidates
}

/** The options of `fit`. */
export function fitOptions({ detector, options }: Candidate, seed: number, more: object = {}): FitOptions {
  return { detector, ...options, seed, ...more } as unknown as FitOptions
}
