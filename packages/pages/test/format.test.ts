import { expect, test } from 'vitest'
import { aligned, bytes, cell, count, counted, number, percent } from '../src/format.js'

const plain = (text: string) => text.replaceAll('\u00a0', ' ')

test.each([
  [0, '0'],
  [0.5312345, '0.5312'],
  [-2.5, '−2.5'],
  [1234567, '1,235,000'],
  [0.00012346, '0.0001235'],
  [0.0000012346, '1.235×10⁻⁶'],
  [1e-9, '10⁻⁹'],
  [1e21, '10²¹'],
  [-Infinity, '−∞'],
  [9999.96, '10,000'],
])('number %d reads %s', (value, text) => {
  expect(number(value)).toBe(text)
})

test.each([
  [0, '0 %'],
  [1, '100 %'],
  [0.95, '95 %'],
  [0.1234, '12.3 %'],
  [0.0063, '0.63 %'],
  [0.9996, '99.96 %'],
  [0.99999, '99.999 %'],
  [0.00001, '0.001 %'],
  [1e-8, '10⁻⁶ %'],
  [-0.034, '−3.4 %'],
  [1 - 1e-15, '100 %'],
  [2.2e-16, '0 %'],
])('share %d reads %s', (share, text) => {
  expect(plain(percent(share))).toBe(text)
})

test('shares round the way that is asked', () => {
  expect(plain(percent(0.12349, 'down'))).toBe('12.3 %')
  expect(plain(percent(0.12301, 'up'))).toBe('12.4 %')
  expect(plain(percent(1 - 0.1, 'down'))).toBe('90 %')
  expect(plain(percent(0.07 + 0.03, 'up'))).toBe('10 %')
})

test('counts keep every digit', () => {
  expect([count(0), count(999), count(20000), count(123456789)]).toEqual(['0', '999', '20,000', '123,456,789'])
  expect([counted(1, 'row'), counted(0, 'row')]).toEqual(['1 row', '0 rows'])
})

test('bytes in the unit that reads best', () => {
  expect([0, 999, 412338, 1.5e12].map((value) => plain(bytes(value)))).toEqual([
    '0 bytes',
    '999 bytes',
    '412 kB',
    '1.5 TB',
  ])
})

test('cells stay as the data have them', () => {
  expect([cell(1234567), cell(0.123456789), cell('x'.repeat(100), 10)]).toEqual([
    '1234567',
    '0.123457',
    `${'x'.repeat(9)}…`,
  ])
  expect(cell('👽'.repeat(5), 3)).toBe('👽👽…')
})

test('a column of numbers shares its decimals, unless small ones would vanish', () => {
  expect(aligned([1, 2.5, 30])).toEqual(['1.0', '2.5', '30.0'])
  expect(aligned([1, 2, 3000000])).toEqual(['1', '2', '3000000'])
  expect(aligned([0.1, 123456])).toBeNull()
  expect(aligned([1e-9, 5])).toBeNull()
  expect(aligned([Infinity, 5])).toBeNull()
})
