/**
 * Markup that is safe to embed as it stands. Only `html` makes it, so a plain string can never pass for markup.
 *
 * @example
 * ```ts
 * html`<b>${'a & b'}</b>`.markup // => '<b>a &amp; b</b>'
 * ```
 */
class Html {
  readonly markup: string
  constructor(markup: string) {
    this.markup = markup
  }
}

export type { Html }

/** What a template slot accepts: markup stays, everything else is text and is escaped; lists are joined. */
export type Slot = Html | string | number | null | undefined | false | readonly Slot[]

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

/**
 * Text made inert in element content and in quoted attributes. Control characters, lone surrogates and the bidirectional
 * overrides (which can make a name read as another) become the replacement character.
 *
 * @example
 * ```ts
 * escapeText('<b> & "c"') // => '&lt;b&gt; &amp; &quot;c&quot;'
 * ```
 */
export function escapeText(text: string): string {
  return text
    .replace(/(?![\t\n])[\p{Cc}\p{Cs}\u202a-\u202e\u2066-\u2069]/gu, '\ufffd')
    .replace(/[&<>"']/g, (character) => entities[character])
}

/**
 * A tagged template that escapes by default.
 *
 * @example
 * ```ts
 * html`<p>${'1 < 2'}</p>`.markup // => '<p>1 &lt; 2</p>'
 * html`<ul>${['a', 'b'].map((word) => html`<li>${word}</li>`)}</ul>`.markup // => '<ul><li>a</li><li>b</li></ul>'
 * ```
 */
export function html(strings: TemplateStringsArray, ...slots: Slot[]): Html {
  return new Html(strings.reduce((markup, string, i) => markup + render(slots[i - 1]) + string))
}

function render(slot: Slot): string {
  if (slot instanceof Html) return slot.markup
  if (slot === null || slot === undefined || slot === false) return ''
  if (typeof slot === 'string') return escapeText(slot)
  if (typeof slot === 'number') return escapeText(String(slot))
  return slot.map(render).join('')
}
