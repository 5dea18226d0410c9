import { prepare, type Samples } from '@xenolith/core'
import { type Forecast, forecaster } from '@xenolith/core/internals'
import type { Parted } from '@xenolith/study'
import { type Context, stopIfAborted } from './context.ts'
import type { Promised } from './seal.ts'
import { session } from './session.ts'

/** What the sealed rows will probably say to a promise, by the pilot; null where there is none. */
export async function foretell({ alpha, recall, confidence }: Promised, _: Context): Promise<Forecast | null> {
  return forecasterAt(alpha)?.(recall, confidence) ?? null
}

/** The same at several recalls, and with another share of aliens. It stops between two of them. */
export async function foretellMore(
  { recalls, recall, worse, ...terms }: Promised & { readonly recalls: readonly number[]; readonly worse: number },
  context: Context,
): Promise<{ readonly along: readonly Forecast[]; readonly worse: Forecast } | null> {
  const other = await foretell({ ...terms, recall, alpha: worse }, context)
  if (other === null) return null
  const along: Forecast[] = []
  for (const one of recalls) {
    await new Promise((resolve) => setTimeout(resolve))
    stopIfAborted(context)
    along.push((await foretell({ ...terms, recall: one }, context))!)
  }
  return { along, worse: other }
}

type Ask = ReturnType<typeof forecaster>

/** The shares of aliens asked about last: that of the terms, and the worse one. */
let known: readonly { readonly of: Parted['pilot']; readonly alpha: number; readonly ask: Ask }[] = []
const MOST_KNOWN = 2

function forecasterAt(alpha: number): Ask | null {
  const parted = session.scoring?.parted
  if (parted === undefined) return null
  const { pilot, sealed } = parted
  const before = known.find((one) => one.of === pilot && one.alpha === alpha)
  if (before !== undefined) return before.ask
  const sizes = { n0: sealed.nominal.length, nm: sealed.mixture.length }
  const ask = forecaster({ pilot: samplesOf(pilot), alpha, ...sizes })
  known = [{ of: pilot, alpha, ask }, ...known.filter((one) => one.of === pilot)].slice(0, MOST_KNOWN)
  return ask
}

const prepared = new WeakMap<Parted['pilot'], Samples>()

function samplesOf(pilot: Parted['pilot']): Samples {
  const samples = prepared.get(pilot) ?? prepare(pilot.nominal, pilot.mixture)
  prepared.set(pilot, samples)
  return samples
}
