import { type Html, html, type Slot } from './html.js'
import { styleSheet } from './style.js'

interface Opening {
  readonly title: string
  readonly policy: Slot
  /** Who made it, above the heading. */
  readonly brand: string
  readonly heading: string
  /** A style sheet beside the common one. */
  readonly style?: Html
}

export interface Document extends Omit<Opening, 'policy'> {
  readonly main: Slot
  readonly footer: Slot
}

/**
 * A whole page that stands alone: no script, no network, nothing told to other sites.
 *
 * @example
 * ```ts
 * const page = renderDocument({ title: 'A & B', brand: 'Xenolith', heading: 'Hello', main: html`<p>${'1 < 2'}</p>`, footer: '' })
 * page.includes('<title>A &amp; B</title>') // => true
 * page.includes('<p>1 &lt; 2</p>') // => true
 * ```
 */
export function renderDocument({ title, brand, heading, style, main, footer }: Document): string {
  const policy = html`default-src 'none'; style-src 'unsafe-inline'; img-src data:`
  return html`${openPage({ title, policy, style, brand, heading })}
${main}
</main>
<footer><p>${footer}</p></footer>
</body>
</html>
`.markup
}

/** What stands before the main part of any page; `policy` says what it may load and run. */
export function openPage({ title, policy, style, brand, heading }: Opening): Html {
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="referrer" content="no-referrer">
<title>${title}</title>
${styleSheet}
${style && html`${style}\n`}</head>
<body>
<header>
<p class="brand">${brand}</p>
<h1 id="top">${heading}</h1>
</header>
<main>`
}
