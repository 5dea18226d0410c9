import type { Certificate } from '@xenolith/core'
import { type Html, html } from '../index.js'
import { glossary, methods } from './words.js'

/** What the promise means and does not mean, and the methods in a line each. */
export function renderGlossary(method: Certificate['method']): Html {
  return html`<section aria-labelledby="glossary">
<h2 id="glossary">What this promise means and does not mean</h2>
<dl class="terms">${glossary.map(([term, meaning]) => html`<div><dt>${term}</dt><dd>${meaning}</dd></div>\n`)}</dl>
<h3 id="methods">Methods</h3>
<dl class="terms">${Object.entries(methods).map(
    ([name, meaning]) =>
      html`<div><dt><code>${name}</code>${name === method && html` <span class="here">this report</span>`}</dt><dd>${meaning}</dd></div>\n`,
  )}</dl>
</section>`
}
