import { type Html, html } from '../index.js'

/** On paper the small drawing stands beside its caption: legible, and no figure is so tall that it leaves a page half empty. */
export const reportStyle: Html = html`<style>
@media print {
  .figure figure { display: grid; grid-template-columns: 64mm 1fr; gap: 0 7mm; align-items: center; break-inside: avoid }
  .figure .plot.wide { display: none }
  .figure .plot.narrow { display: block; width: 100%; max-height: 72mm }
  .figure h3 { margin-bottom: .25rem }
  .terms div { padding: .3rem 0 }
  nav { break-inside: avoid }
}
</style>`
