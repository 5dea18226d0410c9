// A process of run.mjs: keeps one Vitest open in the copy of the project, and for every message runs test files one after the other until one fails.
import { writeFile } from 'node:fs/promises'
import { createVitest } from 'vitest/node'

const [copy] = process.argv.slice(2)
process.chdir(copy)
const vitest = await createVitest('test', {
  root: copy,
  watch: false,
  project: ['unit'],
  bail: 1,
  maxWorkers: 1,
  pool: 'threads',
  isolate: true,
  testTimeout: 0,
  reporters: [{}],
})
await vitest.standalone()
process.on('message', async ({ path, text, tests }) => {
  await writeFile(path, text)
  vitest.invalidateFile(path)
  let noticed = null
  for (const name of tests) {
    const specifications = await vitest.globTestSpecifications([`/${name}.test.ts`])
    if (specifications.length === 0) throw new Error(`no test file ${name}.test.ts`)
    process.send({ begins: name })
    // `bail` counts the failures of all runs that Vitest remembers.
    vitest.state.filesMap.clear()
    const { testModules } = await vitest.runTestSpecifications(specifications)
    if (testModules.every((module) => module.ok())) continue
    noticed = name
    break
  }
  process.send({ noticed })
})
process.send('ready')
