import { type Certificate, hasTerms, standing } from '@xenolith/core'
import { type Html, html, number, percent, renderTable, type Slot } from '../index.js'
import { numericColumns } from './numeric-columns.js'

/** What the other methods say about the same data. */
export function renderComparison(certificate: Certificate, alternatives: readonly Certificate[]): Html | null {
  if (alternatives.length === 0) return null
  const text = { heading: 'method', numeric: false }
  const columns = [
    'threshold',
    'promised recall',
    'confidence',
    'ordinary rows that alarm',
    'at most',
    'mixture rows that alarm',
  ]
  return html`<section aria-labelledby="comparison">
<h2 id="comparison">Other methods on the same data</h2>
${renderTable(
  {
    caption: 'One certificate per method',
    columns: [text, ...numericColumns(...columns)],
    rows: [certificate, ...alternatives].map((each) => row(each, each === certificate)),
  },
  'Certificates of other methods',
)}
<p class="note">For comparison only: whoever picks the best of several certificates after looking at them has less confidence than each states.</p>
</section>`
}

function row(certificate: Certificate, chosen: boolean): Slot[] {
  const { method, tau, falseAlarmRate, falseAlarmRateUpper: upper, alarmRate } = certificate
  const promised = hasTerms(certificate)
  const condition = standing(certificate) === 'conditional' ? ', conditional' : ''
  return [
    chosen ? html`<strong>${method}</strong> (this report)` : method,
    tau === -Infinity ? 'all alarm' : number(tau),
    promised ? `${percent(certificate.recall, 'down')}${condition}` : 'no promise',
    promised ? percent(1 - certificate.delta, 'down') : '–',
    percent(falseAlarmRate),
    upper === null ? '–' : percent(upper, 'up'),
    percent(alarmRate),
  ]
}
