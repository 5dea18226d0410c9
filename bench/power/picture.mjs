// The practitioner's picture: how much data for which promise. Writes docs/images/how-much-data.svg.
// npm run build && node bench/power/picture.mjs
import { writeFileSync } from 'node:fs'
import { plan } from '@xenolith/core'
import { html } from '../../packages/cli/dist/report/html.js'
import { placeLabels } from '../../packages/cli/dist/report/labels.js'
import { line, project } from '../../packages/cli/dist/report/marks.js'
import { drawPlot, plotArea, wide } from '../../packages/cli/dist/report/plot.js'
import { log } from '../../packages/cli/dist/report/scale.js'
import { plotStyle } from '../../packages/cli/dist/report/style-plot.js'

const terms = { recall: 0.9, confidence: 0.95 }
const alphas = Array.from({ length: 25 }, (_, k) => 0.01 * 50 ** (k / 24))

/** The smallest n0 = nm that is certified with at most about 5 % false alarms in nine draws of ten. */
function rowsNeeded(alpha, method) {
  const enough = (n) => plan({ ...terms, alpha, method, n0: n, nm: n }).power >= 0.9
  let high = 2
  while (!enough(high)) high *= 2
  let low = high / 2
  while (high - low > Math.max(1, low / 500)) {
    const middle = Math.floor((low + high) / 2)
    if (enough(middle)) high = middle
    else low = middle
  }
  return high
}

const methods = { theorem1: 'mixture', dkw: 'nominal', exact: 'alien' }
const curves = Object.entries(methods).map(([method, style]) => ({
  method,
  style,
  rows: alphas.map((alpha) => rowsNeeded(alpha, method)),
}))
const labels = alphas.map((alpha) => plan({ ...terms, alpha, method: 'exact', n0: 2, nm: 2 }).audit.labels)
curves.push({ method: 'audit (labels)', style: 'alien-raw', rows: labels })

const area = plotArea(wide, 24)
const x = log([0.01, 0.5], [area.left, area.right])
const y = log([50, 3e7], [area.bottom, area.top])
const compact = (value) => (value >= 1e6 ? `${value / 1e6}M` : value >= 1e3 ? `${value / 1e3}k` : String(value))
const drawn = curves.map((curve) => ({ ...curve, points: project(x, y, alphas, curve.rows) }))
const words = {
  title: 'Rows needed for a recall of 90 % with confidence 95 %, by alpha and method',
  description: drawn
    .map(({ method, rows }) => `${method}: ${rows[0]} rows at alpha .01, ${rows.at(-1)} at alpha .5.`)
    .join(' '),
}
const plot = drawPlot('how-much-data', wide, words, {
  area,
  x: { scale: x, label: 'alpha, the share of aliens in the mixture', format: String, ticks: 6 },
  y: { scale: y, label: 'rows in each sample (audit: rows to label)', format: compact, ticks: 7 },
  marks: drawn.map(({ points, style }) => line(points, style)),
  labels: placeLabels(
    drawn.map(({ method, style, points }) => ({ words: method, style, curve: points })),
    area,
    [],
    [],
  ),
})
const colours = html`:root { --ink: #1b2430; --quiet: #5b6470; --grid: #e8ebee; --paper: #fff; --nominal: #0b63a5; --mixture: #555d66; --alien: #d45500; --alien-ink: #b34700 }
svg { background: #fff; font-family: system-ui, sans-serif }`
const svg = plot.markup.replace('<svg ', '<svg xmlns="http://www.w3.org/2000/svg" width="800" height="400" ')
writeFileSync(
  new URL('../../docs/images/how-much-data.svg', import.meta.url),
  `${svg.replace('</desc>', `</desc>\n<style>${colours.markup}\n${plotStyle.markup}</style>`)}\n`,
)
for (const { method, rows } of curves) {
  const at = (alpha) => rows[alphas.findIndex((a) => a >= alpha - 1e-9)]
  console.log(method, 'alpha .05:', at(0.05), 'alpha .1:', at(0.1), 'alpha .5:', at(0.5 - 1e-6))
}
