import { findEntry } from '../data/manifest.js'
import { checkSettings, type Settings } from '../settings.js'

/** What a command line changes about the settings. */
export interface Overrides {
  readonly quick?: boolean
  readonly runs?: number
  readonly seed?: number
  readonly sizes?: readonly number[]
  readonly alphas?: readonly number[]
  readonly datasets?: readonly string[]
  readonly detectors?: readonly string[]
}

const KEYS = ['quick', 'runs', 'seed', 'sizes', 'alphas', 'datasets', 'detectors'] as const

/** Whether anything is other than in settings.json. */
export function changes(overrides: Overrides): boolean {
  return KEYS.some((key) => overrides[key] !== undefined && overrides[key] !== false)
}

/** The settings of a run: those of the file, then of --quick, then of the command line, where an element has them. */
export function effectiveSettings(settings: Settings, overrides: Overrides, name: string): Settings {
  const { quick, ...base } = settings
  const merged: { -readonly [K in keyof Settings]: Settings[K] } = { ...base, ...(overrides.quick ? quick : {}) }
  const { runs, seed, sizes, alphas, datasets, detectors } = overrides
  if (runs !== undefined) merged.runs = runs
  if (seed !== undefined) merged.seed = seed
  if (sizes !== undefined && merged.sizes !== undefined) merged.sizes = sizes
  if (datasets !== undefined && merged.datasets !== undefined) merged.datasets = datasetsFor(settings, datasets)
  if (detectors !== undefined && settings.kind === 'false-alarms') merged.detectors = detectors
  if (alphas !== undefined && merged.alphas !== undefined) {
    merged.alphas = alphas
    const wish = merged.certificates
    const certified = wish?.alphas.filter((alpha) => alphas.includes(alpha)) ?? []
    merged.certificates = wish !== undefined && certified.length > 0 ? { ...wish, alphas: certified } : undefined
    if (merged.certificates === undefined) delete merged.certificates
  }
  return checkSettings(merged, `the settings of ${name}`)
}

/** Whether an element has anything to do with the chosen datasets. */
export function concerns(settings: Settings, datasets: readonly string[] | undefined): boolean {
  if (datasets === undefined || settings.kind === 'certificates') return true
  return settings.datasets !== undefined && datasetsFor(settings, datasets).length > 0
}

/** Whether the element's protocol can run on a table of the user's. */
export function takesTables({ kind }: Settings): boolean {
  return kind === 'benchmarks'
}

/** Those of the chosen datasets that are of the element's kind: tables, or outputs of a classifier. */
export function datasetsFor({ kind }: Settings, chosen: readonly string[]): string[] {
  return chosen.filter((name) => (findEntry(name)?.outputs !== undefined) === (kind === 'scores'))
}
