// A process of run.mjs: runs test files one after the other until one fails, and says which.
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { runCollected } from './stand-in.mjs'

const [folder, ...names] = process.argv.slice(2)
const files = readdirSync(folder, { recursive: true })
for (const name of names) {
  const file = files.find((path) => path.endsWith(`/${name}.test.js`))
  if (file === undefined) throw new Error(`no test file ${name}.test.ts`)
  console.log(name)
  try {
    await import(pathToFileURL(join(folder, file)))
    await runCollected()
  } catch (error) {
    console.error(error)
    process.exit(1)
  }
}
