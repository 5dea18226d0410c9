import { html, palette } from '@xenolith/pages'

/** The site's style: the palette and the type of the reports, with a column of pages beside the text. */
export const style = html`${palette}
* { box-sizing: border-box }
html { scroll-padding-top: 1rem; -webkit-text-size-adjust: 100%; text-size-adjust: 100% }
body {
  margin: 0 auto; max-width: 78rem; padding: 1.5rem; background: var(--paper); color: var(--ink); overflow-wrap: break-word;
  font: 1rem/1.6 system-ui, -apple-system, 'Segoe UI', Roboto, 'Helvetica Neue', 'Noto Sans', Arial, sans-serif;
  display: grid; grid-template-columns: 14rem minmax(0, 1fr); gap: 0 3rem;
}
header { grid-column: 1 / -1; display: flex; flex-wrap: wrap; gap: .5rem 1.5rem; align-items: center; border-bottom: 1px solid var(--hair); padding-bottom: .75rem; position: relative }
.brand { font-weight: 650; margin: 0 auto 0 0 }
.brand a { color: inherit; text-decoration: none }
nav { font-size: .9375rem; padding: 1.5rem 0 }
nav h2 { font-size: .8125rem; color: var(--quiet); font-weight: 600; margin: 1.5rem 0 .25rem }
nav ul { list-style: none; margin: 0; padding: 0 }
nav a { display: block; padding: .15rem 0; color: var(--ink); text-decoration: none }
nav a[aria-current] { color: var(--accent); font-weight: 600 }
blockquote { margin: 0 0 1.25rem; padding: .1rem 0 .1rem 1.1rem; border-left: 3px solid var(--hair) }
blockquote > :last-child { margin-bottom: 0 }
main { padding: 1.5rem 0 4rem; min-width: 0 }
h1 { font-size: 2rem; line-height: 1.2; letter-spacing: -.02em; margin: 0 0 1.25rem }
h2 { font-size: 1.5rem; line-height: 1.25; font-weight: 650; letter-spacing: -.012em; margin: 3rem 0 1rem }
h3 { font-size: 1.125rem; line-height: 1.35; font-weight: 650; margin: 2.25rem 0 .5rem }
h4 { font-size: 1rem; font-weight: 650; margin: 1.75rem 0 .5rem }
p, ul, ol { margin: 0 0 1rem; max-width: 44rem }
li { margin-bottom: .35rem }
p, li { text-wrap: pretty }
a { color: var(--accent); text-underline-offset: .15em }
.anchor { margin-left: .4em; text-decoration: none; color: var(--quiet); opacity: 0; font-weight: 400 }
:is(h2, h3, h4):hover .anchor, .anchor:focus-visible { opacity: 1 }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 3px }
code { font: .875em/1.5 ui-monospace, SFMono-Regular, Menlo, Consolas, 'Liberation Mono', monospace; background: var(--soft); padding: .1em .3em; border-radius: 3px }
pre { background: var(--soft); padding: .9rem 1.1rem; border-radius: 6px; overflow-x: auto; margin: 0 0 1.25rem }
pre code { background: none; padding: 0 }
pre a { color: inherit; text-decoration-color: var(--hair) }
img { max-width: 100%; height: auto; background: #fff; border-radius: 4px }
.scroll { overflow-x: auto; margin-bottom: 1.25rem }
table { border-collapse: collapse; font-size: .9375rem; line-height: 1.4; font-variant-numeric: tabular-nums }
th, td { padding: .4rem .9rem .4rem 0; text-align: left; vertical-align: top; border-bottom: 1px solid var(--hair) }
thead th { color: var(--quiet); font-weight: 500; border-bottom: 1px solid var(--quiet) }
.number { text-align: right }
summary { cursor: pointer; color: var(--quiet); padding: .25rem 0 }
.kind { color: var(--quiet); font-weight: 400; font-size: .8125rem; margin-left: .6em }
.index { columns: 14rem; list-style: none; padding: 0; max-width: none }
.search { position: relative }
input { font: inherit; font-size: .9375rem; color: inherit; background: var(--soft); border: 1px solid var(--hair); border-radius: 6px; padding: .35rem .7rem; width: 16rem; max-width: 70vw }
#found { position: absolute; right: 0; top: 100%; z-index: 1; width: min(34rem, 92vw); max-height: 75vh; overflow: auto; margin: .35rem 0 0; padding: .5rem 1rem; list-style: none; background: var(--paper); border: 1px solid var(--hair); border-radius: 6px; box-shadow: 0 8px 30px rgb(0 0 0 / .18) }
#found li { padding: .45rem 0; margin: 0; border-bottom: 1px solid var(--hair) }
#found li:last-child { border: 0 }
#found p { margin: 0; font-size: .8125rem; color: var(--quiet) }
footer { grid-column: 1 / -1; border-top: 1px solid var(--hair); padding-top: 1rem; color: var(--quiet); font-size: .875rem }
@media (max-width: 52rem) {
  body { grid-template-columns: minmax(0, 1fr) }
  .search, input { width: 100%; max-width: none }
  #found { left: 0; width: auto }
  nav { order: 3; border-top: 1px solid var(--hair) }
}
@media print {
  nav, .search, .anchor { display: none }
  body { display: block }
}
`.markup
