// For the test of the kill test: a command that writes its output in place, piece by piece.
import { appendFileSync, writeFileSync } from 'node:fs'

const out = process.argv[process.argv.indexOf('--out') + 1]
writeFileSync(out, '')
for (let piece = 0; piece < 40; piece++) {
  await new Promise((resolve) => setTimeout(resolve, 10))
  appendFileSync(out, 'piece\n')
}
