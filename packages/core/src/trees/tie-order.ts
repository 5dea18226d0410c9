/**
 * The place of every category in an order that follows from the names alone. Categories of two samples are listed as they are met, those of the first sample first;
 * where that order decided between equally common ones, a forest would read off it which sample a rare category is from.
 */
export function tieOrder(categories: readonly string[]): Int32Array {
  const hashes = categories.map(hashOf)
  const inOrder = Array.from(categories.keys()).sort(
    (a, b) => hashes[a] - hashes[b] || (categories[a] < categories[b] ? -1 : 1),
  )
  const placeOf = new Int32Array(categories.length)
  inOrder.forEach((code, place) => {
    placeOf[code] = place
  })
  return placeOf
}

/** The rounds of FNV-1a over the units of a name, finished as in MurmurHash3. */
function hashOf(name: string): number {
  let hash = 0x811c9dc5
  for (let i = 0; i < name.length; i++) hash = Math.imul(hash ^ name.charCodeAt(i), 0x01000193)
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b)
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35)
  return (hash ^ (hash >>> 16)) >>> 0
}
