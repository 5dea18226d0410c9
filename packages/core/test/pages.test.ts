import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { methodNames } from '../src/certificates/methods.js'
import { detectorNames } from '../src/detectors/table.js'

const pageOf = (name: string): string => readFileSync(new URL(`../../../docs/${name}.md`, import.meta.url), 'utf8')

/** What the first group of the pattern finds in a page. */
const namesIn = (page: string, pattern: RegExp): string[] =>
  Array.from(pageOf(page).matchAll(pattern), ([, name]) => name)

describe('pages keep up with the tables', () => {
  it('every detector is in the table of detectors', () =>
    expect(namesIn('detectors', /^\| `([a-z-]+)` \|/gm)).toEqual(expect.arrayContaining([...detectorNames])))

  it('every method has a section among the certificates', () =>
    expect(namesIn('certificates', /^## (.*)$/gm)).toEqual(expect.arrayContaining([...methodNames])))
})
