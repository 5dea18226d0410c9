// npm run fuzz:readers -- --files 10000: made-up files through both readers, which have to give the same table or the same refusal.
import { parseArgs } from 'node:util'
import { fileOf } from './files.mjs'
import { fuzzReaders } from './fuzz.mjs'

const { values } = parseArgs({
  options: {
    files: { type: 'string', default: '10000' },
    seed: { type: 'string', default: '1' },
    only: { type: 'string' },
  },
})
const [seed, files] = [Number(values.seed), Number(values.files)]
const from = values.only === undefined ? 0 : Number(values.only)
for (const [name, value] of Object.entries({ seed, files, only: from })) {
  if (!Number.isSafeInteger(value) || value < 0) throw new Error(`--${name} must be a whole number`)
}
if (values.only !== undefined) {
  const { name, bytes, ask } = fileOf(seed, from)
  console.log(name, JSON.stringify(ask), JSON.stringify(Buffer.from(bytes).toString('latin1').slice(0, 2000)))
}
const { outcomes, failures } = await fuzzReaders({ files: values.only === undefined ? files : from + 1, seed, from })
for (const [outcome, count] of [...outcomes].sort(([, n], [, m]) => m - n))
  console.log(String(count).padStart(9), outcome)
for (const { number, name, error } of failures.slice(0, 20)) console.log(`FAILURE: file ${number}, ${name}: ${error}`)
console.log(`${failures.length} failures; --only NUMBER tries one file again`)
process.exitCode = failures.length > 0 ? 1 : 0
