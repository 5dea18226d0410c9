import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { detectorNames } from '../../src/detectors/table.js'
import { decodeContainer, FORMAT_VERSION } from '../../src/model-file/container.js'
import { splitSignature } from '../../src/model-file/signature.js'

/*
 * The page that describes the format must keep up with what is written. That it is enough to read files by is for
 * tools/format/read_model.py to prove; here, that nothing was added behind its back.
 */
const page = readFileSync(new URL('../../../../docs/model-format.md', import.meta.url), 'utf8')
const folder = new URL('golden/', import.meta.url)
const goldenFiles = (): Uint8Array[] =>
  readdirSync(folder)
    .filter((name) => name.endsWith('.xeno'))
    .map((name) => new Uint8Array(readFileSync(new URL(name, folder))))
const contentOf = (bytes: Uint8Array): Record<string, unknown> =>
  decodeContainer(splitSignature(bytes).signed).content as Record<string, unknown>

describe('the page on the format', () => {
  it('is about the version that is written', () => expect(page).toContain(`this page is version ${FORMAT_VERSION}`))

  it.each([...detectorNames, 'per-class'])('has a chapter on %s', (name) => expect(page).toContain(`### \`${name}\`\n`))

  it('names every member of every golden file but the settings, which have names of their own', () => {
    const names = goldenFiles().flatMap((bytes) => {
      const { settings, ...rest } = contentOf(bytes)
      return [...(settings === undefined ? [] : ['settings']), ...membersOf(rest)]
    })
    expect(names.length).toBeGreaterThan(1000)
    expect(missing(names)).toEqual([])
  })
})

/** Members of an object and of the objects in it and in its lists. */
function membersOf(value: unknown): string[] {
  if (ArrayBuffer.isView(value) || typeof value !== 'object' || value === null) return []
  if (Array.isArray(value)) return [...new Set(value.flatMap(membersOf))]
  return Object.entries(value).flatMap(([name, item]) => [name, ...membersOf(item)])
}

/** Names that the page does not have in code marks, alone or among others. */
function missing(names: readonly string[]): string[] {
  const marked = new Set([...page.matchAll(/`([^`]+)`/g)].flatMap(([, code]) => code.match(/[A-Za-z]\w*/g) ?? []))
  return [...new Set(names)].filter((name) => !marked.has(name))
}
