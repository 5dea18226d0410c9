import type { Certificate } from '@xenolith/core'
import { type Html, html, number, percent } from '../index.js'
import { symbols } from './symbols.js'
import { glossary, methods } from './words.js'

/** Symbols that most reports do not need. */
const ONLY_WITH_A_VALUE: ReadonlySet<string> = new Set(['q', 'epsilon'])

/** What the words mean, the methods in a line each, and the symbols of the papers with their values here. */
export function renderGlossary(certificate: Certificate, alternatives: readonly Certificate[] = []): Html {
  const named = new Set<string>([certificate, ...alternatives].map(({ method }) => method))
  const values = valuesOf(certificate)
  return html`<section aria-labelledby="glossary">
<h2 id="glossary">Glossary</h2>
<dl class="terms">${glossary.map(([term, meaning]) => html`<div><dt>${term}</dt><dd>${meaning}</dd></div>\n`)}</dl>
<h3 id="methods">Methods of proof</h3>
<dl class="terms">${Object.entries(methods)
    .filter(([name]) => named.has(name))
    .map(
      ([name, meaning]) =>
        html`<div><dt><code>${name}</code>${name === certificate.method && html` <span class="here">this report</span>`}</dt><dd>${meaning}</dd></div>\n`,
    )}</dl>
<h3 id="symbols">Symbols</h3>
<dl class="terms symbols">${Object.entries(symbols)
    .filter(([name]) => !ONLY_WITH_A_VALUE.has(name) || values[name] !== undefined)
    .map(
      ([name, meaning]) =>
        html`<div><dt><code>${name}</code>${values[name] !== undefined && html` <span class="here">= ${values[name]}</span>`}</dt><dd>${meaning}</dd></div>\n`,
    )}</dl>
</section>`
}

/** The symbols that have a value in this report; what was asked for and refused is called so. */
function valuesOf(certificate: Certificate): Record<string, string | undefined> {
  const { alpha, tau, recall, eta, delta, q, epsilon, n0, nm } = certificate
  const asked = recall === null ? ', asked for and not promised' : ''
  return {
    alpha: number(alpha),
    tau: tau === -Infinity ? 'none: everything alarms' : number(tau),
    recall: recall === null ? undefined : percent(recall, 'down'),
    eta: eta === null ? undefined : `${percent(eta, 'up')}${asked}`,
    delta: delta === null ? undefined : `${percent(delta, 'up')}${asked}`,
    q: q === null ? undefined : number(q),
    epsilon: epsilon === null ? undefined : number(epsilon, 3),
    n0: number(n0),
    nm: number(nm),
  }
}
