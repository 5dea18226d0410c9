import { auditText, fileAlarms, fileRows, whyRow } from './alarms.ts'
import { detectors } from './detectors.ts'
import { modelBytes, openModel, report } from './model.ts'
import { close, open, openDemo, reread } from './open.ts'
import { estimateShare, rowsNeeded } from './pilot.ts'
import { score } from './score.ts'
import { seal } from './seal.ts'

/** All that the page may ask. A task takes a value and a context, and gives a value. */
export const tasks = {
  open,
  openDemo,
  reread,
  close,
  detectors,
  score,
  estimateShare,
  rowsNeeded,
  seal,
  openModel,
  report,
  modelBytes,
  fileAlarms,
  fileRows,
  whyRow,
  auditText,
}

export type Tasks = typeof tasks
