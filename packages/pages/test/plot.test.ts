import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { placeLabels } from '../src/labels.js'
import { line, pixel, project, silhouette, stairs } from '../src/marks.js'
import { extent, linear, log, pad } from '../src/scale.js'

describe('scales', () => {
  test('a linear scale maps its domain onto its range, upside down if asked', () => {
    const y = linear([0, 10], [300, 100])
    expect([y(0), y(5), y(10)]).toEqual([300, 200, 100])
  })

  test('a log scale gives each decade the same room', () => {
    const x = log([1, 1000], [0, 300])
    expect([1, 10, 100, 1000].map((value) => Math.round(x(value)))).toEqual([0, 100, 200, 300])
  })

  test('ticks are round, decimal and inside', () => {
    expect(linear([-0.1, 1.1], [0, 1]).ticks(6)).toEqual([0, 0.2, 0.4, 0.6, 0.8, 1])
    expect(linear([0.27, 0.87], [0, 1]).ticks(6)).toEqual([0.3, 0.4, 0.5, 0.6, 0.7, 0.8])
    expect(log([0.009, 0.6], [0, 1]).ticks(9)).toEqual([0.01, 0.02, 0.05, 0.1, 0.2, 0.5])
    expect(log([80, 3e7], [0, 1]).ticks(6)).toEqual([100, 1000, 10000, 100000, 1e6, 1e7])
  })

  test('ticks of any domain are finite, ascending, inside and few', () => {
    const finite = fc.double({ min: -1e280, max: 1e280, noNaN: true })
    fc.assert(
      fc.property(finite, finite, fc.integer({ min: 1, max: 12 }), (a, b, count) => {
        const scale = linear(extent([a, b]), [0, 100])
        const [low, high] = scale.domain
        const ticks = scale.ticks(count)
        expect(ticks.length).toBeLessThanOrEqual(2 * count + 2)
        const slack = (high - low) * 1e-6
        for (const [i, tick] of ticks.entries()) {
          expect(tick >= low - slack && tick <= high + slack).toBe(true)
          expect(i === 0 || tick > ticks[i - 1]).toBe(true)
        }
      }),
      { seed: 2 },
    )
  })

  test('a domain of one value, or none, still has a width', () => {
    expect(linear([3, 3], [0, 100])(3)).toBe(50)
    expect(extent([])).toEqual([0, 1])
    expect(extent([Number.NaN, Infinity, 2, 5])).toEqual([2, 5])
    expect(pad([0, 0])).toEqual([-0.5, 0.5])
  })
})

describe('marks', () => {
  test('pixels have two decimals and are numbers, always', () => {
    expect([pixel(1.23456), pixel(-0.001), pixel(7)]).toEqual(['1.23', '0', '7'])
    expect(() => pixel(Number.NaN)).toThrow(RangeError)
    expect(() => pixel(Infinity)).toThrow(RangeError)
  })

  test('points without a place are left out', () => {
    const unit = linear([0, 1], [0, 100])
    expect(project(unit, unit, [0, Number.NaN, 1], [1, 1, Infinity])).toEqual([{ x: 0, y: 100 }])
    expect(project(log([1, 10], [0, 1]), unit, [0], [1]).every(({ x }) => Number.isFinite(x))).toBe(true)
  })

  test('stairs hold each value until the next', () => {
    const points = [
      { x: 0, y: 1 },
      { x: 2, y: 5 },
    ]
    expect(stairs(points, 3)).toEqual([points[0], { x: 2, y: 1 }, points[1], { x: 3, y: 5 }])
    expect(stairs([], 3)).toEqual([])
  })

  test('a silhouette begins and ends on the ground', () => {
    const identity = linear([0, 10], [0, 10])
    const outline = silhouette(identity, identity, [0, 1, 2], [4, 6])
    expect([outline[0], outline.at(-1)]).toEqual([
      { x: 0, y: 0 },
      { x: 2, y: 0 },
    ])
    expect(Math.max(...outline.map(({ y }) => y))).toBe(6)
  })

  test('a line takes two points', () => {
    expect(line([{ x: 0, y: 0 }], 'a')).toBeNull()
    expect(
      line(
        [
          { x: 0, y: 0 },
          { x: 1.005, y: 2 },
        ],
        'a',
      )?.markup,
    ).toBe('<path class="line a" d="M0,0L1,2"/>')
  })
})

describe('labels', () => {
  const frame = { left: 0, top: 0, right: 400, bottom: 300 }
  const place = (markup: string) => /x="([\d.-]+)" y="([\d.-]+)"/.exec(markup)?.slice(1).map(Number) ?? []

  test('labels of the same curve do not lie on each other', () => {
    const curve = [
      { x: 0, y: 150 },
      { x: 400, y: 150 },
    ]
    const [first, second] = placeLabels(
      ['nominal', 'mixture'].map((words) => ({ words, style: 's', curve })),
      frame,
    ).map((label) => place(label.markup))
    expect(Math.abs(first[0] - second[0]) > 49 || Math.abs(first[1] - second[1]) >= 18).toBe(true)
  })

  test('the line that ties a label to its point runs through no other label', () => {
    const [left, top] = [48, 62]
    const corner = { x: 53, y: 112 }
    const points = [
      { words: 'in use: 98.2 %, 0 %', at: { x: left, y: 72 } },
      { words: 'proved', at: corner },
      { words: 'at best', at: { x: left, y: 108 } },
    ]
    const around = points.map(({ at: { x, y } }) => ({ left: x - 7, top: y - 7, right: x + 7, bottom: y + 7 }))
    const curve = [
      { x: left, y: 300 },
      { x: left, y: top },
      { x: 400, y: top },
    ]
    const bounds = [
      [{ x: left, y: 112 }, corner],
      [{ x: 53, y: top }, corner],
    ]
    const labels = [
      ...points.map(({ words, at }) => ({ words, style: 's', curve: [at] })),
      { words: 'c', style: 's', curve },
    ]
    const placed = placeLabels(labels, { left, top: 10, right: 400, bottom: 300 }, bounds, [around[0], around[2]])
      .slice(0, 3)
      .map(({ markup }) => markup)
    const boxes = placed.map((markup, i) => {
      const [x, y] = place(markup.slice(markup.indexOf('<text')))
      return { x, y, right: x + 6 * points[i].words.length, top: y - 11 }
    })
    const ties = placed.map((markup) =>
      /x1="(.+?)" y1="(.+?)" x2="(.+?)" y2="(.+?)"/.exec(markup)?.slice(1).map(Number),
    )
    expect(ties.every((tie) => tie !== undefined)).toBe(true)
    ties.forEach(([x1, y1, x2, y2] = [], i) => {
      const along = Array.from({ length: 51 }, (_, k) => ({
        x: x1 + (k / 50) * (x2 - x1),
        y: y1 + (k / 50) * (y2 - y1),
      }))
      const others = boxes.filter((_, other) => other !== i)
      expect(
        along.filter((at) => others.some((b) => at.x > b.x && at.x < b.right && at.y > b.top && at.y < b.y)),
      ).toEqual([])
    })
  })

  test('a label that fits nowhere is left out', () => {
    expect(placeLabels([{ words: 'x'.repeat(200), style: 's', curve: [{ x: 5, y: 5 }] }], frame)).toEqual([])
  })
})
