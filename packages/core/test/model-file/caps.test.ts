import { describe, expect, it } from 'vitest'
import { decodeModelFile, encodeModelFile } from '../../src/model-file/model-file.js'
import { assemble, type Parts, partsOf, sampleFile } from './sample-files.js'

/** Parsed JSON, open to any change. */
interface Json {
  [key: string]: Json
}

function verdictOn(name: string, change: (content: Json, parts: Parts) => void): string {
  const parts = partsOf(encodeModelFile(sampleFile(name)))
  change(parts.header.content as unknown as Json, parts)
  try {
    decodeModelFile(assemble(JSON.stringify(parts.header), parts.body))
    return 'read'
  } catch (error) {
    return (error as Error).message.replace('the model file cannot be used: ', '')
  }
}

describe('a file that would unpack to many times its size', () => {
  it('by naming the same sections in many models is refused', () => {
    const verdict = verdictOn('iforest per class', (content) => {
      const { models, classes } = content.model as unknown as { models: unknown[]; classes: unknown[] }
      for (let k = 0; k < 2000; k++) {
        models.push(models[0])
        classes.push(`class ${k}`)
      }
    })
    expect(verdict).toBe('it uses a section twice')
  })

  it('by sections that nothing uses is refused', () => {
    const verdict = verdictOn('given', (_, { header }) => header.sections.push({ type: 'u8', length: 0 }))
    expect(verdict).toBe('it has a section that nothing uses')
  })

  it('by trees that are single leaves is refused', () => {
    const file = sampleFile('iforest')
    const { forest } = file.model as unknown as { forest: Record<string, Int32Array> }
    const none = Object.fromEntries(Object.entries(forest).map(([name, values]) => [name, values.slice(0, 0)]))
    const model = { ...file.model, forest: { ...none, root: new Int32Array(1_000_001).fill(-1) } }
    const bytes = encodeModelFile({ ...file, model: model as unknown as typeof file.model })
    expect(() => decodeModelFile(bytes)).toThrow('its forest has more than 1000000 trees')
  })

  const many = Array.from({ length: 100_000 }, () => 0)
  it.each<[string, (content: Json) => void, string]>([
    [
      'evidence',
      (c) => {
        for (const name of Object.keys(c.evidence.curves)) Object.assign(c.evidence.curves, { [name]: many })
      },
      'the evidence is longer than 10000',
    ],
    [
      'top rows',
      (c) => Object.assign(c.evidence, { topRows: { columns: [], row: many, score: many, cells: many } }),
      'the evidence is longer than 1000',
    ],
    [
      'alternatives',
      (c) => Object.assign(c, { alternatives: Array.from({ length: 1000 }, () => c.certificate) }),
      'alternatives is longer than 100',
    ],
    ['data', (c) => Object.assign(c, { data: many.map(() => ({})) }), 'data is longer than 100'],
    [
      'settings',
      (c) => Object.assign(c, { settings: Object.fromEntries(many.slice(0, 101).map((_, i) => [`a${i}`, 1])) }),
      'settings is longer than 100',
    ],
  ])('by %s is refused', (_, change, verdict) => {
    expect(verdictOn('given', change)).toBe(verdict)
  })
})
