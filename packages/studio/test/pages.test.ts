import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { routes } from '../src/app/shell/routes.ts'

const read = (path: string): string => readFileSync(new URL(path, import.meta.url), 'utf8')
const page = read('../../../docs/studio.md')

describe.each(routes)('the screen $name', ({ name, title, key }) => {
  it('has a section and a key on the page of the studio', () => {
    expect(page.match(/^## .*$/gm)).toContain(`## ${title}`)
    expect(page.match(/`g` followed by .*/)?.[0]).toContain(`\`${key}\``)
  })

  it('is looked at by the tests in a browser and is among the pictures', () => {
    const lists = ['browser/screens.browser.ts', 'browser/pictures.mjs']
    expect(lists.filter((list) => !read(list).includes(`'${name}'`))).toEqual([])
  })
})
