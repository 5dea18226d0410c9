/** One part of a proof, and the probability that it may fail with. */
export interface Share {
  readonly what: string
  readonly level: number
}

/**
 * What a proof spends of delta, part by part, so that it can be added up. By union the levels add; of independent samples
 * the parts fail together with probability 1 - (1 - level)(1 - level)...
 */
export interface Spent {
  readonly joined: 'by union' | 'as independent'
  readonly parts: readonly Share[]
  /** The level of the bound on false alarms where it is a statement of its own; null where the parts carry it as well. */
  readonly falseAlarms: number | null
}

/** The probability that any part fails. Smallest first: what was divided by halves and tenths then adds up to the last bit. */
export function totalSpent({ joined, parts }: Spent): number {
  const levels = parts.map(({ level }) => level).sort((a, b) => a - b)
  if (joined === 'by union') return levels.reduce((sum, level) => sum + level, 0)
  // 1 - (1 - a)(1 - b) without cancellation.
  return levels.reduce((sum, level) => sum + level - sum * level, 0)
}
