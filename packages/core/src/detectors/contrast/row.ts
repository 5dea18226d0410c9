import { counted } from '../counted.js'
import type { Detector } from '../detector.js'
import { packContrast, unpackContrast } from './codec.js'
import { type ContrastModel, type ContrastOptions, fitContrast, scoreContrast } from './contrast.js'
import { hasLearned } from './learned.js'
import { stacks } from './stack.js'
import { treesOption } from './trees-option.js'

export interface ContrastTypes {
  readonly learns: true
  readonly learnsFromMixture: true
  readonly options: ContrastOptions
  readonly model: ContrastModel
}

/** Trees that explanations are taken from, or a few more. */
const EXPLAINING_TREES = 100

export const contrast: Detector<ContrastTypes> = {
  learns: true,
  learnsFromMixture: true,
  trainingScores: 'cross-fitted',
  description: 'a forest that tells mixture rows from nominal ones',
  options: [
    treesOption,
    {
      option: 'stack',
      flag: '--stack <NAME>',
      takes: stacks,
      help: 'give the contrast forest distances to nominal rows, set aside for this, as further features (default: none)',
    },
  ],
  fit: fitContrast,
  score: (model, table, progress) => scoreContrast(model, table, progress),
  // The mean over trees of all folds: as one fold.
  steady: (model) => {
    const { root } = model.forest
    const step = Math.max(1, Math.floor(root.length / EXPLAINING_TREES))
    const kept = root.filter((_, t) => t % step === 0)
    return { ...model, folds: 1, trees: kept.length, forest: { ...model.forest, root: kept } }
  },
  describe: ({ folds, trees, stack, learned }) =>
    `contrast forest of nominal against mixture rows, ${counted(folds * trees, 'tree')}${folds > 1 ? ` in ${folds} folds` : ''}${
      stack.length > 0
        ? `, with distances to ${counted(stack[0].references.rows, 'reference row')} in ${stack.length} scalings as features`
        : ''
    }${learned && !hasLearned(learned) ? '; it has learned nothing that chance would not explain' : ''}`,
  pack: packContrast,
  unpack: unpackContrast,
}
