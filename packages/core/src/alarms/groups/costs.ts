import { exp } from '../../numeric/elementary.js'
import type { AlarmPoints } from './points.js'

/**
 * What codes cost where they tell kinds of alarms apart: for that part of the alarms that has a code beyond its share of
 * nominal rows and beyond chance. Alarms from four sites, as nominal rows are, are not four kinds.
 */
export function tellingCosts(costs: readonly Float64Array[], { rows, features, codes }: AlarmPoints): Float64Array[] {
  return costs.map((cost, j) => {
    const shares = new Float64Array(cost.length)
    for (let i = 0; i < rows; i++) shares[codes[i * features + j]] += 1 / rows
    const usual = sharesOf(cost)
    return cost.map((each, code) => {
      const [share, p] = [shares[code], usual[code]]
      const beyond = share - p - 2 * Math.sqrt((p * (1 - p)) / rows)
      return beyond > 0 ? (each * beyond) / share : 0
    })
  })
}

/** The shares that codes cost -ln p in some unit: the one in which they add up to 1. */
function sharesOf(cost: Float64Array): Float64Array {
  const at = (unit: number): Float64Array => cost.map((each) => exp(-each / unit))
  let [low, high] = [0, 1]
  while (sum(at(high)) < 1 && high < 1e9) [low, high] = [high, 2 * high]
  for (let step = 0; step < 50; step++) {
    const middle = (low + high) / 2
    if (sum(at(middle)) < 1) low = middle
    else high = middle
  }
  return at(high)
}

function sum(values: Float64Array): number {
  return values.reduce((total, value) => total + value, 0)
}
