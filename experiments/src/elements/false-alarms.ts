import { certify, type Gate, placeGates, prepare, sortScores, XenolithError } from '@xenolith/core'
import { deriveSeed, gatesBesideAtoms, shareAbove } from '@xenolith/core/internals'
import { choosingRows, type Fitted, fitCandidates, type Parts, race, silent, stagesOf } from '@xenolith/study'
import { round6 } from '../csv.js'
import type { Context, Part, Protocol, Row } from '../element.js'
import { type DetectorScores, lineup, scoresOn } from '../protocol/detector-lineup.js'
import { type Drawn, drawMixture } from '../protocol/labelled-mixture.js'
import type { Settings } from '../settings.js'
import { halfWidth, mean } from '../statistics.js'
import { version } from '../version.js'

/** The recall of the oracle threshold. */
const ORACLE = 0.95

const AUTO = 'auto'
const DETECTORS: readonly string[] = [...lineup.map(({ name }) => name), AUTO]

/** The detectors that take part, in the order of their lines. */
function detectorsOf({ detectors = DETECTORS }: Settings): readonly string[] {
  const unknown = detectors.find((name) => !DETECTORS.includes(name))
  if (unknown === undefined) return DETECTORS.filter((name) => detectors.includes(name))
  throw new XenolithError(
    'bad-option',
    `no detector that is compared is called ${unknown}; expected of ${DETECTORS.join(', ')}`,
  )
}

/** What a promise of some recall delivered: recall and false alarm rate on test rows; null where it was refused. */
type Promised = readonly [recall: number, falseAlarmRate: number] | null

/** What one detector did: the false alarm rate at the oracle threshold, and of every promise. */
interface Outcome {
  readonly oracle: number
  readonly promised: readonly Promised[]
}

/** One run: for every alpha its size and the outcomes of all detectors; null where a dataset takes part in fewer runs. */
type FalseAlarmRecord = {
  readonly alphas: readonly {
    readonly n: number
    readonly outcomes: readonly Outcome[]
    /** What auto chose; null if it took no part. */
    readonly chosen: string | null
  }[]
} | null

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
  revision: 5,
  columns: COLUMNS,
  free: ['runs', 'datasets', 'title', 'quick', 'fewer'],
  parts: (settings) => {
    detectorsOf(settings)
    return settings.datasets!.map((name) => ({ key: name, cost: name === 'mnist' ? 8 : 1 }))
  },
  run,
  summarise,
}

async function run(settings: Settings, part: Part, index: number, context: Context): Promise<FalseAlarmRecord> {
  if (index >= (settings.fewer?.[part.key] ?? Number.POSITIVE_INFINITY)) return null
  const detectors = detectorsOf(settings)
  const dataset = await context.dataset(part.key)
  const alphas: NonNullable<FalseAlarmRecord>['alphas'][number][] = []
  for (const alpha of settings.alphas!) {
    const seed = deriveSeed(settings.seed, `false alarms ${dataset.name} ${alpha}`, index)
    const drawn = drawMixture(dataset, alpha, settings.largest!, seed)
    const scoresOf = scoresOn(drawn, seed, context)
    const outcomes: Outcome[] = []
    for (const one of lineup) {
      if (detectors.includes(one.name)) outcomes.push(outcomeOf(await scoresOf(one), alpha, settings))
    }
    const auto = detectors.includes(AUTO) ? await tryAuto(settings, alpha, drawn, seed, scoresOf, context) : null
    if (auto !== null) outcomes.push(auto.outcome)
    alphas.push({ n: drawn.n, outcomes, chosen: auto?.chosen ?? null })
  }
  return { alphas }
}

/** A detector on all rows, certified on the scores of its training rows. */
function outcomeOf(scores: DetectorScores, alpha: number, settings: Settings): Outcome {
  return {
    oracle: oracleOf(scores),
    promised: settings.certificates!.recalls.map((recall) => promise(scores, alpha, recall, settings)),
  }
}

/** As `fit` does where no detector is named, with one fit of the candidates for all recalls. */
async function tryAuto(
  settings: Settings,
  alpha: number,
  { nominal, mixture }: Drawn,
  seed: number,
  scoresOf: ReturnType<typeof scoresOn>,
  { engine }: Context,
): Promise<{ outcome: Outcome; chosen: string }> {
  const data = { nominal, mixture }
  const stages = stagesOf(data, alpha, undefined, seed)
  const known = new Map<Parts, Promise<Fitted>>()
  const fitAt = (parts: Parts): Promise<Fitted> => {
    const work = { engine, listener: silent }
    const fitted = known.get(parts) ?? fitCandidates(choosingRows(data, parts), alpha * mixture.rows, seed, work)
    known.set(parts, fitted)
    return fitted
  }
  const promised: Promised[] = []
  for (const recall of settings.certificates!.recalls) {
    const { parts, chosen } = await race(stages, fitAt, { alpha, eta: 1 - recall })
    const all = await scoresOf(chosen.candidate)
    const own = {
      ...all,
      nominal: Float64Array.from(parts.nominal.heldOut, (row) => all.nominal[row]),
      mixture: Float64Array.from(parts.mixture.heldOut, (row) => all.mixture[row]),
    }
    const { confidence } = settings.certificates!
    const { nominal: pilot0, mixture: pilotM } = chosen.scores
    const terms = { alpha, recall, confidence, n0: own.nominal.length, nm: own.mixture.length }
    const gates = chosen.clear
      ? gatesBesideAtoms(pilot0, terms)
      : placeGates({ ...terms, pilot: prepare(pilot0, pilotM) })
    promised.push(promise(own, alpha, recall, settings, gates))
  }
  const { candidate } = (await race(stages, fitAt, { alpha, eta: 1 - ORACLE })).chosen
  return { outcome: { oracle: oracleOf(await scoresOf(candidate)), promised }, chosen: candidate.name }
}

function oracleOf({ test: { nominal, alien } }: DetectorScores): number {
  const sorted = sortScores(alien, 'alien')
  const tau = sorted[Math.ceil((1 - ORACLE) * sorted.length) - 1] ?? Number.NEGATIVE_INFINITY
  return shareAbove(sortScores(nominal, 'nominal'), tau)
}

function promise(
  { nominal, mixture, nominalScores, test }: DetectorScores,
  alpha: number,
  recall: number,
  { certificates }: Settings,
  gates?: readonly Gate[],
): Promised {
  try {
    const asked = { nominal, mixture, nominalScores, alpha, recall, confidence: certificates!.confidence }
    const { certified, tau } = certify({ ...asked, gates })
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
  return [...records].flatMap(([dataset, all]) => {
    const runs = all.filter((record) => record !== null)
    return settings.alphas!.flatMap((alpha, a) =>
      detectorsOf(settings).flatMap((detector, d): Row[] => {
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
    )
  })
}

function rates(values: readonly number[]): { falseAlarmRate: number; falseAlarmRateCi: number | string } {
  return {
    falseAlarmRate: round6(mean(values)),
    falseAlarmRateCi: values.length < 2 ? '' : round6(halfWidth(values)),
  }
}
