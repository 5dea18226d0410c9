import { expect } from '../errors.js'

export function checkAlpha(alpha: number): void {
  expect(alpha > 0 && alpha <= 1, 'bad-alpha', `alpha must be in (0, 1], got ${alpha}`)
}

export function checkQ(q: number): void {
  expect(q >= 0 && q < 1, 'bad-q', `q must be in [0, 1), got ${q}`)
}

export function checkRecall(recall: number): void {
  expect(recall > 0 && recall < 1, 'bad-recall', `recall must be in (0, 1), got ${recall}`)
}

export function checkConfidence(confidence: number): void {
  expect(confidence > 0 && confidence < 1, 'bad-confidence', `confidence must be in (0, 1), got ${confidence}`)
}

export function checkCount(count: number, name: string, least = 1): void {
  expect(
    Number.isSafeInteger(count) && count >= least,
    'bad-argument',
    `${name} must be a whole number of at least ${least}, got ${count}`,
  )
}

/** 1 - x without the rounding noise of binary fractions: the complement of .95 is .05. */
export function complement(x: number): number {
  return Number((1 - x).toPrecision(15))
}
