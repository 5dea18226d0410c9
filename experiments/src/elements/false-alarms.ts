import {
  certify,
  type FitOptions,
  type NominalScores,
  sortScores,
  substream,
  type Table,
  XenolithError,
} from '@xenolith/core'
import { deriveSeed, learnsFromMixture, shareAbove } from '@xenolith/core/internals'
import { candidates, choosingRows, fitCandidates, partsOf, scoreChosen, silent, takeCandidate } from '@xenolith/study'
import { round6 } from '../csv.js'
import type { Dataset } from '../data/dataset.js'
import type { Context, Part, Protocol, Row } from '../element.js'
import { drawOrder } from '../protocol/draw.js'
import type { Settings } from '../settings.js'
import { halfWidth, mean } from '../statistics.js'
import { version } from '../version.js'

/** The recall of the oracle threshold. */
const ORACLE = 0.95
/** Nominal rows for every two that are used, so that some are left to test on; and the share of aliens that is. */
const NOMINAL_ROWS = 2.4
const ALIEN_SHARE = 2 / 3
const MOST_TEST_ROWS = 5000

const AUTO = 'auto'
const DETECTORS: readonly string[] = [...candidates.map(({ name }) => name), AUTO]

/** What a promise of some recall delivered: recall and false alarm rate on test rows; null where it was refused. */
type Promised = readonly [recall: number, falseAlarmRate: number] | null

/** What one detector did: the false alarm rate at the oracle threshold, and of every promise. */
interface Outcome {
  readonly oracle: number
  readonly promised: readonly Promised[]
}

/** One run: for every alpha its size and the outcomes of all detectors. */
interface FalseAlarmRecord {
  readonly alphas: readonly { readonly n: number; readonly outcomes: readonly Outcome[]; readonly chosen: string }[]
}

const COLUMNS = [
  'dataset',
  'detector',
  'n',
  'alpha',
  'threshold',
  'recall',
  'confidence',
  'runs',
  'seed',
  'version',
  'given',
  'kept',
  'falseAlarmRate',
  'falseAlarmRateCi',
  'deliveredRecall',
] as const

/** Beyond the papers: what a recall costs by detector, with the oracle's threshold and with certified ones. */
export const falseAlarms: Protocol<FalseAlarmRecord> = {
  revision: 1,
  columns: COLUMNS,
  free: ['runs', 'datasets', 'title', 'quick'],
  parts: ({ datasets }) => datasets!.map((name) => ({ key: name, cost: name === 'mnist' ? 20 : 1 })),
  run,
  summarise,
}

interface Drawn {
  readonly n: number
  readonly nominal: Table
  readonly mixture: Table
  readonly testNominal: Table
  readonly testAlien: Table
}

async function run(settings: Settings, part: Part, index: number, context: Context): Promise<FalseAlarmRecord> {
  const dataset = await context.dataset(part.key)
  const alphas: FalseAlarmRecord['alphas'][number][] = []
  for (const alpha of settings.alphas!) {
    const seed = deriveSeed(settings.seed, `false alarms ${dataset.name} ${alpha}`, index)
    const drawn = draw(dataset, alpha, settings.largest!, seed)
    const outcomes: Outcome[] = []
    for (const { detector, options } of candidates) {
      outcomes.push(await tryOne(settings, alpha, drawn, { detector, ...options, seed } as FitOptions, context))
    }
    const { outcome, chosen } = await tryAuto(settings, alpha, drawn, seed, context)
    alphas.push({ n: drawn.n, outcomes: [...outcomes, outcome], chosen })
  }
  return { alphas }
}

/** A nominal sample, a mixture in which every row is alien with probability alpha, and rows to test on. */
function draw(dataset: Dataset, alpha: number, largest: number, seed: number): Drawn {
  const known = new Set(dataset.nominal)
  const all = Array.from(dataset.labels.keys())
  const nominals = all.filter((row) => known.has(dataset.labels[row]))
  const aliens = all.filter((row) => !known.has(dataset.labels[row]))
  const n = Math.min(
    largest,
    Math.floor(nominals.length / NOMINAL_ROWS),
    Math.floor((ALIEN_SHARE * aliens.length) / alpha),
  )
  const random = substream(seed, 'aliens in the mixture')
  let count = 0
  for (let i = 0; i < n; i++) if (random.float() < alpha) count++
  const own = drawOrder(nominals.length, nominals.length, substream(seed, 'nominal')).map((i) => nominals[i])
  const strange = drawOrder(aliens.length, aliens.length, substream(seed, 'alien')).map((i) => aliens[i])
  const used = Math.min(count, aliens.length)
  const rows = [...strange.subarray(0, used), ...own.subarray(n, 2 * n - used)]
  const order = drawOrder(rows.length, rows.length, substream(seed, 'order of the mixture'))
  return {
    n,
    nominal: dataset.take(own.subarray(0, n)),
    mixture: dataset.take(order.map((i) => rows[i])),
    testNominal: dataset.take(own.subarray(2 * n - used).subarray(0, MOST_TEST_ROWS)),
    testAlien: dataset.take(strange.subarray(used).subarray(0, MOST_TEST_ROWS)),
  }
}

interface Scores {
  readonly nominal: Float64Array
  readonly mixture: Float64Array
  readonly nominalScores: NominalScores
}

interface TestScores {
  readonly nominal: Float64Array
  readonly alien: Float64Array
}

/** A detector on all rows, certified on the scores of its training rows. */
async function tryOne(
  settings: Settings,
  alpha: number,
  { nominal, mixture, testNominal, testAlien }: Drawn,
  options: FitOptions,
  { engine }: Context,
): Promise<Outcome> {
  const both = learnsFromMixture(options.detector ?? 'iforest')
  const fitted = await engine.fit(nominal, both ? ({ ...options, mixture } as FitOptions) : options)
  const { model, scores, nominalScores } = fitted
  const test = { nominal: await engine.score(model, testNominal), alien: await engine.score(model, testAlien) }
  const own = { nominal: scores, mixture: fitted.mixtureScores ?? (await engine.score(model, mixture)), nominalScores }
  return {
    oracle: oracleOf(test),
    promised: settings.certificates!.recalls.map((recall) => promise(own, test, alpha, recall, settings)),
  }
}

/** As `fit --detector auto` does, with one fit of the candidates for all recalls. */
async function tryAuto(
  settings: Settings,
  alpha: number,
  { nominal, mixture, testNominal, testAlien }: Drawn,
  seed: number,
  { engine }: Context,
): Promise<{ outcome: Outcome; chosen: string }> {
  const work = { engine, listener: silent }
  const data = { nominal, mixture }
  const parts = partsOf(data, undefined, seed)
  const fitted = await fitCandidates(choosingRows(data, parts), seed, work)
  const tried = new Map<string, { readonly test: TestScores; readonly own: Scores }>()
  const at = async (recall: number): Promise<{ test: TestScores; own: Scores; name: string }> => {
    const chosen = takeCandidate(fitted, { alpha, eta: 1 - recall })
    const { name } = chosen.candidate
    const known = tried.get(name)
    if (known !== undefined) return { ...known, name }
    const own = await scoreChosen(data, parts, fitted, chosen, false, work)
    const test = {
      nominal: await engine.score(own.model, testNominal),
      alien: await engine.score(own.model, testAlien),
    }
    tried.set(name, { own, test })
    return { name, test, own }
  }
  const promised: Promised[] = []
  for (const recall of settings.certificates!.recalls) {
    const { test, own } = await at(recall)
    promised.push(promise(own, test, alpha, recall, settings))
  }
  const { test, name } = await at(ORACLE)
  return { outcome: { oracle: oracleOf(test), promised }, chosen: name }
}

function oracleOf({ nominal, alien }: TestScores): number {
  const sorted = sortScores(alien, 'alien')
  const tau = sorted[Math.ceil((1 - ORACLE) * sorted.length) - 1] ?? Number.NEGATIVE_INFINITY
  return shareAbove(sortScores(nominal, 'nominal'), tau)
}

function promise(own: Scores, test: TestScores, alpha: number, recall: number, { certificates }: Settings): Promised {
  try {
    const { certified, tau } = certify({ ...own, alpha, recall, confidence: certificates!.confidence })
    if (!certified) return null
    return [shareAbove(sortScores(test.alien, 'alien'), tau), shareAbove(sortScores(test.nominal, 'nominal'), tau)]
  } catch (error) {
    // Data that refute alpha carry no promise either.
    if (error instanceof XenolithError && error.code === 'alpha-refuted') return null
    throw error
  }
}

function summarise(settings: Settings, records: ReadonlyMap<string, readonly FalseAlarmRecord[]>): Row[] {
  const { recalls, confidence } = settings.certificates!
  return [...records].flatMap(([dataset, runs]) =>
    settings.alphas!.flatMap((alpha, a) =>
      DETECTORS.flatMap((detector, d): Row[] => {
        const outcomes = runs.map(({ alphas }) => alphas[a].outcomes[d])
        const place = { dataset, detector, n: runs[0].alphas[a].n, alpha }
        const made = { runs: runs.length, seed: settings.seed, version }
        const oracles = outcomes.map(({ oracle }) => oracle)
        return [
          {
            ...place,
            threshold: 'oracle',
            recall: ORACLE,
            confidence: '',
            ...made,
            given: 1,
            kept: 1,
            ...rates(oracles),
            deliveredRecall: ORACLE,
          },
          ...recalls.map((recall, r): Row => {
            const promised = outcomes.map((outcome) => outcome.promised[r])
            const given = promised.filter((one) => one !== null)
            return {
              ...place,
              threshold: 'certified',
              recall,
              confidence,
              ...made,
              given: round6(given.length / promised.length),
              kept: given.length === 0 ? '' : round6(given.filter(([found]) => found >= recall).length / given.length),
              // Where nothing is promised, everything has to alarm.
              ...rates(promised.map((one) => one?.[1] ?? 1)),
              deliveredRecall: given.length === 0 ? '' : round6(mean(given.map(([found]) => found))),
            }
          }),
        ]
      }),
    ),
  )
}

function rates(values: readonly number[]): { falseAlarmRate: number; falseAlarmRateCi: number | string } {
  return {
    falseAlarmRate: round6(mean(values)),
    falseAlarmRateCi: values.length < 2 ? '' : round6(halfWidth(values)),
  }
}
