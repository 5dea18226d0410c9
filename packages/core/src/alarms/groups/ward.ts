/** Two sets of points that become one; sets are named by one of their points. */
export interface Merge {
  readonly a: number
  readonly b: number
  /** By how much the sum of squares within sets grows. */
  readonly height: number
}

/**
 * Ward's hierarchy of n points, from their squared distances (above the diagonal, row by row; overwritten): merges in
 * ascending order of height. By chains of nearest neighbours, in time and memory of n squared (Murtagh 1983). Ties go to the lower
 * number, so that the answer is one.
 */
export function wardHierarchy(n: number, distances: Float64Array): Merge[] {
  const at = (i: number, j: number): number => (i < j ? index(n, i, j) : index(n, j, i))
  const size = new Float64Array(n).fill(1)
  const alive = new Uint8Array(n).fill(1)
  const merges: Merge[] = []
  const chain: number[] = []
  let start = 0
  while (merges.length < n - 1) {
    if (chain.length === 0) {
      while (alive[start] === 0) start++
      chain.push(start)
    }
    for (;;) {
      const top = chain[chain.length - 1]
      const before = chain.length > 1 ? chain[chain.length - 2] : -1
      // The one before stays the nearest unless another is nearer, so that chains end.
      let nearest = before
      let least = before < 0 ? Number.POSITIVE_INFINITY : distances[at(top, before)]
      for (let i = 0; i < n; i++) {
        if (alive[i] === 0 || i === top) continue
        const distance = distances[at(top, i)]
        if (distance < least) {
          least = distance
          nearest = i
        }
      }
      if (nearest === before) break
      chain.push(nearest)
    }
    const [b, a] = [chain.pop()!, chain.pop()!].sort((p, q) => q - p)
    const between = distances[at(a, b)]
    for (let i = 0; i < n; i++) {
      if (alive[i] === 0 || i === a || i === b) continue
      const all = size[a] + size[b] + size[i]
      const sum = (size[a] + size[i]) * distances[at(a, i)] + (size[b] + size[i]) * distances[at(b, i)]
      distances[at(a, i)] = Math.max(0, (sum - size[i] * between) / all)
    }
    size[a] += size[b]
    alive[b] = 0
    merges.push({ a, b, height: between / 2 })
  }
  return merges.sort((p, q) => p.height - q.height)
}

/** Where the distance of i and j stands, i < j. */
export function index(n: number, i: number, j: number): number {
  return i * n - (i * (i + 1)) / 2 + j - i - 1
}

/** The set of each point when `k` sets are left, numbered in the order of their first points. */
export function cutHierarchy(n: number, merges: readonly Merge[], k: number): Int32Array {
  const parent = Int32Array.from({ length: n }, (_, i) => i)
  const find = (i: number): number => {
    let root = i
    while (parent[root] !== root) root = parent[root]
    for (let at = i; parent[at] !== root; ) [at, parent[at]] = [parent[at], root]
    return root
  }
  for (const { a, b } of merges.slice(0, n - k)) parent[find(b)] = find(a)
  const numbers = new Map<number, number>()
  return Int32Array.from({ length: n }, (_, i) => {
    const root = find(i)
    if (!numbers.has(root)) numbers.set(root, numbers.size)
    return numbers.get(root)!
  })
}
