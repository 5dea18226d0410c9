import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { deserialize, serialize } from 'node:v8'
import { substream } from '@xenolith/core'
import { trainAndScore } from '@xenolith/study'
import { drawOrder } from '../../experiments/dist/protocol/draw.js'

/*
 * Scores of real tables as a study makes them, for measuring certificates: those that certify, and those of rows that place gates, where a form of training has such rows.
 * They are kept in a folder, so that rules for gates can be compared without fitting anything again.
 */

/** Most nominal rows that a form takes of a table, per row of the mixture: some are left for the mixture. */
const NOMINALS = 2.02
const CONFIDENCE = 0.95

const options = {
  iforest: { detector: 'iforest' },
  knn: { detector: 'knn' },
  gmm: { detector: 'gmm' },
  fusion: { detector: 'fusion' },
  'fusion raw': { detector: 'fusion', scaling: 'raw' },
  contrast: { detector: 'contrast' },
  auto: { detector: 'auto' },
}

/** The rows of both samples: so many nominal ones, and as many of a mixture in which each is alien with probability alpha; null if the table has too few. */
export function drawBoth(dataset, n, alpha, draw) {
  const known = new Set(dataset.nominal)
  const rows = [[], []]
  for (const [row, label] of dataset.labels.entries()) rows[known.has(label) ? 0 : 1].push(row)
  const size = Math.min(n, Math.floor(rows[0].length / NOMINALS))
  const random = substream(draw, `${dataset.name} ${size} ${alpha}`)
  const kinds = Array.from({ length: size }, () => (random.float() < alpha ? 1 : 0))
  const strange = kinds.reduce((sum, kind) => sum + kind, 0)
  if (strange > rows[1].length) return null
  const own = drawOrder(rows[0].length, 2 * size - strange, substream(draw, 'nominal')).map((i) => rows[0][i])
  const aliens = drawOrder(rows[1].length, strange, random).map((i) => rows[1][i])
  const next = [size, 0]
  const mixed = kinds.map((kind) => [own, aliens][kind][next[kind]++])
  return { nominal: dataset.take(own.subarray(0, size)), mixture: dataset.take(mixed) }
}

/** Scores of a form at a recall: `nominal`, `mixture`, and `pilot` if there is one. */
export async function scoresFor({ dataset, form, n, alpha, recall, draw, keep }, work) {
  const auto = form.startsWith('auto')
  // What is not chosen by the terms is the same at all recalls.
  const key = [dataset.name, form, n, alpha, ...(auto ? [recall] : []), draw].join(' ').replaceAll(' ', '-')
  const path = keep && join(keep, `${key}.bin`)
  if (path && existsSync(path)) return deserialize(readFileSync(path))
  const drawn = drawBoth(dataset, n, alpha, draw)
  let scores = null
  if (drawn !== null) {
    const heldOut = form.endsWith(' held out')
    const training = { ...options[form.replace(' held out', '')], ...(heldOut ? { holdout: 0.5 } : {}) }
    const terms = { alpha, recall, confidence: CONFIDENCE }
    const before = auto && last?.key === `${dataset.name} ${form} ${n} ${alpha} ${draw}` ? last.scored : undefined
    const scored = await trainAndScore(drawn, { terms, training, seed: draw }, work, before)
    last = { key: `${dataset.name} ${form} ${n} ${alpha} ${draw}`, scored }
    const { nominal, mixture, pilot } = scored
    scores = { nominal, mixture, pilot }
  }
  if (path) {
    mkdirSync(keep, { recursive: true })
    writeFileSync(path, serialize(scores))
  }
  return scores
}

/** The last choice: at other terms the candidates need not be fitted again. */
let last
