import { estimateAlpha, fit, numericTable, score, substream, type Table } from '@xenolith/core'
import { createEngine } from '@xenolith/engine'
import { afterAll, describe, expect, it } from 'vitest'
import { rowsAlike } from '../src/alike-rows.js'
import { silent } from '../src/index.js'
import { trainAndScore } from '../src/train.js'

const engine = createEngine({ workers: 1 })
afterAll(() => engine.close())
const terms = { alpha: 0.1, q: 0.1 } as const

/** Two rounded features: some thirty kinds of rows. */
function rounded(rows: number, seed: number, aliens: number): Table {
  const random = substream(seed, 'rounded')
  return numericTable(
    Array.from({ length: rows }, (_, i) => {
      const shift = i < aliens ? 2.2 : 0
      return [Math.round(random.normal() + shift), Math.round(random.normal() + shift)]
    }),
  )
}

describe('training rows that are alike', () => {
  it('are found, whatever kind of column tells the others apart', () => {
    const table = numericTable([
      [0, 1],
      [-0, 1],
      [0, 2],
      [0, 1],
      [Number.NaN, 1],
      [Number.NaN, 1],
    ])
    expect(rowsAlike(table, 2)).toEqual([
      [0, 1, 3],
      [4, 5],
    ])
    expect(rowsAlike(table, 4)).toEqual([])
    expect(rowsAlike(numericTable(Array.from({ length: 30 }, (_, i) => [i, 1])))).toEqual([])
    expect(rowsAlike(numericTable(Array.from({ length: 30 }, () => [1, 1])))).toHaveLength(1)
  })

  it.each(['iforest', 'gmm'] as const)('have the score of new rows of their kind: %s', async (detector) => {
    const nominal = rounded(400, 1, 0)
    const training = detector === 'iforest' ? { trees: 50 } : ({ detector } as const)
    const work = { engine, listener: silent }
    const { model, nominal: scores } = await trainAndScore(
      { nominal, mixture: rounded(50, 2, 10) },
      { training, terms },
      work,
    )
    const whole = score(model, nominal)
    const many = new Set(rowsAlike(nominal).flat())
    expect(many.size).toBeGreaterThan(200)
    const raw = fit(nominal, { ...training, seed: 1 }).scores
    for (let i = 0; i < 400; i++) expect(scores[i]).toBe(many.has(i) ? whole[i] : raw[i])
    expect([...many].some((i) => raw[i] !== whole[i])).toBe(true)
  })

  it('no longer make bt-patrasen see aliens everywhere', async () => {
    const estimates: number[] = []
    for (const seed of [1, 2, 3]) {
      const data = { nominal: rounded(800, 10 + seed, 0), mixture: rounded(1600, 20 + seed, 160) }
      const scored = await trainAndScore(data, { training: { trees: 100 }, terms, seed }, { engine, listener: silent })
      const samples = { nominal: scored.nominal.toSorted(), mixture: scored.mixture.toSorted() }
      estimates.push(estimateAlpha('bt-patrasen', samples, { seed }).alpha!)
    }
    // .45 to .78 with the out-of-bag scores as they are; the truth is .1.
    for (const alpha of estimates) expect(alpha).toBeLessThan(0.3)
  })
})
