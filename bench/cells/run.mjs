/*
 * What a certificate costs whose scores nobody holds: passes over the scores, parts that come back, CPU seconds of counting
 * (for each pass and all scores, one thread) and of the driver. Normal scores, a tenth of the mixture 4 deviations up; or the same rounded to steps of
 * a hundredth. `node bench/cells/run.mjs 1e6 1e7`: sizes of each sample.
 */
import { certify, gatherEvidence, substream } from '@xenolith/core'
import { askCells, oneCell, refined, Tally } from '@xenolith/core/internals'

const terms = { alpha: 0.101, recall: 0.9, confidence: 0.95 }
const question = (samples) => {
  const certificate = certify({ samples, ...terms })
  const { alpha, delta } = certificate
  return [
    certificate,
    gatherEvidence({ samples, alpha, delta, decision: certificate.certified ? certificate : undefined }),
  ]
}
const seconds = () => {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1e6
}

function draw(n, share, label, step) {
  const random = substream(1, label)
  const scores = new Float64Array(n)
  for (let i = 0; i < n; i++) {
    const score = random.normal() + (random.float() < share ? 4 : 0)
    scores[i] = step === 0 ? score : Math.round(score / step) * step
  }
  return scores
}

function overview(scores) {
  let [least, largest] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]
  for (const score of scores) {
    if (score < least) least = score
    if (score > largest) largest = score
  }
  return { count: scores.length, least, largest }
}

console.log(
  'scores   law          passes  ranges        parts back        share of scores  counting, CPU s a pass  driver, CPU s  FPR',
)
for (const size of process.argv.slice(2).map(Number)) {
  for (const [law, step] of [
    ['normal', 0],
    ['in steps', 0.01],
  ]) {
    const scores = { nominal: draw(size, 0, 'nominal', step), mixture: draw(size, 0.1, 'mixture', step) }
    let cells = oneCell({ nominal: overview(scores.nominal), mixture: overview(scores.mixture) })
    const [ranges, parts, counting] = [[], [], []]
    let driver = 0
    for (;;) {
      const before = seconds()
      const reply = await askCells(cells, 12345, question)
      driver += seconds() - before
      if (reply.pass === undefined) {
        const [{ falseAlarmRate }] = reply.answer
        const share = parts.slice(1).reduce((sum, n) => sum + n, 0) / (2 * size)
        console.log(
          `2 x ${size.toExponential(0)} ${law.padEnd(10)} ${parts.length}       ${ranges.join(' ')}   ${parts.join(' ')}   ${(100 * share).toFixed(3)} %   ${counting.map((s) => s.toFixed(2)).join(' ')}   ${driver.toFixed(2)}   ${falseAlarmRate.toFixed(5)}`,
        )
        break
      }
      const start = seconds()
      const tallies = { nominal: new Tally(reply.pass), mixture: new Tally(reply.pass) }
      tallies.nominal.add(scores.nominal)
      tallies.mixture.add(scores.mixture)
      counting.push(seconds() - start)
      const found = { nominal: tallies.nominal.found(), mixture: tallies.mixture.found() }
      ranges.push(reply.pass.ranges.length)
      parts.push(found.nominal.length + found.mixture.length)
      const merging = seconds()
      cells = refined(cells, reply.pass, found)
      driver += seconds() - merging
    }
  }
}
