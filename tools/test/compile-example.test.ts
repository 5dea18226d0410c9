import { describe, expect, it } from 'vitest'
import { shows } from '../examples/claim.mjs'
import { compileExample, markdownExamples } from '../examples/compile.mjs'

describe('an example', () => {
  it('is found in a page with its line', () => {
    expect(markdownExamples('# a\n\n```ts\nlet b\n```\n```\nno\n```\n')).toEqual([{ code: 'let b\n', line: 4 }])
  })

  it('has its claims checked: of expressions, over lines, and of declarations', () => {
    const { module, claims } = compileExample('const a: number = 1 // => 1\nMath.max(\n  a,\n  2,\n) // => 2\n')
    expect(claims).toBe(2)
    expect(module).toContain('const a = globalThis.claim(1, "1", 1)')
    expect(module).toMatch(/globalThis\.claim\(Math\.max\(a, 2\), "2", 5\)/)
  })

  it('with a claim that nothing checks is refused', () => {
    expect(() => compileExample('if (true) { // => 1\n}\n')).toThrow('1 claims, 0 of them')
    expect(() => compileExample('function f() {} // => 1\n')).toThrow('nothing that "=> 1" could be about')
  })

  it('claims what Node prints, or the beginning of it', () => {
    expect(shows(Float64Array.of(1, 2), 'Float64Array(2) [1, 2]')).toBe(true)
    expect(shows({ a: 'b' }, "{ a: 'b' }")).toBe(true)
    expect(shows(0.123456, '0.123…')).toBe(true)
    expect(shows(0.123456, '0.123')).toBe(false)
    expect(shows(1, '2')).toBe(false)
  })
})
