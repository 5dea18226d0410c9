import type { Finding } from '@xenolith/core'
import { percent as printed } from '@xenolith/pages'
import type { Moved } from './columns.js'

/** Why a certificate is at risk or void, in one sentence. */
export function reasonFor(finding: Finding, moved: readonly Moved[], alpha: number): string {
  const { kind, region, seen, expected, rows } = finding
  const over = `over the last ${rows} rows`
  const what =
    kind === 'alarms' || region === null
      ? `${percent(seen)} of rows alarm ${over}, at most ${percent(expected)} expected`
      : `${percent(seen)} of rows score in the ${regionWords(region.levels)} ${over}, at least ${percent(expected)} expected`
  const columns = moved.map(({ name, by }) => `${name} (${by > 0 ? '+' : '-'}${Math.abs(by).toFixed(1)} sd)`)
  const most = columns.length === 0 ? '' : `; moved most: ${columns.join(', ')}`
  return `${what}${most}; either the nominals changed or more than ${roundedDown(alpha)} of the rows are alien`
}

function regionWords([from, to]: readonly [number, number]): string {
  if (from === 0) return `range of the lowest ${percent(to)} of nominal scores`
  if (to === 1) return `range of the highest ${percent(1 - from)} of nominal scores`
  return `range of nominal scores between ${percent(from)} and ${percent(to)}`
}

/** Whoever shows that more than alpha is alien has not shown that more than alpha rounded up is. */
function roundedDown(share: number): string {
  return printed(share, 'down').replace('\u00a0', ' ')
}

function percent(share: number): string {
  return `${Number((100 * share).toPrecision(3))} %`
}
