/** A mean over runs with the half-width of its 95 % interval. */
export interface Estimate {
  readonly mean: number
  readonly ci: number
}

/** Half a unit of the third decimal, the last that the papers print. */
export const rounding = 0.0005

// 0.1 + 0.2 is not 0.3: intervals that touch overlap, whatever the last bit says.
const dust = 1e-9

/** Whether the two 95 % intervals overlap. Lenient: of pairs with equal means and widths about 1 in 180 does not. */
export function agree(published: Estimate, reproduced: Estimate): boolean {
  return Math.abs(reproduced.mean - published.mean) <= published.ci + reproduced.ci + dust
}

/** 'rounding': apart, but by no more than the digits left out of the published mean and half-width can explain. */
export type Mark = 'agrees' | 'rounding' | 'differs'

export function markOf(published: Estimate, reproduced: Estimate): Mark {
  if (agree(published, reproduced)) return 'agrees'
  return agree({ ...published, ci: published.ci + 2 * rounding }, reproduced) ? 'rounding' : 'differs'
}

const quantile = 1.959963984540054

/**
 * The difference in units of its standard error, the rounding of the published mean included: about standard normal when
 * both are means of the same law.
 */
export function zDistance(published: Estimate, reproduced: Estimate): number {
  const variance = (published.ci / quantile) ** 2 + (reproduced.ci / quantile) ** 2 + (2 * rounding) ** 2 / 12
  return (reproduced.mean - published.mean) / Math.sqrt(variance)
}

/** A |z| that one in twenty cells exceeds by chance. */
export const unlikely: number = quantile

/** Two estimates of the same thing, and what becomes of them. */
export interface Comparison {
  readonly published: Estimate
  readonly reproduced: Estimate
  readonly mark: Mark
  readonly z: number
}

/** Null where one of the two is missing. */
export function compare(published: Estimate | null, reproduced: Estimate | null): Comparison | null {
  if (published === null || reproduced === null) return null
  return { published, reproduced, mark: markOf(published, reproduced), z: zDistance(published, reproduced) }
}
