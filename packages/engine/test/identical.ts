import { expect } from 'vitest'

/** Fails unless two values are the same bit for bit, signs of zeros and NaN included, types of arrays too. */
export function expectIdentical(actual: unknown, expected: unknown, path = 'value'): void {
  if (ArrayBuffer.isView(expected)) {
    const want = expected as Float64Array
    const have = actual as Float64Array
    expect(have.constructor.name, path).toBe(want.constructor.name)
    expect(have.length, `${path}.length`).toBe(want.length)
    const at = want.findIndex((x, i) => !Object.is(x, have[i]))
    expect(at < 0 ? 'identical' : `${path}[${at}]: ${have[at]} instead of ${want[at]}`).toBe('identical')
    return
  }
  if (typeof expected !== 'object' || expected === null) {
    expect(Object.is(actual, expected) ? expected : `${path}: ${String(actual)}`, path).toBe(expected)
    return
  }
  expect(Object.keys(actual as object).sort(), path).toEqual(Object.keys(expected).sort())
  for (const [key, value] of Object.entries(expected)) {
    expectIdentical((actual as Record<string, unknown>)[key], value, `${path}.${key}`)
  }
}
