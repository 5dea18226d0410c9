import { count, escapeText, percent } from '@xenolith/pages'
import { sum } from '../compare/tally.js'
import { aimsSheet } from './aims.js'
import { type Content, headline, type Section } from './content.js'
import { demoteHeadings } from './notes.js'
import { escapeMarkdown, sheetToMarkdown } from './sheet.js'
import { alphaVerdict } from './sheets.js'
import { share } from './words.js'

/** The report as Markdown for the docs. */
export function renderMarkdown(content: Content): string {
  const aims = aimsSheet(content)
  const parts = [
    '# Reproduction',
    `**${headline(content)}**`,
    ...summary(content),
    aims && ['## Agreement, and what was aimed for', sheetToMarkdown(aims)],
    '## Where they differ, and why',
    deviations(content),
    ...content.sections.map(renderSection),
    `## How to read this

\`0.936 ± 0.014\` is a mean over runs with the half-width of its 95 % interval. z is reproduced minus published, in standard
errors of the difference (the rounding of the published mean included). **✗**: the two 95 % intervals do not overlap. ≈: they do
not, but the digits that were rounded away can explain it; not counted as agreeing. \`npm run reproduce:report\`
writes the page with all figures and the isotonised tables, \`experiments/report.html\`.`,
  ]
  return `${parts
    .flat(3)
    .filter((part) => typeof part === 'string' && part !== '')
    .join('\n\n')}\n`
}

function summary({ recall, falseAlarmRate, sections }: Content): string[] {
  const both = sum([recall, falseAlarmRate])
  if (both.total === 0) return []
  return [
    `${share(recall)} recall and ${share(falseAlarmRate)} false alarm rate cells agree: the 95 % interval of the published mean and that of the reproduced one overlap.${both.rounding > 0 ? ` A further ${count(both.rounding)} are apart by no more than the rounding of the published digits.` : ''} Overlap is a lenient test: by the two-sample distance ${count(both.unlikely)} cells (${percent(both.unlikely / both.total)}) are more than 1.96 standard errors apart, where chance alone gives about 5 %.`.replaceAll(
      '\u00a0',
      ' ',
    ),
    sections
      .map(({ known, run, compared: { summary: own, alphas } }) => {
        const total = own.recall.total + own.falseAlarmRate.total
        const quartiles =
          own.quartiles.total > 0 ? `, quartiles within 0.01: ${own.quartiles.within} of ${own.quartiles.total}` : ''
        const state = !run
          ? 'not yet run'
          : total === 0
            ? alphaVerdict(alphas) || 'nothing to count'
            : `recall ${share(own.recall)}, false alarm rate ${share(own.falseAlarmRate)}${quartiles}`
        return `- ${escapeMarkdown(known.heading)}: ${state}`
      })
      .join('\n'),
  ]
}

function deviations({ sections }: Content): string[][] {
  const told = sections.filter((section) => section.run && (section.deviations.length > 0 || section.notes !== null))
  if (told.length === 0) return [['All intervals of counted cells overlap.']]
  return told.map(({ known, deviations: sheets, remarks, notes }) => [
    `### ${escapeMarkdown(known.heading)}`,
    ...sheets.flatMap((sheet) => [
      `${sheet.caption}: ${count(sheet.sections.reduce((rows, each) => rows + each.rows.length, 0))}.`,
      sheetToMarkdown(sheet),
    ]),
    ...remarks,
    notes !== null ? demoteHeadings(notes, 3) : remarks.length === 0 ? 'No reason has been noted.' : '',
  ])
}

function renderSection({ known, name, run, provenance, figures, sheets }: Section): string[] {
  return [
    `## ${escapeMarkdown(known.heading)}`,
    ...known.paragraphs,
    run
      ? provenance === ''
        ? ''
        : `${provenance.replaceAll('\u00a0', ' ')}.`
      : `Not yet run: \`npm run reproduce -- ${name}\``,
    figures
      .map(
        ({ heading, finding }) => `- **${escapeMarkdown(plain(heading))}.** ${escapeMarkdown(plain(finding.trim()))}`,
      )
      .join('\n'),
    ...sheets
      .filter(({ title }) => run && !title.endsWith('isotonised'))
      .flatMap(({ title, verdict, sheet }) => [
        `<details><summary>${escapeText(plain(verdict === '' ? title : `${title} (${verdict})`))}</summary>`,
        sheetToMarkdown(sheet),
        '</details>',
      ]),
  ]
}

function plain(text: string): string {
  return text.replaceAll('\u00a0', ' ')
}
