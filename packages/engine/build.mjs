// Compiles the kernels in assembly/ and embeds them in src/generated/kernels.ts, so that Node and browsers need
// neither a file nor a fetch to load them. Does nothing when the sources have not changed.
import { createHash } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import asc from 'assemblyscript/asc'

const here = new URL('.', import.meta.url)
const assembly = new URL('assembly/', here)
const target = new URL('src/generated/kernels.ts', here)
const options = [
  '-O3',
  '--noAssert',
  '--runtime',
  'stub',
  '--enable',
  'simd',
  '--use',
  'abort=',
  '--initialMemory',
  '1',
  '--maximumMemory',
  '65536',
]

const sources = Object.fromEntries(
  readdirSync(assembly, { recursive: true })
    .map((name) => name.replaceAll('\\', '/'))
    .filter((name) => name.endsWith('.ts'))
    .sort()
    .map((name) => [name, readFileSync(new URL(name, assembly), 'utf8')]),
)
const digest = createHash('sha256')
  .update(JSON.stringify([asc.version, options, sources]))
  .digest('hex')
if (!upToDate()) await build()

function upToDate() {
  try {
    return readFileSync(target, 'utf8').includes(digest)
  } catch {
    return false
  }
}

async function build() {
  let wasm
  const { error, stderr } = await asc.main(['index.ts', ...options, '--outFile', 'kernels.wasm'], {
    readFile: (name) => sources[name] ?? null,
    writeFile: (_, contents) => {
      wasm = contents
    },
    listFiles: () => [],
  })
  if (error || !wasm) {
    process.stderr.write(`${stderr}${error ?? ''}\n`)
    process.exit(1)
  }
  mkdirSync(new URL('.', target), { recursive: true })
  writeFileSync(
    target,
    `// Made by build.mjs from assembly/. Sources: ${digest}\nexport const kernels: string =\n  '${Buffer.from(wasm).toString('base64')}'\n`,
  )
}
