// npm run kill-test -- --kills 100: the command killed at random moments while it writes.
import { parseArgs } from 'node:util'
import { killLines, killTest } from './kill-test.mjs'

const { values } = parseArgs({
  options: { kills: { type: 'string', default: '100' }, seed: { type: 'string', default: '1' } },
})
const [kills, seed] = [values.kills, values.seed].map(Number)
if (!Number.isSafeInteger(kills) || kills < 1) throw new Error('--kills must be a whole number of at least 1')
const onKill = (counts) => counts.kills % 10 === 0 && process.stderr.write(`${counts.kills} kills\n`)
const counts = await killTest({ kills, seed, onKill })
console.log(killLines(counts).join('\n'))
process.exitCode = counts.failures.length > 0 ? 1 : 0
