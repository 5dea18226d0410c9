import { estimateAlpha, type Plan, type PlanInput, plan, prepare, XenolithError } from '@xenolith/core'
import type { Parted } from '@xenolith/study'
import { intervalAside } from './aside.ts'
import { type Context, stopIfAborted } from './context.ts'
import { curveOf } from './curve.ts'
import type { Promised } from './seal.ts'
import { session } from './session.ts'

export interface Sizes {
  readonly n0: number
  readonly nm: number
}

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
export async function rowsNeeded(terms: Promised, _: Context): Promise<Sizes | null> {
  const pilot = session.scoring?.parted?.pilot
  if (pilot === undefined) return null
  return sizesFor(terms, curvesOf(pilot))
}

/** The same for several recalls at once: the axis of rows beside the curve of false alarms. It stops between two of them. */
export async function rowsAlong(
  { recalls, ...terms }: Omit<Promised, 'recall'> & { readonly recalls: readonly number[] },
  context: Context,
): Promise<readonly (Sizes | null)[]> {
  const pilot = session.scoring?.parted?.pilot
  if (pilot === undefined) return []
  const curves = curvesOf(pilot)
  const found: (Sizes | null)[] = []
  for (const recall of recalls) {
    await new Promise((resolve) => setTimeout(resolve))
    stopIfAborted(context)
    found.push(sizesFor({ ...terms, recall }, curves))
  }
  return found
}

type Curves = NonNullable<PlanInput['curves']>

function curvesOf({ nominal, mixture }: Parted['pilot']): Curves {
  const { f0, fm } = curveOf(prepare(nominal, mixture))
  return { f0: [...f0], fm: [...fm] }
}

/** The rows that these terms take by these curves; null where no number would do. */
export function sizesFor(terms: Promised, curves: Curves): Sizes | null {
  let planned: Plan
  try {
    planned = plan({ ...terms, curves })
  } catch (error) {
    if (error instanceof XenolithError && error.code === 'not-certifiable') return null
    throw error
  }
  const { n0, nm, feasible } = planned
  return feasible && Number.isFinite(n0) && Number.isFinite(nm) ? { n0, nm } : null
}
