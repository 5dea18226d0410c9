import { readdir, readFile } from 'node:fs/promises'
import { describe, expect, it } from 'vitest'
import { short, tell } from '../src/app/screens/history/words.ts'
import { offersOf } from '../src/app/screens/review/words.ts'
import { evidenceChart, evidenceOf, rateChart, rowsPerHour } from '../src/app/screens/watch/chart.ts'
import type { WatchWindow } from '../src/app/service/shapes.ts'

const window = (number: number, logEvidence: number | null, more: Partial<WatchWindow> = {}): WatchWindow => ({
  number,
  closed: logEvidence !== null,
  startsAt: number * 60_000,
  endsAt: (number + 1) * 60_000,
  rows: 1000,
  alarms: 100,
  logEvidence,
  logRestarted: logEvidence,
  state: null,
  ...more,
})
const limits = { voidAt: Math.log(40), riskAt: Math.log(1000), alarmsAtMost: 0.2 }
const box = { width: 400, height: 100 }

describe('the evidence of a stream', () => {
  it('is a line up to its limit, and a gap where a window has no reading', () => {
    const chart = evidenceChart(
      [window(0, 0), window(1, 1), window(3, Math.log(40)), window(4, 900), window(5, null)],
      limits,
      box,
    )
    expect(chart.evidence).toHaveLength(2)
    expect(chart.evidence[1]).toContain(`,${chart.limit.toFixed(1)}`)
    // Beyond the ceiling nothing is drawn outside the box.
    expect(chart.last!.y).toBe(0)
    expect(chart.last!.x).toBeLessThanOrEqual(box.width)
  })
  it('is told as a plain number, also when it is past all bounds', () => {
    expect(evidenceOf([window(0, Math.log(7)), window(1, null)])).toBeCloseTo(7, 10)
    expect(Number.isFinite(evidenceOf([window(0, 5000)]))).toBe(true)
    expect(evidenceOf([window(0, null)])).toBeNull()
  })
})

it('alarm rates above the limit are marked by another shape', () => {
  const { dots, atMost } = rateChart([window(0, 0), window(1, 0, { alarms: 300 })], limits, box)
  expect(dots.map(({ over }) => over)).toEqual([false, true])
  expect(dots[1].y).toBeLessThan(atMost!)
  expect(rateChart([window(0, 0)], { ...limits, alarmsAtMost: 1 }, box).atMost).toBeNull()
})

it('the number of the last window stands below it, where there is room', () => {
  const windows = Array.from({ length: 7 }, (_, i) => window(i, 0))
  const { dots, lastAt } = rateChart(windows, limits, box)
  expect(lastAt).toBe(dots.at(-1)!.x)
  expect(rateChart(windows.slice(0, 1), limits, box).lastAt).toBeNull()
})

it('rows an hour', () => {
  expect(rowsPerHour([window(0, 0), window(1, 0)])).toBeCloseTo(60_000, 6)
  expect(rowsPerHour([])).toBeNull()
})

it('every event that the service writes is told, also one that nobody knows, and with an empty body', async () => {
  const folder = new URL('../../service/src/store/operations/', import.meta.url)
  const sources = (await readdir(folder)).filter((name) => name.endsWith('.ts'))
  const code = await Promise.all(sources.map((name) => readFile(new URL(name, folder), 'utf8')))
  const written = [...code.join('\n').matchAll(/kind: '([a-z]+\.[a-z-]+)'/g)].map(([, kind]) => kind)
  expect(written.length).toBeGreaterThan(12)
  const standings = ['certificate.void', 'certificate.at-risk', 'certificate.valid']
  for (const kind of [...written, ...standings]) expect(tell({ kind, body: {} }).what, kind).not.toBe(kind)
  const issued = { looks: 1, body: { certified: true, recall: 0.9, method: 'exact' } }
  expect(tell({ kind: 'certificate.issued', body: issued }).change).toMatch(/^90\s% recall, exact, looks: 1$/)
  expect(tell({ kind: 'moon.landed', body: null }).what).toBe('moon.landed')
  const body = { before: null, verdict: 'alien', reason: 'odd', basis: 'bulk', draw: null }
  expect(tell({ kind: 'verdict.given', body }).change).toBe('open → alien, with others: “odd”')
  expect(tell({ kind: 'certificate.void', body: { before: 'valid', reason: 'x' } })).toMatchObject({ grave: true })
})

it('offers labels that a person could give, each with the draw that gives them', () => {
  const outlook = { side: 'lower', now: 0.5, target: 0.6 } as const
  const offers = offersOf([
    { ...outlook, bound: 'precision', of: 'alarms', labels: 40 },
    { ...outlook, bound: 'recall', of: 'both', labels: 90_000 },
    { ...outlook, bound: 'alpha', of: 'both', side: 'upper', labels: null },
    // Nobody labels rows for a bound that reads the same afterwards.
    { bound: 'precision', side: 'upper', of: 'alarms', now: 1, target: 0.99999, labels: 1 },
  ])
  expect(offers).toMatchObject([{ kind: 'alarms', size: 40 }])
  expect(offers[0].words).toMatch(/^40 more labels: precision at least 60.% instead of 50.%/)
})

it('an id is cut where that tells it from its neighbours; rows of a batch have numbers', () => {
  const batch = '81593fce-0b1c-4d2e-9f3a-5b6c7d8e9f00'
  expect([batch, `${batch}-48`, 'demo'].map(short)).toEqual(['81593fce', 'row 48 of 81593fce', 'demo'])
})
