// Bundles the program and the engine's worker into dist/bundle/, which the Python package carries as it stands.
import { writeFile } from 'node:fs/promises'
import { bundleProgram } from '../../tools/bundle.mjs'

const here = new URL('.', import.meta.url)
await bundleProgram(here, { folder: 'program', name: 'main', external: [/^@duckdb\//] })
// Outside this workspace nothing else says what kind of modules these are.
await writeFile(new URL('dist/bundle/package.json', here), `${JSON.stringify({ type: 'module' })}\n`)
