import { type Comparison, rounding, unlikely } from './agree.js'

/**
 * The z distance when all runs of a cell are judged on the same `rows` test rows, published and reproduced ones on their
 * own: the error of those rows is in neither interval. It is at most that of a share of `rows` rows, so this z is at
 * least as near to zero as the true one.
 */
export function zWithTestRows({ published, reproduced }: Comparison, rows: number): number {
  const errors = [published, reproduced].map(({ mean, ci }) => (ci / unlikely) ** 2 + (mean * (1 - mean)) / rows)
  return (reproduced.mean - published.mean) / Math.sqrt(errors[0] + errors[1] + (2 * rounding) ** 2 / 12)
}
