const empty = new Set(['meta', 'br', 'hr', 'img', 'input', 'link'])

/** The first fault in the nesting of tags or the quoting of attributes, or null. Strict enough for what the report writes. */
export function fault(page: string): string | null {
  const open: string[] = []
  const ids = new Set<string>()
  const body = page.replace(/^<!doctype html>/, '').replace(/<style>[^<]*<\/style>/g, '')
  for (const [tag, closing, name, attributes, selfClosing] of body.matchAll(/<(\/?)([\w-]*)([^<>]*?)(\/?)>/g)) {
    if (name === '') return `stray bracket: ${tag}`
    if (closing) {
      const expected = open.pop()
      if (expected !== name) return `</${name}> closes <${expected}>`
      continue
    }
    if (!/^(\s+[\w:-]+="[^"<>]*")*\s*$/.test(attributes)) return `attributes of ${tag}`
    const id = /\sid="([^"]*)"/.exec(attributes)?.[1]
    if (id !== undefined && ids.has(id)) return `id ${id} twice`
    if (id !== undefined) ids.add(id)
    if (!selfClosing && !empty.has(name)) open.push(name)
  }
  for (const [, references] of body.matchAll(/\s(?:aria-labelledby|href)="#?([^"]*)"/g))
    for (const reference of references.split(' ')) if (!ids.has(reference)) return `nothing has the id ${reference}`
  const text = body.replace(/<[^<>]*>/g, '')
  if (/[<>]/.test(text)) return 'bare bracket in the text'
  if (/&(?!(amp|lt|gt|quot|#39);)/.test(text)) return 'bare ampersand in the text'
  return open.length > 0 ? `never closed: ${open.join(' ')}` : null
}

/** What a reader reads: the page without markup, entities resolved, no-break spaces as spaces. */
export function textOf(page: string): string {
  const entities: Record<string, string> = { lt: '<', gt: '>', quot: '"', '#39': "'", amp: '&' }
  return page
    .replace(/<style>[^<]*<\/style>/g, '')
    .replace(/<[^<>]*>/g, ' ')
    .replace(/&(lt|gt|quot|#39|amp);/g, (_, name: string) => entities[name])
    .replace(/[\s\u00a0]+/g, ' ')
}
