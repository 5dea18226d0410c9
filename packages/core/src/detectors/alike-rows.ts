import { withoutOwnCategories } from '../data/own-categories.js'
import { rowsAlike } from '../data/rows-alike.js'
import { selectRows, type Table } from '../data/table.js'
import { countAtMost, sortedCopy } from '../numeric/sort.js'
import type { Fit } from './detector.js'
import type { Model } from './models.js'
import { type DetectorName, detectorOf, learnsFromMixture } from './table.js'

/*
 * Rows that are alike to the last value, or in all that the detector sees of them, are an atom: every new row of the kind has one score, that of the whole model.
 * Scored out of the bag, or by folds, the training rows among them have different scores around that one, because
 * different parts of the model judge them. So just below the atom some of its training rows are counted where no new row
 * would be: F0 comes out too high there, by up to half of the atom, and whoever looks for the highest threshold that can be
 * proved finds just that place. On two rounded features an alpha that was right was refuted, and bt-patrasen said .45 to .78 for .1.
 *
 * Rows of which there are at least MANY therefore have one score. It must not be that of the whole model: of kinds that are equally common the one that the training rows
 * happen to hold most of looks the most ordinary to a model of just these rows, and counts most among them. With a hundred kinds of fifteen rows each, F0 came out too high by
 * up to .1, and six certificates in ten were false. So a kind has the mean of what its rows were given by parts that had not seen them, lowered to the next score that new rows
 * get which are like any of the training rows: ties stay ties, and where a row's own weight moves its kind past others, it is moved back. The rows of rarer kinds count there too: among kinds
 * of about MANY rows, those that happen to reach MANY would otherwise be lowered past those that do not. Of rarer kinds too few meet at a threshold to matter.
 */
/** Beyond so many, other rows are close enough to each other. */
const MOST_OTHERS = 10_000

/** Kinds of training rows that are to be scored as a whole. */
export interface AlikeRows {
  /** An example of each kind, then other rows. */
  readonly examples: Table
  readonly kinds: readonly (readonly number[])[]
}

/** The kinds of which there are many, to this detector or, without one, to the last value; undefined where there are none, which is most often. */
export function alikeRows(table: Table, detector?: DetectorName): AlikeRows | undefined {
  const asNew = detector === undefined ? table : withoutOwnCategories(table)
  const seen = detector === undefined ? undefined : detectorOf(detector).seen?.(asNew)
  const kinds = rowsAlike(seen ?? asNew)
  if (kinds.length === 0) return undefined
  const firsts = kinds.map(([first]) => first)
  return { examples: selectRows(asNew, [...firsts, ...otherRows(table.rows, kinds)]), kinds }
}

/** Rows of no such kind, evenly spread where there are very many. */
function otherRows(rows: number, kinds: AlikeRows['kinds']): number[] {
  const alike = new Uint8Array(rows)
  for (const kind of kinds) for (const row of kind) alike[row] = 1
  const others = Array.from(alike.keys()).filter((row) => alike[row] === 0)
  const every = Math.ceil(others.length / MOST_OTHERS)
  return others.filter((_, i) => i % every === 0)
}

/** Those of a fit, among the rows that it scored; undefined too where nothing was trained, so that training rows are judged as new ones are. */
export function alikeRowsOf({ model, scores, nominalScores, scored }: Fit<Model>, table: Table): AlikeRows | undefined {
  const own = scored === undefined ? table : selectRows(table, scored)
  if (nominalScores === 'given' || scores.length !== own.rows) return undefined
  return alikeRows(own, model.detector === 'per-class' || putsIntoFolds(model) ? undefined : model.detector)
}

/** Whether a new row's values put it into a fold, the parts of which judge it: then rows with other values are not alike. */
function putsIntoFolds(model: Exclude<Model, { detector: 'per-class' }>): boolean {
  return model.detector === 'blend'
    ? model.parts.some(({ detector }) => learnsFromMixture(detector))
    : learnsFromMixture(model.detector)
}

/** The scores of training rows, those of `kinds` replaced by one for each; `whole`: what the whole model says of the examples. */
export function settleAlike(scores: Float64Array, { kinds }: AlikeRows, whole: Float64Array): Float64Array {
  const settled = scores.slice()
  const steps = sortedCopy(whole)
  kinds.forEach((rows, k) => {
    const step = nearest(steps, Math.max(whole[k], meanOf(scores, rows)))
    for (const row of rows) settled[row] = step
  })
  return settled
}

/** The step that is nearest to a score; none below the lowest is asked for. */
function nearest(steps: Float64Array, score: number): number {
  const above = countAtMost(steps, score)
  const [down, up] = [steps[above - 1], steps[above]]
  return above < steps.length && up - score <= score - down ? up : down
}

function meanOf(scores: Float64Array, rows: readonly number[]): number {
  return rows.reduce((sum, row) => sum + scores[row], 0) / rows.length
}
