import type { Demo } from '@xenolith/study'

/** The tables of a demonstration and the truth about them, which the commands never see. */
export interface Scenario extends Demo {
  /** The category of each nominal row of a real table, which is written beside its features. */
  readonly categories?: readonly string[]
}
