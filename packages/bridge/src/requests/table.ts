import { detectorNames } from '@xenolith/core'
import { version } from '@xenolith/study'
import { alpha } from './alpha.js'
import { fitDrawn, thresholdElsewhere } from './elsewhere.js'
import { fit } from './fit.js'
import { close, open, report } from './models.js'
import { plan } from './plan.js'
import type { Request } from './request.js'
import { alarms, reading, score } from './score.js'
import { threshold } from './threshold.js'

/** Everything that can be asked, by name. */
export const requests: Readonly<Record<string, Request>> = {
  hello: () => ({ fields: { version, detectors: detectorNames } }),
  open,
  close,
  fit,
  score,
  alarms,
  reading,
  report,
  threshold,
  plan,
  alpha,
  'fit-drawn': fitDrawn,
  'threshold-elsewhere': thresholdElsewhere,
}
