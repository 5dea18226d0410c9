import { type Html, html } from './html.js'
import { plotStyle } from './style-plot.js'

/** The colours, for pages and for drawings that stand alone: light by default and on paper, dark where the reader prefers it. */
export const palette: Html = html`:root {
  color-scheme: light; --paper: #fff; --soft: #f5f6f8; --ink: #1b2128; --quiet: #56616d; --hair: #d9dee4;
  --accent: #b34700; --nominal: #0068a8; --mixture: #59636e; --alien: #d55e00; --alien-ink: #b34700; --zone: #fdf0e6;
  --good: #0f6b4f; --grid: #e8ebef; --edge: #1b212840;
  --series-0: #0068a8; --series-1: #b34700; --series-2: #0f6b4f; --series-3: #8a3b8f; --series-4: #59636e;
}
@media screen and (prefers-color-scheme: dark) {
  :root {
    color-scheme: dark; --paper: #14181d; --soft: #1d232a; --ink: #e9edf1; --quiet: #a5b0bb; --hair: #353e48;
    --accent: #ff9a56; --nominal: #5db7ee; --mixture: #b9c2cc; --alien: #ff8533; --alien-ink: #ff9a56; --zone: #2c221b;
    --good: #5fcaa4; --grid: #29313a; --edge: #000000a0;
    --series-0: #5db7ee; --series-1: #ff9a56; --series-2: #5fcaa4; --series-3: #d79be0; --series-4: #b9c2cc;
  }
}`

/** The whole style of the page. */
export const styleSheet: Html = html`<style>
${palette}
* { box-sizing: border-box }
html { -webkit-text-size-adjust: 100%; text-size-adjust: 100% }
body {
  margin: 0 auto; max-width: 54rem; padding: 3rem 1.5rem 4rem; background: var(--paper); color: var(--ink);
  font: 1rem/1.6 system-ui, -apple-system, 'Segoe UI', Roboto, 'Helvetica Neue', 'Noto Sans', Arial, sans-serif;
  overflow-wrap: break-word;
}
h1, h2, h3, p, dl, dd, ul, figure { margin: 0 }
h1 { font-size: 1rem; font-weight: 400; color: var(--quiet) }
h2 { font-size: 1.5rem; line-height: 1.25; font-weight: 650; letter-spacing: -.012em; margin: 4.5rem 0 1.25rem }
h3 { font-size: 1.0625rem; line-height: 1.35; font-weight: 650; margin: 0 0 .75rem }
.scroll + h3, .terms + h3 { margin-top: 2.5rem }
p, .assumptions, .terms dd { max-width: 42rem }
p, li, dd { text-wrap: pretty }
a { color: var(--accent); text-underline-offset: .15em }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 3px }
code { font: .875em/1.5 ui-monospace, SFMono-Regular, Menlo, Consolas, 'Liberation Mono', monospace }
header { display: flex; flex-wrap: wrap; gap: 0 .75rem; border-bottom: 1px solid var(--hair); padding-bottom: .75rem }
.brand { font-weight: 650 }
.visually-hidden { position: absolute; width: 1px; height: 1px; margin: -1px; overflow: hidden; clip-path: inset(50%) }
.promise {
  margin: 3.5rem 0 1.5rem; max-width: 20em; font-size: clamp(1.75rem, 1.1rem + 3vw, 2.75rem); line-height: 1.15; font-weight: 700;
  letter-spacing: -.022em; text-wrap: balance;
}
.price { display: block; margin-top: .6rem; font-size: .62em; line-height: 1.3; font-weight: 550; letter-spacing: -.01em; max-width: 36em; text-wrap: pretty }
.uncovered { color: var(--quiet); margin-bottom: 1.25rem; max-width: 46rem }
.condition.costly ul { margin: .5rem 0 0; padding-left: 1.25rem }
.condition.costly li { margin-bottom: .35rem; max-width: 42rem }
abbr { text-decoration: underline dotted; text-underline-offset: .2em; cursor: help }
.promise.conditional { font-size: clamp(1.375rem, 1rem + 2vw, 2rem); max-width: 26em; padding-left: 1.25rem; border-left: 5px solid var(--accent) }
.condition { padding-left: 1rem; border-left: 3px solid var(--accent); margin-bottom: .75rem }
.refusal { margin-top: 3rem; padding: 1.75rem 1.75rem 1.5rem; border: 2px solid var(--accent); border-radius: 6px }
.refusal .promise { margin: 0 0 .75rem; color: var(--accent) }
.refusal p + p { margin-top: .5rem }
.groups { display: grid; grid-template-columns: repeat(auto-fit, minmax(15rem, 1fr)); gap: 2rem 2.5rem; margin-top: 2.5rem }
.group { border-top: 3px solid var(--ink); padding-top: .6rem }
.group h3 { margin-bottom: .25rem }
.tiles { display: grid; gap: .9rem }
.tile { border-bottom: 1px solid var(--hair); padding: .35rem 0 .75rem }
.tile:last-child { border: 0 }
nav h2 { font-size: 1rem; margin: 3.5rem 0 .5rem }
.contents { margin: 0; padding-left: 1.5rem; columns: 16rem; column-gap: 2.5rem }
.contents li { margin-bottom: .2rem; break-inside: avoid }
.prose { white-space: normal; min-width: 24rem; overflow-wrap: anywhere }
.why { display: block }
.cells { color: var(--quiet); font-size: .875em; margin-top: .25rem }
.cells b { font-weight: 500; color: var(--ink) }
.command { display: block; overflow-wrap: anywhere }
.tile dt, .note { font-size: .875rem; line-height: 1.4; color: var(--quiet) }
.value { font-size: 1.5rem; line-height: 1.3; font-weight: 600; letter-spacing: -.01em; font-variant-numeric: tabular-nums; overflow-wrap: anywhere }
.note b { color: var(--ink); font-weight: 600 }
.scroll + .note { margin-top: .75rem }
.assumptions { padding-left: 1.25rem }
.assumptions li { margin-bottom: .5rem; padding-left: .25rem }
.assumptions li::marker { color: var(--accent) }
.check { margin-top: 1.25rem; padding-left: 1rem; border-left: 3px solid var(--good) }
.check.failed { border-color: var(--accent) }
.check strong { color: var(--good) }
.check.failed strong { color: var(--accent) }
.figure + .figure { margin-top: 3.5rem }
.ordinal { color: var(--quiet); font-weight: 400; margin-right: .35em }
figcaption { margin-top: .75rem }
.reading { margin-top: .4rem; color: var(--quiet); font-size: .9375rem }
details { margin-top: .75rem }
summary { cursor: pointer; color: var(--quiet); font-size: .9375rem; padding: .25rem 0 }
.scroll {
  overflow-x: auto; margin-top: .5rem;
  background:
    linear-gradient(to right, var(--paper) 30%, transparent) 0 0 / 3rem 100% no-repeat local,
    linear-gradient(to left, var(--paper) 30%, transparent) 100% 0 / 3rem 100% no-repeat local,
    linear-gradient(to right, var(--edge), transparent) 0 0 / 1rem 100% no-repeat scroll,
    linear-gradient(to left, var(--edge), transparent) 100% 0 / 1rem 100% no-repeat scroll;
}
table { border-collapse: collapse; font-size: .9375rem; line-height: 1.4; font-variant-numeric: tabular-nums; min-width: 50% }
caption { text-align: left; color: var(--quiet); padding-bottom: .5rem; font-size: .875rem; max-width: min(42rem, calc(100vw - 2.5rem)); white-space: normal }
th, td { padding: .4rem .9rem; text-align: left; vertical-align: top; border-bottom: 1px solid var(--hair); white-space: nowrap }
th:first-child, td:first-child { padding-left: 0 }
thead th { white-space: normal; color: var(--quiet); font-weight: 500; vertical-align: bottom; border-bottom: 1px solid var(--quiet) }
tbody th { font-weight: 500 }
tbody th:first-child:not(.number) { white-space: normal; min-width: 9rem }
.number { text-align: right }
.grouped { font-size: .875rem }
.grouped th, .grouped td { padding: .25rem .6rem }
.grouped thead th[scope=colgroup] { text-align: left; color: var(--ink); font-weight: 600; border-bottom: 1px solid var(--hair) }
.grouped thead td { border: 0 }
.grouped .start { padding-left: 1.4rem }
.grouped .between th { padding: .9rem 0 .25rem; font-weight: 650; border-bottom: 1px solid var(--quiet) }
td { unicode-bidi: isolate }
.missing { color: var(--quiet); font-style: italic }
.alarm { color: var(--accent); font-weight: 600 }
.facts > div, .terms > div { display: grid; grid-template-columns: 11.5rem 1fr; gap: 0 1.5rem; padding: .6rem 0; border-bottom: 1px solid var(--hair) }
.facts dt, .terms dt { font-weight: 600 }
.facts dd { min-width: 0 }
.facts details { margin: 0 }
.facts summary { color: inherit; font-size: inherit; padding: 0 }
.facts + .scroll { margin-top: 2rem }
.features { list-style: none; padding: 0; margin-top: .5rem; columns: 13rem; column-gap: 1.5rem; font-size: .9375rem }
.features li { break-inside: avoid }
.kind { color: var(--quiet); font-size: .875em }
.hash { overflow-wrap: anywhere; white-space: normal; display: block; min-width: 17rem }
.here { color: var(--accent); font-size: .875rem; font-weight: 400; white-space: nowrap }
footer { margin-top: 4.5rem; padding-top: 1rem; border-top: 1px solid var(--hair); color: var(--quiet); font-size: .875rem }
${plotStyle}
@media screen and (max-width: 40rem) {
  body { padding: 1.5rem 1.125rem 3rem }
  h2 { margin-top: 3.5rem }
  .promise { margin-top: 2.25rem }
  .refusal { padding: 1.25rem }
  .tiles { grid-template-columns: 1fr 1fr; column-gap: 1.125rem }
  .tile { border: 0; padding-bottom: .25rem }
  .value { font-size: 1.25rem }
  .facts > div, .terms > div { grid-template-columns: 1fr }
  th, td { padding: .4rem .5rem }
  :is(td, tbody th):first-child { white-space: normal; min-width: 0 }
  .prose { min-width: 10rem }
  .plot.wide { display: none }
  .plot.narrow { display: block }
}
@media print {
  @page { margin: 16mm 16mm 18mm; @bottom-right { content: counter(page) ' / ' counter(pages); font: 8pt sans-serif; color: #56616d } @bottom-left { content: 'Xenolith'; font: 8pt sans-serif; color: #56616d } }
  html { font-size: 10pt }
  body { max-width: none; padding: 0; line-height: 1.45; print-color-adjust: exact; -webkit-print-color-adjust: exact }
  p, .assumptions, .terms dd { max-width: none }
  .plot.wide { width: 88% }
  h2 { margin-top: 2.25rem }
  h2, h3, caption, thead { break-after: avoid }
  .promise { margin: 1.25rem 0 .9rem; font-size: 22pt }
  .uncovered { margin-bottom: .8rem }
  .condition { margin-bottom: .5rem; font-size: 9pt; line-height: 1.4 }
  .condition p, .condition li, .condition.costly li { max-width: none }
  .condition.costly ul { margin-top: .25rem }
  .condition.costly li { margin-bottom: .15rem }
  .groups { grid-template-columns: repeat(3, 1fr); gap: 1.25rem; margin-top: 1.1rem }
  .tiles { gap: 0 }
  .tile { padding: .25rem 0 .4rem }
  .tile dt, .note { font-size: 8.5pt; line-height: 1.3 }
  nav h2 { margin-top: 1.5rem }
  abbr { text-decoration: none }
  .scroll { background: none }
  .prose { min-width: 0 }
  footer { margin-top: 1.5rem; break-before: avoid; font-size: 7.5pt }
  .value { font-size: 14pt; line-height: 1.2 }
  .figure figure, .group, .refusal, .condition, .check, tr, li, .terms > div { break-inside: avoid }
  .figure + .figure { margin-top: 2rem }
  .numbers { display: none }
  details::details-content { content-visibility: visible; display: block }
  .scroll { overflow: visible }
  th, td { white-space: normal; padding: .25rem .5rem }
  table { font-size: 8.5pt; width: 100% }
  .dense { font-size: 6.5pt }
  .dense :is(th, td):nth-child(n + 4) { overflow-wrap: anywhere }
  .dense th, .dense td { padding: .2rem .25rem }
  .hash { min-width: 0 }
  a { color: inherit; text-decoration: none }
}
</style>`
