import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, describe, expect, it } from 'vitest'
import { installClaim } from '../examples/claim.mjs'
import { compileExample } from '../examples/compile.mjs'
import { documented } from '../examples/tsdoc.mjs'
import { root } from '../packages/pack.mjs'

const folder = join(root, 'node_modules', '.xenolith-examples', `api-${process.pid}`)
mkdirSync(folder, { recursive: true })
afterAll(() => rmSync(folder, { recursive: true, force: true }))
installClaim()

const functions = documented()

it('every public function and class has an example', () => {
  expect(functions.length).toBeGreaterThan(200)
  expect(
    functions.filter(({ examples }) => examples.length === 0).map(({ entry, name }) => `${entry} ${name}`),
  ).toEqual([])
})

const examples = functions.flatMap(({ entry, name, examples }) => examples.map((code) => ({ entry, name, code })))

describe('the examples in comments do what they claim', () => {
  it.each(examples)('$entry $name', async ({ entry, name, code }) => {
    const { module, claims } = compileExample(code)
    expect(claims).toBeGreaterThan(0)
    const file = join(folder, `${entry.replaceAll(/\W/g, '-')}-${name}.mjs`)
    writeFileSync(file, module)
    await import(/* @vite-ignore */ pathToFileURL(file).href)
  })
})
