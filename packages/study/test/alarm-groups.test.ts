import { categoricalColumn, detectorNames, type ModelFile, Random, type Table } from '@xenolith/core'
import { detectorOf } from '@xenolith/core/internals'
import { createEngine } from '@xenolith/engine'
import { AlarmGrouping, alarms, reasonsOf, study } from '@xenolith/study'
import { afterAll, describe, expect, it } from 'vitest'

const engine = createEngine({ workers: 1 })
afterAll(() => engine.close())

/** Mixed rows; a share of them of two new kinds: one far out in a number, the other by a new category and a gap. */
function rows(count: number, seed: number, aliens: number): Table {
  const random = new Random(seed, 3, 5)
  const kind = (i: number): number => (i < aliens * count ? 1 + (i % 2) : 0)
  const cells = Array.from({ length: count }, (_, i) => ({
    x: random.normal() + (kind(i) === 1 ? 9 : 0),
    y: kind(i) === 2 ? Number.NaN : random.normal(),
    z: random.below(5),
    flag: kind(i) === 2 ? 'broken' : ['on', 'off'][random.below(2)],
  }))
  const numeric = (name: 'x' | 'y' | 'z') => ({
    name,
    kind: 'numeric' as const,
    values: Float64Array.from(cells, (cell) => cell[name]),
  })
  return {
    rows: count,
    columns: [
      numeric('x'),
      numeric('y'),
      numeric('z'),
      categoricalColumn(
        'flag',
        cells.map(({ flag }) => flag),
      ),
    ],
  }
}

const learning = detectorNames.filter((name) => detectorOf(name).learns)
const small: Partial<Record<string, object>> = {
  iforest: { trees: 40 },
  loda: { projections: 40 },
  contrast: { contrastTrees: 20 },
}

describe.each(learning)('alarms of %s', (detector) => {
  const incoming = rows(120, 7, 0.5)
  const made = study(
    { nominal: rows(200, 1, 0), mixture: rows(200, 2, 0.4) },
    { terms: { alpha: 0.4, q: 0.05 }, training: { detector, ...small[detector] } as never, keepRows: 50 },
    { engine },
  ).then((outcome) => (outcome as { file: ModelFile }).file)

  it('each have a reason, with where the value lies and what the nearest nominal row has', async () => {
    const file = await made
    const raised = await alarms(engine, file, incoming, { explain: 2 })
    expect(raised.rows.length).toBeGreaterThan(30)
    const { reasons, nearest } = reasonsOf(file, incoming, raised.rows, raised.reasons, 2)
    expect(reasons).toHaveLength(raised.rows.length)
    expect(nearest).toHaveLength(raised.rows.length)
    for (const row of nearest!) expect(file.references!.row).toContain(row)
    for (const own of reasons) {
      expect(own.length).toBeGreaterThan(0)
      for (const reason of own) {
        expect(reason.position ?? reason.share).toBeGreaterThanOrEqual(0)
        expect(reason).toHaveProperty('nearest')
      }
    }
  })

  it('fall into groups that keep the two kinds apart', async () => {
    const file = await made
    const { rows: alarming } = await alarms(engine, file, incoming)
    const grouping = new AlarmGrouping(file)
    const names = Array.from({ length: 120 }, (_, i) => `row ${i}`)
    grouping.add(incoming, alarming, names)
    grouping.find()
    const found = grouping.assign(incoming, alarming)
    const groupsOf = (kind: number): Set<number> =>
      new Set(found.filter((_, k) => alarming[k] < 60 && alarming[k] % 2 === kind))
    for (const group of groupsOf(0)) expect(groupsOf(1).has(group)).toBe(false)
    const groups = grouping.groups()
    expect(groups.reduce((sum, { size }) => sum + size, 0)).toBe(alarming.length)
    expect(groups.reduce((sum, { share }) => sum + share, 0)).toBeCloseTo(1, 12)
    for (const { traits, examples, group, leftover } of groups) {
      expect(traits.length > 0).toBe(!leftover)
      for (const name of examples) expect(found[alarming.indexOf(names.indexOf(String(name)))]).toBe(group)
    }
  })
})

it('no alarms, no groups', async () => {
  const outcome = await study(
    { nominal: rows(200, 1, 0), mixture: rows(200, 2, 0.4) },
    { terms: { alpha: 0.4, q: 0.05 }, training: { detector: 'knn' }, keepRows: 0 },
    { engine },
  )
  const { file } = outcome as { file: ModelFile }
  expect(file.references).toBeUndefined()
  const grouping = new AlarmGrouping(file)
  grouping.find()
  expect([...grouping.assign(rows(3, 1, 0), [])]).toEqual([])
  expect(grouping.groups()).toEqual([])
})
