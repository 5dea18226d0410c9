/** A table of the user's, in place of a dataset of the manifest. */
export interface OwnTable {
  readonly path: string
  readonly label: string
  readonly nominal: readonly string[]
  readonly features?: readonly string[]
}
