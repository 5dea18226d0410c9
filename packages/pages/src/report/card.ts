import { type Certificate, type Evidence, hasTerms } from '@xenolith/core'
import { type Html, html } from '../index.js'
import { describeCertificate } from './describe.js'
import { estimateLine } from './refuse.js'

/**
 * A certificate as a small piece of HTML with no style sheet, for a notebook or a mail: its words, and what it rests on.
 *
 * @example
 * ```ts
 * const nominal = Float64Array.from({ length: 400 }, (_, i) => i)
 * const mixture = nominal.map((score, i) => (i % 2 === 0 ? score + 0.5 : 1000 + i))
 * const certificate = certify({ samples: prepare(nominal, mixture), alpha: 0.55, recall: 0.5, confidence: 0.8 })
 * certificateCard(certificate).includes('of all aliens raise an alarm') // => true
 * ```
 */
export function certificateCard(certificate: Certificate, evidence?: Evidence): string {
  const [promise, ...lines] = hasTerms(certificate)
    ? describeCertificate(certificate, evidence)
    : [estimateLine(certificate)]
  const { assumptions } = certificate
  return html`<div style="border-left:4px solid ${hasTerms(certificate) && certificate.certified ? '#2a7f62' : '#b8860b'};padding:.2em 1em;max-width:60em">
<p style="font-weight:600;margin:.4em 0">${promise}</p>
${lines.length > 0 && html`<pre style="margin:.4em 0;white-space:pre-wrap">${lines.map(hanging)}</pre>\n`}${
  assumptions.length > 0 &&
  html`<details><summary>It rests on</summary><ul>${assumptions.map((line) => html`<li>${line}</li>`)}</ul></details>\n`
}</div>`.markup
}

/** A line whose further lines, where it is too long, begin below its first word, or below what follows its name. */
function hanging(line: string): Html {
  const indent = /^ *[^ !-].*? {2,}(?=\S)/.exec(line)?.[0].length ?? line.search(/[^ !-]/)
  return html`<div style="padding-left:${indent}ch;text-indent:-${indent}ch">${line}</div>`
}
