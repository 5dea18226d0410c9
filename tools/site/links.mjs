// Finds links of the built site that lead nowhere: missing files, missing anchors, files outside the site.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'

/** Complaints about a built site, one line each. */
export function brokenLinks(site) {
  // The studio is an application: its links are its screens.
  const pages = readdirSync(site, { recursive: true, encoding: 'utf8' }).filter((name) =>
    /(?<!dist.studio)\.html$/.test(name),
  )
  const anchors = new Map(pages.map((page) => [page, anchorsOf(join(site, page))]))
  const complaints = []
  let seen = 0
  for (const page of pages) {
    const text = readFileSync(join(site, page), 'utf8')
    for (const [, target] of text.matchAll(/\s(?:href|src)="([^"]*)"/g)) {
      seen++
      if (/^(?:https?|data):/.test(target)) continue
      const [path, anchor] = decodeURI(target).split('#')
      const file = path === '' ? page : relative('.', join(dirname(page), path))
      if (file.startsWith('..')) complaints.push(`${page}: ${target} leaves the site`)
      else if (!existsSync(join(site, file))) complaints.push(`${page}: ${target} is not there`)
      else if (anchor && anchors.has(file) && !anchors.get(file).has(anchor)) {
        complaints.push(`${page}: ${target} has no such section`)
      }
    }
  }
  return { complaints, pages: pages.length, links: seen }
}

function anchorsOf(file) {
  return new Set([...readFileSync(file, 'utf8').matchAll(/\sid="([^"]+)"/g)].map(([, id]) => id))
}
