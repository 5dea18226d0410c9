import { type Certificate, standing } from '@xenolith/core'
import { count, type Html, html } from '../index.js'
import { shareOfAliens } from './words.js'

/** When the promise no longer holds, and what to do then. */
export function renderVoid(certificate: Certificate): Html | null {
  if (standing(certificate) === 'none') return null
  const { alphaSource, aliensAtMost, nm } = certificate
  const cases: [string, string][] = [
    [
      'The ordinary rows change',
      'another sensor, another season, other missing values. The threshold was set for the ordinary rows of the nominal file. Fit again with current rows.',
    ],
    [
      'New kinds of alien appear',
      'the promise is about the kinds of alien that this mixture holds. Take a new mixture and fit again.',
    ],
    alphaSource === 'audit'
      ? [
          'The verdicts are wrong',
          'or the audited rows were not drawn at random: then they bound nothing. Draw and label again.',
        ]
      : [
          aliensAtMost === undefined
            ? `More than ${shareOfAliens(certificate)} of the mixture is alien`
            : `More than ${count(aliensAtMost)} of these ${count(nm)} rows are alien`,
          'then the threshold is too high and finds fewer aliens than promised. Bound the share with labels, or give a larger one.',
        ],
    ['Someone makes aliens to get past the detector', 'no promise of this kind holds against that.'],
    [
      'This page was one of several tries',
      'a promise picked after looking at others on the same rows has less confidence than it says. Choose first, then certify once.',
    ],
  ]
  return html`<section aria-labelledby="void">
<h2 id="void">When it is void</h2>
<dl class="terms">${cases.map(([when, then]) => html`<div><dt>${when}</dt><dd>${then}</dd></div>\n`)}</dl>
</section>`
}
