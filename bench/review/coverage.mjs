// How often intervals are wrong at some time when somebody looks after every verdict.
//   node bench/review/coverage.mjs [--runs 10000]
// Precision of one kind of row, after each of 400 verdicts, beside Clopper-Pearson bounds that are looked at as often; then precision, alpha and recall
// of a stream, 300 verdicts on alarms and on other rows by turns while rows arrive. Confidence .95. One JSON line for each law.
import { parseArgs } from 'node:util'
import { review, substream } from '@xenolith/core'
import { anytimeLower, anytimeUpper, clopperPearsonUpper } from '@xenolith/core/internals'

const { values } = parseArgs({ options: { runs: { type: 'string', default: '10000' } } })
const runs = Number(values.runs)
const DELTA = 0.05

/** A function of (k, n), worked out once for each. */
function remembered(bound) {
  const known = new Map()
  return (k, n) => {
    const key = n * 2 ** 20 + k
    let value = known.get(key)
    if (value === undefined) known.set(key, (value = bound(k, n)))
    return value
  }
}

const anytime = {
  lower: remembered((k, n) => anytimeLower(k, n, DELTA / 2)),
  upper: remembered((k, n) => anytimeUpper(k, n, DELTA / 2)),
}
const upperOnce = (k, n) => (k === n ? 1 : clopperPearsonUpper(k, n, DELTA / 2))
const clopperPearson = { lower: remembered((k, n) => 1 - upperOnce(n - k, n)), upper: remembered(upperOnce) }

for (const p of [0.02, 0.2, 0.5, 0.9]) {
  const wrong = { anytime: 0, clopperPearson: 0 }
  for (let run = 0; run < runs; run++) {
    const random = substream(1, `verdicts ${p}`, run)
    let [k, missed, missedOnce] = [0, false, false]
    for (let n = 1; n <= 400; n++) {
      if (random.float() < p) k++
      missed ||= anytime.lower(k, n) > p || anytime.upper(k, n) < p
      missedOnce ||= clopperPearson.lower(k, n) > p || clopperPearson.upper(k, n) < p
    }
    if (missed) wrong.anytime++
    if (missedOnce) wrong.clopperPearson++
  }
  console.log(JSON.stringify({ statement: 'precision', p, runs, verdicts: 400, wrongAtSomeTime: wrong }))
}

// Somebody who has judged every alarm in the queue, and draws when the rows still to be drawn hold more aliens than they should: so many deviations more.
const choosy = Math.ceil(runs / 5)
for (const deviations of [Number.NEGATIVE_INFINITY, 1, 2]) {
  const p = 0.2
  let wrong = 0
  for (let run = 0; run < choosy; run++) {
    const random = substream(1, `moments ${deviations}`, run)
    let [aliens, others, k, n, missed] = [0, 0, 0, 0, false]
    for (let alarm = 0; alarm < 2000 && n < 400; alarm++) {
      if (random.float() < p) aliens++
      else others++
      const waiting = aliens + others
      if (aliens - p * waiting <= deviations * Math.sqrt(p * (1 - p) * waiting)) continue
      for (let i = 0; i < 5 && aliens + others > 0 && n < 400; i++) {
        n++
        if (random.below(aliens + others) < aliens) {
          aliens--
          k++
        } else others--
        missed ||= anytime.lower(k, n) > p || anytime.upper(k, n) < p
      }
    }
    if (missed) wrong++
  }
  console.log(
    JSON.stringify({ statement: 'draws at chosen moments', p, deviations, runs: choosy, wrongAtSomeTime: wrong }),
  )
}

const laws = [
  { rate: 0.1, precision: 0.6, omission: 0.02 },
  { rate: 0.3, precision: 0.9, omission: 0.2 },
]
for (const law of laws) {
  const { rate, precision, omission } = law
  const alpha = rate * precision + (1 - rate) * omission
  const truth = { precision, alpha, recall: (rate * precision) / alpha }
  const wrong = { precision: 0, alpha: 0, recall: 0 }
  // A review costs some thirty bounds: one run in twenty.
  const some = Math.ceil(runs / 20)
  for (let run = 0; run < some; run++) {
    const random = substream(1, `review ${rate}`, run)
    const counts = {
      rows: 0,
      alarms: 0,
      ofAlarms: { alien: 0, nominal: 0, unsure: 0 },
      ofOthers: { alien: 0, nominal: 0, unsure: 0 },
    }
    const missed = new Set()
    for (let n = 0; n < 300; n++) {
      for (let row = 0; row < 10; row++) {
        counts.rows++
        if (random.float() < rate) counts.alarms++
      }
      const [kind, p] = n % 2 === 0 ? ['ofAlarms', precision] : ['ofOthers', omission]
      const verdict = random.float() < p ? 'alien' : 'nominal'
      // Of one row in fifty nobody knows.
      counts[kind][random.float() < 0.02 ? 'unsure' : verdict]++
      const found = review({ ...counts, confidence: 1 - DELTA })
      for (const [name, value] of Object.entries(truth))
        if (found[name].lower > value || found[name].upper < value) missed.add(name)
    }
    for (const name of missed) wrong[name]++
  }
  console.log(JSON.stringify({ statement: 'review', law, runs: some, verdicts: 300, wrongAtSomeTime: wrong }))
}
