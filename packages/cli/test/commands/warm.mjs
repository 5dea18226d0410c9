// The command in a process that stays: each line on file descriptor 3 has the folder to work in, the environment and
// the arguments as JSON, and the exit status goes to the file named by the first argument when the command is done. Starting Node for each of
// several hundred command lines would take most of the time of the tests.
import { renameSync, rmSync, writeFileSync } from 'node:fs'
import { Socket } from 'node:net'
import { dirname } from 'node:path'
import { createInterface } from 'node:readline'
import { main } from '../../dist/bundle/command/xenolith.js'

const answer = process.argv[2]
let running = false

function reply(status) {
  running = false
  writeFileSync(`${answer}.new`, String(status))
  renameSync(`${answer}.new`, answer)
}

process.on('exit', (status) => running && reply(`${status} ended`))
process.setMaxListeners(0)
process.stdout.setMaxListeners(0)
process.stderr.setMaxListeners(0)

for await (const line of createInterface({ input: new Socket({ fd: 3 }) })) {
  const { directory, env, args } = JSON.parse(line)
  process.chdir(directory)
  for (const name of Object.keys(process.env)) if (!(name in env)) delete process.env[name]
  Object.assign(process.env, env)
  running = true
  reply(await main(args))
}
rmSync(dirname(answer), { recursive: true, force: true })
process.exit()
