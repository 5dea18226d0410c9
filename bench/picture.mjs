// docs/bench.svg: how many times faster xenolith is than each peer, on a logarithmic scale. docs/bench-growth.svg: does
// cost grow as it should?
import { writeFileSync } from 'node:fs'
import { counterpart, median, samplesOf } from './table.mjs'

const ROW = 18
const LEFT = 330
const WIDTH = 900

export function drawPictures(results) {
  drawGrowth(results.filter(({ over }) => over !== undefined))
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

const PANEL = { width: 290, height: 210, left: 62, right: 14, top: 30, bottom: 40 }

/** One panel for each curve, both axes logarithmic; the line has slope 1 through the last point. */
function drawGrowth(curves) {
  if (curves.length === 0) return
  const columns = 3
  const width = columns * PANEL.width
  const height = Math.ceil(curves.length / columns) * PANEL.height + 24
  const parts = [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" font-family="system-ui, sans-serif" font-size="12">`,
    '<title>How the cost of xenolith grows</title>',
    `<rect width="${width}" height="${height}" fill="#fff"/>`,
    '<text x="12" y="16" font-weight="600">CPU seconds, one thread; the line is linear growth through the last point</text>',
  ]
  curves.forEach((curve, k) => {
    const x0 = (k % columns) * PANEL.width
    const y0 = 20 + Math.floor(k / columns) * PANEL.height
    parts.push(`<g transform="translate(${x0} ${y0})">${panel(curve)}</g>`)
  })
  parts.push('</svg>')
  writeFileSync(new URL('../docs/bench-growth.svg', import.meta.url), `${parts.join('\n')}\n`)
}

function panel({ over, unit, contenders }) {
  const points = contenders.map((contender) => [contender.x, median(samplesOf(contender, unit))])
  const [xs, ys] = [points.map(([x]) => Math.log10(x)), points.map(([, y]) => Math.log10(y))]
  const last = points.length - 1
  const line = xs.map((x) => ys[last] + x - xs[last])
  const scale = (values, from, to) => {
    const [low, high] = [Math.floor(Math.min(...values)), Math.ceil(Math.max(...values))]
    return { low, high, at: (value) => from + ((to - from) * (value - low)) / Math.max(1, high - low) }
  }
  const across = scale(xs, PANEL.left, PANEL.width - PANEL.right)
  const up = scale([...ys, ...line], PANEL.height - PANEL.bottom, PANEL.top)
  const ticks = ({ low, high }) => Array.from({ length: high - low + 1 }, (_, i) => low + i)
  return [
    `<text x="${PANEL.left}" y="${PANEL.top - 10}">over ${asText(over)}</text>`,
    ...ticks(across).flatMap((t) => [
      `<line x1="${across.at(t)}" x2="${across.at(t)}" y1="${PANEL.top}" y2="${PANEL.height - PANEL.bottom}" stroke="#ddd"/>`,
      `<text x="${across.at(t)}" y="${PANEL.height - PANEL.bottom + 15}" text-anchor="middle" fill="#555">${power(t)}</text>`,
    ]),
    ...ticks(up).flatMap((t) => [
      `<line x1="${PANEL.left}" x2="${PANEL.width - PANEL.right}" y1="${up.at(t)}" y2="${up.at(t)}" stroke="#ddd"/>`,
      `<text x="${PANEL.left - 6}" y="${up.at(t) + 4}" text-anchor="end" fill="#555">${power(t)}</text>`,
    ]),
    `<line x1="${across.at(xs[0])}" y1="${up.at(line[0])}" x2="${across.at(xs[last])}" y2="${up.at(line[last])}" stroke="#999" stroke-dasharray="4 3"/>`,
    `<polyline fill="none" stroke="#2f6f8f" stroke-width="2" points="${xs.map((x, i) => `${across.at(x)},${up.at(ys[i])}`).join(' ')}"/>`,
    ...xs.map((x, i) => `<circle cx="${across.at(x)}" cy="${up.at(ys[i])}" r="3" fill="#2f6f8f"/>`),
  ].join('\n')
}

function power(exponent) {
  return exponent >= -3 && exponent <= 3 ? String(Number((10 ** exponent).toPrecision(1))) : `1e${exponent}`
}

function asText(text) {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
}
