// In the place of Vitest, for tests that run a thousand times: the same expectations, and tests that run one after the other in a plain process until one fails.
export { expect } from 'vitest'

let collected = []
const add = (_name, body) => collected.push(body)
const each = (collect) => (cases) => (name, body) => {
  for (const one of cases) collect(name, () => body(...(Array.isArray(one) ? one : [one])))
}

export const it = Object.assign(add, { each: each(add) })
export const test = it
export const beforeAll = (body) => collected.push(body)
const within = (_name, body) => body()
export const describe = Object.assign(within, { each: each(within) })

/** Runs the tests that were collected since the last time. */
export async function runCollected() {
  const tests = collected
  collected = []
  for (const body of tests) await body()
}
