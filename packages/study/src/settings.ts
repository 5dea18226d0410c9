import {
  DEFAULT_DETECTOR,
  type DetectorName,
  detectorNames,
  type Setting,
  type Settings,
  XenolithError,
} from '@xenolith/core'
import { detectorOf } from '@xenolith/core/internals'
import type { StudyRequest, Terms, Training } from './request.js'

/** Which settings are terms; the compiler asks for one that is missing here. */
const TERMS: Readonly<Record<keyof Terms, true>> = {
  alpha: true,
  aliensAtMost: true,
  alphaOfFile: true,
  separation: true,
  rho: true,
  alphaSource: true,
  recall: true,
  confidence: true,
  method: true,
  q: true,
  looks: true,
  isotonic: true,
}

/** Which settings say how the tables were read. Whoever reads them knows what they mean. */
export const READING: readonly string[] = ['features', 'ignore', 'label', 'perClass', 'types', 'decimal', 'thousands']

/** Settings that are neither. */
const OTHERS: readonly string[] = ['pilot', 'keepRows']

/** What was asked for, as a model file records it: with the same tables and seed it gives the same file again. */
export function settingsOf({ training = {}, terms, reading = {}, pilot, keepRows }: StudyRequest): Settings {
  const given: [string, unknown][] = Object.entries({ ...reading, ...training, ...terms, pilot, keepRows })
  return Object.fromEntries(given.filter((entry): entry is [string, Setting] => entry[1] !== undefined))
}

/**
 * The request that a model file records: the other way round. Values are checked where they are used.
 *
 * @example
 * ```ts
 * const { terms, training } = requestFrom({ detector: 'knn', alpha: 0.1, recall: 0.9, confidence: 0.95 }, 1, null)
 * terms // => { alpha: 0.1, recall: 0.9, confidence: 0.95 }
 * training // => { detector: 'knn' }
 * ```
 */
export function requestFrom(settings: Settings, seed: number, id: string | null): StudyRequest {
  const { detector = DEFAULT_DETECTOR } = settings
  const known: readonly unknown[] = ['auto', ...detectorNames]
  if (!known.includes(detector)) throw unknown(`the detector ${JSON.stringify(detector)}`)
  const own = detector === 'auto' ? [] : detectorOf(detector as DetectorName).options.map(({ option }) => option)
  const training = ['detector', 'holdout', 'trainRows', ...own]
  const all = [...OTHERS, ...training, ...READING, ...Object.keys(TERMS)]
  const strange = Object.keys(settings).find((name) => !all.includes(name))
  if (strange !== undefined) throw unknown(`the setting "${strange}"`)
  // A file that names none was made when the isolation forest was the default.
  const pick = (names: readonly string[]): object =>
    Object.fromEntries(Object.entries(settings).filter(([name]) => names.includes(name)))
  return {
    seed,
    id: id ?? undefined,
    terms: pick(Object.keys(TERMS)) as Terms,
    training: { detector, ...pick(training) } as Training,
    reading: pick(READING) as Settings,
    ...(pick(OTHERS) as Pick<StudyRequest, 'pilot' | 'keepRows'>),
  }
}

function unknown(what: string): XenolithError {
  return new XenolithError('bad-model', `the model file records ${what}, which this Xenolith does not know`)
}
