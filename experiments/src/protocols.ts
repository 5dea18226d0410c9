import type { Protocol } from './element.js'
import { benchmarks } from './elements/benchmarks.js'
import { certificates } from './elements/certificates.js'
import { estimates } from './elements/estimates.js'
import { falseAlarms } from './elements/false-alarms.js'
import { scores } from './elements/scores.js'
import { synthetic } from './elements/synthetic.js'
import type { Kind } from './settings.js'

/** What each kind of element does. A new kind is added here and in settings.ts. */
export const protocols: Readonly<Record<Kind, Protocol>> = {
  synthetic: synthetic as Protocol,
  benchmarks: benchmarks as Protocol,
  scores: scores as Protocol,
  certificates: certificates as Protocol,
  estimates: estimates as Protocol,
  'false-alarms': falseAlarms as Protocol,
}
