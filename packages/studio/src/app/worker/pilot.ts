import { estimateAlpha, plan, prepare } from '@xenolith/core'
import { intervalAside } from './aside.ts'
import type { Context } from './context.ts'
import { curveOf } from './curve.ts'
import type { Promised } from './seal.ts'
import { session } from './session.ts'

/** A point estimate of the share of aliens, on the pilot alone; null where there is none. */
export async function estimateShare(_: null): Promise<number | null> {
  const pilot = session.scoring?.parted?.pilot
  if (pilot === undefined) return null
  const estimate = await estimateAlpha('bt-patrasen', pilot, { seed: session.scoring!.request.seed ?? 1 })
  return 'alpha' in estimate ? estimate.alpha : null
}

/** What the pilot leaves open around that estimate; null where nothing was found, or the work was stopped. */
export async function estimateInterval(_: null, { signal }: Context): Promise<readonly [number, number] | null> {
  const { parted, request } = session.scoring ?? {}
  if (parted === undefined) return null
  const { nominal, mixture } = parted.pilot
  return intervalAside({ nominal, mixture, seed: request?.seed ?? 1 }, signal)
}

/** The rows that the promise takes with a detector of the pilot's quality; null where no number would do. */
export async function rowsNeeded(
  terms: Promised,
  _: Context,
): Promise<{ readonly n0: number; readonly nm: number } | null> {
  const pilot = session.scoring?.parted?.pilot
  if (pilot === undefined) return null
  const { f0, fm } = curveOf(prepare(pilot.nominal, pilot.mixture))
  const { n0, nm, feasible } = plan({ ...terms, curves: { f0: [...f0], fm: [...fm] } })
  return feasible && Number.isFinite(n0) && Number.isFinite(nm) ? { n0, nm } : null
}
