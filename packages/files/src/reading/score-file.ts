import { XenolithError } from '@xenolith/core'
import type { NumberFormat } from '../text/locale.js'
import { quoted } from '../text/words.js'
import { openSource } from './open.js'
import { readScores, readStrings, scan } from './read.js'
import type { Source } from './source.js'

/**
 * The scores in one column of a file.
 *
 * @example
 * ```ts
 * import { mkdtemp, rm, writeFile } from 'node:fs/promises'
 * import { tmpdir } from 'node:os'
 * import { join } from 'node:path'
 *
 * const folder = await mkdtemp(join(tmpdir(), 'xenolith-'))
 * const path = join(folder, 'scores.csv')
 * await writeFile(path, 'id,score\na,0.25\nb,0.75\n')
 * await scoresOf(path, 'score') // => Float64Array(2) [ 0.25, 0.75 ]
 * await rm(folder, { recursive: true })
 * ```
 */
export async function scoresOf(path: string, column: string, format: NumberFormat = {}): Promise<Float64Array> {
  const source = await openSource(path, format)
  try {
    return await readScores(source, column)
  } finally {
    await source.close()
  }
}

/**
 * The same with the names of the rows, if a column has them.
 *
 * @example
 * ```ts
 * import { mkdtemp, rm, writeFile } from 'node:fs/promises'
 * import { tmpdir } from 'node:os'
 * import { join } from 'node:path'
 *
 * const folder = await mkdtemp(join(tmpdir(), 'xenolith-'))
 * const path = join(folder, 'scores.csv')
 * await writeFile(path, 'id,score\na,0.25\nb,0.75\n')
 * const source = await openSource(path)
 * await readScoreFile(source, 'score', 'id') // => { scores: Float64Array(2) [ 0.25, 0.75 ], ids: [ 'a', 'b' ] }
 * await source.close()
 * await rm(folder, { recursive: true })
 * ```
 */
export async function readScoreFile(
  source: Source,
  column: string,
  id?: string,
): Promise<{ readonly scores: Float64Array; readonly ids?: readonly (string | null)[] }> {
  const scores = await readScores(source, column)
  return id === undefined ? { scores } : { scores, ids: await readStrings(source, id) }
}

/**
 * The same a batch at a time; memory does not grow with the file.
 *
 * @example
 * ```ts
 * import { mkdtemp, rm, writeFile } from 'node:fs/promises'
 * import { tmpdir } from 'node:os'
 * import { join } from 'node:path'
 *
 * const folder = await mkdtemp(join(tmpdir(), 'xenolith-'))
 * const path = join(folder, 'scores.csv')
 * await writeFile(path, 'id,score\na,0.25\nb,0.75\n')
 * const source = await openSource(path)
 * const { value: batch } = await scanScores(source, 'score', 'id').next()
 * batch.scores // => Float64Array(2) [ 0.25, 0.75 ]
 * batch.ids // => [ 'a', 'b' ]
 * await source.close()
 * await rm(folder, { recursive: true })
 * ```
 */
export async function* scanScores(
  source: Source,
  column: string,
  id?: string,
): AsyncGenerator<{ readonly scores: Float64Array; readonly ids: Float64Array | readonly string[] }> {
  const names = source.headerless ? await source.names() : []
  const name = names.length === 1 ? names[0] : column
  for await (const { table, ids, firstRow } of scan(source, { features: [{ name, kind: 'numeric' }], id })) {
    const { values } = table.columns[0] as { values: Float64Array }
    const missing = values.findIndex(Number.isNaN)
    if (missing >= 0) {
      const what = `column ${quoted(name)}: the score is missing; expected a number in every row`
      throw new XenolithError('bad-scores', `${source.displayName}, row ${firstRow + missing + 1}, ${what}`)
    }
    yield { scores: values, ids }
  }
}
