import { readdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { fault, textOf } from '../../packages/pages/test/report/well-formed.js'
import { contentOf } from '../src/report/content.js'
import { demoteHeadings, notesToHtml } from '../src/report/notes.js'
import { renderPage } from '../src/report/page.js'
import { sheetToMarkdown } from '../src/report/sheet.js'
import { compactCount, interval, ranges, rate, signed } from '../src/report/words.js'
import { writeReport } from '../src/report/write-report.js'
import { sampleElements } from './report-sample.js'

describe('the report', () => {
  let folder: string
  let page: string
  let markdown: string
  beforeAll(async () => {
    folder = await sampleElements()
    const written = await writeReport(folder, join(folder, '.out'))
    page = await readFile(written.html, 'utf8')
    markdown = await readFile(written.markdown, 'utf8')
  })
  afterAll(() => rm(folder, { recursive: true }))

  test('is well formed', () => {
    expect(fault(page)).toBeNull()
  })

  test('shows no NaN, undefined or Infinity', () => {
    for (const text of [page, markdown]) expect(text).not.toMatch(/NaN|undefined|Infinity|not a number|\[object/)
  })

  test('reaches for nothing outside itself and runs nothing', () => {
    expect(page.replace('http-equiv', '')).not.toMatch(/https?:|\/\/|url\((?!#)|@import|\ssrc=|<script|<link|<iframe/i)
    expect(page).toContain(`content="default-src 'none'`)
  })

  test('takes names and notes for text', () => {
    expect(page).not.toContain('<b>wine')
    expect(page).toContain('&lt;b&gt;wine&lt;/b&gt; &amp; &quot;more&quot;')
    expect(page).toContain('&lt;script&gt;alert')
    expect(page).not.toContain('\u202e')
    expect(markdown).toContain('\\<b\\>wine\\</b\\>')
  })

  test('says first how many cells agree', () => {
    const sentence = '76 of 78 recall and false alarm rate cells agree with the published tables.'
    expect(textOf(page)).toContain(sentence)
    expect(page).toContain(`<title>Xenolith reproduction: ${sentence}</title>`)
    expect(markdown.split('\n')[2]).toBe(`**${sentence}**`)
    expect(textOf(page)).toContain('Overlap is a lenient test.')
  })

  test('has a section for every element, linked from the first screen', () => {
    for (const name of [
      'synthetic-iforest',
      'benchmarks-iforest',
      'benchmarks-loda',
      'deep-scores',
      'certificates',
      'own',
    ]) {
      expect(page).toContain(`<h2 id="element-${name}">`)
      expect(page.match(new RegExp(`href="#element-${name}"`, 'g'))?.length).toBe(2)
    }
    expect(textOf(page)).toContain('Not yet run: npm run reproduce -- benchmarks-loda')
  })

  test('marks what differs, in words too, and gives the reason', () => {
    const text = textOf(page)
    expect(text).toContain('Cells whose intervals do not overlap 2 of 24')
    expect(text).toContain('differs')
    expect(text).toContain('Why it differs One cell was moved')
    expect(markdown).toContain('#### Why it differs')
    expect(markdown).toMatch(/\*\*\+[\d.]+ ✗\*\*/)
  })

  test('describes each drawing in words, at both sizes', () => {
    const drawings = page.match(/<svg[^>]*>\s*<title id="[^"]+">[^<]+<\/title>\s*<desc id="[^"]+">[^<]{80,}<\/desc>/g)
    const figures = page.match(/<figcaption>/g)?.length ?? 0
    // One overview; three synthetic; four each for benchmarks and deep scores; four for certificates; two for alpha; two own.
    expect(figures).toBe(20)
    expect(drawings).toHaveLength(2 * figures)
  })

  test('overlays published points', () => {
    const recall = page.slice(page.indexOf('Figure 2'), page.indexOf('Numbers behind figure 2<'))
    expect(recall.match(/<circle class="dot open published"/g)).toHaveLength(2 * (4 + 1))
    expect(recall.match(/<circle class="dot reproduced"/g)).toHaveLength(2 * (4 + 1))
  })

  test('gives every table a caption and every header a scope', () => {
    expect(page.match(/<table[^>]*>\n<caption>[^<]|<caption><span/g)?.length).toBe(page.match(/<table/g)?.length)
    expect(page).not.toMatch(/<th(?![^>]*scope)[\s>]/)
  })

  test('has one h1 and no skipped heading level', () => {
    const levels = [...page.matchAll(/<h(\d)/g)].map((match) => Number(match[1]))
    expect(levels.filter((level) => level === 1)).toHaveLength(1)
    expect(levels.every((level, i) => i === 0 || level - levels[i - 1] <= 1)).toBe(true)
  })

  test('is the same each time, and leaves no drafts behind', async () => {
    const again = await writeReport(folder, join(folder, '.again'))
    expect(await readFile(again.html, 'utf8')).toBe(page)
    expect(await readFile(again.markdown, 'utf8')).toBe(markdown)
    expect(await readdir(join(folder, '.again'))).toEqual(['report.html', 'reproduction.md'])
  })
})

test('a report of nothing is a page that says so', () => {
  const page = renderPage(contentOf([]))
  expect(fault(page)).toBeNull()
  expect(textOf(page)).toContain('Nothing has been run yet.')
})

describe('words', () => {
  test('rates have the decimals that the papers print', () => {
    expect([rate(0.9361), rate(-0.0001), rate(null), rate(Number.NaN), rate(-0.25, 2)]).toEqual([
      '0.936',
      '0.000',
      '–',
      '–',
      '−0.25',
    ])
    expect(interval({ mean: 0.9, ci: 0.0123 })).toBe('0.900\u00a0±\u00a00.012')
  })

  test('differences have a sign', () => {
    expect([signed(1.24), signed(-1.26), signed(0.04), signed(-0.04)]).toEqual(['+1.2', '−1.3', '0.0', '0.0'])
  })

  test('table numbers are joined', () => {
    expect([ranges([1, 2, 3, 7]), ranges([8, 8]), ranges([])]).toEqual(['1–3, 7', '8', ''])
    expect([compactCount(500), compactCount(10000), compactCount(1600)]).toEqual(['500', '10K', '1600'])
  })
})

describe('notes', () => {
  test('become markup of the plain kind, and nothing else does', () => {
    const { markup } = notesToHtml('# A\ntext *b* **c** `d<`\nmore\n\n1. one\n2. two\n\n[e](x:y) <i>', 'notes')
    expect(markup).toBe(
      '<div class="notes"><h4>A</h4><p>text <em>b</em> <strong>c</strong> <code>d&lt;</code> more</p><ol><li>one</li><li>two</li></ol><p>e &lt;i&gt;</p></div>',
    )
  })

  test('headings move down inside a larger page', () => {
    expect(demoteHeadings('# A\n\n##### B\n#no', 3)).toBe('#### A\n\n###### B\n#no')
  })
})

test('a sheet in Markdown keeps its columns whatever a cell holds', () => {
  const text = sheetToMarkdown({
    caption: '',
    columns: [
      { group: '', heading: 'a|b', numeric: false },
      { group: 'g', heading: 'c', numeric: true },
    ],
    sections: [{ heading: 's', rows: [['x|y\nz', { words: '+3.0', mark: 'differs' }]] }],
  })
  expect(text.split('\n')).toEqual(['|  | a\\|b | g: c |', '| --- | --- | ---: |', '| s | x\\|y z | **+3.0 ✗** |'])
})
