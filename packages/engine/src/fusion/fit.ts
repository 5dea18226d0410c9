import { type Fit, type Progress, selectRows, type Table } from '@xenolith/core'
import * as internals from '@xenolith/core/internals'
import type { Fitted, Wanted } from '../fitted.js'
import type { Pool } from '../pool/pool.js'
import { Shards } from '../pool/shards.js'
import { memberKernel } from './members.js'

type Model = internals.FusionModel
type Member = internals.MemberModel

/** Core's `fitFusion`, each member on its own kernels. */
export async function fitFusion(
  pool: Pool,
  table: Table,
  options: internals.FusionOptions & Progress,
  wanted: Wanted,
): Promise<Fitted<Model>> {
  const { seed, members } = internals.planFusion(table, options)
  const { signal } = options
  const fits: Pick<Fit<Member>, 'model' | 'scores'>[] = []
  for (const { name, options: own } of members) {
    fits.push(await fitMember(pool, table, name, { ...own, signal }))
    internals.report(options, fits.length, members.length)
  }
  const { model, scores } = internals.finishFusion(table, seed, fits)
  return { model, scores: wanted.outOfBag ? scores : new Float64Array(0), inBag: [], otherScores: [] }
}

/** A member on its own kernels, or by core's own fit where they cannot. */
export async function fitMember(
  pool: Pool,
  table: Table,
  name: internals.MemberName,
  options: Progress,
): Promise<Pick<Fit<Member>, 'model' | 'scores'>> {
  const kernel = memberKernel(name)
  const fitted = await kernel.fit(pool, table, options, { keepModel: true, outOfBag: true, others: [] })
  if (fitted === undefined) return internals.detectorOf(name).fit(table, options) as Fit<Member>
  const { scores, inBag } = fitted
  const model = fitted.model as Member
  if (inBag.length > 0) {
    const shards = new Shards(pool)
    const full = await kernel.score(pool, shards, model, selectRows(table, inBag), options)
    await shards.close(kernel.openAs(model))
    inBag.forEach((row, k) => {
      scores[row] = full[k]
    })
  }
  return { model, scores }
}

/** A member as a part that judges the mixture too, which it has not learned from. */
export async function fitMemberForBoth(
  pool: Pool,
  table: Table,
  name: internals.MemberName,
  options: Progress,
  mixture: Table,
): Promise<Pick<Fit<Member>, 'model' | 'scores'> & { mixtureScores: Float64Array }> {
  const { model, scores } = await fitMember(pool, table, name, options)
  const kernel = memberKernel(name)
  const shards = new Shards(pool)
  const others = internals.alignTable(mixture, model.features)
  const mixtureScores = await kernel.score(pool, shards, model, others, { signal: options.signal })
  await shards.close(kernel.openAs(model))
  return { model, scores, mixtureScores }
}
