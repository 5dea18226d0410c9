import type { Demo } from '@xenolith/study'

/** The tables of a demonstration and the truth about them, which the commands never see. */
export interface Scenario extends Demo {
  /** The category of each nominal row, when there are several: then there is a detector for each. */
  readonly categories?: readonly string[]
}
