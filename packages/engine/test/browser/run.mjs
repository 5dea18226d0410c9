// Fits and scores in a real Chromium and compares the bytes with those of Node. Needs the built packages.
//   node packages/engine/test/browser/run.mjs        CHROMIUM=/path/to/chromium if it is elsewhere
import { fileURLToPath } from 'node:url'
import { visit } from '../../../../tools/chromium.mjs'
import { run } from './work.mjs'

const folder = (path) => fileURLToPath(new URL(path, import.meta.url))
const built = { core: folder('../../../core/dist/'), engine: folder('../../dist/') }

const [expected, { digests, error }] = await Promise.all([run(), visit(folder('.'), built)])
if (error) throw new Error(error)
let failures = 0
for (const [name, bytes] of Object.entries(expected)) {
  const reference = expected[`${name.split(',')[0]}, core`]
  const same = bytes === reference && digests[name] === reference
  if (!same) failures++
  console.log(`${same ? 'same bytes' : 'DIFFERENT '}  ${name}: Node ${bytes}, Chromium ${digests[name]}`)
}
process.exit(failures === 0 ? 0 : 1)
