import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, statSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join, resolve } from 'node:path'
import type { Plugin } from 'vitest/config'

const root = resolve(import.meta.dirname, '..')
const SOURCE = /^(.*\/(?:packages\/[^/]+|experiments))\/src\/(.*\.js)$/

/** What Vitest leaves to Node: modules as they were built. */
export const BUILT = /\/(?:packages\/[^/]+|experiments)\/dist\//

/**
 * Where a test imports a module of `src`, it gets the one that was built from it. What is tested is then what people
 * install, Node runs it as it is, and no module is there twice. This takes a fifth of the time less than modules that Vite
 * makes anew: in those every call of an imported function asks a getter first.
 */
export function builtModules(): Plugin {
  return {
    name: 'built modules',
    enforce: 'pre',
    resolveId(id, importer) {
      if (importer === undefined || !id.startsWith('.')) return null
      const match = SOURCE.exec(resolve(dirname(importer), id))
      if (match === null) return null
      const [source, built] = [join(match[1], 'src', match[2].replace(/js$/, 'ts')), join(match[1], 'dist', match[2])]
      return existsSync(source) && existsSync(built) ? built : null
    },
  }
}

/** Vitest calls this before the first test: what changed since the last build is compiled. Types that do not fit are shown and stop nothing. */
export function setup(): void {
  const compiler = join(dirname(createRequire(import.meta.url).resolve('typescript-7/package.json')), 'bin/tsc')
  try {
    execFileSync(process.execPath, [compiler, '-b'], { cwd: root, stdio: 'inherit' })
  } catch {
    console.error('tsc -b failed: the tests may run on modules that are older than their sources')
  }
  const builds = readdirSync(join(root, 'packages')).map((name) =>
    timeOf(join(root, 'packages', name, 'dist/.tsbuildinfo')),
  )
  const service = join(root, 'packages/service')
  if (Math.max(...builds) > timeOf(join(service, 'dist/threads/sqlite.js')))
    execFileSync(process.execPath, [join(service, 'bundle.mjs')], { stdio: 'inherit' })
}

function timeOf(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0
}
