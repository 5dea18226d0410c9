import { expect, it } from 'vitest'
import { documented } from '../examples/tsdoc.mjs'

// They are run in api-examples.slow.ts.
it('every public function and class has an example', () => {
  const functions = documented()
  expect(functions.length).toBeGreaterThan(200)
  expect(
    functions.filter(({ examples }) => examples.length === 0).map(({ entry, name }) => `${entry} ${name}`),
  ).toEqual([])
})
