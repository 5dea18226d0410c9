import { type Html, html, unbroken } from '../index.js'

/** What stood out in the files before anything was fitted; older models did not look. */
export function renderDataNotes(notes: readonly string[] | undefined): Html | null {
  if (notes === undefined) return null
  return html`<section aria-labelledby="data-notes">
<h2 id="data-notes">Notes on the data</h2>
${
  notes.length === 0
    ? html`<p>Nothing stood out before fitting: no copies to speak of, no column that names rows, no values that only one file has.</p>`
    : html`<ul class="assumptions">${notes.map((note) => html`<li>${unbroken(note)}</li>`)}</ul>`
}
</section>`
}
