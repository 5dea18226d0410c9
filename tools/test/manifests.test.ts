import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { publicPackages, root } from '../packages/pack.mjs'

const packages = publicPackages()

describe.each(packages)('$manifest.name', ({ directory, manifest }) => {
  it('says what it is, under which licence, and where it runs', () => {
    expect(manifest.description).toMatch(/\w.*\.$/)
    expect(manifest.keywords.length).toBeGreaterThan(3)
    expect(manifest).toMatchObject({ version: '0.1.0', license: 'Apache-2.0', type: 'module' })
    expect(manifest.engines).toEqual({ node: '>=20' })
    expect(manifest.sideEffects).toBeDefined()
    expect(manifest.files).toEqual(expect.arrayContaining(['dist', '!dist/.tsbuildinfo']))
  })

  it('brings its README, with the line that installs it, and the licence', () => {
    expect(readFileSync(join(directory, 'README.md'), 'utf8')).toMatch(
      new RegExp(`^# ${manifest.name}\n[\\s\\S]*^npm install .*${manifest.name}$`, 'm'),
    )
    expect(readFileSync(join(directory, 'LICENSE'))).toEqual(readFileSync(join(root, 'LICENSE')))
  })

  it('exports entries that have sources and types', () => {
    for (const [path, entry] of Object.entries<string | object>(manifest.exports)) {
      if (typeof entry === 'string') expect(existsSync(join(directory, entry)), entry).toBe(true)
      else expect(Object.keys(entry)[0], `${path}: types come first`).toBe('types')
      for (const target of targetsOf(entry)) {
        const source = target.replace('./dist/', './src/').replace(/(?:\.d\.ts|\.js)$/, '.ts')
        expect(existsSync(join(directory, source)), `${path}: ${source}`).toBe(true)
      }
    }
  })

  it('depends on exact versions, its sisters on its own', () => {
    for (const [name, range] of Object.entries<string>(manifest.dependencies ?? {})) {
      expect(range, name).toMatch(/^\d+\.\d+\.\d+/)
      if (name.startsWith('@xenolith/')) expect(range).toBe(manifest.version)
    }
  })
})

function targetsOf(entry: unknown): string[] {
  if (typeof entry === 'string') return [entry]
  return Object.values(entry as object).flatMap(targetsOf)
}
