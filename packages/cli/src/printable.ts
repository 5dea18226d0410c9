/**
 * Marks that act on a terminal instead of being shown: control characters (escapes among them) and the characters that turn
 * the direction of text. Names and values from files may hold them. Line breaks and tabs stay.
 */
const ACTING = /(?![\n\t])[\p{Cc}\u061c\u200e\u200f\u2028\u2029\u202a-\u202e\u2066-\u2069]/gu

/** Text that a terminal shows and does not obey. No-break spaces are for pages: here words can be searched for. */
export function printable(text: string): string {
  return text.replaceAll('\u00a0', ' ').replace(ACTING, '\ufffd')
}

/** The same on one line: a name with a line break in it cannot pass for a line of ours. */
export function oneLine(text: string): string {
  return printable(text).replace(/\s*\n\s*/g, ' ')
}

/** JSON of the same value in which such characters are escaped. */
export function printableJson(value: unknown): string {
  const escaped = (mark: string): string => `\\u${mark.charCodeAt(0).toString(16).padStart(4, '0')}`
  return JSON.stringify(value, null, 2).replace(ACTING, escaped)
}
