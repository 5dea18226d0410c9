import { html } from '@xenolith/pages'
import { exampleCode } from './api.mjs'
import { renderMarkdown } from './markdown.mjs'

/** Where an entry's page is: @xenolith/pages/report -> api/pages-report.html. */
export function apiPath(entry) {
  return `api/${entry.replace('@xenolith/', '').replaceAll('/', '-')}.html`
}

/** The page of one entry; `where` says on which page every exported name stands. */
export function renderApi({ name: entry, exports: symbols }, where) {
  const groups = [
    ['Functions', 'function'],
    ['Classes', 'class'],
    ['Values', 'value'],
    ['Types', 'type'],
  ]
    .map(([heading, kind]) => ({ heading, symbols: symbols.filter((symbol) => symbol.kind === kind) }))
    .filter((group) => group.symbols.length > 0)
  const main = html`<pre><code>${`import { … } from '${entry}'`}</code></pre>
${groups.map(
  (group) => html`<h2 id="${group.heading.toLowerCase()}">${group.heading}</h2>
<ul class="index">${group.symbols.map(({ name }) => html`<li><a href="#${name}"><code>${name}</code></a></li>`)}</ul>
${group.symbols.map((symbol) => renderSymbol(symbol, where, entry))}`,
)}`
  const sections = symbols.map(({ name, words, kind }) => ({ id: name, heading: name, text: `${kind} ${words}` }))
  return { title: entry, markup: main, sections: [{ id: '', heading: entry, text: '' }, ...sections] }
}

function renderSymbol({ name, kind, declaration, words, examples }, where, entry) {
  return html`<h3 id="${name}">${name}<span class="kind">${kind}</span></h3>
${renderMarkdown(joinLinks(words), (target) => target).markup}
<pre><code>${linkNames(declaration, name, where, entry)}</code></pre>
${examples.map((example) => html`<pre><code>${exampleCode(example)}</code></pre>\n`)}`
}

/** {@link name} in words is the name as code. */
function joinLinks(words) {
  return words.replace(/\{@link ([^}]+)\}/g, '`$1`')
}

/** Code in which the names of exported types lead to where they are described, on this page if they stand here too. */
function linkNames(code, self, where, entry) {
  const pageOf = (word) => [entry, ...where.keys()].find((name) => where.get(name).has(word))
  return code.split(/(\b[A-Z]\w*\b)/).map((word) => {
    const page = /^[A-Z]/.test(word) && word !== self ? pageOf(word) : undefined
    if (page === undefined) return word
    return html`<a href="${page === entry ? '' : apiPath(page).replace('api/', '')}#${word}">${word}</a>`
  })
}
