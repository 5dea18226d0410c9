import { certify, type Promised, prepare, substream } from '@xenolith/core'
import { describe, expect, it } from 'vitest'
import { parseShare, percentText, wellSet } from '../src/app/design/numbers.ts'
import { warningsOf } from '../src/app/screens/data/warnings.ts'
import {
  mostRecall,
  priceOf,
  recallAt,
  refusedOfTen,
  rising,
  saysNothing,
} from '../src/app/screens/promise/forecast.ts'
import { otherWords } from '../src/app/screens/promise/other-words.ts'
import { hashOf, placeOf } from '../src/app/shell/routes.ts'
import { fewest } from '../src/app/state/fewest.ts'
import { firstUse, rolesOf, type Use } from '../src/app/state/roles.ts'
import type { ColumnFacts, Described } from '../src/app/worker/describe.ts'
import { namingColumns } from '../src/app/worker/naming.ts'
import { sizesFor } from '../src/app/worker/pilot.ts'
import { categoryShift, numberShift } from '../src/app/worker/shift.ts'

const random = substream(3, 'studio')
const normal = (): number => Array.from({ length: 12 }, () => random.float()).reduce((a, b) => a + b, -6)
const nominals = (rows: number) => Float64Array.from({ length: rows }, normal)
const mixed = (rows: number, alpha: number) =>
  Float64Array.from({ length: rows }, () => normal() + (random.float() < alpha ? 3 : 0))

describe('the forecast of a promise', () => {
  const rates = (...values: number[]) => Float64Array.from(values)
  const ten = { rates: rates(0.01, 0.02, 0.02, 0.03, 0.04, 0.05, 0.06, 0.07, 0.08, 0.09), refused: 0 }

  it('is the middle of the rehearsals, and the band holds eight of ten', () =>
    expect(priceOf(ten)).toEqual({ falseAlarmRate: 0.04, low: 0.01, high: 0.08, refused: 0 }))

  it('takes a refusal for the dearest answer', () => {
    expect(priceOf({ rates: ten.rates.slice(0, 6), refused: 0.4 })).toMatchObject({ falseAlarmRate: 0.04, high: 1 })
    expect(priceOf({ rates: ten.rates.slice(0, 9), refused: 0.1 })).toMatchObject({ high: 0.08 })
    expect(priceOf({ rates: ten.rates.slice(0, 5), refused: 0.5 })).toBeNull()
    expect(priceOf({ rates: rates(), refused: 1 })).toBeNull()
  })

  it('says nothing where its band holds more than half of the ordinary rows, or ends in a refusal', () => {
    expect(saysNothing(priceOf(ten)!)).toBe(false)
    expect(saysNothing(priceOf({ rates: ten.rates.slice(0, 6), refused: 0.4 })!)).toBe(true)
    // A narrow band that ends in a refusal is no narrow band.
    expect(saysNothing({ falseAlarmRate: 0.8, low: 0.7, high: 1, refused: 0.2 })).toBe(true)
  })

  it('finds the largest recall that is carried, and that is cheap to the end of its band', () => {
    const price = (high: number) => ({ falseAlarmRate: high / 2, low: 0, high, refused: 0 })
    const points = [
      { recall: 0.5, price: price(0.02) },
      { recall: 0.8, price: price(0.1) },
      { recall: 0.9, price: price(0.3) },
      { recall: 0.95, price: null },
    ]
    expect(mostRecall(points)).toBe(0.9)
    expect(recallAt(points, 0.1)).toBe(0.8)
    expect(mostRecall(points.slice(3))).toBeNull()
    expect(recallAt(points, 0.01)).toBeNull()
  })

  it('as a curve never falls, and its band is the wider one where a few refusals make its end jump', () => {
    const point = (recall: number, falseAlarmRate: number, low: number, high: number) => ({
      recall,
      price: { falseAlarmRate, low, high, refused: 0 },
    })
    const curve = rising([
      point(0.5, 0.02, 0.01, 0.2),
      point(0.6, 0.03, 0.015, 1),
      point(0.65, 0.025, 0.012, 0.06),
      { recall: 0.7, price: null },
    ])
    expect(curve).toEqual([
      point(0.5, 0.02, 0.01, 0.2),
      point(0.6, 0.03, 0.012, 1),
      point(0.65, 0.03, 0.012, 1),
      { recall: 0.7, price: null },
    ])
  })

  it.each([
    [0, 0],
    [0.004, 1],
    [0.26, 3],
    [0.996, 9],
    [1, 10],
  ])('of %s refused, so many of ten', (refused, ofTen) => expect(refusedOfTen(refused)).toBe(ofTen))
})

describe('a share that a person types', () => {
  it.each([
    ['90', 0.9],
    ['90 %', 0.9],
    ['90,5%', 0.905],
    ['.9', 0.9],
    ['0.9', 0.9],
    ['1', 0.01],
    ['0,1 %', 0.001],
    ['abc', undefined],
    ['', undefined],
  ])('%s', (text, share) => expect(parseShare(text)).toBe(share))

  it('is shown in as many digits as it needs', () =>
    expect([0.95, 0.999, 0.07].map(percentText)).toEqual(['95', '99.9', '7']))
})

const column = (name: string, more: Partial<ColumnFacts> = {}): ColumnFacts => ({
  name,
  kind: 'numeric',
  missing: { nominal: 0, mixture: 0 },
  distinct: 50,
  constant: false,
  shift: { distance: 0.01, band: 0.05 },
  bins: null,
  ...more,
})

describe('columns', () => {
  const columns = [
    column('id'),
    column('x'),
    column('class', { missing: { nominal: 0, mixture: null } }),
    column('unit', { constant: true }),
  ]
  const useOf = (changed: Record<string, Use>) => (name: string) =>
    changed[name] ?? firstUse(columns.find((each) => each.name === name)!)

  it('are told as the command takes them: listed only where one is left out by hand', () => {
    expect(rolesOf(columns, useOf({}))).toEqual({ features: ['id', 'x', 'unit'], all: true, label: 'class' })
    expect(rolesOf(columns, useOf({ id: 'row name' }))).toEqual({
      features: ['x', 'unit'],
      all: true,
      id: 'id',
      label: 'class',
    })
    expect(rolesOf(columns, useOf({ unit: 'left out' }))).toEqual({ features: ['id', 'x'], all: false })
  })

  it('that name rows are no features until the user says so', () => {
    const named = (kind: 'identifies-rows' | 'looks-numeric', ...columns: string[]) => ({ kind, columns, text: '' })
    const naming = namingColumns([named('identifies-rows', 'id', 'x', 'code'), named('looks-numeric', 'x')])
    expect(naming).toEqual(['id', 'code'])
    expect(['id', 'x', 'code', 'class'].map((name) => firstUse(column(name), naming))).toEqual([
      'row name',
      'feature',
      'left out',
      'label',
    ])
  })

  it('that need a word have a cure, and none once it is taken', () => {
    const facts = { name: 'a.csv', rows: 100, bytes: 1, sha256: '', sample: [], notes: [] }
    const notes = [{ kind: 'identifies-rows' as const, columns: ['id'], text: '' }]
    const described: Described = {
      nominal: facts,
      mixture: facts,
      columns,
      notes,
      copies: { nominal: 0, mixture: 0, across: 0 },
      reading: { kinds: {} },
    }
    const says = (changed: Record<string, Use>) =>
      warningsOf(described, useOf(changed)).flatMap(({ cures }) => cures.map((cure) => cure.says))
    expect(says({})).toEqual(['Leave unit out', "Use id as the row's name", 'Leave id out'])
    expect(says({ id: 'row name', unit: 'left out' })).toEqual([])
    const remarks = warningsOf(described, useOf({})).filter(({ cures }) => cures.length === 0)
    expect(remarks.map(({ text }) => text)).toEqual([
      '“class” is kept out: by the name, a label. If it was measured, use it as a feature above.',
    ])
    const answers = columns.map((each) =>
      each.name === 'unit' ? { ...each, shift: { distance: 0.2, band: 0.1 } } : each,
    )
    expect(warningsOf({ ...described, columns: answers }, useOf({}))[0]).toMatchObject({
      text: expect.stringContaining('as a label has'),
      cures: [{ use: 'label' }, { use: 'left out' }],
    })
    // A label by another name: the mixture alone has some of its values.
    const kinds = [
      ...columns,
      column('kind', { kind: 'categorical', distinct: 2, shift: { distance: 0.2, band: 0.1 } }),
      column('town', { kind: 'categorical', distinct: 2000, shift: { distance: 0.6, band: 0.1 } }),
      column('make', { kind: 'categorical', distinct: 5, shift: { distance: 0.02, band: 0.1 } }),
    ]
    const told = warningsOf(
      {
        ...described,
        columns: kinds,
        notes: [
          {
            kind: 'new-categories',
            columns: ['town', 'kind', 'make'],
            text: 'Categories in the mixture that no nominal row has: "town" (York: 60 %), "kind" (c: 20 %), "make" (d: 2 %).',
          },
        ],
      },
      (name) => (kinds.slice(4).some((one) => one.name === name) ? 'feature' : 'left out'),
    )
    expect(told.map(({ cures }) => cures.length)).toEqual([2, 0])
    expect(told[0].text).toMatch(/^“kind” has values in the mixture that no nominal row has/)
    expect(told[1].text).toBe(
      'Categories in the mixture that no nominal row has: “town” (York: 60 %), “make” (d: 2 %).',
    )
    expect(says({ id: 'row name', unit: 'left out', class: 'feature' })).toEqual(['It is a label: keep it out'])
  })
})

describe('shift', () => {
  it('stays within its band for samples of one law about as often as it says, and leaves it for others', () => {
    let within = 0
    for (let run = 0; run < 200; run++) {
      const shift = numberShift(
        { name: 'x', kind: 'numeric', values: nominals(150) },
        { name: 'x', kind: 'numeric', values: nominals(200) },
      )!
      if (shift.distance <= shift.band) within++
    }
    // At 95 % fewer than 170 of 200 has a chance below 1e-6.
    expect(within).toBeGreaterThanOrEqual(170)
    const apart = numberShift(
      { name: 'x', kind: 'numeric', values: nominals(300) },
      { name: 'x', kind: 'numeric', values: mixed(300, 1) },
    )!
    expect(apart.distance).toBeGreaterThan(apart.band)
  })

  it('of categories is half the sum of the differences', () => {
    const make = (codes: number[]) => ({
      name: 'c',
      kind: 'categorical' as const,
      categories: ['a', 'b'],
      codes: Int32Array.from(codes),
    })
    expect(categoryShift(make([0, 0, 0, 1]), make([0, 1, 1, 1]))!.distance).toBeCloseTo(0.5, 12)
    expect(categoryShift(make([0, -1]), make([0, 0]))!.distance).toBeCloseTo(0.5, 12)
  })
})

describe('a certificate in other words', () => {
  const nominal = Float64Array.from({ length: 400 }, (_, i) => i)
  const mixture = nominal.map((score, i) => (i % 2 === 0 ? score + 0.5 : 1000 + i))
  const certificate = certify({ samples: prepare(nominal, mixture), alpha: 0.55, recall: 0.5, confidence: 0.8 })

  it('counts, and never says more than the certificate', () => {
    const promised = certificate as Promised
    expect(otherWords(promised).says).toEqual([
      'Of 1,000 aliens of the kinds that the mixture holds, at least 500 raise an alarm.',
      'Of 100 certificates made like this one, at most 20 promise too much.',
      'Of 1,000 ordinary rows, about 3 alarm with them.',
    ])
    const odd = otherWords({ ...promised, recall: 0.9996, delta: 0.0047, falseAlarmRate: 0.0004 }).says
    expect(odd[0]).toContain('at least 999 ')
    expect(odd[1]).toContain('Of 10,000 certificates made like this one, at most 47 ')
    expect(odd[2]).toBe('Of 100,000 ordinary rows, about 40 alarm with them.')
    expect(otherWords({ ...promised, falseAlarmRate: 0 }).says[2]).toMatch(/Hardly any .* of 400, none did/)
  })

  it('says on whose word it rests', () => {
    const promised = certificate as Promised
    expect(otherWords(promised).saysNot[0]).toMatch(/^That at most 55\s% of the mixture is alien\. This is your word/)
    expect(otherWords({ ...promised, aliensAtMost: 30 }).saysNot[0]).toContain('at most 30 of the 400 mixture rows')
    expect(otherWords({ ...promised, alphaSource: 'audit' }).saysNot[0]).toContain('verdicts of the audit')
  })
})

it('a sentence from elsewhere is set as this page sets numbers', () =>
  expect(wellSet('1625 of 0.12345 (16 %), 999')).toBe('1,625 of 0.12345 (16\u00a0%), 999'))

it('fewer rows for more recall serve for less, too', () => {
  const dear = { n0: 900, nm: 900 }
  const cheap = { n0: 500, nm: 600 }
  expect(fewest([dear, null, cheap])).toBe(cheap)
  expect(fewest([cheap, dear])).toBe(cheap)
  expect(fewest([null, null])).toBeNull()
})

it('a detector that no number of rows helps takes none', () => {
  // A seventh of the aliens lie below every nominal row.
  const f0 = Array.from({ length: 100 }, (_, i) => i / 100)
  const fm = f0.map((share) => 0.7 * share + 0.05 + 0.25 * Math.max(0, (share - 0.9) / 0.1))
  expect(sizesFor({ alpha: 0.3, recall: 0.9, confidence: 0.95 }, { f0, fm })).toBeNull()
})

it('a place survives its address, and an unknown one is the start', () => {
  const place = placeOf(hashOf('alarms', ['a b/c'], { order: 'score' }))
  expect([place.name, place.path, place.query.get('order')]).toEqual(['alarms', ['a b/c'], 'score'])
  expect(placeOf('#/nowhere/x').name).toBe('start')
})
