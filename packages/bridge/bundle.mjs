// Bundles the program and the engine's worker into dist/bundle/, which the Python package carries as it stands.
import { writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { rolldown } from 'rolldown'

const here = new URL('.', import.meta.url)
const bundle = await rolldown({
  input: {
    'program/main': fileURLToPath(new URL('dist/main.js', here)),
    // The engine looks for its worker in the folder `pool` beside its own.
    'pool/worker-node': fileURLToPath(new URL('../engine/dist/pool/worker-node.js', here)),
  },
  platform: 'node',
  external: [/^@duckdb\//],
  logLevel: 'warn',
})
await bundle.write({
  dir: fileURLToPath(new URL('dist/bundle/', here)),
  format: 'esm',
  entryFileNames: '[name].js',
  chunkFileNames: 'program/[name]-[hash].js',
  cleanDir: true,
})
await bundle.close()
// Outside this workspace nothing else says what kind of modules these are.
await writeFile(new URL('dist/bundle/package.json', here), `${JSON.stringify({ type: 'module' })}\n`)
