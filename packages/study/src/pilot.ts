import { selectRows, substream, XenolithError } from '@xenolith/core'
import { sampleToFront } from '@xenolith/core/internals'
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
 * Sets a share of both samples aside at random. Whatever is chosen by looking at the pilot part is independent of the
 * sealed scores, so a promise that they certify keeps its confidence. Which rows they are depends on their number and
 * the seed alone: another detector, fitted later, leaves the same rows sealed.
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
 * const { pilot, sealed } = setAside(scored, 0.2, 1)
 * pilot.nominal.length // => 20
 * sealed.mixture.length // => 40
 * await engine.close()
 * ```
 */
export function setAside(scored: Scored, share: number, seed: number): Parted {
  const nominal = part(scored.nominal.length, share, seed, 'nominal')
  const mixture = part(scored.mixture.length, share, seed, 'mixture')
  const { rows, mixtureRows } = scored
  const pilot = { nominal: pick(scored.nominal, nominal.pilot), mixture: pick(scored.mixture, mixture.pilot) }
  return {
    pilot,
    sealed: {
      ...scored,
      pilot: scored.pilot?.mixture === undefined ? pilot : scored.pilot,
      nominal: pick(scored.nominal, nominal.sealed),
      mixture: pick(scored.mixture, mixture.sealed),
      rows: { nominal: selectRows(rows.nominal, nominal.sealed), mixture: selectRows(rows.mixture, mixture.sealed) },
      mixtureRows: mixture.sealed.map((place) => mixtureRows?.[place] ?? place),
    },
  }
}

/** Row numbers of the two parts, ascending. */
function part(rows: number, share: number, seed: number, which: string): { pilot: Int32Array; sealed: Int32Array } {
  const count = Math.round(share * rows)
  if (count < 1 || count > rows - 1) {
    throw new XenolithError('too-few-rows', `a pilot of ${share} leaves one part of ${rows} ${which} rows empty`)
  }
  const order = new Int32Array(rows)
  sampleToFront(order, count, substream(seed, `pilot-${which}`))
  return { pilot: order.slice(0, count).sort(), sealed: order.slice(count).sort() }
}

function pick(scores: Float64Array, rows: Int32Array): Float64Array {
  return Float64Array.from(rows, (row) => scores[row])
}
