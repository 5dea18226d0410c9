import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, describe, expect, it } from 'vitest'
import { installClaim } from '../examples/claim.mjs'
import { compileExample, markdownExamples } from '../examples/compile.mjs'
import { publicPackages, root } from '../packages/pack.mjs'

// Below node_modules, so that the runner leaves the modules alone and they find the packages as a user's would.
const folder = join(root, 'node_modules', '.xenolith-examples', String(process.pid))
mkdirSync(folder, { recursive: true })
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const pages = [...publicPackages().map(({ directory }) => join(directory, 'README.md')), join(root, 'docs', 'guide.md')]
const examples = pages.flatMap((page) =>
  markdownExamples(readFileSync(page, 'utf8')).map((example) => ({ ...example, where: relative(root, page) })),
)

installClaim()

describe('the examples in the documentation do what they claim', () => {
  it('there are some', () => expect(examples.length).toBeGreaterThan(3))

  it.each(examples)('$where:$line', async ({ code, where, line }) => {
    const { module } = compileExample(code)
    const file = join(folder, `${where.replaceAll(/\W/g, '-')}-${line}.mjs`)
    writeFileSync(file, module)
    const before = process.cwd()
    process.chdir(folder)
    try {
      await import(/* @vite-ignore */ pathToFileURL(file).href)
    } finally {
      process.chdir(before)
    }
  })
})
