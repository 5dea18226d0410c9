import type { DetectorOption } from '../detector.js'

/** Of the contrast forest, and of every detector that it is a part of. */
export const treesOption: DetectorOption<{ readonly contrastTrees?: number }> = {
  option: 'contrastTrees',
  flag: '--contrast-trees <N>',
  takes: 'count',
  help: 'trees of the contrast forest, all folds together (default: 500)',
}
