import type { Sizes } from '../worker/pilot.ts'

/**
 * The fewest rows that carry a promise or one of more recall, which is a promise of less too: by a curve that steps, the
 * larger one may take fewer. Null: no number would do.
 */
export function fewest(sizes: readonly (Sizes | null)[]): Sizes | null {
  return sizes.reduce<Sizes | null>((one, other) => {
    if (one === null || other === null) return one ?? other
    return one.n0 + one.nm <= other.n0 + other.nm ? one : other
  }, null)
}
