// Runs npm scripts at once: `node tools/side-by-side.mjs lint types`. What each says comes in one piece when it is done.
import { spawn } from 'node:child_process'

function run(script) {
  const child = spawn('npm', ['run', '--silent', script], { stdio: ['ignore', 'pipe', 'pipe'] })
  const said = []
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (data) => said.push(data))
  return new Promise((done) => {
    child.on('close', (status) => {
      process.stdout.write(Buffer.concat(said))
      done(status === 0)
    })
  })
}

const passed = await Promise.all(process.argv.slice(2).map(run))
process.exitCode = passed.every(Boolean) ? 0 : 1
