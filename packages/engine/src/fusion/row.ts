import type { Progress, Table } from '@xenolith/core'
import * as internals from '@xenolith/core/internals'
import type { Kernel } from '../kernel.js'
import type { Pool } from '../pool/pool.js'
import type { Shards } from '../pool/shards.js'
import { fitFusion } from './fit.js'
import { memberKernel } from './members.js'

type Model = internals.FusionModel

async function scoreFusion(
  pool: Pool,
  shards: Shards,
  { members, ranks }: Model,
  table: Table,
  progress: Progress,
): Promise<Float64Array> {
  const scores: Float64Array[] = []
  for (const member of members) {
    const { signal } = progress
    scores.push(await memberKernel(member.detector).score(pool, shards, member, table, { signal }))
    internals.report(progress, scores.length, members.length)
  }
  return internals.fuse(ranks, scores)
}

export const fusionKernel: Kernel<internals.Detectors['fusion']> = {
  fit: fitFusion,
  score: scoreFusion,
  readsAsIs: () => false,
  scoresFasterWhole: () => true,
  openAs: (model) => model.members,
}
