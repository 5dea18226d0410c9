import { substream } from '@xenolith/core'
import { describe, expect, it } from 'vitest'
import { parseShare, percentText } from '../src/app/design/numbers.ts'
import { warningsOf } from '../src/app/screens/data/warnings.ts'
import { mostRecall, priceOf, recallAt, refusedOfTen, saysNothing } from '../src/app/screens/promise/forecast.ts'
import { hashOf, placeOf } from '../src/app/shell/routes.ts'
import { firstUse, rolesOf, type Use } from '../src/app/state/roles.ts'
import type { ColumnFacts, Described } from '../src/app/worker/describe.ts'
import { namingColumns } from '../src/app/worker/naming.ts'
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
    const answers = columns.map((each) =>
      each.name === 'unit' ? { ...each, shift: { distance: 0.2, band: 0.1 } } : each,
    )
    expect(warningsOf({ ...described, columns: answers }, useOf({}))[0]).toMatchObject({
      text: expect.stringContaining('as a label has'),
      cures: [{ use: 'label' }, { use: 'left out' }],
    })
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

it('a place survives its address, and an unknown one is the start', () => {
  const place = placeOf(hashOf('alarms', ['a b/c'], { order: 'score' }))
  expect([place.name, place.path, place.query.get('order')]).toEqual(['alarms', ['a b/c'], 'score'])
  expect(placeOf('#/nowhere/x').name).toBe('start')
})
