// Bundles the command and the engine's worker into dist/command/, so that starting it reads a few files instead of hundreds.
// What is large, native or optional stays outside and is loaded when a command needs it.
import { copyFileSync, existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { rolldown } from 'rolldown'

const here = new URL('.', import.meta.url)
const bundle = await rolldown({
  input: {
    'command/xenolith': fileURLToPath(new URL('dist/main.js', here)),
    // The engine looks for its worker in the folder `pool` beside its own.
    'pool/worker-node': fileURLToPath(new URL('../engine/dist/pool/worker-node.js', here)),
  },
  platform: 'node',
  external: [/^@duckdb\//, '@xenolith/experiments', '@xenolith/service', 'xenolith/package.json'],
  logLevel: 'warn',
})
await bundle.write({
  dir: fileURLToPath(new URL('dist/bundle/', here)),
  format: 'esm',
  entryFileNames: '[name].js',
  chunkFileNames: 'command/[name]-[hash].js',
  cleanDir: true,
})
await bundle.close()
// The studio, where it was built, is served from beside the command.
const studio = new URL('../studio/dist/studio.html', here)
if (existsSync(studio)) copyFileSync(studio, new URL('dist/studio.html', here))
