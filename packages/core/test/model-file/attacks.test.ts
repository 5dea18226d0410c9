import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { score } from '../../src/detectors/fit.js'
import { XenolithError } from '../../src/errors.js'
import { FORMAT_VERSION } from '../../src/model-file/container.js'
import { decodeModelFile, encodeModelFile } from '../../src/model-file/model-file.js'
import { assemble, detectors, type Parts, partsOf, resealed, sampleFile } from './sample-files.js'

/** Why a file is refused, or 'read' if it is not. Anything but a refusal in one line is an error. */
function verdictOn(bytes: Uint8Array): string {
  try {
    decodeModelFile(bytes)
    return 'read'
  } catch (error) {
    if (!(error instanceof XenolithError)) throw error
    expect(error.code).toBe('bad-model')
    expect(error.message).toMatch(/^the model file cannot be used: .{3,120}$/)
    return error.message.slice('the model file cannot be used: '.length)
  }
}

const small = encodeModelFile(sampleFile('given'))
const forest = encodeModelFile(sampleFile('iforest'))
const projections = encodeModelFile(sampleFile('loda'))

describe('damage', () => {
  it('of any single byte is refused', () => {
    const bytes = small.slice()
    for (let at = 0; at < bytes.length; at++) {
      const before = bytes[at]
      bytes[at] = before ^ (1 << (at % 8))
      if (verdictOn(bytes) === 'read') throw new Error(`a flipped bit in byte ${at} was not noticed`)
      bytes[at] = before
    }
    expect(verdictOn(bytes)).toBe('read')
  })

  it('of a byte anywhere in a forest is refused', () => {
    const bytes = forest.slice()
    for (let at = 0; at < bytes.length; at += 41) {
      bytes[at] ^= 0x10
      if (verdictOn(bytes) === 'read') throw new Error(`a flipped bit in byte ${at} was not noticed`)
      bytes[at] ^= 0x10
    }
    expect(verdictOn(bytes)).toBe('read')
  })

  it('by cutting the file short, at any length, is refused', () => {
    for (let length = 0; length < small.length; length++) {
      if (verdictOn(small.subarray(0, length)) === 'read') throw new Error(`${length} bytes were taken for a model`)
    }
    expect(verdictOn(new Uint8Array(0))).toBe('it is not a Xenolith model')
    expect(verdictOn(small.subarray(0, 12))).toBe('it is cut short')
  })

  it('by adding bytes is refused', () => {
    const longer = new Uint8Array(small.length + 8)
    longer.set(small)
    expect(verdictOn(longer)).toBe('its checksum does not match')
    expect(verdictOn(resealed(longer))).toBe('its sections do not fill it')
  })
})

describe('another file', () => {
  it('of another magic, of a newer version, of none, is refused by name', () => {
    expect(verdictOn(new TextEncoder().encode('PAR1 and some more text than a prefix'))).toBe(
      'it is not a Xenolith model',
    )
    const version = (n: number): Uint8Array => {
      const bytes = small.slice()
      new DataView(bytes.buffer).setUint32(8, n, true)
      return resealed(bytes)
    }
    const newer = FORMAT_VERSION + 1
    expect(verdictOn(version(newer))).toBe(
      `its format is version ${newer}; this Xenolith reads up to ${FORMAT_VERSION}`,
    )
    expect(verdictOn(version(0))).toBe('its format has no version')
  })
})

/** The forest's file with its parts changed and a checksum that fits. */
function edited(from: Uint8Array, change: (parts: Parts) => void): Uint8Array {
  const parts = partsOf(from)
  change(parts)
  return assemble(JSON.stringify(parts.header), parts.body)
}

/** Parsed JSON, open to any change. */
interface Json {
  [key: string]: Json
}

function twice(features: { categories?: string[] }[]): void {
  const { categories } = features.find((feature) => feature.categories)!
  categories![1] = categories![0]
}

describe('a file with a matching checksum', () => {
  it('is taken apart and put together by this test without a change', () => {
    expect(Buffer.from(edited(forest, () => undefined)).equals(Buffer.from(forest))).toBe(true)
  })

  it('but a header longer than the file is refused', () => {
    for (const length of [small.length, 0xffffffff]) {
      const bytes = small.slice()
      new DataView(bytes.buffer).setUint32(12, length, true)
      expect(verdictOn(resealed(bytes))).toBe('its header is longer than the file')
    }
  })

  it('but a header that is no JSON, no UTF-8, or nested without end is refused', () => {
    const nothing = new Uint8Array(0)
    expect(verdictOn(assemble('{"sections":', nothing))).toBe('its header is damaged')
    expect(verdictOn(assemble('null', nothing))).toBe('its header is damaged')
    const deep = `{"sections":[],"content":${'['.repeat(200_000)}${']'.repeat(200_000)}}`
    expect(verdictOn(assemble(deep, nothing))).toBe('its header is damaged')
    const objects = `{"sections":[],"content":${'{"a":'.repeat(100_000)}1${'}'.repeat(100_000)}}`
    expect(verdictOn(assemble(objects, nothing))).toBe('its header is damaged')
    const bytes = small.slice()
    bytes[20] = 0xff
    expect(verdictOn(resealed(bytes))).toBe('its header is damaged')
  })

  it.each<[string, unknown]>([
    ['no list', 7],
    ['an entry that is none', [null]],
    ['text for an entry', ['u8']],
    ['a type it does not know', [{ type: 'f32', length: 1 }]],
    ['a type inherited from Object', [{ type: 'toString', length: 0 }]],
    ['a type that cannot become text', [{ type: { toString: 1, valueOf: 1 }, length: 0 }]],
    ['a negative length', [{ type: 'u8', length: -8 }]],
    ['a length that is no number', [{ type: 'u8', length: '8' }]],
    ['a broken length', [{ type: 'u8', length: 0.5 }]],
  ])('but %s in place of its sections is refused', (_, sections) => {
    const bytes = edited(forest, ({ header }) => Object.assign(header, { sections }))
    expect(verdictOn(bytes)).toBe('its list of sections is damaged')
  })

  it('but sections that run past its end, or fall short of it, are refused', () => {
    const stretch = (by: number): Uint8Array =>
      edited(forest, ({ header }) => {
        header.sections.at(-1)!.length += by
      })
    expect(verdictOn(stretch(2 ** 40))).toBe('a section runs past its end')
    expect(verdictOn(edited(forest, ({ header }) => header.sections.push({ type: 'f64', length: 1 })))).toBe(
      'a section runs past its end',
    )
    expect(verdictOn(edited(forest, ({ header }) => header.sections.pop()))).toMatch(/sections|section/)
  })

  it('but a reference to no section is refused', () => {
    for (const at of [99, -1, 0.5, 'length', 'constructor', null, {}]) {
      const bytes = edited(forest, ({ header }) => {
        ;((header.content as unknown as Json).model.forest as Json).nodes = { $: at } as unknown as Json
      })
      expect(verdictOn(bytes)).toBe('it refers to a section that it lacks')
    }
  })

  it.each<[string, (content: Json) => void]>([
    [
      'two features of one name',
      (c) => Object.assign(c.model.features[1], { name: c.model.features[0].name as unknown }),
    ],
    ['a category that stands twice', (c) => twice(c.model.features as unknown as { categories?: string[] }[])],
    ['no certificate', (c) => delete c.certificate],
    ['text for tau', (c) => Object.assign(c.certificate, { tau: '0.5' })],
    ['an unknown method', (c) => Object.assign(c.certificate, { method: 'prayer' })],
    ['text for certified', (c) => Object.assign(c.certificate, { certified: 'true' })],
    ['a refusal without a reason', (c) => Object.assign(c.certificate, { certified: false })],
    ['an alternative that is none', (c) => Object.assign(c, { alternatives: [{}] })],
    [
      'an audit by another route',
      (c) => Object.assign(c.certificate, { audit: { labelled: 1, aliens: 1, unsure: 0, route: 'x' } }),
    ],
    ['a negative count', (c) => Object.assign(c.certificate, { n0: -1 })],
    ['numbers for assumptions', (c) => Object.assign(c.certificate, { assumptions: [1] })],
    ['a list for admissible', (c) => Object.assign(c.certificate, { admissible: [] })],
    ['text in a curve', (c) => Object.assign(c.evidence.curves, { f0: ['0'] })],
    ['curves of unequal length', (c) => Object.assign(c.evidence.curves, { f0: [0] })],
    ['a histogram without an edge', (c) => Object.assign(c.evidence.histogram, { edges: [0] })],
    [
      'an object in a cell',
      (c) =>
        Object.assign(c.evidence.topRows, {
          cells: [
            [{}, 1],
            [1, 1],
          ],
        }),
    ],
    ['a line of cells too short', (c) => Object.assign(c.evidence.topRows, { cells: [[1], [1]] })],
    [
      'a fingerprint without a digest',
      (c) => Object.assign(c, { data: [{ role: 'r', name: 'n', rows: 1, bytes: 1 }] }),
    ],
    ['a broken seed', (c) => Object.assign(c, { seed: 0.5 })],
    ['a number for id', (c) => Object.assign(c, { id: 5 })],
    ['an unknown detector', (c) => Object.assign(c.model, { detector: 'eval\n(1)' })],
    ['a detector that cannot become text', (c) => Object.assign(c.model, { detector: { toString: 1, valueOf: 1 } })],
    ['a feature without a kind', (c) => Object.assign(c.model, { features: [{ name: 'x' }] })],
    ['features it has not', (c) => Object.assign(c.model, { features: [] })],
    ['a subsample of 1', (c) => Object.assign(c.model, { subsample: 1 })],
    ['a subsample beyond 32 bits', (c) => Object.assign(c.model, { subsample: 2 ** 40 })],
    ['another subsample than its trees', (c) => Object.assign(c.model, { subsample: 13 })],
    ['text for the range check', (c) => Object.assign(c.model, { rangeCheck: 'no' })],
    ['a forest that is a list', (c) => Object.assign(c.model, { forest: [] })],
    ['sections swapped', (c) => Object.assign(c.model.forest, { nodes: c.model.forest.feature })],
    ['a plain list for a section', (c) => Object.assign(c.model.forest, { nodes: [1, 2] })],
    ['per-class without classes', (c) => Object.assign(c.model, { detector: 'per-class', classes: [], models: [] })],
    [
      'a class of softmax',
      (c) =>
        Object.assign(c.model, {
          detector: 'per-class',
          classes: ['a'],
          models: [{ ...c.model, detector: 'softmax' }],
        }),
    ],
    [
      'softmax of one column',
      (c) => Object.assign(c.model, { detector: 'softmax', input: 'logits', rule: 'energy', features: [] }),
    ],
  ])('but %s is refused', (_, change) => {
    const bytes = edited(forest, ({ header }) => change(header.content as unknown as Json))
    expect(verdictOn(bytes)).not.toBe('read')
  })

  it('with keys named __proto__ pollutes nothing', () => {
    const { header, body } = partsOf(small)
    const poisoned = JSON.stringify(header)
      .replace('"content":{', '"content":{"__proto__":{"polluted":1},')
      .replace(
        '"certificate":{',
        '"certificate":{"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}},',
      )
    expect(poisoned).not.toBe(JSON.stringify(header))
    const read = decodeModelFile(assemble(poisoned, body))
    expect(({} as Record<string, unknown>).polluted).toBeUndefined()
    expect((read.certificate as unknown as Record<string, unknown>).polluted).toBeUndefined()
    expect(read).toEqual({ ...sampleFile('given'), format: 1 })
  })
})

type Change = (section: DataView, length: number) => void

/** The file with one of the sections of its model (a forest's, or of projections) changed, and a checksum that fits. */
function withSection(file: Uint8Array, name: string, change: Change): Uint8Array {
  return edited(file, ({ header, body }) => {
    const { forest, projections } = (header.content as unknown as Json).model
    const wanted = (forest ?? projections)[name].$ as unknown as number
    const bytesEach: Record<string, number> = { u8: 1, u16: 2, u32: 4, i32: 4, f64: 8 }
    let at = 0
    for (const { type, length } of header.sections.slice(0, wanted)) {
      at = Math.ceil((at + length * bytesEach[type]) / 8) * 8
    }
    const { type, length } = header.sections[wanted]
    change(new DataView(body.buffer, body.byteOffset + at, length * bytesEach[type]), length)
  })
}

/** Sets single bytes of sections at random: the file must be refused, or its model give finite scores. */
function fuzzSections(file: Uint8Array, names: readonly string[]): void {
  const table = detectors.iforest.table(20, 9)
  fc.assert(
    fc.property(fc.constantFrom(...names), fc.nat(), fc.integer({ min: 0, max: 255 }), (name, place, value) => {
      const bytes = withSection(file, name, (section) => section.setUint8(place % section.byteLength, value))
      if (verdictOn(bytes) !== 'read') return
      expect(score(decodeModelFile(bytes).model, table).every(Number.isFinite)).toBe(true)
    }),
    { numRuns: 300 },
  )
}

describe('a forest with a matching checksum', () => {
  it.each<[string, string, Change]>([
    ['a feature out of range', 'feature', (s) => s.setUint8(0, 200)],
    ['a range beyond its values', 'high', (s) => s.setUint16(0, 65535, true)],
    ['more nodes than it has', 'nodes', (s) => s.setUint32(0, 0xffffffff, true)],
    [
      'a node moved to another tree',
      'nodes',
      (s) => {
        s.setUint32(0, s.getUint32(0, true) + 1, true)
        s.setUint32(4, s.getUint32(4, true) - 1, true)
      },
    ],
    [
      'only inner nodes',
      'shape',
      (s, n) => {
        for (let i = 0; i < n; i++) s.setUint8(i, 0)
      },
    ],
    [
      'only leaves',
      'shape',
      (s, n) => {
        for (let i = 0; i < n; i++) s.setUint8(i, 0b0101)
      },
    ],
    [
      'leaves without a size',
      'shape',
      (s, n) => {
        for (let i = 0; i < n; i++) s.setUint8(i, 0b1111)
      },
    ],
    ['categories out of order', 'subsets', (s) => s.setInt32(0, 0x7ffffffe, true)],
    ['negative categories', 'subsets', (s) => s.setInt32(0, -2, true)],
  ])('but %s is refused', (_, name, change) => {
    expect(verdictOn(withSection(forest, name, change))).not.toBe('read')
  })

  it('but a side that is announced and absent is refused, at every node', () => {
    const leafOnTheRight = 0b0100
    let changed = 0
    for (let wanted = 0, left = true; left; wanted++) {
      left = false
      const bytes = withSection(forest, 'shape', (shape, length) => {
        for (let node = 0, k = 0; node < length; node++) {
          if (shape.getUint8(node) !== leafOnTheRight || k++ !== wanted) continue
          shape.setUint8(node, 0)
          left = true
        }
      })
      if (left) expect(verdictOn(bytes)).not.toBe('read')
      if (left) changed++
    }
    expect(changed).toBeGreaterThan(5)
  })

  it('and any bytes in its sections is refused, or gives finite scores', () => {
    fuzzSections(forest, ['feature', 'low', 'high', 'fraction', 'shape', 'nodes', 'subsets'])
  })

  it('but no trees is refused', () => {
    const names = ['nodes', 'leaves', 'feature', 'shape', 'low', 'high', 'fraction', 'subsets']
    const kinds = ['u32', 'u32', 'u8', 'u8', 'u16', 'u16', 'u16', 'i32', 'f64', 'f64', 'f64', 'f64']
    const sections = kinds.map((type) => ({ type, length: 0 }))
    const rest = Object.fromEntries(names.map((name, n) => [name, { $: n }]))
    const empty = { values: [8, 9, 10, 11].map((n) => ({ $: n })) }
    const { header } = partsOf(forest)
    const content = header.content as unknown as Json
    const bare = { ...content, model: { ...content.model, forest: { ...empty, ...rest } } }
    expect(verdictOn(assemble(JSON.stringify({ sections, content: bare }), new Uint8Array(0)))).toBe(
      'its forest has no trees',
    )
  })
})

describe('projections with a matching checksum', () => {
  it.each<[string, string, Change]>([
    ['a feature out of range', 'feature', (s) => s.setInt32(0, 4, true)],
    ['a negative feature', 'feature', (s) => s.setInt32(0, -1, true)],
    ['a weight that is none', 'weight', (s) => s.setFloat64(0, Number.NaN, true)],
    ['a weight beyond unit length', 'weight', (s) => s.setFloat64(0, 1e300, true)],
    ['a negative range', 'range', (s) => s.setFloat64(0, -1, true)],
    ['an infinite density', 'logDensity', (s) => s.setFloat64(0, Number.POSITIVE_INFINITY, true)],
    ['a log density between two multiples of 2^-24', 'logDensity', (s) => s.setFloat64(0, -0.1, true)],
    ['a log density that no doubles have', 'logDensity', (s) => s.setFloat64(0, 1000, true)],
    ['one as far below', 'logDensity', (s) => s.setFloat64(0, -1000, true)],
    ['a histogram without bins', 'bins', (s) => s.setUint32(0, 0, true)],
  ])('but %s is refused', (_, name, change) => {
    expect(verdictOn(withSection(projections, name, change))).not.toBe('read')
  })

  it('and any bytes in its sections is refused, or gives finite scores', () => {
    fuzzSections(projections, ['feature', 'weight', 'low', 'range', 'bins', 'logDensity'])
  })
})

describe('random bytes', () => {
  it('after the magic, with a matching checksum, are refused', () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 12, maxLength: 200 }), fc.nat({ max: 60 }), (noise, headerLength) => {
        const bytes = new Uint8Array(8 + noise.length)
        bytes.set(new TextEncoder().encode('XENOLITH'))
        bytes.set(noise, 8)
        const view = new DataView(bytes.buffer)
        view.setUint32(8, FORMAT_VERSION, true)
        view.setUint32(12, headerLength, true)
        return verdictOn(resealed(bytes)) !== 'read'
      }),
    )
  })

  it('of JSON in place of any part of the header are refused or read, and never an accident', () => {
    const { header, body } = partsOf(forest)
    const keys = Object.keys(header.content)
    fc.assert(
      fc.property(fc.constantFrom(...keys), fc.jsonValue(), (key, value) => {
        const content = { ...header.content, [key]: value }
        expect(typeof verdictOn(assemble(JSON.stringify({ ...header, content }), body))).toBe('string')
      }),
      { numRuns: 200 },
    )
  })
})

describe('models within a model', () => {
  const golden = (name: string): Uint8Array =>
    new Uint8Array(readFileSync(new URL(`golden/${name}.xeno`, import.meta.url)))
  type Inner = { readonly features: { name: string; kind: string }[] }
  it.each([
    ['detector-contrast-stacked', 'stack'],
    ['detector-fused-contrast', 'members'],
    ['detector-per-class-knn', 'models'],
  ])('have its features: %s', (name, place) => {
    const other = (change: (features: Inner['features']) => void): string =>
      verdictOn(
        edited(golden(name), ({ header }) => {
          const { model } = header.content as { readonly model: Record<string, Inner[]> }
          change(model[place][0].features)
        }),
      )
    expect(other(() => {})).toBe('read')
    const refused = 'a model within it has other features'
    expect(other((features) => void (features[0].name = 'elsewhere'))).toBe(refused)
    expect(other((features) => void features.reverse())).toBe(refused)
    expect(other((features) => void features.pop())).toBe(refused)
  })
})
