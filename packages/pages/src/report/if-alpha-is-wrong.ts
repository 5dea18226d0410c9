import { type Certificate, type Sensitivity, standing } from '@xenolith/core'
import { type Html, html, number, percent, renderTable, type Slot } from '../index.js'
import { alphaSources, shareOfAliens } from './words.js'

const OFF = [-20, -10, 0, 10, 20]

/** How recall and false alarms would move if alpha were off by 10 and 20 %. Older models do not know. */
export function renderIfAlphaIsWrong(certificate: Certificate, moved: Sensitivity | undefined): Html | null {
  if (moved === undefined) return null
  const { alpha, alphaSource } = certificate
  const off = OFF.map((by) => ({ by, i: indexOf(moved, alpha * (1 + by / 100)) })).filter(({ i }) => i >= 0)
  const supported = moved.promised.some((recall) => recall !== null)
  const columns = [
    'if the true alpha is',
    'recall of this threshold, estimated',
    ...(supported ? [`supported at confidence ${percent(moved.confidence, 'down')}`] : []),
    'threshold made with it',
    'ordinary rows that alarm',
    'mixture rows that alarm',
  ]
  return html`<section aria-labelledby="if-alpha-is-wrong">
<h2 id="if-alpha-is-wrong">If the share of aliens is wrong</h2>
<p>The share of aliens in the mixture, alpha = ${shareOfAliens(certificate)}, is ${alphaSources[alphaSource]}. ${consequence(certificate)}</p>
${renderTable(
  {
    caption: 'This threshold, and the one that another alpha would have given',
    columns: columns.map((heading, i) => ({ heading, numeric: i > 0 })),
    rows: off.map(({ by, i }) => row(moved, by, i, supported, shareOfAliens(certificate))),
  },
  'How recall and false alarms move with alpha',
)}
<p class="note">With confidence ${percent(moved.confidence, 'down')} the data refute an alpha below ${percent(moved.lowerBound, 'down')}.
The threshold in use alarms on an estimated ${percent(certificate.falseAlarmRate)} of ordinary rows, whatever alpha is.</p>
</section>`
}

function consequence(certificate: Certificate): string {
  const smaller =
    standing(certificate) === 'none'
      ? 'If it is smaller, the threshold is too low or too high, by an amount that no bound covers.'
      : 'If it is smaller, the promise still holds; a threshold made with the true alpha would mostly raise fewer false alarms.'
  const promise = {
    proved: 'and the promise no longer holds',
    conditional: 'and the conditional promise is void',
    none: 'than aimed at',
  }[standing(certificate)]
  return `If the true share of aliens is larger, the threshold finds fewer of them ${promise}. ${smaller}`
}

function row(moved: Sensitivity, by: number, i: number, supported: boolean, used: string): Slot[] {
  const alpha = moved.alpha[i]
  const tau = moved.tau[i]
  const off =
    by === 0
      ? html`<strong>${used}</strong>, as used`
      : `${percent(alpha, 'down')} (${by > 0 ? '+' : '−'}${Math.abs(by)}\u00a0%)`
  const promised = moved.promised[i]
  return [
    alpha < moved.lowerBound ? html`${off}, refuted` : off,
    percent(moved.recall[i]),
    ...(supported ? [promised === null ? 'nothing' : percent(promised, 'down')] : []),
    tau === null ? 'all alarm' : number(tau),
    percent(moved.falseAlarmRate[i]),
    percent(moved.alarmRate[i]),
  ]
}

function indexOf({ alpha }: Sensitivity, target: number): number {
  return alpha.findIndex((value) => Math.abs(value - target) <= 1e-9 * target)
}
