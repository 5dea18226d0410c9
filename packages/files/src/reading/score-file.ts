import type { NumberFormat } from '../text/locale.js'
import { openSource } from './open.js'
import { readScores } from './read.js'

/** The scores in one column of a file. */
export async function scoresOf(path: string, column: string, format: NumberFormat = {}): Promise<Float64Array> {
  const source = await openSource(path, format)
  try {
    return await readScores(source, column)
  } finally {
    await source.close()
  }
}
