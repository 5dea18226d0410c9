import { recallBelow } from '../method.js'

/**
 * The largest recall, its miss rate of two digits, at which these data would have been certified, `eta` being refused; null when there is none. A hint for
 * a study with new data: chosen after looking, it is no promise about these. Every miss rate has gates of its own, at other ranks: few
 * are tried, so that it can be afforded where each rank has to be fetched.
 */
export function attainableRecall(issued: (eta: number) => boolean, eta: number): number | null {
  const etas = missRatesAbove(eta)
  let low = -1
  let high = etas.length - 1
  if (high < 0 || !issued(etas[high])) return null
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2)
    if (issued(etas[middle])) high = middle
    else low = middle
  }
  return recallBelow(etas[high])
}

/** The numbers of two digits above eta, up to .99. */
function missRatesAbove(eta: number): number[] {
  const etas: number[] = []
  for (let digits = 99, scale = 100; digits / scale > eta; ) {
    etas.push(digits / scale)
    if (--digits < 10) {
      digits = 99
      scale *= 10
    }
  }
  return etas.reverse()
}
