// The Markdown of the documentation as HTML: headings, paragraphs, lists, quotations, tables, code, images, details.
import { html } from '@xenolith/pages'

/**
 * Renders a page. `resolve(target)` turns a link of the source into one of the site. Returns the markup, the title
 * (the first heading) and the sections, for the table of contents and the search.
 */
export function renderMarkdown(source, resolve) {
  const sections = [{ id: '', heading: '', level: 1, text: '' }]
  const ids = new Set()
  const parts = []
  let title = ''
  for (const block of blocksOf(source)) {
    if (block.kind === 'heading') {
      const heading = plain(block.text)
      if (block.level === 1 && title === '') {
        title = heading
        sections[0].heading = heading
        continue
      }
      const id = unique(slug(heading), ids)
      sections.push({ id, heading, level: block.level, text: '' })
      parts.push(renderHeading(block.level, id, inline(block.text, resolve)))
    } else {
      sections.at(-1).text += ` ${searchText(block)}`
      parts.push(renderBlock(block, resolve))
    }
  }
  return { title, markup: html`${parts.map((part) => html`${part}\n`)}`, sections }
}

function renderHeading(level, id, content) {
  const link = html`<a class="anchor" href="#${id}" aria-label="Link to this section">#</a>`
  if (level <= 2) return html`<h2 id="${id}">${content}${link}</h2>`
  if (level === 3) return html`<h3 id="${id}">${content}${link}</h3>`
  return html`<h4 id="${id}">${content}${link}</h4>`
}

/** The anchor that GitHub gives a heading. */
export function slug(heading) {
  return heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-')
}

function unique(id, ids) {
  let free = id
  for (let i = 1; ids.has(free); i++) free = `${id}-${i}`
  ids.add(free)
  return free
}

function blocksOf(source) {
  const lines = source.replaceAll('\r\n', '\n').split('\n')
  const blocks = []
  let i = 0
  while (i < lines.length) {
    const line = lines[i]
    const heading = /^(#{1,6})\s+(.*)$/.exec(line)
    const fence = /^```(\w*)/.exec(line)
    if (line.trim() === '') i++
    else if (heading) {
      blocks.push({ kind: 'heading', level: heading[1].length, text: heading[2] })
      i++
    } else if (fence) {
      const end = lines.indexOf('```', i + 1)
      blocks.push({ kind: 'code', language: fence[1], text: lines.slice(i + 1, end).join('\n') })
      i = end + 1
    } else if (line.startsWith('>')) {
      const start = i
      while (i < lines.length && lines[i].startsWith('>')) i++
      const inside = lines.slice(start, i).map((each) => each.replace(/^> ?/, ''))
      blocks.push({ kind: 'quotation', blocks: blocksOf(inside.join('\n')) })
    } else if (/^ {4}/.test(line) && blocks.at(-1)?.kind !== 'list') {
      const start = i
      while (i < lines.length && /^(?: {4}|\s*$)/.test(lines[i])) i++
      const inside = lines.slice(start, i).map((each) => each.slice(4))
      blocks.push({ kind: 'code', language: '', text: inside.join('\n').trimEnd() })
    } else if (/^<details><summary>.*<\/summary>$/.test(line)) {
      blocks.push({ kind: 'open', text: line.slice('<details><summary>'.length, -'</summary>'.length) })
      i++
    } else if (line.trim() === '</details>') {
      blocks.push({ kind: 'close' })
      i++
    } else {
      const start = i
      while (
        i < lines.length &&
        lines[i].trim() !== '' &&
        !(i > start && /^(#{1,6}\s|```|>|<\/?details>)/.test(lines[i]))
      ) {
        // A list may follow a paragraph without a blank line.
        if (i > start && isItem(lines[i]) && !isItem(lines[start])) break
        i++
      }
      const text = lines.slice(start, i)
      blocks.push({ kind: isTable(text) ? 'table' : isItem(text[0]) ? 'list' : 'paragraph', lines: text })
    }
  }
  return blocks
}

function isItem(line) {
  return /^\s*(?:[-*+]|\d+[.)])\s+/.test(line)
}

function isTable(lines) {
  return lines.length > 1 && /^\|.*\|$/.test(lines[0].trim()) && /^\|[\s:|-]+\|$/.test(lines[1].trim())
}

function renderBlock(block, resolve) {
  switch (block.kind) {
    case 'code':
      return html`<pre><code>${block.text}</code></pre>`
    case 'quotation':
      return html`<blockquote>${block.blocks.map((each) => renderBlock(each, resolve))}</blockquote>`
    case 'open':
      return markup(`<details><summary>${html`${withoutEntities(block.text)}`.markup}</summary>`)
    case 'close':
      return markup('</details>')
    case 'table':
      return renderTable(block.lines, resolve)
    case 'list':
      return renderList(block.lines, resolve)
    default:
      return html`<p>${inline(block.lines.map((line) => line.trim()).join(' '), resolve)}</p>`
  }
}

/** Markup of our own making, trusted as it stands. */
function markup(text) {
  return html(Object.assign([text], { raw: [text] }))
}

function withoutEntities(text) {
  const entities = { '&lt;': '<', '&gt;': '>', '&quot;': '"', '&#39;': "'", '&amp;': '&' }
  return text.replace(/&(?:lt|gt|quot|#39|amp);/g, (entity) => entities[entity])
}

/** The items of a list, each with the lines of the list inside it, if there is one. */
function itemsOf(lines) {
  const items = []
  const outer = indentOf(lines[0])
  for (const line of lines) {
    const start = /^\s*(?:[-*+]|\d+[.)])\s+(.*)$/.exec(line)
    if (start && indentOf(line) <= outer) items.push({ text: start[1], inner: [] })
    else if (start || items.at(-1).inner.length > 0) items.at(-1).inner.push(line)
    else items.at(-1).text += ` ${line.trim()}`
  }
  return items
}

function indentOf(line) {
  return line.length - line.trimStart().length
}

function renderList(lines, resolve) {
  const items = itemsOf(lines).map(
    ({ text, inner }) => html`<li>${inline(text, resolve)}${inner.length > 0 && renderList(inner, resolve)}</li>`,
  )
  const [, first] = /^\s*(\d+)/.exec(lines[0]) ?? []
  if (first === undefined) return html`<ul>${items}</ul>`
  return first === '1' ? html`<ol>${items}</ol>` : html`<ol start="${first}">${items}</ol>`
}

function cellsOf(line) {
  return line
    .trim()
    .replace(/^\||\|$/g, '')
    .split(/(?<!\\)\|/)
    .map((cell) => cell.trim().replaceAll('\\|', '|'))
}

function renderTable([head, rule, ...rows], resolve) {
  const right = cellsOf(rule).map((cell) => /^-+:$/.test(cell))
  const row = (line, tag) =>
    cellsOf(line).map((cell, i) => {
      const content = inline(cell, resolve)
      if (tag === 'th') return html`<th${right[i] ? html` class="number"` : ''}>${content}</th>`
      return html`<td${right[i] ? html` class="number"` : ''}>${content}</td>`
    })
  const empty = cellsOf(head).every((cell) => cell === '')
  return html`<div class="scroll"><table>${empty ? '' : html`<thead><tr>${row(head, 'th')}</tr></thead>`}<tbody>${rows.map(
    (line) => html`<tr>${row(line, 'td')}</tr>`,
  )}</tbody></table></div>`
}

const INLINE =
  /(?<code>`+)(?<inside>.+?)\k<code>|!\[(?<alt>[^\]]*)\]\((?<image>[^)\s]+)\)|\[(?<label>(?:[^\]`]|`[^`]*`)+)\]\((?<link>[^)\s]+)\)|\*\*(?<bold>.+?)\*\*|(?<![\w*])\*(?<emphasis>[^\s*](?:[^*]*[^\s*])?)\*(?![\w*])|\\(?<escaped>[\\`*_{}[\]()#+\-.!|<>~])/gu

function inline(text, resolve) {
  const parts = []
  let at = 0
  for (const match of text.matchAll(INLINE)) {
    parts.push(text.slice(at, match.index))
    at = match.index + match[0].length
    const { inside, alt, image, label, link, bold, emphasis, escaped } = match.groups
    if (inside !== undefined) parts.push(html`<code>${inside}</code>`)
    else if (image !== undefined) parts.push(html`<img src="${resolve(image)}" alt="${alt}">`)
    else if (link !== undefined) parts.push(html`<a href="${resolve(link)}">${inline(label, resolve)}</a>`)
    else if (bold !== undefined) parts.push(html`<strong>${inline(bold, resolve)}</strong>`)
    else if (emphasis !== undefined) parts.push(html`<em>${inline(emphasis, resolve)}</em>`)
    else parts.push(escaped)
  }
  parts.push(text.slice(at))
  return parts
}

/** The words of a line without its marks. */
function plain(text) {
  return text
    .replace(/!?\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/\*\*(.+?)\*\*|`([^`]+)`/g, '$1$2')
    .replace(/\\([\\`*_{}[\]()#+\-.!|<>~])/g, '$1')
    .trim()
}

function searchText(block) {
  if (block.kind === 'quotation') return block.blocks.map(searchText).join(' ')
  if (block.kind === 'table')
    return block.lines
      .filter((_, i) => i !== 1)
      .map((line) => plain(cellsOf(line).join(' ')))
      .join(' ')
  if (block.lines) return plain(block.lines.join(' '))
  return block.text ?? ''
}
