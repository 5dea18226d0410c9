import { type BlendTypes, blend } from './blend/row.js'
import { type ContrastTypes, contrast } from './contrast/row.js'
import { type DensityForestTypes, densityForest } from './density-forest/row.js'
import type { Detector } from './detector.js'
import { type FusedContrastTypes, fusedContrast } from './fused-contrast/row.js'
import { type FusionTypes, fusion } from './fusion/row.js'
import { type GivenTypes, given } from './given/row.js'
import { type GmmTypes, gmm } from './gmm/row.js'
import { type IsolationForestTypes, iforest } from './iforest/row.js'
import { type KnnTypes, knn } from './knn/row.js'
import { type LodaTypes, loda } from './loda/row.js'
import { type RatioTypes, ratio } from './ratio/row.js'
import { type SoftmaxTypes, softmax } from './softmax/row.js'

/** The types of every detector, by its name. */
export interface Detectors {
  readonly iforest: IsolationForestTypes
  readonly loda: LodaTypes
  readonly knn: KnnTypes
  readonly gmm: GmmTypes
  readonly fusion: FusionTypes
  readonly 'density-forest': DensityForestTypes
  readonly contrast: ContrastTypes
  readonly ratio: RatioTypes
  readonly 'fused-contrast': FusedContrastTypes
  readonly blend: BlendTypes
  readonly softmax: SoftmaxTypes
  readonly given: GivenTypes
}

export type DetectorName = keyof Detectors

/** The detectors that learn from nominal rows. */
export type LearningName = {
  [Name in DetectorName]: Detectors[Name]['learns'] extends true ? Name : never
}[DetectorName]

/**
 * Every detector with all that belongs to it: the one table that fit, score, the model file, the engine and the
 * command read. A detector is added as a folder and a row here; the compiler asks for whatever is still missing.
 */
export const detectors: { readonly [Name in DetectorName]: Detector<Detectors[Name]> } = {
  iforest,
  loda,
  knn,
  gmm,
  fusion,
  'density-forest': densityForest,
  contrast,
  ratio,
  'fused-contrast': fusedContrast,
  blend,
  softmax,
  given,
}

export const detectorNames: readonly DetectorName[] = Object.keys(detectors) as DetectorName[]

export function isDetectorName(name: unknown): name is DetectorName {
  return typeof name === 'string' && Object.hasOwn(detectors, name)
}

/** The row of a detector for callers that hold a name and options or a model that belongs to it. */
export function detectorOf(name: DetectorName): Detector {
  return detectors[name] as unknown as Detector
}

/** Whether a detector learns from the mixture too. */
export function learnsFromMixture(name: DetectorName): boolean {
  return (detectors[name] as { readonly learnsFromMixture?: true }).learnsFromMixture === true
}
