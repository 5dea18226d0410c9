import type { Table } from '@xenolith/core'

/** Rows with a category each; the nominal ones are named. */
export interface Dataset {
  readonly name: string
  readonly title: string
  readonly labels: readonly string[]
  readonly nominal: readonly string[]
  /** Of a classifier's outputs: what they are, the class of each column, and whether the protocol divides the classes. */
  readonly outputs?: {
    readonly kind: 'logits' | 'probabilities'
    readonly classes: readonly string[]
    readonly divide: boolean
  }
  /** The rows, as a table of their own. */
  take(rows: ArrayLike<number>): Table
}
