import { auditText, fileAlarms, fileRows, readyToReview, whyRow } from './alarms.ts'
import { openBundle } from './bundle.ts'
import { detectors } from './detectors.ts'
import { foretell, foretellMore } from './forecast.ts'
import { modelBytes, openModel, report } from './model.ts'
import { close, open, openDemo, reread, swap } from './open.ts'
import { estimateInterval, estimateShare, rowsAlong, rowsNeeded } from './pilot.ts'
import { reconsider, score } from './score.ts'
import { seal, stand } from './seal.ts'

/** All that the page may ask. A task takes a value and a context, and gives a value. */
export const tasks = {
  open,
  openDemo,
  reread,
  swap,
  close,
  detectors,
  score,
  reconsider,
  estimateShare,
  estimateInterval,
  rowsNeeded,
  rowsAlong,
  foretell,
  foretellMore,
  seal,
  stand,
  openModel,
  openBundle,
  report,
  modelBytes,
  readyToReview,
  fileAlarms,
  fileRows,
  whyRow,
  auditText,
}

export type Tasks = typeof tasks
