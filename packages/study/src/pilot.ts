import { type Split, selectRows, XenolithError } from '@xenolith/core'
import { firstRows } from './first-rows.js'
import { type Listener, named } from './listener.js'
import type { Pilot, Scored } from './scored.js'

/** Scores that people may look at while they choose the terms, and the others, which certify. */
export interface Parted {
  readonly pilot: Required<Pilot>
  readonly sealed: Scored
}

/** Refuses a share that is none, before any long work. */
export function checkPilot(pilot: number | undefined, listener: Listener): void {
  if (pilot !== undefined && !(pilot > 0 && pilot < 1)) {
    throw new XenolithError('bad-option', `${named(listener, 'pilot')} must be in (0, 1), got ${pilot}`)
  }
}

/**
 * Sets a share of both samples aside at random, or more where more rows chose the detector. Whatever is chosen by looking
 * at the pilot part is independent of the sealed scores, so a promise that they certify keeps its confidence. Which rows
 * they are depends on their number alone: another detector, other terms or another seed, tried later, leave the same rows
 * sealed.
 *
 * @example
 * ```ts
 * import { createEngine } from '@xenolith/engine'
 *
 * const nominal = numericTable(Array.from({ length: 100 }, (_, i) => [i % 10]))
 * const mixture = numericTable(Array.from({ length: 50 }, (_, i) => [i % 2 === 0 ? 50 : i % 10]))
 * const engine = createEngine({ workers: 1 })
 * const request = { terms: { alpha: 0.5, q: 0.1 }, training: { trees: 50 } }
 * const scored = await trainAndScore({ nominal, mixture }, request, { engine, listener: silent })
 * const { pilot, sealed } = setAside(scored, 0.2)
 * pilot.nominal.length // => 20
 * sealed.mixture.length // => 40
 * await engine.close()
 * ```
 */
export function setAside(scored: Scored, share: number): Parted {
  const { rows, mixtureRows, choosing } = scored
  const nominal = part(scored.nominal.length, share, choosing?.nominal, 'nominal')
  const mixture = part(scored.mixture.length, share, choosing?.mixture, 'mixture')
  const pilot = { nominal: pick(scored.nominal, nominal.kept), mixture: pick(scored.mixture, mixture.kept) }
  return {
    pilot,
    sealed: {
      ...scored,
      pilot: scored.pilot?.mixture === undefined ? pilot : scored.pilot,
      nominal: pick(scored.nominal, nominal.heldOut),
      mixture: pick(scored.mixture, mixture.heldOut),
      rows: { nominal: selectRows(rows.nominal, nominal.heldOut), mixture: selectRows(rows.mixture, mixture.heldOut) },
      mixtureRows: mixture.heldOut.map((place) => mixtureRows?.[place] ?? place),
    },
  }
}

/** How many rows a pilot sets aside. */
export function pilotSize(rows: number, share: number, least = 0): number {
  return Math.max(Math.round(share * rows), least)
}

function part(rows: number, share: number, least: number | undefined, which: 'nominal' | 'mixture'): Split {
  const count = pilotSize(rows, share, least)
  if (count < 1 || count > rows - 1) {
    throw new XenolithError('too-few-rows', `a pilot of ${share} leaves one part of ${rows} ${which} rows empty`)
  }
  return firstRows(rows, count, which)
}

function pick(scores: Float64Array, rows: Int32Array): Float64Array {
  return Float64Array.from(rows, (row) => scores[row])
}
