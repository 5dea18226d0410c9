import type { Pair } from '../../cdf/cuts.js'
import { shareAbove } from '../../cdf/empirical.js'

/** Fa_hat at tau if alpha were the true share, clipped to [0, 1]. */
export function missRate({ nominal, mixture }: Pair, tau: number, alpha: number): number {
  const excess = 1 - shareAbove(mixture, tau) - (1 - alpha) * (1 - shareAbove(nominal, tau))
  return Math.min(1, Math.max(0, excess / alpha))
}
