import { XenolithError } from '@xenolith/core'
import {
  count,
  drawPlot,
  type Figure,
  html,
  palette,
  percent,
  plotStyle,
  renderDocument,
  renderFigure,
  wide,
} from '@xenolith/pages'
import { estimatesFigure } from '@xenolith/pages/report'
import type { Answer } from '@xenolith/study'
import { version } from '../version.js'

export type PlotKind = 'svg' | 'html'

/** By extension; anything else is refused. */
export function plotKind(path: string): PlotKind {
  const kind = /\.(svg|html?)$/i.exec(path)?.[1].toLowerCase()
  if (kind === undefined) throw new XenolithError('bad-option', `--plot writes .svg or .html, got ${path}`)
  return kind === 'svg' ? 'svg' : 'html'
}

/** The answer as a picture that needs nothing else: no script, no network, no times, so the same bytes for the same data. */
export function renderAnswer(answer: Answer, kind: PlotKind): string {
  const { lowerBound, upperBound, audited, confidence, estimates, recommended } = answer
  const figure = estimatesFigure(1, {
    lowerBound,
    confidence,
    upperBounds: [
      ...(upperBound === null ? [] : [{ upper: upperBound.upper, words: 'under the assumption' }]),
      ...(audited === null ? [] : [{ upper: audited.upper, words: 'by the audit' }]),
    ],
    estimates,
    recommended,
    used: null,
  })
  return kind === 'svg' ? drawing(figure) : page(figure, answer)
}

function drawing(figure: Figure): string {
  const words = { title: figure.heading, description: `${figure.finding} ${figure.reading}` }
  const { width, height } = wide
  return html`<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" font-family="system-ui, sans-serif">
<style>${palette}
${plotStyle}</style>
<rect width="${width}" height="${height}" fill="var(--paper)"/>
${drawPlot('alpha', wide, words, figure.draw(wide))}
</svg>
`.markup
}

function page(figure: Figure, answer: Answer): string {
  const { n0, nm, confidence, lowerBound, upperBound, audited } = answer
  const bounds = [
    `At least ${percent(lowerBound, 'down')}, assuming nothing about the aliens.`,
    ...(upperBound === null
      ? []
      : [`At most ${percent(upperBound.upper, 'up')}, under an assumption: ${upperBound.assumption}`]),
    ...(audited === null
      ? []
      : [
          `From ${percent(audited.lower, 'down')} to ${percent(audited.upper, 'up')}, by an audit of ${count(audited.labelled)} rows.`,
        ]),
  ]
  return renderDocument({
    title: 'Xenolith: estimates of alpha, none of them a bound',
    brand: `Xenolith ${version}`,
    heading: `The share of aliens, from ${count(n0)} nominal and ${count(nm)} mixture scores`,
    main: html`<section aria-labelledby="bounds">
<h2 id="bounds">What is certain about alpha</h2>
<p>Each with confidence ${percent(confidence)}:</p>
<ul class="assumptions">${bounds.map((line) => html`<li>${line}</li>`)}</ul>
${upperBound === null && audited === null && html`<p>No upper bound exists without an assumption or labels.</p>`}
</section>
<section aria-labelledby="estimates">
<h2 id="estimates">What is only estimated</h2>
<p class="condition">No estimate is a bound. A promise made with an alpha below the true one is broken: an alpha that is 10\u00a0% too small costs about 10 points of recall.</p>
${renderFigure(figure)}
</section>`,
    footer: html`Made by Xenolith ${version}.`,
  })
}
