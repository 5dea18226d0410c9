// The command in a process that stays: each line on file descriptor 3 is a JSON list of arguments, and the exit status
// goes to the file named by the first argument when the command is done. Starting Node for each of several hundred
// command lines would take most of the time of the tests.
import { renameSync, writeFileSync } from 'node:fs'
import { Socket } from 'node:net'
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
  running = true
  reply(await main(JSON.parse(line)))
}
