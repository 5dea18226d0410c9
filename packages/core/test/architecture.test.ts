import { readdirSync, readFileSync } from 'node:fs'
import { basename, dirname, join, relative, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'

const packages = fileURLToPath(new URL('../../', import.meta.url))
const core = join(packages, 'core', 'src')

function sourcesOf(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.ts') && !path.endsWith('.d.ts'))
    .map((path) => join(folder, path))
}

/** The text without comments, so that words about code are not taken for code. */
function codeOf(path: string): string {
  return readFileSync(path, 'utf8')
    .replace(/\/\*[\s\S]*?\*\//g, '')
    .replace(/(^|\s)\/\/.*$/gm, '$1')
}

/** What a file imports or re-exports, statically or not. */
function importsOf(path: string): string[] {
  const code = codeOf(path)
  const named = code.matchAll(/\b(?:import|export)\b[^'"`;]*?\bfrom\s*['"]([^'"]+)['"]/g)
  const bare = code.matchAll(/\bimport\s*\(?\s*['"]([^'"]+)['"]/g)
  return [...named, ...bare].map(([, target]) => target)
}

/** Fails if a file comes back to itself by relative imports, types included. */
function expectNoCycle(files: readonly string[]): void {
  const state = new Map<string, 'open' | 'done'>()
  const visit = (path: string): void => {
    if (state.get(path) === 'done' || !files.includes(path)) return
    expect(state.get(path), `${relative(packages, path)} imports itself through others`).toBeUndefined()
    state.set(path, 'open')
    for (const target of importsOf(path)) visit(join(dirname(path), target.replace(/\.js$/, '.ts')))
    state.set(path, 'done')
  }
  for (const path of files) visit(path)
  expect(state.size).toBe(files.length)
}

/** The folder of core's sources that a path lies in; files beside the folders stand for themselves. */
function folderOf(path: string): string {
  return relative(core, path).split(sep)[0]
}

const coreFiles = sourcesOf(core)
/** What other packages see of core; they may name any of its folders. */
const entries = ['index.ts', 'internals.ts']

/** Folder -> the folders of core it may import. `errors.ts` is open to all. */
const allowed: Record<string, readonly string[]> = {
  numeric: [],
  codec: [],
  data: ['numeric'],
  trees: ['numeric', 'data'],
  detectors: ['numeric', 'data', 'codec', 'trees'],
  cdf: ['numeric'],
  certificates: ['numeric', 'cdf'],
  proportion: ['numeric', 'data', 'cdf', 'certificates', 'trees'],
  alarms: ['numeric', 'cdf', 'certificates', 'proportion', 'data', 'detectors'],
  review: ['numeric', 'cdf', 'certificates'],
  watch: ['numeric', 'cdf', 'certificates'],
  'model-file': ['codec', 'numeric', 'data', 'detectors', 'certificates', 'cdf', 'proportion'],
  'errors.ts': [],
}

describe('inside core', () => {
  it('every folder is one that the design names', () => {
    const folders = new Set(coreFiles.map(folderOf))
    expect([...folders].filter((folder) => !(folder in allowed) && !entries.includes(folder))).toEqual([])
    expect(folders.size).toBeGreaterThan(5)
  })

  it('imports point one way', () => {
    const wrong: string[] = []
    let seen = 0
    for (const path of coreFiles) {
      const folder = folderOf(path)
      if (entries.includes(folder)) continue
      for (const target of importsOf(path)) {
        const to = folderOf(join(dirname(path), target.replace(/\.js$/, '.ts')))
        seen++
        if (to !== folder && to !== 'errors.ts' && !allowed[folder]?.includes(to))
          wrong.push(`${relative(core, path)} -> ${to}`)
      }
    }
    expect(wrong).toEqual([])
    expect(seen).toBeGreaterThan(50)
  })

  it('the allowed directions have no cycle', () => {
    const visit = (folder: string, above: readonly string[]): void => {
      expect(above).not.toContain(folder)
      for (const next of allowed[folder]) visit(next, [...above, folder])
    }
    for (const folder of Object.keys(allowed)) visit(folder, [])
  })

  it('no file imports itself through others', () => expectNoCycle(coreFiles))

  it('nothing from outside is used: no dependency, no node: module, relative imports alone', () => {
    const manifest = JSON.parse(readFileSync(join(packages, 'core', 'package.json'), 'utf8'))
    for (const kind of [
      'dependencies',
      'devDependencies',
      'peerDependencies',
      'optionalDependencies',
      'bundleDependencies',
    ]) {
      expect(manifest[kind]).toBeUndefined()
    }
    expect(manifest.scripts?.install ?? manifest.scripts?.postinstall).toBeUndefined()
    const outside = coreFiles.flatMap((path) => importsOf(path).filter((target) => !/^\.\.?\//.test(target)))
    expect(outside).toEqual([])
  })
})

describe('answers that are the same everywhere', () => {
  const uses = (pattern: RegExp): string[] =>
    coreFiles.flatMap((path) => (codeOf(path).match(pattern) ?? []).map((what) => `${relative(core, path)}: ${what}`))

  it('need randomness and time to be arguments', () => {
    expect(uses(/\bMath\.random\b|\bDate\b|\bperformance\b|\bcrypto\b|\bprocess\b|\bsetTimeout\b/g)).toEqual([])
  })

  it('need elementary functions that are exact to the bit: none of those that engines may round as they like', () => {
    expect(
      uses(
        /\bMath\.(?:log|log2|log10|log1p|exp|expm1|pow|cbrt|hypot|sin|cos|tan|asin|acos|atan|atan2|sinh|cosh|tanh|asinh|acosh|atanh)\b/g,
      ),
    ).toEqual([])
  })

  it('need powers to be of integer constants', () => {
    expect(
      uses(/[\w)\]]+ \*\* -?[\w(.]+/g).filter((use) => !/: (?:\d+ \*\* -?\d+$|10n \*\* BigInt\()/.test(use)),
    ).toEqual([])
  })

  it('need an order that does not depend on the locale', () => {
    expect(uses(/\blocaleCompare\b|\bIntl\b|\btoLocale\w+/g)).toEqual([])
  })
})

describe('between packages', () => {
  const folders = [...readdirSync(packages).map((name) => join(packages, name)), join(packages, '..', 'experiments')]
  const others = folders
    .filter((folder) => basename(folder) !== 'core' && readdirSync(folder).includes('src'))
    .map((folder) => ({ name: basename(folder), folder: join(folder, 'src') }))
  const core = ['@xenolith/core', '@xenolith/core/internals']
  const engine = [...core, '@xenolith/engine']
  const pages = ['@xenolith/pages', '@xenolith/pages/bundle', '@xenolith/pages/report']
  const study = [...engine, '@xenolith/study']
  /** Package -> the workspaces it may import: core <- engine <- study <- cli, service; core <- files, pages <- cli, service. */
  const mayImport: Record<string, readonly string[]> = {
    engine: core,
    files: core,
    pages: core,
    study: engine,
    experiments: [...study, ...pages],
    cli: [...study, ...pages, '@xenolith/files', '@xenolith/experiments', '@xenolith/service'],
    service: [...study, ...pages, '@xenolith/files', '@xenolith/files/pure'],
    bridge: [...study, ...pages, '@xenolith/files', '@xenolith/files/pure'],
    studio: [...study, ...pages, '@xenolith/engine/worker', '@xenolith/files/pure', '@xenolith/service/shapes'],
  }

  it.each(others)('no file of $name imports itself through others', ({ folder }) => expectNoCycle(sourcesOf(folder)))

  it('core is imported by its name alone, never by a path into it', () => {
    expect(others.map(({ name }) => name)).toEqual(expect.arrayContaining(['cli', 'engine', 'pages', 'experiments']))
    const wrong = others.flatMap(({ name, folder }) => {
      return sourcesOf(folder).flatMap((path) =>
        importsOf(path)
          .filter((target) => {
            if (target.startsWith('.')) return relative(folder, join(dirname(path), target)).startsWith('..')
            if (!/^(?:@xenolith\/|xenolith)/.test(target)) return false
            return !mayImport[name].includes(target)
          })
          .map((target) => `${relative(packages, path)} -> ${target}`),
      )
    })
    expect(wrong).toEqual([])
  })
})
