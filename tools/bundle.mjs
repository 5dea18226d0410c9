import { fileURLToPath } from 'node:url'
import { rolldown } from 'rolldown'

const engineWorker = fileURLToPath(new URL('../packages/engine/dist/pool/worker-node.js', import.meta.url))

/** Bundles the main file of a package and the engine's worker into its dist/bundle/: `folder/name.js`, and chunks beside it. */
export async function bundleProgram(packageUrl, { folder, name, external }) {
  const bundle = await rolldown({
    input: {
      [`${folder}/${name}`]: fileURLToPath(new URL('dist/main.js', packageUrl)),
      // The engine looks for its worker in the folder `pool` beside its own.
      'pool/worker-node': engineWorker,
    },
    platform: 'node',
    external,
    logLevel: 'warn',
  })
  await bundle.write({
    dir: fileURLToPath(new URL('dist/bundle/', packageUrl)),
    format: 'esm',
    entryFileNames: '[name].js',
    chunkFileNames: `${folder}/[name]-[hash].js`,
    cleanDir: true,
  })
  await bundle.close()
}
