import { type Comparison, unlikely } from './agree.js'

/** How many of a set of cells agree. */
export interface Tally {
  readonly total: number
  /** Cells whose two 95 % intervals overlap. */
  readonly agreeing: number
  /** Cells apart by no more than the rounding of the published digits; not among the agreeing. */
  readonly rounding: number
  /** Cells with |z| above 1.96, of which chance alone gives one in twenty. */
  readonly unlikely: number
}

export function tally(comparisons: readonly (Comparison | null)[]): Tally {
  const made = comparisons.filter((comparison) => comparison !== null)
  const marked = (mark: string): number => made.filter((comparison) => comparison.mark === mark).length
  return {
    total: made.length,
    agreeing: marked('agrees'),
    rounding: marked('rounding'),
    unlikely: made.filter(({ z }) => Math.abs(z) > unlikely).length,
  }
}

export function sum(tallies: readonly Tally[]): Tally {
  const add = (key: keyof Tally): number => tallies.reduce((total, each) => total + each[key], 0)
  return { total: add('total'), agreeing: add('agreeing'), rounding: add('rounding'), unlikely: add('unlikely') }
}
