import { type RowsOfFile, shareRows } from '../worker/row-sample.ts'

/*
 * Which rows have been asked for a promise, and how often. A look is kept with both files that it opened, by the hash of
 * their bytes and a sample of their rows. So a file counts as opened in any format and order, with rows added or taken
 * away, beside another second file and in the other role; and whatever the seed, the pilot, the columns or the detector:
 * each of them would seal rows of which the last look saw some. Kept in this browser, so that neither a reload nor
 * another tab opens a new envelope.
 */

type Look = readonly RowsOfFile[]

const KEY = 'xenolith-looks'
/** Older looks than so many are forgotten: a browser keeps a few megabytes for a page. */
const MOST = 500
let memory: Look[] = []

/** Looks so far at rows of these files. */
export function looksAt(files: Look): number {
  return read().filter((look) => isAt(look, files)).length
}

/** Notes one more look and says its number. */
export function noteLook(files: Look): number {
  write([...read(), files])
  return looksAt(files)
}

/** Takes the last look at these files back: for one that was stopped, of which nobody saw the answer. */
export function takeLookBack(files: Look): void {
  const looks = read()
  const last = looks.findLastIndex((look) => isAt(look, files))
  write(looks.filter((_, i) => i !== last))
}

/** For example data alone, which are evidence of nothing: every visit may open the envelope anew. */
export function forgetLooks(files: Look): void {
  write(read().filter((look) => !isAt(look, files)))
}

/** Calls back when another tab has noted a look. */
export function whenLooked(call: () => void): void {
  addEventListener('storage', ({ key }) => key === KEY && call())
}

function isAt(look: Look, files: Look): boolean {
  return look.some((one) => files.some((other) => shareRows(one, other)))
}

function read(): Look[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(KEY) ?? 'null')
    return Array.isArray(kept) ? kept : memory
  } catch {
    return memory
  }
}

function write(looks: readonly Look[]): void {
  memory = looks.slice(-MOST)
  try {
    localStorage.setItem(KEY, JSON.stringify(memory))
  } catch {
    // A browser that keeps nothing for this page: the count holds until the page is closed.
  }
}
