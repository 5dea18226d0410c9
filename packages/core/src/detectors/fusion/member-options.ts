import { scalings } from '../coordinates/scale.js'
import type { DetectorOption } from '../detector.js'
import type { FusionOptions } from './fusion.js'
import { memberNames } from './members.js'

/** The options of detectors that fuse others. */
export const memberOptions: readonly DetectorOption<Pick<FusionOptions, 'members' | 'scaling'>>[] = [
  {
    option: 'members',
    flag: '--members <a,b,..>',
    takes: 'names',
    help: `the detectors to fuse, from ${memberNames.join(', ')} (default: knn,gmm)`,
  },
  {
    option: 'scaling',
    flag: '--scaling <NAME>',
    takes: scalings,
    help: 'how features are made comparable, for the members that ask for it (default: standardised)',
  },
]
