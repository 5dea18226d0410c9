import { fit as fitDetector, paperTable, score, substream } from '@xenolith/core'

/*
 * The score law of the papers' synthetic data under an isolation forest, in units of the nominal CDF: nominal scores are
 * uniform on (0, 1), an alien's score is the share of nominals below it. All certificates depend on ranks only, so nothing
 * is lost, and at a threshold u the false alarm rate is exactly 1 - u.
 */
export function paperLaw(trainingRows, { pool = 60_000, trees = 300, seed = 1 } = {}) {
  const table = (rows, alien, label) => paperTable(rows, () => alien, substream(seed, label, trainingRows))
  const { model } = fitDetector(table(trainingRows, false, 'train'), { detector: 'iforest', trees, seed })
  const nominal = score(model, table(pool, false, 'nominal')).sort()
  const aliens = score(model, table(pool, true, 'alien'))
    .map((s) => below(nominal, s) / pool)
    .sort()
  return { aliens, pool, missRate: (u) => below(aliens, u) / pool }
}

function below(sorted, t) {
  let low = 0
  let high = sorted.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if (sorted[middle] < t) low = middle + 1
    else high = middle
  }
  return low
}

/** Independent samples of that law and the number of aliens in the mixture; the jitter spreads the pool's atoms over their gaps. */
export function drawSamples({ aliens, pool }, { alpha, n0, nm }, label, run, seed = 1) {
  const random = substream(seed, label, run)
  const nominal = Float64Array.from({ length: n0 }, () => random.float())
  let drawn = 0
  const mixture = Float64Array.from({ length: nm }, () => {
    if (random.float() >= alpha) return random.float()
    drawn++
    return Math.min(1, aliens[random.below(aliens.length)] + random.float() / pool)
  })
  return { nominal, mixture, aliens: drawn }
}
