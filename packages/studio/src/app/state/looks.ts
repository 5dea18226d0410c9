/*
 * How often the rows of two files have been asked for a promise. Any part of the same files counts: another seed or
 * another pilot seals rows of which the last look saw some. Kept in this browser, so that a reload opens no new envelope.
 */

const PREFIX = 'xenolith-looks '
const memory = new Map<string, number>()

/** Looks so far. */
export function looksAt(files: string): number {
  return Math.max(read(files), memory.get(files) ?? 0)
}

/** Notes one more look and says its number. */
export function noteLook(files: string): number {
  const looks = looksAt(files) + 1
  memory.set(files, looks)
  try {
    localStorage.setItem(PREFIX + files, String(looks))
  } catch {
    // A browser that keeps nothing for this page: the count holds until the page is closed.
  }
  return looks
}

/** For example data alone, which are evidence of nothing: every visit may open the envelope anew. */
export function forgetLooks(files: string): void {
  memory.delete(files)
  try {
    localStorage.removeItem(PREFIX + files)
  } catch {
    // Nothing is kept there.
  }
}

function read(files: string): number {
  try {
    const kept = Number(localStorage.getItem(PREFIX + files))
    return Number.isSafeInteger(kept) && kept > 0 ? kept : 0
  } catch {
    return 0
  }
}
