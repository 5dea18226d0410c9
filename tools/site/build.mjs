// Builds the documentation as a site that opens from disk: the pages of docs/, the API and a search. Needs the built
// packages.
//   node tools/site/build.mjs [FOLDER]     default: site
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join, posix, relative, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { root } from '../packages/pack.mjs'
import { readApi, readVersion } from './api.mjs'
import { apiPath, renderApi } from './api-page.mjs'
import { documents, sitePath } from './contents.mjs'
import { brokenLinks } from './links.mjs'
import { renderMarkdown } from './markdown.mjs'
import { renderPage } from './page.mjs'
import { style } from './style.mjs'

/** Builds the site and returns the complaints about its links. */
export function buildSite(target) {
  rmSync(target, { recursive: true, force: true })
  const version = readVersion()
  const api = readApi()
  const where = new Map(api.map(({ name, exports: symbols }) => [name, new Set(symbols.map((symbol) => symbol.name))]))
  const written = documents().map(({ heading, pages }) => ({ heading, pages: pages.map(readDocument) }))
  const reference = api.map((entry) => ({ path: apiPath(entry.name), name: entry.name, ...renderApi(entry, where) }))
  const groups = [...written.slice(0, 2), { heading: 'API', pages: reference }, ...written.slice(2)]
  const pages = groups.flatMap((group) => group.pages)
  for (const { path, title, markup } of pages) {
    const up = '../'.repeat(path.split('/').length - 1)
    write(target, path, renderPage({ title, root: up, here: path, groups, main: markup, version }))
  }
  const index = pages.flatMap(({ path, title, sections }) =>
    sections.map(({ id, heading, text }) => [
      path,
      id,
      title,
      heading,
      text.replace(/\s+/g, ' ').trim().slice(0, 4000),
    ]),
  )
  write(target, 'style.css', style)
  write(target, 'search-index.js', `window.searchIndex = ${JSON.stringify(index)}\n`)
  write(target, 'search.js', readFileSync(new URL('search.js', import.meta.url), 'utf8'))
  return brokenLinks(target)

  function readDocument({ source, name }) {
    const { title, markup, sections } = renderMarkdown(readFileSync(join(root, source), 'utf8'), (link) =>
      siteLink(link, source, target),
    )
    return { path: sitePath(source), name: name ?? title, title, markup, sections }
  }
}

/** A link of a Markdown source as a link of the site. Pictures are copied; other files of the repository become text. */
function siteLink(link, source, target) {
  if (/^(?:https?:|#)/.test(link)) return link
  const [path, anchor] = link.split('#')
  const file = posix.join(posix.dirname(source), path)
  const from = posix.dirname(sitePath(source))
  const known = documents()
    .flatMap(({ pages }) => pages)
    .find((page) => page.source === file || (file === 'docs/decisions' && page.source.startsWith('docs/decisions/')))
  const to = known ? sitePath(known.source) : posix.join('files', file)
  if (!known) {
    mkdirSync(dirname(join(target, to)), { recursive: true })
    cpSync(join(root, file), join(target, to), { recursive: true })
  }
  return `${posix.relative(from, to)}${anchor === undefined ? '' : `#${anchor}`}`
}

function write(target, path, text) {
  const file = join(target, path)
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, text)
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const target = resolve(process.argv[2] ?? join(root, 'site'))
  const { complaints, pages, links } = buildSite(target)
  for (const complaint of complaints) console.error(complaint)
  console.log(
    `${pages} pages, ${links} links, ${complaints.length} of them broken; open ${join(relative('.', target), 'index.html')}`,
  )
  process.exitCode = complaints.length === 0 ? 0 : 1
}
