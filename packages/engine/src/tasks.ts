import { openDensity } from './density-forest/task.js'
import { openGmm } from './gmm/task.js'
import { openForestFit } from './iforest/fit-task.js'
import { openForestScore } from './iforest/score-task.js'
import { openKnnScreen } from './knn/screen-task.js'
import { openKnn } from './knn/task.js'
import { openLodaFit } from './loda/fit-task.js'
import { openLodaScore } from './loda/score-task.js'
import type { OpenTask } from './pool/task.js'

/** Every kind of work a lane can do. */
export const tasks: Record<TaskName, OpenTask> = {
  'forest-fit': openForestFit,
  'forest-score': openForestScore,
  'density-forest': openDensity,
  gmm: openGmm,
  knn: openKnn,
  'knn-screen': openKnnScreen,
  'loda-fit': openLodaFit,
  'loda-score': openLodaScore,
}

export type TaskName =
  | 'forest-fit'
  | 'forest-score'
  | 'density-forest'
  | 'gmm'
  | 'knn'
  | 'knn-screen'
  | 'loda-fit'
  | 'loda-score'
