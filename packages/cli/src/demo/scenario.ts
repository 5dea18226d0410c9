import { paperTable, type Random, substream, type Table } from '@xenolith/core'

/** Three tables and the truth about them, which the commands never see. */
export interface Scenario {
  readonly title: string
  readonly nominal: Table
  /** The category of each nominal row, when there are several: then there is a detector for each. */
  readonly categories?: readonly string[]
  readonly mixture: Table
  readonly incoming: Table
  /** 1 for every alien among the incoming rows. */
  readonly truth: Uint8Array
  /** What is asked of `fit`. */
  readonly alpha: number
  readonly recall: number
  readonly confidence: number
}

/** Draws who is an alien: every row for itself, with probability alpha. */
export function drawAliens(rows: number, alpha: number, random: Random): Uint8Array {
  return Uint8Array.from({ length: rows }, () => (random.float() < alpha ? 1 : 0))
}

/** The papers' synthetic scenario: nine normal coordinates, aliens shifted in three or four of them. */
export function syntheticScenario(seed: number): Scenario {
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
