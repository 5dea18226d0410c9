// docs/bench.svg: how many times faster xenolith is than each peer, on a logarithmic scale.
import { writeFileSync } from 'node:fs'
import { counterpart, median, samplesOf } from './table.mjs'

const ROW = 18
const LEFT = 330
const WIDTH = 900

export function drawPictures(results) {
  const rows = results.flatMap(({ title, unit, contenders }) => {
    const ours = contenders.filter(({ name }) => name.startsWith('xenolith'))
    const peers = contenders.filter(({ name, x }) => !name.startsWith('xenolith') && x === undefined)
    if (peers.length === 0) return []
    return [
      { heading: title },
      ...peers.map((peer) => ({
        name: peer.name,
        ratio: median(samplesOf(peer, unit)) / median(samplesOf(counterpart(peer, ours), unit)),
      })),
    ]
  })
  if (rows.length === 0) return
  const most = Math.max(10, ...rows.map((row) => row.ratio ?? 1))
  const least = Math.min(1, ...rows.map((row) => row.ratio ?? 1))
  const x = (ratio) => LEFT + ((WIDTH - LEFT - 70) * Math.log(ratio / least)) / Math.log(most / least)
  const height = ROW * (rows.length + 3)
  const parts = [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" font-family="system-ui, sans-serif" font-size="12">`,
    '<title>How many times faster xenolith is than its peers</title>',
    `<rect width="${WIDTH}" height="${height}" fill="#fff"/>`,
    `<text x="12" y="${ROW}" font-weight="600">times slower (or larger) than xenolith: CPU at one thread, wall at two, median</text>`,
  ]
  for (const tick of [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000].filter((t) => t >= least && t <= most)) {
    parts.push(
      `<line x1="${x(tick)}" x2="${x(tick)}" y1="${ROW * 1.5}" y2="${height - ROW}" stroke="${tick === 1 ? '#555' : '#ddd'}"/>`,
      `<text x="${x(tick)}" y="${height - 4}" text-anchor="middle" fill="#555">${tick}</text>`,
    )
  }
  rows.forEach((row, i) => {
    const y = ROW * (i + 2)
    if (row.heading) {
      parts.push(`<text x="12" y="${y + 13}" font-weight="600">${asText(row.heading)}</text>`)
      return
    }
    const [from, to] = [x(1), x(row.ratio)]
    const label = row.ratio >= 10 ? row.ratio.toFixed(0) : row.ratio.toFixed(1)
    parts.push(
      `<text x="${LEFT - 8}" y="${y + 13}" text-anchor="end">${asText(row.name)}</text>`,
      `<rect x="${Math.min(from, to)}" y="${y + 3}" width="${Math.max(1, Math.abs(to - from))}" height="${ROW - 6}" fill="${row.ratio >= 1 ? '#2f6f8f' : '#b5533c'}"/>`,
      `<text x="${Math.max(from, to) + 5}" y="${y + 13}">${label}</text>`,
    )
  })
  parts.push('</svg>')
  writeFileSync(new URL('../docs/bench.svg', import.meta.url), `${parts.join('\n')}\n`)
}

function asText(text) {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
}
