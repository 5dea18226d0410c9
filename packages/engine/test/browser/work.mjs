// Fits, scores and estimates, in Node and in a browser alike; the digests of all bytes must agree.
import { estimateAlpha as coreEstimate, fit as coreFit, score as coreScore, substream } from '@xenolith/core'
import { createEngine, estimateAlpha } from '@xenolith/engine'

const ROWS = 5000

function table(rows, seed, mixed) {
  const random = substream(seed, 'browser')
  const columns = Array.from({ length: 5 }, (_, j) => ({
    name: `f${j}`,
    kind: 'numeric',
    values: Float64Array.from({ length: rows }, () => (mixed && random.below(20) === 0 ? Number.NaN : random.normal())),
  }))
  if (mixed) {
    const codes = Int32Array.from({ length: rows }, () => random.below(7) - 1)
    columns.push({ name: 'c', kind: 'categorical', codes, categories: ['a', 'b', 'c', 'd', 'e', 'f'] })
  }
  return { rows, columns }
}

const jobs = {
  forest: [false, { seed: 4, trees: 100, subsample: 256 }],
  'forest of a mixed table': [true, { seed: 4, trees: 100, subsample: 256 }],
  LODA: [false, { detector: 'loda', seed: 4, projections: 100 }],
  'LODA of a mixed table': [true, { detector: 'loda', seed: 4, projections: 100 }],
}

async function digest(...arrays) {
  const bytes = arrays.map((array) => new Uint8Array(array.buffer, array.byteOffset, array.byteLength))
  const all = new Uint8Array(bytes.reduce((sum, part) => sum + part.length, 0))
  let at = 0
  for (const part of bytes) {
    all.set(part, at)
    at += part.length
  }
  const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', all))
  return Array.from(hash.slice(0, 8), (byte) => byte.toString(16).padStart(2, '0')).join('')
}

function modelArrays(model) {
  if (model.detector === 'iforest') return Object.values(model.forest)
  return model.projections.flatMap(({ feature, weight, low, range, logDensity }) => [
    feature,
    weight,
    Float64Array.of(low, range),
    logDensity,
  ])
}

/** A mixture of which a third is alien, and an estimate of that share with its interval. */
async function digestOfEstimate(estimate, name) {
  const nominal = table(150, 1, true)
  const mixture = table(150, 2, true)
  for (let i = 0; i < 50; i++) mixture.columns[0].values[i] += 4
  const scores = new Float64Array(150)
  const samples = { nominal: scores, mixture: scores, rows: { nominal, mixture } }
  const { alpha, interval } = await estimate(name, samples, { seed: 4, bootstrap: 20 })
  return digest(Float64Array.of(alpha, ...interval))
}

/** Digests of model, training scores and other scores, by job and number of workers; 0 workers is core. */
export async function run() {
  const digests = {}
  for (const [name, [mixed, options]] of Object.entries(jobs)) {
    const nominal = table(ROWS, 1, mixed)
    const others = table(ROWS, 2, mixed)
    const reference = coreFit(nominal, options)
    const scores = coreScore(reference.model, others)
    digests[`${name}, core`] = await digest(...modelArrays(reference.model), reference.scores, scores)
    for (const workers of [1, 2]) {
      const engine = createEngine({ workers, smallWork: 0 })
      const fitted = await engine.fit(nominal, options)
      const made = await engine.score(fitted.model, others)
      digests[`${name}, ${workers} workers`] = await digest(...modelArrays(fitted.model), fitted.scores, made)
      await engine.close()
    }
  }
  for (const name of ['roc', 'c-roc', 'spy']) {
    digests[`${name}, core`] = await digestOfEstimate(coreEstimate, name)
    digests[`${name}, engine`] = await digestOfEstimate(estimateAlpha, name)
  }
  return digests
}
