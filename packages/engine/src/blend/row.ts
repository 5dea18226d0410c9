import type { Progress, Table } from '@xenolith/core'
import * as internals from '@xenolith/core/internals'
import { crossFitted, type Fitted, type Wanted } from '../fitted.js'
import { fitMemberForBoth } from '../fusion/fit.js'
import type { Kernel } from '../kernel.js'
import type { Pool } from '../pool/pool.js'
import type { Shards } from '../pool/shards.js'
import { isLearner, learnerKernel, partKernel } from './parts.js'

type Model = internals.BlendModel

/** Core's `fitBlend`, each part on its own kernels. */
async function fitBlend(
  pool: Pool,
  table: Table,
  options: internals.BlendOptions & Progress,
  wanted: Wanted,
): Promise<Fitted<Model>> {
  const plan = internals.planBlend(table, options)
  const { signal, mixture } = options
  const fits: internals.FittedPart[] = []
  for (const { name, options: own } of plan.parts) {
    fits.push(
      isLearner(name)
        ? await fitLearner(pool, table, name, own)
        : await fitMemberForBoth(pool, table, name, { ...own, signal }, mixture),
    )
    internals.report(options, fits.length, plan.parts.length)
  }
  return crossFitted(internals.finishBlend(plan, fits), wanted)
}

/** A part that learns from the mixture too. */
async function fitLearner(
  pool: Pool,
  table: Table,
  name: 'contrast' | 'ratio',
  options: Progress,
): Promise<internals.FittedPart> {
  const fitted = (await learnerKernel(name).fit(pool, table, options, { keepModel: true, outOfBag: true, others: [] }))!
  return {
    model: fitted.model as internals.PartModel,
    scores: fitted.scores,
    mixtureScores: fitted.mixtureScores!,
  }
}

async function scoreBlend(
  pool: Pool,
  shards: Shards,
  { parts, ranks, weights }: Model,
  table: Table,
  progress: Progress,
): Promise<Float64Array> {
  const { signal } = progress
  const scores: Float64Array[] = []
  for (const part of parts) {
    const rows = internals.alignTable(table, part.features)
    scores.push(await partKernel(part.detector).score(pool, shards, part, rows, { signal }))
    internals.report(progress, scores.length, parts.length)
  }
  return internals.blendScores(ranks, weights, scores)
}

export const blendKernel: Kernel<internals.Detectors['blend']> = {
  fit: fitBlend,
  score: scoreBlend,
  readsAsIs: () => false,
  scoresFasterWhole: () => true,
  openAs: (model) => model.parts,
}
