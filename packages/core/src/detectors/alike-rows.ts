import { rowsAlike } from '../data/rows-alike.js'
import { selectRows, type Table } from '../data/table.js'
import { countAtMost, sortedCopy } from '../numeric/sort.js'
import type { Fit } from './detector.js'

/*
 * Rows that are alike to the last value are an atom: every new row of the kind has one score, that of the whole model.
 * Scored out of the bag, or by folds, the training rows among them have different scores around that one, because
 * different parts of the model judge them. So just below the atom some of its training rows are counted where no new row
 * would be: F0 comes out too high there, by up to half of the atom, and whoever looks for the highest threshold that can be
 * proved finds just that place. On two rounded features an alpha that was right was refuted, and bt-patrasen said .45 to .78 for .1.
 *
 * Rows of which there are at least MANY therefore have one score. It must not be that of the whole model: of kinds that are equally common the one that the training rows
 * happen to hold most of looks the most ordinary to a model of just these rows, and counts most among them. With a hundred kinds of fifteen rows each, F0 came out too high by
 * up to .1, and six certificates in ten were false. So a kind has the mean of what its rows were given by parts that had not seen them, lowered to the next score that new rows of such
 * kinds get: ties stay ties, and where a row's own weight moves its kind past others, it is moved back. Of rarer kinds too few meet at a threshold to matter.
 */
/** Kinds of training rows that are to be scored as new rows are: an example of each, and its rows. */
export interface AlikeRows {
  readonly examples: Table
  readonly kinds: readonly (readonly number[])[]
}

/** The kinds of which there are many; undefined where there are none, which is most often. */
export function alikeRows(table: Table): AlikeRows | undefined {
  const kinds = rowsAlike(table)
  if (kinds.length === 0) return undefined
  const firsts = kinds.map(([first]) => first)
  return { examples: selectRows(table, firsts), kinds }
}

/** Those of a fit, among the rows that it scored; undefined too where nothing was trained, so that training rows are judged as new ones are. */
export function alikeRowsOf({ scores, nominalScores, scored }: Fit<unknown>, table: Table): AlikeRows | undefined {
  const own = scored === undefined ? table : selectRows(table, scored)
  return nominalScores === 'given' || scores.length !== own.rows ? undefined : alikeRows(own)
}

/** The scores of training rows, those of `kinds` replaced by one for each; `whole`: what the whole model says of their examples. */
export function settleAlike(scores: Float64Array, { kinds }: AlikeRows, whole: Float64Array): Float64Array {
  const settled = scores.slice()
  const steps = sortedCopy(whole)
  kinds.forEach((rows, k) => {
    const honest = Math.max(whole[k], meanOf(scores, rows))
    for (const row of rows) settled[row] = steps[countAtMost(steps, honest) - 1]
  })
  return settled
}

function meanOf(scores: Float64Array, rows: readonly number[]): number {
  return rows.reduce((sum, row) => sum + scores[row], 0) / rows.length
}
