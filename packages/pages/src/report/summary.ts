import { type Certificate, type Evidence, hasTerms, type Promised, standing } from '@xenolith/core'
import { type Html, html } from '../index.js'
import { costlyWords, priceOf, priceWords } from './price.js'
import { conditions, promiseWords, refusal, uncoveredWords } from './sentence.js'
import { renderTiles } from './tiles.js'
import { wayOutWords } from './ways-out.js'

/** The promise with its price (or its refusal) in words, what it does not cover, then its numbers. */
export function renderSummary(certificate: Certificate, evidence: Evidence): Html {
  return html`<section aria-labelledby="certificate">
<h2 id="certificate" class="visually-hidden">The certificate</h2>
${hasTerms(certificate) ? promise(certificate, evidence) : noPromise(certificate)}
${renderTiles(certificate)}
</section>`
}

function promise(certificate: Promised, evidence: Evidence): Html {
  const kind = standing(certificate) === 'conditional' ? 'promise conditional' : 'promise'
  const price = priceOf(certificate, evidence)!
  const costly = costlyWords(price, certificate)
  return html`<p class="${kind}">${promiseWords(certificate)},
<span class="price">at the price of ${priceWords(certificate)}.</span></p>
<p class="uncovered">${uncoveredWords(certificate)} <a href="#void">When it is void.</a></p>
${costly !== null && html`<div class="condition costly"><p>${costly}</p>${price.waysOut.length > 0 && html`<ul>${price.waysOut.map((way) => html`<li>${wayOutWords(way, certificate.recall, price.limit)}</li>`)}</ul>`}</div>`}
${conditions(certificate).map((condition) => html`<p class="condition">${condition}</p>`)}`
}

function noPromise(certificate: Certificate): Html {
  return html`<div class="refusal">
<p class="promise">No promise</p>
${refusal(certificate).map((line) => html`<p>${line}</p>`)}
</div>`
}
