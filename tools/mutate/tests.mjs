// A process of run.mjs: runs test files one after the other until one fails, and says which. With LINES, says which lines ran in them.
import { writeFileSync } from 'node:fs'
import { basename } from 'node:path'
import { pathToFileURL } from 'node:url'
import { recordLines } from './lines-run.mjs'
import { runCollected } from './stand-in.mjs'

const linesRun = process.env.LINES === undefined ? undefined : await recordLines()
for (const path of process.argv.slice(2)) {
  console.log(basename(path, '.test.js'))
  try {
    await import(pathToFileURL(path))
    await runCollected()
  } catch (error) {
    console.error(error)
    process.exit(1)
  }
}
const { user, system } = process.cpuUsage()
if (linesRun)
  writeFileSync(process.env.LINES, JSON.stringify({ seconds: (user + system) / 1e6, lines: await linesRun() }))
