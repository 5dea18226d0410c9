import { type Html, html } from '../index.js'

/** On paper the small drawing stands beside its caption: legible, and no figure is so tall that it leaves a page half empty. */
export const reportStyle: Html = html`<style>
@media print {
  @page { @bottom-center { content: 'A promise without its assumptions is none: pass all pages on.'; font: 8pt sans-serif; color: #56616d } }
  footer { display: none }
  .figure figure { display: grid; grid-template-columns: 60mm 1fr; gap: 0 7mm; align-items: center; break-inside: avoid }
  .figure .plot.wide { display: none }
  .figure .plot.narrow { display: block; width: 100%; max-height: 56mm }
  .figure figure:has(.panels) { display: block }
  .figure .plot.wide.panels { display: block; width: 100%; max-height: 64mm }
  .figure .plot.narrow.panels { display: none }
  .figure h3 { margin-bottom: .25rem }
  .terms div { padding: .3rem 0 }
  nav { break-inside: avoid }
}
</style>`
