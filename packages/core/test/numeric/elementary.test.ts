import fc from 'fast-check'
import { expect, test } from 'vitest'
import { exp, exp2, expm1, log, log1p, log1pMinus, scaleByPowerOfTwo } from '../../src/numeric/elementary.js'
import { reference } from './reference.js'

const functions: Record<string, (x: number) => number> = { log, log1p, exp, expm1, exp2, log1pMinus }
/** In ulps of the correctly rounded value. log1pMinus is a helper; its few ulps are enough for a deviance. */
const tolerance: Record<string, number> = { log: 1, log1p: 1, exp: 1, expm1: 1, exp2: 1, log1pMinus: 3 }

const order = new BigInt64Array(1)
const double = new Float64Array(order.buffer)
function ordinal(x: number): bigint {
  double[0] = x
  return order[0] < 0n ? -(order[0] & 0x7fffffffffffffffn) : order[0]
}

test.each(Object.keys(functions))('%s is within its ulps of mpmath', (name) => {
  const rows = reference.elementary.filter((row) => row[0] === name)
  expect(rows.length).toBeGreaterThan(30)
  for (const [, x, value] of rows) {
    const distance = ordinal(functions[name](x)) - ordinal(value)
    expect(Number(distance < 0n ? -distance : distance), `${name}(${x})`).toBeLessThanOrEqual(tolerance[name])
  }
})

test.each<[string, (x: number) => number, number, number]>([
  ['log', log, 0, -Infinity],
  ['log', log, -0, -Infinity],
  ['log', log, -1, NaN],
  ['log', log, NaN, NaN],
  ['log', log, Infinity, Infinity],
  ['log', log, 1, 0],
  ['log1p', log1p, -1, -Infinity],
  ['log1p', log1p, -1.5, NaN],
  ['log1p', log1p, NaN, NaN],
  ['log1p', log1p, Infinity, Infinity],
  ['log1p', log1p, -0, -0],
  ['log1p', log1p, 5e-324, 5e-324],
  ['exp', exp, 0, 1],
  ['exp', exp, 710, Infinity],
  ['exp', exp, Infinity, Infinity],
  ['exp', exp, -746, 0],
  ['exp', exp, -Infinity, 0],
  ['exp', exp, NaN, NaN],
  ['expm1', expm1, -0, -0],
  ['expm1', expm1, 1e-300, 1e-300],
  ['expm1', expm1, -Infinity, -1],
  ['expm1', expm1, 800, Infinity],
  ['expm1', expm1, NaN, NaN],
  ['exp2', exp2, 0, 1],
  ['exp2', exp2, -1074, 5e-324],
  ['exp2', exp2, -1076, 0],
  ['exp2', exp2, 1024, Infinity],
  ['exp2', exp2, -Infinity, 0],
  ['exp2', exp2, NaN, NaN],
  ['log1pMinus', log1pMinus, 0, 0],
])('%s at a limit (case %#)', (_, f, x, value) => {
  expect(f(x)).toBe(value)
})

test('exp2 is exact at integers, subnormal results included', () => {
  let power = 1
  for (let k = 0; k >= -1074; k--, power /= 2) expect(exp2(k)).toBe(power)
  expect(power).toBe(0)
})

test('scaleByPowerOfTwo rounds once: it agrees with a shift in exact integers', () => {
  // Integers times 2^k with |k| <= 1022 are one product; beyond, steps must not round twice.
  expect(scaleByPowerOfTwo(3, 1022)).toBe(3 * 2 ** 1022)
  expect(scaleByPowerOfTwo(5e-324, 1074)).toBe(1)
  expect(scaleByPowerOfTwo(5e-324, 2097)).toBe(2 ** 1023)
  expect(scaleByPowerOfTwo(5e-324, 9999)).toBe(Infinity)
  expect(scaleByPowerOfTwo(2 ** 1023, -2097)).toBe(5e-324)
  expect(scaleByPowerOfTwo(2 ** 1023, -2099)).toBe(0)
  expect(scaleByPowerOfTwo(1, -99999)).toBe(0)
  expect(scaleByPowerOfTwo(-6, -1)).toBe(-3)
  // 1 + 2^-52 at 2^-1074.. : just above one half of the smallest subnormal rounds up, one half itself to even.
  expect(scaleByPowerOfTwo(1 + 2 ** -52, -1075)).toBe(5e-324)
  expect(scaleByPowerOfTwo(1, -1075)).toBe(0)
})

test('log inverts exp, and log1p inverts expm1', () => {
  fc.assert(
    fc.property(fc.double({ min: -700, max: 700, noNaN: true }), (x) => {
      expect(Math.abs(log(exp(x)) - x)).toBeLessThanOrEqual(2.3e-16 * Math.max(1, Math.abs(x)))
    }),
  )
  fc.assert(
    fc.property(fc.double({ min: -0.5, max: 30, noNaN: true }), (x) => {
      expect(Math.abs(log1p(expm1(x)) - x)).toBeLessThanOrEqual(7e-16 * Math.abs(x))
    }),
  )
})

test('log and exp never decrease from one double to the next', () => {
  const next = (x: number) => {
    double[0] = x
    order[0] += 1n
    return double[0]
  }
  fc.assert(
    fc.property(fc.double({ min: 1e-300, max: 1e300, noNaN: true }), (x) => log(next(x)) >= log(x)),
    { numRuns: 2000 },
  )
  fc.assert(
    fc.property(fc.double({ min: 1e-5, max: 700, noNaN: true }), (x) => exp(next(x)) >= exp(x)),
    { numRuns: 2000 },
  )
})
