import { type Certificate, isEstimate } from '@xenolith/core'
import { equation, type Html, html, percent, unbroken } from '../index.js'

/** What the promise rests on, and the one assumption that the data can contradict. */
export function renderAssumptions({ assumptions, admissible, method }: Certificate): Html {
  return html`<section aria-labelledby="assumptions">
<h2 id="assumptions">What it rests on</h2>
${assumptions.length > 0 ? html`<ul class="assumptions">${assumptions.map((line) => html`<li>${unbroken(line)}</li>`)}</ul>` : html`<p>No assumptions are stated.</p>`}
<p class="check ${admissible.ok ? 'passed' : 'failed'}"><strong>Do aliens score higher? ${admissible.ok ? 'Not contradicted' : 'Contradicted'} by the data.</strong>
${admissibility(admissible, method)}</p>
</section>`
}

function admissibility({ ok, worstGap, pValue }: Certificate['admissible'], method: Certificate['method']): string {
  const p = pValue < 0.001 ? 'p\u00a0<\u00a00.001' : equation('p', pValue, 2)
  const gap =
    worstGap > 0
      ? `At one threshold, up to ${percent(worstGap)} more of the mixture than of the ordinary rows scores below it (${p})`
      : 'At no threshold does more of the mixture than of the ordinary rows score below it'
  if (!ok)
    return `${gap}, more than chance explains. Some aliens score lower than ordinary rows: ${consequence(method)}`
  return `${gap}${worstGap > 0 ? ', which chance explains' : ''}. As far as these data tell, aliens nowhere score lower than ordinary rows.`
}

/** No proof here asks for admissibility (F0 >= Fm everywhere); Algorithm 1 alone, with an alpha too large, does. */
function consequence(method: Certificate['method']): string {
  return isEstimate(method)
    ? 'an alpha that is too large may not be on the safe side.'
    : 'the promise does not depend on it, but a detector that ranks some aliens so low raises many false alarms.'
}
