import { recallBelow } from '../method.js'

/**
 * The largest recall, of four digits, at which these data would have been certified, `eta` being refused; null when there is none. A hint for a study with new
 * data: chosen after looking, it is no promise about these.
 */
export function attainableRecall(issued: (eta: number) => boolean, eta: number): number | null {
  let low = eta
  let high = 0.9999
  if (!issued(high)) return null
  while (high - low > 5e-5) {
    const middle = (low + high) / 2
    if (issued(middle)) high = middle
    else low = middle
  }
  return recallBelow(high)
}
