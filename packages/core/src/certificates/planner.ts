/** How much data a promise takes, and what data buy: the part of a method that plans. */
export interface Planner {
  /** Whether an option changes the answer, by where the sizes come from: one that does not is refused. */
  uses(option: PlanOption, origin: Origin): boolean
  /** The sizes that the promise takes. */
  sizes(task: Task): Sizes
  /** The best division of a budget. */
  divide(task: Task, budget: number): Sizes
  /** What sizes buy. */
  buys(task: Task, sizes: Sizes, origin: Origin): Bought
}

/** Options that some methods, or some questions, have no use for. */
export type PlanOption = 'q' | 'power' | 'mixtureCost'

export interface Sizes {
  readonly n0: number
  readonly nm: number
}

export interface Task {
  readonly alpha: number
  readonly eta: number
  readonly delta: number
  readonly q: number
  readonly power: number
  readonly separation: number
  /** The detector's own curve, where it is known: the plan then counts every gate, not only the one for few false alarms. */
  readonly missAt?: (falseAlarmRate: number) => number
  readonly mixtureCost: number
}

/** Where sizes come from: the user, the planner's own division of a budget, or the promise. */
export type Origin = 'given' | 'divided' | 'planned'

export interface Bought {
  /** theorem1 and dkw: the margin these sizes need, and what is left for q = eta - epsilon (negative: nothing). */
  readonly epsilon: number | null
  readonly q: number | null
  /** The chance of a certificate with at most about 5 % false alarms, for a detector of the assumed quality. */
  readonly power: number
  /** The largest recall that these sizes could promise (exact: with the wished power); null when none. */
  readonly attainableRecall: number | null
  readonly feasible: boolean
}
