import type { Progress, Table } from '@xenolith/core'
import * as internals from '@xenolith/core/internals'
import { contrastKernel } from '../contrast/row.js'
import { crossFitted, type Fitted, type Wanted } from '../fitted.js'
import { fitMemberForBoth } from '../fusion/fit.js'
import { memberKernel } from '../fusion/members.js'
import type { Kernel } from '../kernel.js'
import type { Pool } from '../pool/pool.js'
import type { Shards } from '../pool/shards.js'
import { ratioKernel } from '../ratio/row.js'

type Model = internals.FusedContrastModel

/** Core's `fitFusedContrast`, each part on its own kernels. */
async function fitFusedContrast(
  pool: Pool,
  table: Table,
  options: internals.FusedContrastOptions & Progress,
  wanted: Wanted,
): Promise<Fitted<Model>> {
  const { members, parts, ...plan } = internals.planFusedContrast(table, options)
  const { signal, mixture } = options
  const whole = { keepModel: true, outOfBag: true, others: [] }
  const contrast = await contrastKernel.fit(pool, table, plan.contrast, whole)
  internals.report(options, 1, parts)
  const ratio = plan.ratio && (await ratioKernel.fit(pool, table, plan.ratio, whole))!
  const learners = parts - members.length
  internals.report(options, learners, parts)
  const fits: Awaited<ReturnType<typeof fitMemberForBoth>>[] = []
  for (const { name, options: own } of members) {
    fits.push(await fitMemberForBoth(pool, table, name, { ...own, signal }, mixture))
    internals.report(options, learners + fits.length, parts)
  }
  const fitted = internals.finishFusedContrast(
    { ...contrast!, model: contrast!.model! },
    ratio && { ...ratio, model: ratio.model! },
    fits,
    fits.map(({ mixtureScores }) => mixtureScores),
  )
  return crossFitted(fitted, wanted)
}

async function scoreFusedContrast(
  pool: Pool,
  shards: Shards,
  { contrast, ratio, members, ranks }: Model,
  table: Table,
  progress: Progress,
): Promise<Float64Array> {
  const { signal } = progress
  const scores = [await contrastKernel.score(pool, shards, contrast, table, { signal })]
  internals.report(progress, 1, ranks.length)
  if (ratio !== null) scores.push(await ratioKernel.score(pool, shards, ratio, table, { signal }))
  for (const member of members) {
    const rows = internals.alignTable(table, member.features)
    scores.push(await memberKernel(member.detector).score(pool, shards, member, rows, { signal }))
    internals.report(progress, scores.length, ranks.length)
  }
  return internals.fuse(ranks, scores)
}

export const fusedContrastKernel: Kernel<internals.Detectors['fused-contrast']> = {
  fit: fitFusedContrast,
  score: scoreFusedContrast,
  readsAsIs: () => false,
  scoresFasterWhole: () => true,
  openAs: (model) => model.members,
}
