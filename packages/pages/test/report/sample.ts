import type { AlphaEvidence, Certificate, CertificateFields, Evidence, Sensitivity } from '@xenolith/core'
import type { ReportInput } from '../../src/report/input.js'

/** Numerical Recipes' linear congruential generator: the same draws on every machine. */
function uniform(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return (state + 0.5) / 2 ** 32
  }
}

function normal(next: () => number, mean: number, deviation: number): number {
  return mean + deviation * Math.sqrt(-2 * Math.log(next())) * Math.cos(2 * Math.PI * next())
}

function shareAtMost(sorted: readonly number[], at: number): number {
  let [low, high] = [0, sorted.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if (sorted[middle] <= at) low = middle + 1
    else high = middle
  }
  return low / sorted.length
}

/** The nearest non-decreasing sequence, by pooling adjacent violators. */
function isotonic(values: readonly number[]): number[] {
  const blocks: { sum: number; size: number }[] = []
  for (const value of values) {
    blocks.push({ sum: value, size: 1 })
    while (blocks.length > 1) {
      const [left, right] = [blocks[blocks.length - 2], blocks[blocks.length - 1]]
      if (left.sum / left.size <= right.sum / right.size) break
      blocks.splice(-2, 2, { sum: left.sum + right.sum, size: left.size + right.size })
    }
  }
  return blocks.flatMap(({ sum, size }) => Array<number>(size).fill(Math.min(1, Math.max(0, sum / size))))
}

/** Evidence of given scores, as `xenolith fit` would keep it. */
export function evidenceOf(nominal: readonly number[], mixture: readonly number[], alpha: number): Evidence {
  const [s0, sm] = [nominal, mixture].map((scores) => [...scores].sort((a, b) => a - b))
  const [low, high] = [Math.min(s0[0], sm[0]), Math.max(s0[s0.length - 1], sm[sm.length - 1])]
  const score = low === high ? [low] : Array.from({ length: 201 }, (_, i) => low + ((high - low) * i) / 200)
  const f0 = score.map((at) => shareAtMost(s0, at))
  const fm = score.map((at) => shareAtMost(sm, at))
  const fa = score.map((_, i) => (fm[i] - (1 - alpha) * f0[i]) / alpha)
  const faIsotonic = isotonic(fa)
  const edges = Array.from({ length: 41 }, (_, i) => low + ((high - low) * i) / 40)
  const shares = (sorted: readonly number[]) =>
    edges.slice(1).map((edge, i) => shareAtMost(sorted, edge) - (i === 0 ? 0 : shareAtMost(sorted, edges[i])))
  const q = Array.from({ length: 50 }, (_, i) => (i + 1) / 200)
  const index = q.map((each) => faIsotonic.findLastIndex((miss) => miss <= each))
  const epsilon = Array.from({ length: 25 }, (_, i) => 0.01 * 50 ** (i / 24))
  const theorem1 = ((2 - alpha) / alpha) ** 2 * Math.log(2 / (1 - Math.sqrt(0.95)))
  return {
    curves: { score, f0, fm, fa, faIsotonic },
    histogram: { edges, nominal: shares(s0), mixture: shares(sm) },
    tradeoff: {
      q,
      tau: index.map((i) => (i < 0 ? null : score[i])),
      falseAlarmRate: index.map((i) => (i < 0 ? 1 : 1 - f0[i])),
      alarmRate: index.map((i) => (i < 0 ? 1 : 1 - fm[i])),
    },
    sampleSizes: { epsilon, n: epsilon.map((each) => Math.ceil(theorem1 / (2 * each ** 2))) },
    topRows: null,
  }
}

/** Two normal score laws, and the certificate that `exact` might give on them. */
export function sampleInput(change: Partial<CertificateFields> = {}): ReportInput {
  sample ??= drawSample()
  return { ...sample, certificate: { ...sample.certificate, ...change } as Certificate }
}

/** 25,000 scores take a while to draw and sort: once for all tests. */
let sample: ReportInput | undefined

function drawSample(): ReportInput {
  const next = uniform(7)
  const alpha = 0.1
  const nominal = Array.from({ length: 5000 }, () => normal(next, 0.42, 0.04))
  const mixture = Array.from({ length: 20000 }, () =>
    next() < alpha ? normal(next, 0.62, 0.06) : normal(next, 0.42, 0.04),
  )
  const evidence = evidenceOf(nominal, mixture, alpha)
  const tau = 0.531
  const certificate = {
    certified: true,
    method: 'exact',
    tau,
    alpha,
    alphaSource: 'given',
    q: null,
    epsilon: 0.0312,
    eta: 0.1,
    delta: 0.05,
    recall: 0.9,
    n0: nominal.length,
    nm: mixture.length,
    falseAlarmRate: nominal.filter((score) => score > tau).length / nominal.length,
    falseAlarmRateUpper: 0.0061,
    alarmRate: mixture.filter((score) => score > tau).length / mixture.length,
    admissible: { ok: true, worstGap: 0.0034, pValue: 0.82 },
    nominalScores: 'held-out',
    assumptions: [
      'Nominal and mixture scores are independent draws, and independent of the data the detector was fitted on.',
      'The nominal part of the mixture follows the same law as the nominal data.',
      'Future aliens follow the same law as the aliens in this mixture.',
      'At most 10 % of the mixture are aliens (alpha was given by the user).',
    ],
  } as Certificate
  const columns = ['duration', 'src_bytes', 'protocol', 'flag', 'rate', 'hot']
  const protocols = ['tcp', 'udp', 'icmp']
  const topRows = {
    columns,
    row: Array.from({ length: 15 }, () => 1 + Math.floor(next() * mixture.length)),
    score: [...mixture].sort((a, b) => b - a).slice(0, 15),
    cells: Array.from({ length: 15 }, (_, i) => [
      Math.round(next() * 4000) / 100,
      Math.floor(next() ** 4 * 5e6),
      protocols[Math.floor(next() * 3)],
      i % 4 === 3 ? null : 'SF',
      next(),
      i % 5 === 0 ? null : Math.floor(next() * 30),
    ]),
  }
  return {
    certificate,
    evidence: { ...evidence, topRows },
    detector: 'isolation forest, 1000 trees on 20 % subsamples, range check on',
    features: columns.map((name, i) => ({ name, kind: i === 2 || i === 3 ? 'categorical' : 'numeric' })),
    data: [
      { role: 'nominal', name: 'traffic-clean.csv', rows: 5000, bytes: 412_338, sha256: '9f86d081884c7d65'.repeat(4) },
      {
        role: 'mixture',
        name: 'traffic-week-31.parquet',
        rows: 20000,
        bytes: 1_288_410,
        sha256: '2c26b46b68ffc68f'.repeat(4),
      },
    ],
    seed: 20240607,
    version: '0.1.0',
  }
}

/** How the sample's result would move with alpha, by simple laws that are easy to check. */
export function sampleSensitivity(alpha = 0.1, change: Partial<Sensitivity> = {}): Sensitivity {
  const alphas = [0.5, 0.6, 0.7, 0.8, 0.9, 1, 1.1, 1.2, 1.3, 1.4, 1.5]
    .map((factor) => Number((factor * alpha).toPrecision(12)))
    .filter((each) => each <= 1)
  return {
    lowerBound: 0.085 * (alpha / 0.1),
    confidence: 0.95,
    alpha: alphas,
    recall: alphas.map((each) => Math.min(1, (0.95 * alpha) / each)),
    promised: alphas.map((each) => Math.min(1, (0.905 * alpha) / each)),
    tau: alphas.map((each, i) => (i === 0 ? null : 0.531 - (each - alpha))),
    falseAlarmRate: alphas.map((each, i) => (i === 0 ? 1 : 0.004 + 0.2 * (each - alpha / 2))),
    alarmRate: alphas.map((each, i) => (i === 0 ? 1 : 0.1 + 0.2 * (each - alpha / 2))),
    ...change,
  }
}

export const sampleEstimates: AlphaEvidence = {
  confidence: 0.95,
  recommended: { name: 'bt-patrasen', alpha: 0.095, upper: 0.1, reason: 'bt-patrasen agrees with c-ps and c-roc' },
  estimates: [
    { name: 'bt-patrasen', alpha: 0.095, interval: [0.082, 0.1] },
    { name: 'c-ps', alpha: 0.1, interval: [0.09, 0.11] },
    { name: 'c-roc', alpha: 0.081, interval: null },
    { name: 'km1', alpha: null, reason: '5,000 rows are more than the 1,000 that it can take' },
  ],
}

/** The sample with an alpha that was estimated, as `fit --alpha auto` leaves it. */
export function conditionalInput(change: Partial<CertificateFields> = {}): ReportInput {
  const input = sampleInput({
    certified: false,
    alphaSource: 'estimate',
    conditional: 'alpha <= 0.1: estimated, not proved',
    reason: 'conditional on alpha <= 0.1: estimated, not proved',
    ...change,
  })
  const evidence = { ...input.evidence, sensitivity: sampleSensitivity(), estimates: sampleEstimates }
  return { ...input, evidence }
}
