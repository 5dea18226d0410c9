import { array, bad, count, fields, list } from '../../codec/shape.js'
import type { Feature } from '../../data/table.js'
import { LEAF, SHARE_UNITS } from '../../trees/share-forest.js'
import { readInnerFeatures } from '../features-codec.js'
import { knn } from '../knn/row.js'
import { MOST_FOLDS } from './both-samples.js'
import { type ContrastModel, MOST_CONTRAST_TREES } from './contrast.js'
import { type ContrastForest, rightChildren } from './forest.js'
import { packLearned, unpackLearned } from './learned-codec.js'

/**
 * Trees in preorder, 3 to 6 bytes a node: 0 for a leaf or 1 + the column, and the place of the cut in the column's list
 * of cuts, or a leaf's share in units.
 */
interface PackedTrees {
  readonly nodes: Uint32Array
  readonly column: Uint8Array | Uint16Array | Uint32Array
  readonly place: Uint16Array | Uint32Array
  readonly cuts: readonly Float64Array[]
}

function packTrees({ root, feature, value }: ContrastForest, width: number): PackedTrees {
  const cuts = Array.from({ length: width }, (_, j) => distinctCuts(feature, value, j))
  const place = new Uint32Array(feature.length)
  const column = new Uint32Array(feature.length)
  for (let node = 0; node < feature.length; node++) {
    const f = feature[node]
    column[node] = f + 1
    place[node] = f === LEAF ? value[node] : indexIn(cuts[f], value[node])
  }
  const nodes = Uint32Array.from(root, (at, t) => (t + 1 < root.length ? root[t + 1] : feature.length) - at)
  const ranks = narrow(place)
  return { nodes, column: width < 255 ? Uint8Array.from(column) : narrow(column), place: ranks, cuts }
}

function distinctCuts(feature: Int32Array, value: Float64Array, column: number): Float64Array {
  const sorted = value.filter((_, node) => feature[node] === column).sort()
  return sorted.filter((x, i) => i === 0 || x !== sorted[i - 1])
}

function indexIn(sorted: Float64Array, x: number): number {
  let low = 0
  let high = sorted.length - 1
  while (low < high) {
    const middle = (low + high) >>> 1
    if (sorted[middle] < x) low = middle + 1
    else high = middle
  }
  return low
}

function narrow(values: Uint32Array): Uint16Array | Uint32Array {
  return values.every((x) => x < 65536) ? Uint16Array.from(values) : values
}

function unpackTrees(value: unknown, width: number): ContrastForest {
  const packed = fields(value, 'the trees')
  const nodes = array(packed.nodes, 'the trees', [Uint32Array])
  const total = nodes.reduce((sum, n) => sum + n, 0)
  const column = array<Uint8Array | Uint16Array | Uint32Array>(
    packed.column,
    'the trees',
    [Uint8Array, Uint16Array, Uint32Array],
    total,
  )
  const place = array<Uint16Array | Uint32Array>(packed.place, 'the trees', [Uint16Array, Uint32Array], total)
  const cuts = list(packed.cuts, 'the trees', (one, where) => array(one, where, [Float64Array]))
  if (cuts.length !== width) throw bad('its trees have other features than its header')
  const feature = Int32Array.from(column, (one) => one - 1)
  const values = Float64Array.from(feature, (f, node) => (f === LEAF ? place[node] : (cuts[f]?.[place[node]] ?? NaN)))
  const possible = feature.every((f, i) =>
    f === LEAF ? values[i] <= SHARE_UNITS : f < width && values[i] < Number.POSITIVE_INFINITY,
  )
  if (!possible) throw bad('its trees hold impossible numbers')
  const root = new Int32Array(nodes.length)
  for (let t = 1; t < nodes.length; t++) root[t] = root[t - 1] + nodes[t - 1]
  const right = rightChildren(feature, root)
  if (right === null) throw bad('its trees are not whole')
  return { root, feature, value: values, right }
}

export function packContrast(model: ContrastModel): unknown {
  const { detector, features, seed, folds, trees, places, stack, forest, learned } = model
  return {
    detector,
    features,
    seed,
    folds,
    trees,
    learned: packLearned(learned),
    places: places.filter((place) => place !== null),
    stack: stack.map((one) => knn.pack(one)),
    forest: packTrees(forest, features.length + stack.length),
  }
}

export function unpackContrast(packed: Readonly<Record<string, unknown>>, features: readonly Feature[]): ContrastModel {
  const seed = count(packed.seed, 'seed')
  const folds = count(packed.folds, 'folds')
  const trees = count(packed.trees, 'trees')
  if (folds < 1 || folds > MOST_FOLDS || trees < 1 || folds * trees > MOST_CONTRAST_TREES) {
    throw bad('its trees do not match its folds')
  }
  const learned = unpackLearned(packed.learned)
  const ranked = list(packed.places, 'the categories', (one, where) => array(one, where, [Int32Array]))
  const places = features.map((feature) => {
    if (feature.kind === 'numeric') return null
    const place = ranked.shift()
    if (place === undefined || place.length !== feature.categories.length + 1) throw bad('its categories are damaged')
    if (!place.every((x) => x >= 0 && x < place.length)) throw bad('its categories are damaged')
    return place
  })
  if (ranked.length > 0) throw bad('its categories are damaged')
  const stack = list(packed.stack, 'the stack', (one, where) => {
    const inner = fields(one, where)
    if (inner.detector !== 'knn') throw bad(`${where} holds a detector that cannot be one`)
    return knn.unpack(inner, readInnerFeatures(inner.features, features))
  })
  const forest = unpackTrees(packed.forest, features.length + stack.length)
  if (forest.root.length !== folds * trees) throw bad('its trees do not match its folds')
  return { detector: 'contrast', features, seed, folds, trees, places, stack, forest, learned }
}
