import type { Certificate, Evidence } from '@xenolith/core'
import { type Figure, type Html, html, renderDocument, renderFigure } from '../index.js'
import { renderAssumptions } from './assumptions.js'
import { renderChoice } from './choice.js'
import { renderComparison } from './comparison.js'
import { renderDataNotes } from './data-notes.js'
import { distributions } from './figure-distributions.js'
import { estimatesFigure } from './figure-estimates.js'
import { histogram } from './figure-histogram.js'
import { recallFigure } from './figure-recall.js'
import { sampleSizes } from './figure-sample-sizes.js'
import { sensitivityFigure } from './figure-sensitivity.js'
import { tradeoff } from './figure-tradeoff.js'
import { renderGlossary } from './glossary.js'
import { renderIfAlphaIsWrong } from './if-alpha-is-wrong.js'
import type { ReportInput } from './input.js'
import { renderProvenance } from './provenance.js'
import { sentence } from './sentence.js'
import { reportStyle } from './style.js'
import { renderSummary } from './summary.js'
import { renderTopRows } from './top-rows.js'
import { renderVoid } from './void.js'

/**
 * The certificate and its evidence as one self-contained HTML page: no script, no network, the same bytes for the same
 * input. Everything that came from data is text.
 *
 * @example
 * ```ts
 * const nominal = Float64Array.from({ length: 400 }, (_, i) => i)
 * const mixture = nominal.map((score, i) => (i % 2 === 0 ? score + 0.5 : 1000 + i))
 * const samples = prepare(nominal, mixture)
 * const certificate = certify({ samples, alpha: 0.55, recall: 0.5, confidence: 0.8 })
 * const evidence = gatherEvidence({ samples, alpha: 0.55, delta: 0.2, decision: certificate })
 * const features = [{ name: 'x', kind: 'numeric' }]
 * const page = renderReport({ certificate, evidence, detector: 'scores', features, data: [], seed: 1, version: '1.0.0' })
 * page.includes('What it rests on') // => true
 * ```
 */
export function renderReport(input: ReportInput): string {
  const { certificate, evidence, made } = input
  const sections = sectionsOf(input)
  return renderDocument({
    title: `Xenolith report: ${sentence(certificate).replaceAll('\u00a0', ' ')}`,
    brand: `Xenolith ${input.version}`,
    heading: ['Open category detection report', filesOf(input), made].filter((part) => part !== undefined).join(', '),
    style: reportStyle,
    main: html`${renderSummary(certificate, evidence)}
${renderContents(sections)}
${sections.map(({ content }) => html`${content}\n`)}`,
    footer: html`Made by Xenolith ${input.version}${made !== undefined && html` on ${made}`}. A promise without its assumptions is none: pass this page on as a whole.`,
  })
}

/** "known.csv against new.csv" */
function filesOf({ data }: ReportInput): string | undefined {
  const named = (role: string): string | undefined => data.find((file) => file.role === role)?.name
  const [nominal, mixture] = [named('nominal'), named('mixture')]
  return nominal === undefined || mixture === undefined ? undefined : `${nominal} against ${mixture}`
}

/** A part of the page with its own entry in the list of contents. */
interface Section {
  readonly id: string
  readonly title: string
  readonly content: Html
}

function sectionsOf(input: ReportInput): Section[] {
  const { certificate, evidence } = input
  const [main, ...others] = figuresOf(certificate, evidence)
  const all: [string, string, Html | null][] = [
    [
      'price',
      'What it finds and what it costs',
      html`<section aria-labelledby="price">
<h2 id="price">What it finds and what it costs</h2>
${renderFigure(main)}
</section>`,
    ],
    ['assumptions', 'What it rests on', renderAssumptions(certificate)],
    ['void', 'When it is void', renderVoid(certificate)],
    ['choice', 'How the detector was chosen', renderChoice(evidence.choice)],
    ['data-notes', 'Notes on the data', renderDataNotes(evidence.notes)],
    ['top-rows', 'The most alien rows', renderTopRows(evidence.topRows, evidence.nearRows, certificate.tau)],
    ['if-alpha-is-wrong', 'If the share of aliens is wrong', renderIfAlphaIsWrong(certificate, evidence.sensitivity)],
    [
      'evidence',
      'The evidence',
      html`<section aria-labelledby="evidence">
<h2 id="evidence">The evidence</h2>
${others.map(renderFigure)}
</section>`,
    ],
    ['comparison', 'Other methods on the same data', renderComparison(certificate, input.alternatives ?? [])],
    ['provenance', 'Provenance', renderProvenance(input)],
    ['glossary', 'Glossary', renderGlossary(certificate, input.alternatives)],
  ]
  return all.flatMap(([id, title, content]) => (content === null ? [] : [{ id, title, content }]))
}

function renderContents(sections: readonly Section[]): Html {
  return html`<nav aria-labelledby="contents"><h2 id="contents">Contents</h2>
<ol class="contents">${sections.map(({ id, title }) => html`<li><a href="#${id}">${title}</a></li>`)}</ol></nav>`
}

/** The main figure first. Those that only a threshold read off at a q needs, or only Theorem 1, appear with it alone. */
function figuresOf(certificate: Certificate, evidence: Evidence): Figure[] {
  const { q, method } = certificate
  const { sensitivity, estimates } = evidence
  const makers: ((ordinal: number) => Figure)[] = [
    (ordinal) => recallFigure(ordinal, certificate, evidence.curves),
    (ordinal) => histogram(ordinal, certificate, evidence.histogram),
    (ordinal) => distributions(ordinal, certificate, evidence.curves),
  ]
  if (q !== null) makers.push((ordinal) => tradeoff(ordinal, certificate, evidence.tradeoff))
  if (method === 'theorem1') makers.push((ordinal) => sampleSizes(ordinal, certificate, evidence.sampleSizes))
  if (sensitivity !== undefined) makers.push((ordinal) => sensitivityFigure(ordinal, certificate, sensitivity))
  if (estimates !== undefined)
    makers.push((ordinal) =>
      estimatesFigure(ordinal, {
        lowerBound: sensitivity?.lowerBound ?? 0,
        confidence: estimates.confidence,
        upperBounds: [],
        estimates: estimates.estimates,
        recommended: estimates.recommended,
        used: certificate.alpha,
      }),
    )
  return makers.map((make, i) => make(i + 1))
}
