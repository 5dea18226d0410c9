/** `date` is days and `timestamp` microseconds, both written from seconds since 1970 (UTC). A dictionary's cells are indices, negative for a missing one. */
export type ArrowOutputType =
  | 'float64'
  | 'int64'
  | 'int32'
  | 'bool'
  | 'utf8'
  | 'date'
  | 'timestamp'
  | 'null'
  | { readonly dictionary: readonly string[] }

export interface ArrowOutput {
  readonly name: string
  readonly type: ArrowOutputType
}

export type ArrowCells = ArrayLike<number | string | boolean | null | undefined>
