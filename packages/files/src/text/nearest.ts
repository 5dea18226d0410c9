/**
 * The candidate most like the word, if it is at all like it: at most a third of its letters away.
 *
 * @example
 * ```ts
 * nearest('durration', ['duration', 'protocol']) // => 'duration'
 * nearest('flag', ['duration', 'protocol']) // => undefined
 * ```
 */
export function nearest(word: string, candidates: readonly string[]): string | undefined {
  let best: string | undefined
  let least = Math.max(2, Math.ceil(word.length / 3)) + 1
  for (const candidate of candidates) {
    const distance = editDistance(word, candidate)
    if (distance < least) {
      least = distance
      best = candidate
    }
  }
  return best
}

/** Letters to insert, delete or replace to turn a into b (Levenshtein). */
function editDistance(a: string, b: string): number {
  let above = Array.from({ length: b.length + 1 }, (_, j) => j)
  for (let i = 1; i <= a.length; i++) {
    const row = [i]
    for (let j = 1; j <= b.length; j++) {
      row[j] = Math.min(above[j] + 1, row[j - 1] + 1, above[j - 1] + (a[i - 1] === b[j - 1] ? 0 : 1))
    }
    above = row
  }
  return above[b.length]
}
