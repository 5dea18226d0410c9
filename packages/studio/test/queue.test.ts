import type { Verdict } from '@xenolith/core'
import type { GivenVerdict } from '@xenolith/service/shapes'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  advance,
  collide,
  confirm,
  countOpen,
  emptyQueue,
  extend,
  focused,
  type Item,
  judge,
  judgeSelected,
  keepMine,
  keepTheirs,
  matching,
  move,
  overhear,
  postpone,
  type Queue,
  read,
  refuse,
  select,
  takeBack,
  toggle,
} from '../src/app/screens/alarms/queue.ts'

const item = (id: string, more: Partial<Item> = {}): Item => ({
  id,
  key: `row ${id}`,
  score: 0.5,
  alarm: true,
  cells: { size: 3, colour: id === 'b' ? 'red' : 'green' },
  at: 0,
  verdict: null,
  seq: 0,
  by: null,
  draw: null,
  ...more,
})
const start = (...ids: string[]): Queue =>
  read(
    emptyQueue,
    ids.map((id) => item(id)),
  )
const verdicts = (queue: Queue): (Verdict | null)[] => queue.items.map(({ verdict }) => verdict)
const given = (row: string, verdict: Verdict | null, seq: number): GivenVerdict => ({
  seq,
  row_id: row,
  verdict,
  reason: null,
  basis: 'queue',
  draw_id: null,
  reviewer: 'Ann',
  at: 0,
})

describe('moving', () => {
  it('starts at the first open row and stops at the ends', () => {
    const queue = read(emptyQueue, [item('a', { verdict: 'alien' }), item('b'), item('c')])
    expect(queue.focus).toBe('b')
    expect(move(move(queue, 1), 1).focus).toBe('c')
    expect(move(move(move(queue, -1), -1), -1).focus).toBe('a')
  })
  it('moves among the rows that are shown', () => {
    const queue = start('a', 'b', 'c')
    expect(move(queue, 1, [queue.items[0], queue.items[2]]).focus).toBe('c')
  })
  it('keeps the focus when the queue is read anew, and finds another when the row is gone', () => {
    const queue = { ...start('a', 'b', 'c'), focus: 'b' }
    expect(read(queue, [item('c'), item('b')]).focus).toBe('b')
    expect(read(queue, [item('c')]).focus).toBe('c')
    expect(read(queue, []).focus).toBeNull()
  })
  it('a further page repeats nothing', () => {
    const queue = extend(start('a', 'b'), [item('b'), item('c')])
    expect(queue.items.map(({ id }) => id)).toEqual(['a', 'b', 'c'])
  })
})

describe('a verdict', () => {
  it('is shown where the row stands, told with the number that was seen, and the focus goes on', () => {
    const queue = read(emptyQueue, [item('a', { seq: 7 }), item('b')])
    const told = judge(queue, 'alien', 'too large', queue.items)
    expect(told.decisions).toEqual([{ row: 'a', verdict: 'alien', expected: 7, reason: 'too large', draw: null }])
    expect(told.queue.items.map(({ id }) => id)).toEqual(['a', 'b'])
    expect(verdicts(told.queue)).toEqual(['alien', null])
    expect(told.queue.focus).toBe('b')
  })
  it('wraps around to rows that were passed over, and stays at the last', () => {
    let queue = move(start('a', 'b'), 1)
    queue = judge(queue, 'nominal', null, queue.items).queue
    expect(queue.focus).toBe('a')
    queue = judge(queue, 'nominal', null, queue.items).queue
    expect(queue.focus).toBe('a')
    expect(countOpen(queue)).toBe(0)
  })
  it('said again changes nothing and tells nothing', () => {
    const once = judge(start('a'), 'alien', null, []).queue
    expect(judge({ ...once, focus: 'a' }, 'alien', null, []).decisions).toEqual([])
  })
  it('carries the draw that it counts for', () => {
    const queue = read(emptyQueue, [item('a', { draw: 'd1' })])
    expect(judge(queue, 'unsure', null, queue.items).decisions[0].draw).toBe('d1')
  })
})

describe('later', () => {
  it('gives no verdict and comes back when nothing else is open', () => {
    let queue = start('a', 'b', 'c')
    queue = postpone(queue, queue.items)
    expect(queue.focus).toBe('b')
    expect(verdicts(queue)).toEqual([null, null, null])
    queue = judge(queue, 'nominal', null, queue.items).queue
    queue = judge(queue, 'nominal', null, queue.items).queue
    expect(queue.focus).toBe('a')
  })
})

describe('many at once', () => {
  it('judges all that is selected, lets them go, and can be taken back as one', () => {
    let queue = select(toggle(start('a', 'b', 'c'), 'a'), ['c'])
    const told = judgeSelected(queue, 'nominal', null, queue.items)
    expect(told.decisions.map(({ row }) => row)).toEqual(['a', 'c'])
    expect(told.queue.selected.size).toBe(0)
    expect(told.queue.focus).toBe('b')
    queue = confirm(confirm(told.queue, 'a', 4), 'c', 5)
    const back = takeBack(queue)
    expect(back.decisions).toMatchObject([
      { row: 'a', verdict: null, expected: 4 },
      { row: 'c', verdict: null, expected: 5 },
    ])
    expect(verdicts(back.queue)).toEqual([null, null, null])
    expect(back.queue.focus).toBe('a')
  })
  it('nothing selected is nothing told', () => {
    expect(judgeSelected(start('a'), 'alien', null, []).decisions).toEqual([])
  })
})

describe('taking back', () => {
  it('returns to what stood before, with a new verdict', () => {
    const queue = read(emptyQueue, [item('a', { verdict: 'unsure', seq: 3 })])
    const told = judge(queue, 'alien', null, queue.items)
    const back = takeBack(confirm(told.queue, 'a', 4))
    expect(back.decisions).toEqual([{ row: 'a', verdict: 'unsure', expected: 4, reason: null, draw: null }])
  })
  it('with nothing to take back nothing happens', () => {
    const queue = start('a')
    expect(takeBack(queue)).toEqual({ queue, decisions: [] })
  })
  it('as many undos as verdicts restore the queue, whatever was judged', () => {
    const step = fc.record({
      rows: fc.subarray(['a', 'b', 'c', 'd'], { minLength: 1 }),
      verdict: fc.constantFrom<Verdict>('alien', 'nominal', 'unsure'),
    })
    fc.assert(
      fc.property(fc.array(step, { maxLength: 10 }), (steps) => {
        let queue = start('a', 'b', 'c', 'd')
        for (const { rows, verdict } of steps) {
          queue = judgeSelected(select(queue, rows), verdict, null, queue.items).queue
        }
        while (queue.steps.length > 0) queue = takeBack(queue).queue
        expect(verdicts(queue)).toEqual([null, null, null, null])
      }),
    )
  })
})

describe('two reviewers', () => {
  const mine = { row: 'a', verdict: 'alien' as const, expected: 0, reason: null, draw: null }
  it('who came second sees theirs and may keep it', () => {
    const queue = collide(
      judge(start('a', 'b'), 'alien', null, start('a', 'b').items).queue,
      mine,
      given('a', 'nominal', 9),
    )
    expect(queue.items[0]).toMatchObject({ id: 'a', verdict: 'nominal', seq: 9, by: 'Ann' })
    expect(queue.focus).toBe('b')
    expect(queue.conflicts.get('a')?.theirs.reviewer).toBe('Ann')
    const kept = keepTheirs(queue, 'a')
    expect(kept.conflicts.size).toBe(0)
    expect(verdicts(kept)[0]).toBe('nominal')
  })
  it('or says mine on top of theirs, which can be taken back to theirs', () => {
    const queue = collide(
      judge(start('a', 'b'), 'alien', null, start('a', 'b').items).queue,
      mine,
      given('a', 'nominal', 9),
    )
    const told = keepMine(queue, 'a')
    expect(told.decisions).toEqual([{ ...mine, expected: 9 }])
    expect(verdicts(told.queue)[0]).toBe('alien')
    expect(takeBack(told.queue).decisions[0].verdict).toBe('nominal')
  })
  it('hears what others decide, but not over a verdict on its way, and not old news', () => {
    const queue = start('a', 'b')
    expect(verdicts(overhear(queue, given('a', 'nominal', 5), new Set()))).toEqual(['nominal', null])
    expect(overhear(queue, given('a', 'nominal', 5), new Set(['a']))).toBe(queue)
    const known = confirm(queue, 'a', 6)
    expect(overhear(known, given('a', 'nominal', 5), new Set())).toBe(known)
  })
  it('a verdict that the service would not take leaves the row as it was', () => {
    const queue = judge(start('a', 'b'), 'alien', null, []).queue
    const refused = refuse(queue, 'a')
    expect(verdicts(refused)).toEqual([null, null])
    expect(refused.steps).toEqual([])
  })
})

it('the filter finds names, cells and verdicts', () => {
  const { items } = start('a', 'b', 'c')
  expect(matching(items, 'RED').map(({ id }) => id)).toEqual(['b'])
  expect(matching(items, 'row c').map(({ id }) => id)).toEqual(['c'])
  expect(matching(items, 'size=3')).toHaveLength(3)
  expect(matching(items, ' ')).toBe(items)
})

it('advance never lands on a judged row while an open one is left', () => {
  fc.assert(
    fc.property(
      fc.array(fc.constantFrom<Verdict | null>('alien', null), { minLength: 1, maxLength: 8 }),
      fc.nat(7),
      (all, at) => {
        const items = all.map((verdict, i) => item(String(i), { verdict }))
        const queue = { ...read(emptyQueue, items), focus: String(at % items.length) }
        const next = advance(queue)
        const others = items.filter(({ id, verdict }) => verdict === null && id !== queue.focus)
        if (others.length > 0) expect(focused(next)?.verdict).toBeNull()
        else expect(next.focus).toBe(queue.focus)
      },
    ),
  )
})
