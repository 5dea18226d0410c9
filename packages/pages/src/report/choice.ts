import type { Choice } from '@xenolith/core'
import { count, type Html, html, percent, renderTable, unbroken } from '../index.js'

/**
 * The choice of a detector in a sentence.
 *
 * @example
 * ```ts
 * const rows = { choosing: { nominal: 100, mixture: 100 }, certifying: { nominal: 200, mixture: 1000 } }
 * const candidates = [{ name: 'iforest', falseAlarmRate: 0.1, deviation: 0.01 }]
 * choiceWords({ chosen: 'iforest', reason: 'the cheapest', alpha: 0.1, recall: 0.9, rows, candidates }) // => 'iforest, the cheapest; 100 nominal and 100 mixture rows trained and chose, 200 and 1,000 others certify'
 * ```
 */
export function choiceWords({ chosen, reason, rows, candidates }: Choice): string {
  if (candidates.length === 0) return `${chosen}; ${reason}`
  const { choosing, certifying } = rows
  return `${chosen}, ${reason}; ${count(choosing.nominal)} nominal and ${count(choosing.mixture)} mixture rows trained and chose, ${count(certifying.nominal)} and ${count(certifying.mixture)} others certify`
}

/** How the detector was chosen; null where the user named it. */
export function renderChoice(choice: Choice | undefined): Html | null {
  if (choice === undefined) return null
  const { chosen, candidates, recall, alpha } = choice
  return html`<section aria-labelledby="choice">
<h2 id="choice">How the detector was chosen</h2>
<p>${unbroken(choiceWords(choice))}.</p>
${
  candidates.length > 0 &&
  html`${renderTable(
    {
      caption: `Estimated false alarms, as a mean over a recall of ${percent(recall ?? 0)} and lower ones, were ${percent(alpha ?? 0)} of the mixture alien`,
      columns: [
        { heading: 'detector', numeric: false },
        { heading: 'ordinary rows that would alarm', numeric: true },
        { heading: 'give or take', numeric: true },
      ],
      rows: candidates.map(({ name, falseAlarmRate, deviation }) => [
        name === chosen ? html`<strong>${name}</strong> (chosen)` : name,
        percent(falseAlarmRate),
        percent(deviation),
      ]),
    },
    'Candidates for the detector',
  )}
<p class="note">These are estimates from the rows that chose, to compare detectors by: the promise rests on the other rows alone and costs more.</p>`
}
</section>`
}
