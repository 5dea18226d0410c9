import type { Certificate } from '@xenolith/core'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { escapeText, html } from '../../src/index.js'
import type { ReportInput } from '../../src/report/input.js'
import { renderReport } from '../../src/report/report.js'
import { sampleInput } from './sample.js'
import { fault, textOf } from './well-formed.js'

/** A report in which every slot that can hold text from outside holds `text`. */
function poisoned(text: string): ReportInput {
  const input = sampleInput()
  const refused = { ...input.certificate, certified: false, reason: text } as Certificate
  return {
    ...input,
    certificate: { ...refused, assumptions: [text] },
    evidence: {
      ...input.evidence,
      estimates: {
        confidence: 0.95,
        recommended: { name: text, alpha: 0.1, upper: 0.12, reason: text },
        estimates: [
          { name: text, alpha: 0.1, interval: [0.08, 0.12] },
          { name: 'km1', alpha: null, reason: text },
        ],
      },
      topRows: {
        columns: [text, 'n'],
        row: [1, 2],
        score: [0.9, 0.8],
        cells: [
          [text, 1],
          [null, 2],
        ],
      },
    },
    detector: text,
    features: [{ name: text, kind: text }],
    data: [{ role: text, name: text, rows: 1, bytes: 1, sha256: text }],
    version: text,
    alternatives: [refused],
  }
}

const attacks = [
  '<script>alert(1)</script>',
  '"><img src=x onerror=alert(1)>',
  "' onmouseover='alert(1)",
  '</title><svg onload=alert(1)>',
  '</style><style>*{display:none}',
  '<!-- ',
  ']]>',
  '&lt;b&gt; &amp; &#60;',
  '$& $1 $$ {{x}}',
]

describe.each(attacks)('the text %j', (text) => {
  const page = renderReport(poisoned(text))

  test('adds no element and breaks no attribute', () => {
    expect(fault(page)).toBeNull()
    const tags = (markup: string) => markup.match(/<[a-z]+/g)?.length
    expect(tags(page)).toBe(tags(renderReport(poisoned('harmless'))))
  })

  test('is shown as it is, in every slot', () => {
    // Title, two versions, reason, assumption, column, cell, detector, feature and kind and their count, role, file, hash,
    // the estimator (twice in its figure's words, in both drawings, in its table), why it was chosen, why another failed.
    expect(textOf(page).split(textOf(escapeText(text)).trim()).length - 1).toBeGreaterThanOrEqual(19)
  })

  test('is shown as it is where it is the condition of a promise', () => {
    const { certificate, ...rest } = poisoned('harmless')
    const page = renderReport({ ...rest, certificate: { ...certificate, conditional: text } as Certificate })
    expect(fault(page)).toBeNull()
    expect(textOf(page)).toContain(`Conditional on ${textOf(escapeText(text)).trim()}`)
  })
})

test('formulas stay text', () => {
  expect(textOf(renderReport(poisoned('=HYPERLINK("x","y")')))).toContain('=HYPERLINK("x","y")')
})

test('characters that cannot be shown, or turn text around, become the replacement character', () => {
  expect(escapeText('a\u0000b\u202ec\ud800d\u2066e\u007f')).toBe('a\ufffdb\ufffdc\ufffdd\ufffde\ufffd')
  expect(escapeText('tab\tline\nשלום 👽')).toBe('tab\tline\nשלום 👽')
})

test('the template escapes everything but its own markup', () => {
  expect(html`<p title="${'"'}">${'<b>'}${html`<i>${"'"}</i>`}${['&', 1, null, false, undefined]}</p>`.markup).toBe(
    '<p title="&quot;">&lt;b&gt;<i>&#39;</i>&amp;1</p>',
  )
})

test('any text whatever leaves the page well formed', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 40 }), (text) => {
      expect(fault(renderReport(poisoned(text)))).toBeNull()
    }),
    { numRuns: 30, seed: 1 },
  )
})
