import { type Html, html } from '../index.js'

/**
 * On paper the small drawing stands beside its caption: legible, and no figure is so tall that it leaves a page half empty.
 * On a phone a row's reasons stand below its number and score, as wide as the page; its cells then say what their headings said.
 */
export const reportStyle: Html = html`<style>
@media print {
  @page { @bottom-center { content: 'A promise without its assumptions is none: pass all pages on.'; font: 8pt sans-serif; color: #56616d } }
  footer { display: none }
  .figure figure { display: grid; grid-template-columns: 60mm 1fr; gap: 0 7mm; align-items: center; break-inside: avoid }
  .figure .plot.wide { display: none }
  .figure .plot.narrow { display: block; width: 100%; max-height: 56mm }
  .figure:has(.panels) figure { display: block; break-inside: auto }
  .figure .plot { break-inside: avoid; break-before: avoid }
  .figure .plot.wide.panels { display: block; width: 100%; max-height: 64mm }
  .figure .plot.narrow.panels { display: none }
  .figure h3 { margin-bottom: .25rem }
  .terms div { padding: .3rem 0 }
  .terms > div:nth-last-child(-n + 3) { break-before: avoid }
  .symbols { display: grid; grid-template-columns: 1fr 1fr; gap: 0 8mm }
  .symbols div { display: block }
  .symbols :is(dt, dd) { display: inline; margin: 0 .6em 0 0 }
  nav { break-inside: avoid }
}
@media screen and (max-width: 40rem) {
  table:has(.prose), table:has(.prose) :is(caption, tbody, tr) { display: block }
  table:has(.prose) thead { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%) }
  table:has(.prose) tbody tr { border-bottom: 1px solid var(--hair) }
  table:has(.prose) tbody :is(th, td) { display: inline-block; border: 0; padding: .5rem 1rem 0 0 }
  table:has(.prose) tbody td:last-child { display: block; padding: .2rem 0 .6rem }
  table:has(.prose) tbody th::before { content: 'row ' }
  table:has(.prose) tbody td:nth-child(2)::before { content: 'score ' }
  table:has(.prose) tbody td:nth-child(3):not(:has(.alarm))::after { content: ' alarm' }
  table:has(.prose) tbody td:nth-child(4):not(:last-child)::before { content: 'copies ' }
}
</style>`
