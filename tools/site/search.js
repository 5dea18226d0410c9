// Searches the index that search-index.js puts into `searchIndex`: [page, anchor, page title, heading, text] a section.
{
  const box = document.getElementById('search')
  const list = document.getElementById('found')
  const root = document.documentElement.dataset.root
  const sections = window.searchIndex.map(([page, anchor, title, heading, text]) => ({
    page,
    anchor,
    title,
    heading,
    text,
    head: `${title} ${heading}`.toLowerCase(),
    body: text.toLowerCase(),
  }))

  const find = (words) =>
    sections
      .map((section) => ({ section, points: points(section, words) }))
      .filter((each) => each.points > 0)
      .sort((a, b) => b.points - a.points)
      .slice(0, 12)

  /** Every word must occur; a heading counts ten times a mention, an exact heading most. */
  const points = ({ heading, head, body }, words) => {
    let sum = 0
    for (const word of words) {
      const mentions = body.split(word).length - 1
      if (mentions === 0 && !head.includes(word)) return 0
      sum += Math.min(mentions, 5) + (head.includes(word) ? 10 : 0)
    }
    return sum + (heading.toLowerCase() === words.join(' ') ? 100 : 0)
  }

  const excerpt = ({ text, body }, words) => {
    const at = Math.max(0, Math.min(...words.map((word) => (body.includes(word) ? body.indexOf(word) : 0))) - 40)
    return `${at > 0 ? '…' : ''}${text.slice(at, at + 140).trim()}${text.length > at + 140 ? '…' : ''}`
  }

  const show = () => {
    const words = box.value.toLowerCase().split(/\s+/).filter(Boolean)
    list.replaceChildren()
    list.hidden = words.length === 0
    if (words.length === 0) return
    const found = find(words)
    for (const { section } of found) {
      const item = document.createElement('li')
      const link = document.createElement('a')
      const about = document.createElement('p')
      link.href = `${root}${section.page}${section.anchor && `#${section.anchor}`}`
      link.textContent =
        section.heading && section.heading !== section.title ? `${section.title}: ${section.heading}` : section.title
      about.textContent = excerpt(section, words)
      item.append(link, about)
      list.append(item)
    }
    if (found.length === 0) list.append(Object.assign(document.createElement('li'), { textContent: 'Nothing found.' }))
  }

  box.addEventListener('input', show)
  document.addEventListener('keydown', (event) => {
    if (event.key === '/' && document.activeElement !== box) {
      event.preventDefault()
      box.focus()
    } else if (event.key === 'Escape') {
      box.value = ''
      show()
      box.blur()
    } else if (event.key === 'Enter' && document.activeElement === box) list.querySelector('a')?.click()
  })
}
