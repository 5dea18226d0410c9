import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { agree } from '../src/compare/index.js'
import { elementsFolder } from '../src/runner/places.js'
import { reproduce } from '../src/runner/reproduce.js'
import { folder } from './folder.js'

interface Reference {
  readonly n: number
  readonly cells: readonly {
    readonly alpha: number
    readonly alphaUsed: number
    readonly q: number
    readonly recall: readonly [number, number]
    readonly falseAlarmRate: readonly [number, number]
  }[]
}

/** The table of reference/benchmarks.py. */
function table(): string {
  let state = 1
  const uniform = (): number => {
    state = (Math.imul(1664525, state) + 1013904223) >>> 0
    return state / 2 ** 32
  }
  const around = (centre: number): number => centre + 3 * (uniform() + uniform() + uniform() - 1.5)
  const centres = [
    [0, 0],
    [3, 0],
    [1.5, 4],
  ]
  const lines = Array.from({ length: 900 }, (_, i) => {
    const k = i % 3
    const x = around(centres[k][0])
    const y = around(centres[k][1])
    const z = Math.floor(6 * uniform() * uniform()) + (k === 1 ? 2 : 0)
    const w = Math.floor(3 * uniform())
    return `${x},${y},${z},${w},${'abc'[k]}`
  })
  return ['x,y,z,w,kind', ...lines, ''].join('\n')
}

test('an implementation written from the description alone lands on the same numbers', async () => {
  const reference: Reference = JSON.parse(readFileSync(new URL('reference/benchmarks.json', import.meta.url), 'utf8'))
  const base = folder()
  const path = join(base, 'made-up.csv')
  writeFileSync(path, table())
  const { done } = await reproduce({
    names: ['benchmarks-iforest'],
    table: { path, label: 'kind', nominal: ['a', 'b'] },
    runs: 40,
    elements: elementsFolder,
    out: join(base, 'out'),
  })
  expect(reference.cells).toHaveLength(18)
  let apart = 0
  for (const cell of reference.cells) {
    const { alpha, alphaUsed, q } = cell
    const same = done[0].rows.find(
      (row) => row.variant === 'basic' && row.alpha === alpha && row.alphaUsed === alphaUsed && row.q === q,
    )!
    expect(same.n).toBe(reference.n)
    for (const key of ['recall', 'falseAlarmRate'] as const) {
      const [mean, ci] = cell[key]
      const ours = { mean: Number(same[key]), ci: Number(same[`${key}Ci`]) }
      expect(ours.ci, `${key} at ${alphaUsed}, ${q}`).toBeLessThan(0.12)
      if (!agree({ mean, ci }, ours)) apart++
    }
  }
  expect(apart).toBeLessThanOrEqual(1)
})
