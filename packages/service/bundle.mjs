// Bundles the threads of the store into dist/threads/: each opening starts two, and from one file a thread is there in a third of the time.
import { fileURLToPath } from 'node:url'
import { rolldown } from 'rolldown'

const path = (name) => fileURLToPath(new URL(name, import.meta.url))
const bundle = await rolldown({
  input: { sqlite: path('dist/store/sqlite-worker.js'), postgres: path('dist/store/postgres-worker.js') },
  platform: 'node',
  external: ['@photostructure/sqlite', 'postgres'],
  logLevel: 'warn',
})
await bundle.write({
  dir: path('dist/threads/'),
  format: 'esm',
  entryFileNames: '[name].js',
  chunkFileNames: '[name].js',
  minify: { compress: false, mangle: false, codegen: { removeWhitespace: true } },
})
await bundle.close()
