import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { runInNewContext } from 'node:vm'
import { afterAll, describe, expect, it } from 'vitest'
import { buildSite } from '../site/build.mjs'
import { brokenLinks } from '../site/links.mjs'
import { renderMarkdown } from '../site/markdown.mjs'

const folder = mkdtempSync(join(tmpdir(), 'xenolith-site-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const render = (source: string): string => renderMarkdown(source, (link: string) => `to:${link}`).markup.markup.trim()

describe('Markdown', () => {
  it.each([
    [
      'plain <b> & *soft* **hard** `a*b*c`',
      '<p>plain &lt;b&gt; &amp; <em>soft</em> <strong>hard</strong> <code>a*b*c</code></p>',
    ],
    ['[a `b`](c.md#d)', '<p><a href="to:c.md#d">a <code>b</code></a></p>'],
    ['![x](y.svg)', '<p><img src="to:y.svg" alt="x"></p>'],
    ['2 * 3 * 4 \\* 5', '<p>2 * 3 * 4 * 5</p>'],
    ['words:\n- a\n  more\n- b', '<p>words:</p>\n<ul><li>a more</li><li>b</li></ul>'],
    ['- a\n  - b\n    more\n  - c\n- d', '<ul><li>a<ul><li>b more</li><li>c</li></ul></li><li>d</li></ul>'],
    ['3. a\n4. b', '<ol start="3"><li>a</li><li>b</li></ol>'],
    ['a\n> b\n> c\n>\n> - d', '<p>a</p>\n<blockquote><p>b c</p><ul><li>d</li></ul></blockquote>'],
    ['a\n\n    x = 1\n\n      y\n\nb', '<p>a</p>\n<pre><code>x = 1\n\n  y</code></pre>\n<p>b</p>'],
    ['```ts\n<T>\n```', '<pre><code>&lt;T&gt;</code></pre>'],
    [
      '| a | b |\n|---|--:|\n| x\\|y | 1 |',
      '<div class="scroll"><table><thead><tr><th>a</th><th class="number">b</th></tr></thead><tbody><tr><td>x|y</td><td class="number">1</td></tr></tbody></table></div>',
    ],
  ])('%j', (source, expected) => expect(render(source)).toBe(expected))

  it('gives headings the anchors that GitHub gives them, each its own', () => {
    const { title, sections } = renderMarkdown('# T\na\n## What is `x`?\nb\n## What is x?\n', (link: string) => link)
    expect(title).toBe('T')
    expect(sections.map(({ id, text }) => [id, text.trim()])).toEqual([
      ['', 'a'],
      ['what-is-x', 'b'],
      ['what-is-x-1', ''],
    ])
  })
})

it('a link that leads nowhere is found: to a file, to a section, out of the site', () => {
  const site = mkdtempSync(join(folder, 'broken-'))
  writeFileSync(join(site, 'a.html'), '<h2 id="b"></h2><a href="#b"></a><a href="a.html#b"></a>')
  expect(brokenLinks(site)).toMatchObject({ complaints: [], links: 2 })
  writeFileSync(join(site, 'c.html'), '<a href="d.html"></a><a href="a.html#e"></a><img src="../f.png">')
  expect(brokenLinks(site).complaints).toHaveLength(3)
})

describe('the site', () => {
  const site = join(folder, 'site')
  const { complaints, pages, links } = buildSite(site)

  it('has no link that leads nowhere', () => {
    expect(complaints).toEqual([])
    expect(pages).toBeGreaterThan(20)
    expect(links).toBeGreaterThan(1000)
  })

  it('opens from disk: nothing is loaded from elsewhere or fetched', () => {
    const page = readFileSync(join(site, 'index.html'), 'utf8')
    expect(page).not.toMatch(/(?:src|href)="(?:https?:)?\/\//)
    expect(page).not.toContain('type="module"')
    expect(readFileSync(join(site, 'search.js'), 'utf8')).not.toMatch(/\bfetch\b|\bimport\b/)
  })

  it('is searched: a function by its name, a page by words of its text', () => {
    const hrefs = search(site, 'raiseAlarms')
    expect(hrefs[0]).toBe('api/core.html#raiseAlarms')
    expect(search(site, 'variation-diminishing binomial')[0]).toContain('certificates.html')
    expect(search(site, 'nosuchwordanywhere')).toEqual([])
  })
})

/** Runs the page's own search script on a stand-in for the document, and returns the links that it lists. */
function search(site: string, query: string): string[] {
  const element = () => ({
    value: '',
    children: [] as { href?: string }[],
    append(...more: { href?: string }[]) {
      this.children.push(...more)
    },
    replaceChildren() {
      this.children = []
    },
    addEventListener(_: string, listener: () => void) {
      run = listener
    },
  })
  let run = (): void => {}
  const box = element()
  const list = element()
  const document = {
    documentElement: { dataset: { root: '' } },
    getElementById: (id: string) => (id === 'search' ? box : list),
    createElement: element,
    addEventListener: () => {},
  }
  const window: Record<string, unknown> = {}
  const context = { window, document, Object }
  runInNewContext(readFileSync(join(site, 'search-index.js'), 'utf8'), context)
  runInNewContext(readFileSync(join(site, 'search.js'), 'utf8'), context)
  box.value = query
  run()
  return list.children
    .flatMap((item) => ('children' in item ? (item.children as { href?: string }[]) : []))
    .flatMap(({ href }) => href ?? [])
}
