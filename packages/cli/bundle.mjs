// Bundles the command and the engine's worker into dist/bundle/, so that starting it reads a few files instead of hundreds.
// What is large, native or optional stays outside and is loaded when a command needs it.
import { copyFileSync, existsSync } from 'node:fs'
import { bundleProgram } from '../../tools/bundle.mjs'

const here = new URL('.', import.meta.url)
const external = [/^@duckdb\//, '@xenolith/experiments', '@xenolith/service', 'xenolith/package.json']
await bundleProgram(here, { folder: 'command', name: 'xenolith', external })
// The studio, where it was built, is served from beside the command.
const studio = new URL('../studio/dist/studio.html', here)
if (existsSync(studio)) copyFileSync(studio, new URL('dist/studio.html', here))
