import type { Outlook, Verdicts } from '@xenolith/core'
import { count, counted, percent } from '@xenolith/pages'
import type { Draw, DrawKind } from '../../service/shapes.ts'

export const drawNames: Readonly<Record<DrawKind, string>> = {
  alarms: 'alarms',
  'non-alarms': 'rows without alarm',
  mixture: 'all rows',
}

/** "80 alien, 15 nominal, 5 unsure". */
export function countsWords({ alien, nominal, unsure }: Verdicts): string {
  return `${count(alien)} alien, ${count(nominal)} nominal, ${count(unsure)} unsure`
}

export function total({ alien, nominal, unsure }: Verdicts): number {
  return alien + nominal + unsure
}

const names = { precision: 'precision', alpha: 'alpha', recall: 'recall' } as const
const drawOf: Readonly<Record<Outlook['of'], DrawKind>> = { alarms: 'alarms', others: 'non-alarms', both: 'mixture' }

/** What more labels would give, and the draw that gives them. */
export interface Offer {
  readonly words: string
  readonly kind: DrawKind
  readonly size: number
}

/** Offers that can be taken: nobody labels ten thousand rows in a sitting. */
const MOST = 2000
/** Nobody labels rows for half a percent. */
const LEAST_CHANGE = 0.005

export function offersOf(outlooks: readonly Outlook[]): Offer[] {
  return outlooks.flatMap(({ bound, side, of, now, target, labels }) => {
    if (labels === null || labels > MOST) return []
    const sign = side === 'lower' ? 'at least' : 'at most'
    const round = side === 'lower' ? ('down' as const) : ('up' as const)
    if (Math.abs(target - now) < LEAST_CHANGE) return []
    const change = `${names[bound]} ${sign} ${percent(target, round)} instead of ${percent(now, round)}`
    return [
      { words: `${counted(labels, 'more label')}: ${change}, if they come as before`, kind: drawOf[of], size: labels },
    ]
  })
}

/** "Draw 3, of alarms: 12 of 50 judged." */
export function drawWords({ number, kind, judged, size }: Draw): string {
  return `Draw ${count(number)}, of ${drawNames[kind]}: ${count(judged)} of ${count(size)} judged.`
}
