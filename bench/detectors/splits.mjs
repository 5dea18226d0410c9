import { sortScores, substream } from '@xenolith/core'

const RECALL = 0.95
const MOST_TRAINING = 5000
const MOST_TEST = 2500

export function shuffled(rows, random) {
  const order = [...rows]
  for (let i = order.length - 1; i > 0; i--) {
    const j = random.below(i + 1)
    ;[order[i], order[j]] = [order[j], order[i]]
  }
  return order
}

/** The rows of both kinds, each in an order drawn at random. */
export function shuffledKinds({ labels, nominal }, random) {
  const isNominal = (row) => nominal.includes(labels[row])
  const rows = labels.map((_, i) => i)
  return {
    nominal: shuffled(rows.filter(isNominal), random),
    aliens: shuffled(
      rows.filter((row) => !isNominal(row)),
      random,
    ),
  }
}

/** Training and test rows of one split of a table. */
export function drawSplit(dataset, split) {
  const random = substream(split, 'detectors')
  const { nominal, aliens } = shuffledKinds(dataset, random)
  const test = Math.min(MOST_TEST, Math.floor(nominal.length / 3))
  const training = nominal.slice(test, test + MOST_TRAINING)
  return {
    training: dataset.take(training),
    classes: training.map((i) => dataset.labels[i]),
    nominal: dataset.take(nominal.slice(0, test)),
    aliens: dataset.take(aliens.slice(0, MOST_TEST)),
  }
}

/** The share of nominal scores above the largest threshold that leaves at most 5 % of the aliens at or below it. */
export function falseAlarmRate(nominal, aliens) {
  const tau = sortScores(aliens, 'aliens')[Math.floor((1 - RECALL) * aliens.length)]
  return nominal.filter((score) => score >= tau).length / nominal.length
}
