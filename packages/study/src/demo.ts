import { paperTable, type Random, substream, type Table } from '@xenolith/core'

/** Example data with the truth about them, which no study sees. */
export interface Demo {
  readonly title: string
  readonly nominal: Table
  readonly mixture: Table
  readonly incoming: Table
  /** 1 for every alien among the incoming rows. */
  readonly truth: Uint8Array
  /** What is asked of them. */
  readonly alpha: number
  readonly recall: number
  readonly confidence: number
}

/**
 * Draws who is an alien: every row for itself, with probability alpha.
 *
 * @example
 * ```ts
 * drawAliens(4, 0.5, substream(1, 'aliens')) // => Uint8Array(4) [ 1, 0, 0, 0 ]
 * ```
 */
export function drawAliens(rows: number, alpha: number, random: Random): Uint8Array {
  return Uint8Array.from({ length: rows }, () => (random.float() < alpha ? 1 : 0))
}

/**
 * The papers' synthetic scenario: nine normal coordinates, aliens shifted in three or four of them.
 *
 * @example
 * ```ts
 * const { mixture, truth, alpha } = demoData(1)
 * mixture.rows // => 10000
 * truth.length // => 10000
 * alpha // => 0.5
 * ```
 */
export function demoData(seed: number): Demo {
  const alpha = 0.5
  const rows = 10_000
  const inMixture = drawAliens(rows, alpha, substream(seed, 'demo-mixture-aliens'))
  const truth = drawAliens(rows, 0.05, substream(seed, 'demo-incoming-aliens'))
  return {
    title: "the papers' synthetic data: nine normal features, aliens shifted by 3 in three or four of them",
    nominal: paperTable(rows, () => false, substream(seed, 'demo-nominal')),
    mixture: paperTable(rows, (i) => inMixture[i] === 1, substream(seed, 'demo-mixture')),
    incoming: paperTable(rows, (i) => truth[i] === 1, substream(seed, 'demo-incoming')),
    truth,
    alpha,
    recall: 0.95,
    confidence: 0.95,
  }
}
