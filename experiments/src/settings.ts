import { readFile } from 'node:fs/promises'
import { type EstimatorName, estimatorNames, XenolithError } from '@xenolith/core'
import * as internals from '@xenolith/core/internals'

export const kinds = ['synthetic', 'benchmarks', 'scores', 'certificates', 'estimates', 'false-alarms'] as const
export type Kind = (typeof kinds)[number]

/** What is asked of the certificates on the scores of an element. */
export interface CertificateSettings {
  readonly alphas: readonly number[]
  /** Sizes or datasets that take part. */
  readonly sizes?: readonly number[]
  readonly datasets?: readonly string[]
  readonly recalls: readonly number[]
  readonly confidence: number
  /** How many rows of the mixture the audit labels. */
  readonly audit: number
}

/** settings.json of an element: all that its numbers depend on, apart from the data and the version. */
export interface Settings {
  readonly kind: Kind
  readonly title: string
  readonly runs: number
  readonly seed: number
  readonly detector?: 'iforest' | 'loda'
  /** Those of the compared detectors that take part (default: all). */
  readonly detectors?: readonly string[]
  readonly trees?: number
  readonly sizes?: readonly number[]
  readonly datasets?: readonly string[]
  readonly alphas?: readonly number[]
  /** What is added to alpha before the algorithm gets it. */
  readonly over?: readonly number[]
  /** The q of Algorithm 1. */
  readonly targets?: readonly number[]
  /** Test rows of each kind. */
  readonly testRows?: number
  readonly folds?: number
  readonly largest?: number
  readonly certificates?: CertificateSettings
  /** Estimators of alpha. */
  readonly estimators?: readonly string[]
  /** Estimators, sizes (n=1000), datasets, and estimators on these (roc n=1000), too slow for every run: in how many they take part. */
  readonly fewer?: Readonly<Record<string, number>>
  /** Elements whose records this one reads. */
  readonly sources?: readonly string[]
  /** What --quick puts in place of the above. */
  readonly quick?: Partial<Omit<Settings, 'quick' | 'kind'>>
}

export async function readSettings(path: string): Promise<Settings> {
  const text = await readFile(path, 'utf8').catch(() => {
    throw new XenolithError('file-missing', `there are no settings at ${path}`)
  })
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    throw new XenolithError('bad-option', `${path} is not JSON`)
  }
  return checkSettings(value, path)
}

const NEEDED: Readonly<Record<Kind, readonly (keyof Settings)[]>> = {
  synthetic: ['detector', 'trees', 'sizes', 'alphas', 'targets', 'testRows'],
  benchmarks: ['detector', 'trees', 'datasets', 'alphas', 'over', 'targets', 'folds', 'largest'],
  scores: ['datasets', 'alphas', 'over', 'targets', 'folds', 'largest'],
  certificates: ['sources'],
  estimates: ['detector', 'trees', 'alphas', 'estimators'],
  'false-alarms': ['datasets', 'alphas', 'largest', 'certificates'],
}

const count = (least: number) => (x: unknown) => Number.isSafeInteger(x) && (x as number) >= least
const within = (test: (x: number) => boolean) => (x: unknown) => typeof x === 'number' && test(x)
const listOf = (test: (x: unknown) => boolean) => (x: unknown) =>
  Array.isArray(x) && x.length > 0 && x.every(test) && new Set(x).size === x.length
const isName = (x: unknown): boolean => typeof x === 'string' && /^[\w.-]+$/.test(x)
const isTitle = (x: unknown): boolean => typeof x === 'string' && x !== ''
const isObject = (x: unknown): boolean => typeof x === 'object' && x !== null && !Array.isArray(x)

const RULES: Readonly<Record<keyof Settings, readonly [(x: unknown) => boolean, string]>> = {
  kind: [(x) => kinds.includes(x as Kind), `one of ${kinds.join(', ')}`],
  title: [isTitle, 'a title'],
  runs: [count(1), 'a whole number of at least 1'],
  seed: [count(0), 'a whole number of at least 0'],
  detector: [(x) => x === 'iforest' || x === 'loda', 'iforest or loda'],
  detectors: [listOf(isTitle), 'a list of different names of detectors'],
  trees: [count(1), 'a whole number of at least 1'],
  sizes: [listOf(count(10)), 'a list of different whole numbers of at least 10'],
  datasets: [listOf(isName), 'a list of different names'],
  alphas: [listOf(within((x) => x > 0 && x < 1)), 'a list of different numbers in (0, 1)'],
  over: [listOf(within((x) => x >= 0 && x < 1)), 'a list of different numbers in [0, 1)'],
  targets: [listOf(within((x) => x >= 0 && x < 1)), 'a list of different numbers in [0, 1)'],
  testRows: [count(1), 'a whole number of at least 1'],
  folds: [count(2), 'a whole number of at least 2'],
  largest: [count(10), 'a whole number of at least 10'],
  certificates: [isObject, 'an object'],
  estimators: [listOf((x) => estimatorNames.includes(x as EstimatorName)), `a list of ${estimatorNames.join(', ')}`],
  fewer: [(x) => isObject(x) && Object.values(x as object).every(count(1)), 'an object of whole numbers'],
  sources: [listOf(isName), 'a list of names of elements'],
  quick: [isObject, 'an object'],
}

/** Refuses what no protocol can run. */
export function checkSettings(value: unknown, where: string): Settings {
  internals.expect(isObject(value), 'bad-option', `${where} must hold an object`)
  const settings = value as Settings
  for (const [key, given] of Object.entries(settings)) {
    const rule = RULES[key as keyof Settings]
    internals.expect(rule !== undefined, 'bad-option', `${where} has an unknown setting "${key}"`)
    internals.expect(
      rule[0](given),
      'bad-option',
      `"${key}" in ${where} must be ${rule[1]}, got ${JSON.stringify(given)}`,
    )
  }
  for (const key of ['kind', 'title', 'runs', 'seed'] as const) {
    internals.expect(settings[key] !== undefined, 'bad-option', `${where} lacks "${key}"`)
  }
  for (const key of NEEDED[settings.kind]) {
    internals.expect(
      settings[key] !== undefined,
      'bad-option',
      `${where} lacks "${key}", which a ${settings.kind} element needs`,
    )
  }
  if (settings.certificates !== undefined) checkCertificates(settings.certificates, where)
  return settings
}

function checkCertificates({ alphas, recalls, confidence, audit }: CertificateSettings, where: string): void {
  const inside = within((x) => x > 0 && x < 1)
  internals.expect(
    listOf(inside)(alphas) && listOf(inside)(recalls) && inside(confidence) && count(1)(audit),
    'bad-option',
    `"certificates" in ${where} needs alphas and recalls in (0, 1), a confidence in (0, 1) and an audit of at least 1 row`,
  )
}
