import {
  count,
  type Figure,
  type Html,
  html,
  number,
  percent,
  renderDocument,
  renderFigure,
  type Slot,
} from '@xenolith/pages'
import { sum, type Tally } from '../compare/tally.js'
import { aimsSheet } from './aims.js'
import { type Content, headline, type Section } from './content.js'
import type { Sketch } from './figure-parts.js'
import { notesToHtml } from './notes.js'
import type { Titled } from './sheet.js'
import { type Sheet, sheetToHtml } from './sheet.js'
import { alphaVerdict } from './sheets.js'
import { reportStyle } from './style.js'
import { share } from './words.js'

/** The whole report as one self-contained page: no script, no network, the same bytes for the same results. */
export function renderPage(content: Content): string {
  let figures = 0
  const numbered = (sketch: Sketch): Figure => ({ ...sketch, number: ++figures })
  const overview = content.overview === null ? null : numbered(content.overview)
  const sentence = headline(content)
  return renderDocument({
    title: `Xenolith reproduction: ${sentence}`,
    brand: content.version ? `Xenolith ${content.version}` : 'Xenolith',
    heading: 'Both papers, published beside reproduced',
    style: reportStyle,
    main: html`${renderFirst(content, sentence)}
${renderAims(content)}
${overview && html`<section aria-labelledby="glance"><h2 id="glance">All cells at a glance</h2>${renderFigure(overview)}</section>`}
${renderDeviations(content)}
${content.sections.map((section) => renderSection(section, numbered))}
${renderReading()}`,
    footer: html`Open Category Detection with PAC Guarantees (Liu, Garrepalli, Dietterich, Fern, Hendrycks, ICML 2018) and PAC Guarantees and Effective Algorithms for Detecting Novel Categories (Liu, Garrepalli, Hendrycks, Fern, Mondal, Dietterich, JMLR 23(44), 2022). Published numbers are transcribed from the papers, reproduced ones were made by <code>xenolith reproduce</code>.`,
  })
}

function renderFirst(content: Content, sentence: string): Html {
  const { recall, falseAlarmRate, sections } = content
  const both = sum([recall, falseAlarmRate])
  return html`<section aria-label="Summary">
<p class="promise">${sentence}</p>
${
  both.total > 0 &&
  html`<p>${cellWords(recall, 'recall')} and ${cellWords(falseAlarmRate, 'false alarm rate')}: the 95 % interval of the published mean and that of the reproduced one overlap.${both.rounding > 0 && ` A further ${count(both.rounding)} are apart by no more than the rounding of the published digits.`}</p>
<p class="lead">Overlap is a lenient test. By the stricter two-sample distance, ${count(both.unlikely)} cells (${percent(both.unlikely / both.total)}) are more than 1.96 standard errors apart, where chance alone gives about 5 %.</p>`
}
<dl class="tiles">
${sections.map(renderTile)}
</dl>
<nav class="contents" aria-label="Contents"><ul>
${content.overview && html`<li><a href="#glance">All cells at a glance</a></li>`}
<li><a href="#deviations">Where they differ, and why</a></li>
${sections.map(({ name, known }) => html`<li><a href="#element-${idOf(name)}">${known.heading}</a></li>`)}
<li><a href="#reading">How to read this</a></li>
</ul></nav>
</section>`
}

function cellWords(tally: Tally, name: string): string {
  return `${share(tally)} ${name} cells`
}

/** Letters, digits and hyphens, whatever the folder is called. */
export function idOf(name: string): string {
  return [...name].map((character) => (/[\w-]/.test(character) ? character : `_${character.codePointAt(0)}`)).join('')
}

function renderTile({ name, known, compared, run, provenance }: Section): Html {
  const { recall, falseAlarmRate, quartiles } = compared.summary
  const both = sum([recall, falseAlarmRate])
  const link = html`<a href="#element-${idOf(name)}">${known.short}</a>`
  if (!run) return html`<div class="tile"><dt>${link}</dt><dd class="note">not yet run</dd></div>\n`
  if (both.total === 0)
    return html`<div class="tile"><dt>${link}</dt><dd class="value">${count(compared.cells.length || compared.certificates.length || compared.falseAlarms.length || compared.alphas.length)} <span class="of">${compared.kind === 'certificates' ? 'promises checked' : 'cells'}</span></dd><dd class="note">${nothingCounted(compared)}${provenance !== '' && `. ${provenance}`}</dd></div>\n`
  return html`<div class="tile"><dt>${link}</dt><dd class="value">${count(both.agreeing)} <span class="of">of ${count(both.total)} agree</span></dd>
<dd class="note"><div class="meter" aria-hidden="true"><span style="width:${number((100 * both.agreeing) / both.total)}%"></span></div>recall ${share(recall)}, false alarm rate ${share(falseAlarmRate)}${quartiles.total > 0 && `, quartiles ${count(quartiles.within)} of ${count(quartiles.total)}`}</dd></div>\n`
}

function nothingCounted({ kind, comparable, cells, alphas }: Section['compared']): string {
  if (!comparable) return 'published ones are of other data, not counted'
  if (cells.some((cell) => cell.icml !== null)) return 'published ones are suspect, not counted'
  const verdict = kind === 'alpha' ? alphaVerdict(alphas) : ''
  return verdict === '' ? 'nothing published' : verdict
}

function renderAims(content: Content): Slot {
  const sheet = aimsSheet(content)
  if (sheet === null) return null
  return html`<section aria-labelledby="aims"><h2 id="aims">Agreement, and what was aimed for</h2>
<p>The aims were set before anything was run. Cells of the papers’ basic algorithm count.${content.isotonic.total > 0 && ` Of the isotonised variant, ${share(content.isotonic)} cells agree.`}</p>
${sheetToHtml(sheet, 'Agreement by dataset')}</section>`
}

function renderDeviations({ sections }: Content): Html {
  const told = sections.filter(({ run, deviations, notes }) => run && (deviations.length > 0 || notes !== null))
  return html`<section aria-labelledby="deviations"><h2 id="deviations">Where they differ, and why</h2>
${told.length === 0 && html`<p>All intervals of counted cells overlap.</p>`}
${told.map(
  ({ name, known, deviations, remarks, notes, compared }) => html`<div class="sub"><h3>${known.heading}</h3>
${deviations.map(
  (
    sheet,
  ) => html`<details class="sheet"${rowsOf(sheet) <= 15 && html` open=""`}><summary><span class="title">${sheet.caption}</span><span class="verdict">${count(rowsOf(sheet))} of ${count(comparedCells(compared, sheet.caption))}</span></summary>
${sheetToHtml(sheet, `${sheet.caption}: ${known.heading}`)}</details>`,
)}
${remarks.map((remark) => html`<p class="remark">${remark}</p>`)}
${notes !== null ? notesToHtml(notes, `Notes on ${name}`) : remarks.length === 0 && html`<p class="provenance">No reason has been noted.</p>`}</div>`,
)}
</section>`
}

function rowsOf({ sections }: Sheet): number {
  return sections.reduce((rows, each) => rows + each.rows.length, 0)
}

function comparedCells({ summary }: Section['compared'], caption: string): number {
  if (caption.startsWith('Quartiles')) return summary.quartiles.total
  return caption.endsWith('isotonised')
    ? summary.isotonicRecall.total + summary.isotonicFalseAlarmRate.total
    : summary.recall.total + summary.falseAlarmRate.total
}

function renderSection(section: Section, numbered: (sketch: Sketch) => Figure): Html {
  const { name, known, run, provenance, figures, sheets } = section
  return html`<section aria-labelledby="element-${idOf(name)}"><h2 id="element-${idOf(name)}">${known.heading}<a class="back" href="#top">to the top</a></h2>
${known.paragraphs.map((paragraph) => html`<p>${paragraph}</p>\n`)}
${run ? provenance !== '' && html`<p class="provenance">${provenance}.</p>` : html`<p class="absent">Not yet run: <code>npm run reproduce -- ${name}</code></p>`}
${figures.length > 0 && html`<div class="figures">${figures.map((sketch) => renderFigure(numbered(sketch)))}</div>`}
${sheets.length > 0 && html`<h3 class="sub">Tables</h3>${sheets.map(renderSheet)}`}
</section>`
}

function renderSheet({ title, verdict, differs, sheet }: Titled): Html {
  return html`<details class="sheet"><summary><span class="title">${title}</span>${verdict !== '' && html`<span class="verdict${differs && ' off'}">${verdict}</span>`}</summary>
${sheetToHtml(sheet, title)}</details>\n`
}

function renderReading(): Html {
  return html`<section aria-labelledby="reading"><h2 id="reading">How to read this</h2>
<dl class="terms">
<div><dt>recall</dt><dd>The share of aliens that raise an alarm.</dd></div>
<div><dt>false alarm rate</dt><dd>The share of nominal rows that raise an alarm.</dd></div>
<div><dt>0.936 ± 0.014</dt><dd>A mean over runs with the half-width of its 95 % interval, published or reproduced.</dd></div>
<div><dt>z</dt><dd>Reproduced minus published mean, divided by the standard error of the difference: both half-widths over 1.96, and the rounding of the published mean to three decimals.</dd></div>
<div><dt>✗</dt><dd>The two intervals do not overlap, even when the rounding of the published digits is allowed for.</dd></div>
<div><dt>≈</dt><dd>They do not overlap as printed, but the digits that were rounded away (up to 0.0005 in the mean and in the half-width) can explain it. Not counted as agreeing.</dd></div>
<div><dt>oracle</dt><dd>The false alarm rate at the true q-quantile of the alien test scores: what perfect knowledge of the aliens would pay.</dd></div>
<div><dt>n*</dt><dd>The rows that Theorem 1 would ask for the recall that 95 % of the runs reached.</dd></div>
</dl></section>`
}
