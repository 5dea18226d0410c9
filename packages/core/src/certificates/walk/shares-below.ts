import type { Random } from '../../numeric/random.js'

/** Shares of `n` draws below points that ascend in probability: one increment after the other, by the normal approximation. */
export function sharesBelow(probabilities: ArrayLike<number>, n: number, random: Random): Float64Array {
  const shares = new Float64Array(probabilities.length)
  let share = 0
  let before = 0
  for (let j = 0; j < shares.length; j++) {
    const step = before < 1 ? Math.min(1, Math.max(0, (probabilities[j] - before) / (1 - before))) : 0
    const left = 1 - share
    const deviation = n > 0 ? Math.sqrt((left * step * (1 - step)) / n) : 0
    share = Math.min(1, Math.max(share, share + left * step + deviation * random.normal()))
    shares[j] = share
    before = Math.max(before, probabilities[j])
  }
  return shares
}
