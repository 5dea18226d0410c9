import { expect, test } from 'vitest'
import { certificateCard } from '../../src/report/card.js'
import { sampleInput } from './sample.js'

test('lines of a card that are too long go on below what they began to say', () => {
  const { certificate, evidence } = sampleInput()
  const card = certificateCard(certificate, evidence)
  const lines = [...card.matchAll(/<div style="padding-left:(\d+)ch;text-indent:-(\d+)ch">([^<]*)<\/div>/g)]
  expect(lines.length).toBeGreaterThan(5)
  for (const [, left, back] of lines) expect(left).toBe(back)
  const [, left, , words] = lines.find(([, , , text]) => text.includes('false alarms'))!
  expect(words.slice(0, Number(left)).trim()).toBe('false alarms')
  expect(words[Number(left)]).not.toBe(' ')
  const [, indent, , prose] = lines.find(([, , , text]) => text.includes('Not covered'))!
  expect(prose.slice(Number(indent))).toMatch(/^Not covered/)
})
