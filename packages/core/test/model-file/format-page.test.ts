import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { detectorNames, detectorOf } from '../../src/detectors/table.js'
import { FORMAT_VERSION } from '../../src/model-file/container.js'
import { decodeModelFile } from '../../src/model-file/model-file.js'

/*
 * The page that describes the format must keep up with what is written. That it is enough to read files by is for
 * tools/format/read_model.py to prove; here, that nothing was added behind its back.
 */
const page = readFileSync(new URL('../../../../docs/model-format.md', import.meta.url), 'utf8')
const goldenFile = (name: string): Uint8Array =>
  new Uint8Array(readFileSync(new URL(`golden/${name}.xeno`, import.meta.url)))

describe('the page on the format', () => {
  it('is about the version that is written', () => expect(page).toContain(`this page is version ${FORMAT_VERSION}`))

  it.each([...detectorNames, 'per-class'])('has a chapter on %s', (name) => expect(page).toContain(`### \`${name}\`\n`))

  it.each(detectorNames)('names every member of the model %s', (name) => {
    const { model } = decodeModelFile(goldenFile(`detector-${name}`))
    if (model.detector === 'per-class') throw new Error('the golden file is of another detector')
    const packed = detectorOf(name).pack(model) as Record<string, unknown>
    expect(missing(membersOf(packed))).toEqual([])
  })

  it('names every member of a file, a certificate and the evidence', () => {
    const file = ['standing-conditional', 'method-audit-direct', 'standing-refused-alternatives'].flatMap((name) => {
      const { model: _, format: __, ...rest } = decodeModelFile(goldenFile(name))
      return [rest, ...rest.alternatives, rest.certificate, rest.evidence]
    })
    expect(missing(file.flatMap(Object.keys))).toEqual([])
  })
})

/** Members of an object and of the objects in it; lists are looked into by their first item. */
function membersOf(value: unknown): string[] {
  if (ArrayBuffer.isView(value) || typeof value !== 'object' || value === null) return []
  if (Array.isArray(value)) return membersOf(value[0])
  return Object.entries(value).flatMap(([name, item]) => [name, ...membersOf(item)])
}

/** Names that the page does not have in code marks, alone or among others. */
function missing(names: readonly string[]): string[] {
  const marked = new Set([...page.matchAll(/`([^`]+)`/g)].flatMap(([, code]) => code.match(/[A-Za-z]\w*/g) ?? []))
  return [...new Set(names)].filter((name) => !marked.has(name))
}
