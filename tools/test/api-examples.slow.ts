import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, expect, it } from 'vitest'
import { installClaim } from '../examples/claim.mjs'
import { compileExample } from '../examples/compile.mjs'
import { documented } from '../examples/tsdoc.mjs'
import { root } from '../packages/pack.mjs'

const folder = join(root, 'node_modules', '.xenolith-examples', `api-${process.pid}`)
mkdirSync(folder, { recursive: true })
afterAll(() => rmSync(folder, { recursive: true, force: true }))
installClaim()

const examples = documented().flatMap(({ entry, name, examples }) => examples.map((code) => ({ entry, name, code })))

it.each(examples)('the example of $entry $name does what it claims', async ({ entry, name, code }) => {
  const { module, claims } = compileExample(code)
  expect(claims).toBeGreaterThan(0)
  const file = join(folder, `${entry.replaceAll(/\W/g, '-')}-${name}.mjs`)
  writeFileSync(file, module)
  await import(/* @vite-ignore */ pathToFileURL(file).href)
})
