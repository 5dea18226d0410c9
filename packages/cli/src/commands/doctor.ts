import { existsSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { availableParallelism, totalmem } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { FORMAT_VERSION } from '@xenolith/core'
import { bytes } from '@xenolith/pages'
import { Command } from 'commander'
import { type CommonOptions, withCommon } from '../options.js'
import { createTerminal } from '../terminal.js'
import { version } from '../version.js'

/** A module with one SIMD instruction: engines without SIMD refuse it. */
const SIMD = [
  0, 97, 115, 109, 1, 0, 0, 0, 1, 5, 1, 96, 0, 1, 123, 3, 2, 1, 0, 10, 10, 1, 8, 0, 65, 0, 253, 15, 253, 98, 11,
]

export function doctorCommand(): Command {
  const command = new Command('doctor')
    .summary('what this machine offers, for bug reports')
    .description(
      'Versions, cores, memory, WebAssembly and optional parts: paste it into a bug report. No paths, no names.',
    )
  return withCommon(command)
    .addHelpText('after', '\nExamples:\n  xenolith doctor\n  xenolith doctor --json')
    .action((options: CommonOptions) => {
      const terminal = createTerminal(options)
      const found = examine()
      if (options.json) return terminal.json(found)
      const lines = Object.entries(found).map(([name, value]) => `${name.padEnd(22)} ${words(name, value)}`)
      terminal.answer(lines.join('\n'))
    })
}

function examine(): Record<string, string | number | boolean | null> {
  return {
    xenolith: version,
    modelFormat: FORMAT_VERSION,
    node: process.version,
    platform: `${process.platform} ${process.arch}`,
    cores: availableParallelism(),
    memory: totalmem(),
    webAssemblySimd: hasSimd(),
    sharedMemory: typeof SharedArrayBuffer === 'function',
    duckdb: versionOf('@xenolith/files', '@duckdb/node-api'),
    experiments: versionOf('xenolith', '@xenolith/experiments'),
    dataFolder: process.env.XENOLITH_DATA !== undefined,
  }
}

function hasSimd(): boolean {
  const { WebAssembly } = globalThis as { WebAssembly?: { validate(module: Uint8Array): boolean } }
  return WebAssembly?.validate(Uint8Array.from(SIMD)) === true
}

/** The version of a package as another one would load it; null where it is not installed. */
function versionOf(from: string, name: string): string | null {
  try {
    const start = from === 'xenolith' ? import.meta.url : import.meta.resolve(from)
    let folder = dirname(createRequire(fileURLToPath(start)).resolve(name))
    while (!existsSync(join(folder, 'package.json'))) folder = dirname(folder)
    return JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')).version
  } catch {
    return null
  }
}

function words(name: string, value: string | number | boolean | null): string {
  if (value === null) return 'not installed'
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  return name === 'memory' ? bytes(Number(value)).replace('\u00a0', ' ') : String(value)
}
