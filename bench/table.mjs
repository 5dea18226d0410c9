// The table of one workload: median, spread, and how many times faster (or smaller) xenolith is.

export function median(values) {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = sorted.length >> 1
  return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2
}

/** Least, greatest and every twentieth in between: what is kept of many latencies, with the same median. */
export function summarise(values) {
  const sorted = values.toSorted((a, b) => a - b)
  return Array.from({ length: 21 }, (_, i) => {
    const at = (i / 20) * (sorted.length - 1)
    const low = Math.floor(at)
    const value = sorted[low] + (at - low) * ((sorted[low + 1] ?? sorted[low]) - sorted[low])
    return Number(value.toPrecision(6))
  })
}

/** CPU seconds for one thread, wall seconds for more, milliseconds for latencies, MB for memory. */
export function samplesOf(contender, unit) {
  if (unit === 'MB') return contender.peak
  if (unit === 'ms') return contender.latency
  return contender.threads > 1 ? contender.wall : contender.cpu
}

const format = (x) => (x >= 100 ? x.toFixed(0) : x >= 10 ? x.toFixed(1) : x >= 1 ? x.toFixed(2) : x.toFixed(3))

/** The xenolith contender that a peer is compared with: as many threads, and the same check, if there is one. */
export function counterpart(contender, ours) {
  const noCheck = /no range check/.test(contender.name)
  return (
    ours.find((own) => own.threads === contender.threads && /no range check/.test(own.name) === noCheck) ??
    ours.find((own) => own.threads === contender.threads) ??
    ours[0]
  )
}

export function printTable({ title, unit, over, machine, contenders }) {
  console.log(`\n${title}   [${unit === 's' ? 'CPU s; wall s for 2 threads' : unit}; load ${machine.load[0]}]`)
  const ours = contenders.filter(({ name, x }) => name.startsWith('xenolith') || x !== undefined)
  for (const contender of contenders) {
    const samples = samplesOf(contender, unit)
    const spread = `${format(Math.min(...samples))} .. ${format(Math.max(...samples))}`
    const own = counterpart(contender, ours)
    let ratio = ''
    if (contender.x !== undefined) ratio = `${format((median(samples) / contender.x) * 1e6)} us each`
    else if (!contender.name.startsWith('xenolith'))
      ratio = `${format(median(samples) / median(samplesOf(own, unit)))}x`
    const name = over ? `${over} = ${contender.name}` : contender.name
    const model = contender.modelBytes ? `  model ${format(contender.modelBytes / 2 ** 20)} MB` : ''
    console.log(
      `  ${name.padEnd(34)} ${format(median(samples)).padStart(8)}  (${spread})`.padEnd(72) +
        ratio.padStart(14) +
        model +
        (contender.note ? `  ${contender.note}` : ''),
    )
  }
}
