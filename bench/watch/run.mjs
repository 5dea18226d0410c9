// How soon a certificate is voided after a change, how often without one, and what a Kolmogorov-Smirnov test of each window would have said.
//   node bench/watch/run.mjs [--runs 150] [--from 0] [--only 'nothing changes']
// Run number r is the same whichever runs it is asked for with, so that many can be done in parts.
// Scores are normal, aliens 4 deviations up, n0 5000, alpha .1, delta .05, 40 windows of 1000 rows, the change at the start.
import { parseArgs } from 'node:util'
import { countScores, nominalRanks, planWatch, readWatch, substream } from '@xenolith/core'

const { values } = parseArgs({
  options: {
    runs: { type: 'string', default: '150' },
    from: { type: 'string', default: '0' },
    only: { type: 'string' },
  },
})
const runs = Number(values.runs)
const from = Number(values.from)
const [N0, ROWS, WINDOWS, ALPHA] = [5000, 1000, 40, 0.1]
const changes = {
  'nothing changes': {},
  'aliens fall to 2 %': { aliens: 0.02 },
  'nominals +.3 sd': { shift: 0.3 },
  'nominals +.6 sd': { shift: 0.6 },
  'nominals -.6 sd': { shift: -0.6 },
  'alarms doubled (aliens 24 %)': { aliens: 0.24 },
}

function oneRun({ shift = 0, aliens = ALPHA }, run) {
  const random = substream(1, 'watch bench', run)
  const nominal = Float64Array.from({ length: N0 }, () => random.normal()).sort()
  const tau = nominal[Math.floor(0.97 * N0)]
  const plan = planWatch({ ranks: nominalRanks(nominal), alpha: ALPHA, tau, confidence: 0.95 })
  const before = Float64Array.from({ length: N0 }, () => (random.float() < ALPHA ? 4 : 0) + random.normal()).sort()
  const windows = []
  let [voided, cried] = [null, false]
  for (let w = 1; w <= WINDOWS && (voided === null || !cried); w++) {
    const scores = Float64Array.from({ length: ROWS }, () => (random.float() < aliens ? 4 : shift) + random.normal())
    windows.push(countScores(plan, scores))
    if (voided === null && readWatch(plan, windows).state === 'void') voided = w
    if (!cried) cried = kolmogorovSmirnov(before, scores.sort()) > 1.358 * Math.sqrt(1 / N0 + 1 / ROWS)
  }
  return { voided, cried }
}

/** The largest distance between two empirical distributions. */
function kolmogorovSmirnov(a, b) {
  let [i, j, most] = [0, 0, 0]
  while (i < a.length && j < b.length) {
    const x = Math.min(a[i], b[j])
    while (i < a.length && a[i] <= x) i++
    while (j < b.length && b[j] <= x) j++
    most = Math.max(most, Math.abs(i / a.length - j / b.length))
  }
  return most
}

for (const [name, change] of Object.entries(changes)) {
  if (values.only !== undefined && values.only !== name) continue
  const outcomes = Array.from({ length: runs }, (_, i) => oneRun(change, from + i))
  const times = outcomes
    .map(({ voided }) => voided)
    .filter((w) => w !== null)
    .sort((a, b) => a - b)
  const median = times.length > runs / 2 ? times[Math.floor(runs / 2)] : null
  const cried = outcomes.filter((outcome) => outcome.cried).length
  console.log(
    JSON.stringify({ change: name, runs, voided: times.length, medianWindows: median, kolmogorovSmirnov: cried }),
  )
}
