import { createHash } from 'node:crypto'

/** SHA-256 of kept rows, what the history holds of them: place, key, score and cells. */
export function keptDigest(
  rows: readonly { position: number; row_key: string; score: number; cells: string | null }[],
): string {
  const hash = createHash('sha256')
  for (const { position, row_key, score, cells } of rows)
    hash.update(`${JSON.stringify([position, row_key, score, cells])}\n`)
  return hash.digest('hex')
}
