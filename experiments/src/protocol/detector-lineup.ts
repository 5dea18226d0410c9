import type { NominalScores } from '@xenolith/core'
import { blendScores, fuse, learnRanks } from '@xenolith/core/internals'
import { type Candidate, candidates, fitOptions, type Piece } from '@xenolith/study'
import type { Context } from '../element.js'
import type { Drawn } from './labelled-mixture.js'

/** The papers' detector, which others are compared with. */
const forest: Piece = { detector: 'iforest', options: {} }

/** Detectors that are no candidates of `auto`, because fused they are better. */
const others: readonly Piece[] = [
  ...['standardised', 'raw', 'ranks'].flatMap((scaling): Piece[] => [
    { detector: 'knn', options: { scaling } },
    { detector: 'gmm', options: { scaling } },
  ]),
  { detector: 'contrast', options: {} },
  { detector: 'ratio', options: { scaling: 'standardised' } },
  { detector: 'contrast', options: { stack: 'knn' } },
]

const nameOf = ({ detector, options: { scaling, stack } }: Piece): string =>
  [detector, scaling, stack && 'stacked'].filter(Boolean).join(' ')

const alone = (piece: Piece): Candidate => ({ name: nameOf(piece), ...piece, pieces: [piece] })

const byClass = (detector: 'iforest' | 'density-forest'): Candidate => ({
  ...alone({ detector, options: {}, perClass: true }),
  name: `${detector} per class`,
})

/** All detectors: those without classes, and forests for each class. */
export const lineup: readonly Candidate[] = [
  alone(forest),
  ...candidates.filter(({ detector }) => !detector.startsWith('fus')),
  ...others.map(alone),
  ...candidates.filter(({ detector }) => detector.startsWith('fus')),
  byClass('iforest'),
  byClass('density-forest'),
]

/** Scores of training rows, honest ones, and of test rows. */
export interface DetectorScores {
  readonly nominal: Float64Array
  readonly mixture: Float64Array
  readonly test: { readonly nominal: Float64Array; readonly alien: Float64Array }
  readonly nominalScores: NominalScores
}

/** The scores of any detector of the lineup on one draw. Pieces are fitted once for all detectors that are fused of them. */
export function scoresOn(
  drawn: Drawn,
  seed: number,
  { engine }: Context,
): (candidate: Candidate) => Promise<DetectorScores> {
  const known = new Map<string, Promise<DetectorScores>>()
  const fitPiece = async (piece: Piece): Promise<DetectorScores> => {
    const { nominal, mixture, testNominal, testAlien } = drawn
    const { model, scores, mixtureScores, nominalScores } = await engine.fit(nominal, fitOptions(piece, seed, drawn))
    return {
      nominal: scores,
      mixture: mixtureScores ?? (await engine.score(model, mixture)),
      test: { nominal: await engine.score(model, testNominal), alien: await engine.score(model, testAlien) },
      nominalScores,
    }
  }
  const scoreBy = (piece: Piece): Promise<DetectorScores> => {
    const key = JSON.stringify([piece.detector, piece.options, piece.perClass ?? false])
    const found = known.get(key) ?? fitPiece(piece)
    known.set(key, found)
    return found
  }
  return async ({ pieces, weights }) => {
    const own: DetectorScores[] = []
    for (const piece of pieces) own.push(await scoreBy(piece))
    if (own.length === 1) return own[0]
    const ranks = own.map(({ nominal }) => learnRanks(nominal))
    const fused = (pick: (scores: DetectorScores) => Float64Array): Float64Array =>
      weights === undefined ? fuse(ranks, own.map(pick)) : blendScores(ranks, weights, own.map(pick))
    return {
      nominal: fused(({ nominal }) => nominal),
      mixture: fused(({ mixture }) => mixture),
      test: { nominal: fused(({ test }) => test.nominal), alien: fused(({ test }) => test.alien) },
      nominalScores: 'left-out',
    }
  }
}
