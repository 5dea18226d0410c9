import type { Certificate, Evidence } from '@xenolith/core'
import { type Figure, html, renderDocument, renderFigure } from '../index.js'
import { renderAssumptions } from './assumptions.js'
import { renderComparison } from './comparison.js'
import { distributions } from './figure-distributions.js'
import { estimatesFigure } from './figure-estimates.js'
import { histogram } from './figure-histogram.js'
import { sampleSizes } from './figure-sample-sizes.js'
import { sensitivityFigure } from './figure-sensitivity.js'
import { tradeoff } from './figure-tradeoff.js'
import { renderGlossary } from './glossary.js'
import { renderIfAlphaIsWrong } from './if-alpha-is-wrong.js'
import { renderProvenance } from './provenance.js'
import { sentence } from './sentence.js'
import { renderSummary } from './summary.js'
import { renderTopRows } from './top-rows.js'

/** Everything a report is drawn from. */
export interface ReportInput {
  readonly certificate: Certificate
  readonly evidence: Evidence
  /** The detector in words. */
  readonly detector: string
  readonly features: readonly { readonly name: string; readonly kind: string }[]
  /** Fingerprints of the files. */
  readonly data: readonly {
    readonly role: string
    readonly name: string
    readonly rows: number
    readonly bytes: number
    readonly sha256: string
  }[]
  readonly seed: number
  readonly version: string
  /** Other methods' certificates on the same data. */
  readonly alternatives?: readonly Certificate[]
}

/**
 * The certificate and its evidence as one self-contained HTML page: no script, no network, the same bytes for the same
 * input. Everything that came from data is text.
 */
export function renderReport(input: ReportInput): string {
  const { certificate, evidence } = input
  const figures = [
    distributions(certificate, evidence.curves),
    histogram(certificate, evidence.histogram),
    tradeoff(certificate, evidence.tradeoff),
    sampleSizes(certificate, evidence.sampleSizes),
    ...aboutAlpha(certificate, evidence),
  ]
  return renderDocument({
    title: `Xenolith report: ${sentence(certificate).replaceAll('\u00a0', ' ')}`,
    brand: `Xenolith ${input.version}`,
    heading: 'Open category detection report',
    main: html`${renderSummary(certificate)}
${renderAssumptions(certificate)}
${renderIfAlphaIsWrong(certificate, evidence.sensitivity)}
<section aria-labelledby="evidence">
<h2 id="evidence">The evidence</h2>
${figures.map(renderFigure)}
</section>
${renderTopRows(evidence.topRows, certificate.tau)}
${renderComparison(certificate, input.alternatives ?? [])}
${renderProvenance(input)}
${renderGlossary(certificate.method)}`,
    footer: html`Made by Xenolith ${input.version}. A promise without its assumptions is none: pass this page on as a whole.`,
  })
}

/** How the result hangs on alpha, and where an estimated one comes from; older models have neither. */
function aboutAlpha(certificate: Certificate, { sensitivity, estimates }: Evidence): Figure[] {
  const figures: Figure[] = []
  if (sensitivity !== undefined) figures.push(sensitivityFigure(5, certificate, sensitivity))
  if (estimates !== undefined)
    figures.push(
      estimatesFigure(5 + figures.length, {
        lowerBound: sensitivity?.lowerBound ?? 0,
        confidence: estimates.confidence,
        upperBounds: [],
        estimates: estimates.estimates,
        recommended: estimates.recommended,
        used: certificate.alpha,
      }),
    )
  return figures
}
