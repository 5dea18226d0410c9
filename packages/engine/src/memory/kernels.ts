import { kernels } from '../generated/kernels.js'

/** The exports of assembly/index.ts. Pointers are byte offsets into `memory`. */
export interface Kernels {
  readonly memory: WebAssembly.Memory
  grow(
    flags: number,
    room: number,
    nodes: number,
    order: number,
    identity: number,
    psi: number,
    first: number,
    second: number,
    third: number,
  ): number
  subsetEntries(): number
  recordTrees(
    nodes: number,
    count: number,
    rangeCheck: boolean,
    scales: number,
    width: number,
    starts: number,
    order: number,
    numbers: number,
    records: number,
  ): void
  recordChildren(nodes: number, first: number, count: number, ends: number, records: number): void
  listOutside(
    order: number,
    psi: number,
    n: number,
    flags: number,
    inBag: number,
    packing: number,
    list: number,
  ): number
  layout(
    flags: number,
    nodes: number,
    first: number,
    count: number,
    rootRows: number,
    kinds: number,
    leafDepth: number,
    scratch: number,
    to: number,
  ): number
  walkOn(nodes: number, kinds: number, leafDepth: number, rangeCheck: boolean): void
  walk(
    flags: number,
    tree: number,
    first: number,
    rows: number,
    stride: number,
    order: number,
    count: number,
    sums: number,
    list: number,
  ): void
  routeRows(tree: number, route: number, rows: number, count: number): void
  writePacking(to: number): void
  growVotes(votingRoom: number, wide: boolean, outOfBag: boolean, first: number, second: number, third: number): void
  growShares(shareRoom: number, wide: boolean, first: number, second: number, third: number): number
  walkOneRanked(trees: number, count: number, row: number, ends: number, list: number): number
  walkOne(flags: number, trees: number, count: number, row: number, list: number): number
  listOutOfBag(order: number, psi: number, n: number, flags: number, inBag: number, list: number): number
  judge(
    flags: number,
    judges: number,
    count: number,
    rows: number,
    stride: number,
    n: number,
    blockRows: number,
    sums: number,
    list: number,
  ): void
  layoutRanked(
    nodes: number,
    first: number,
    count: number,
    rangeCheck: boolean,
    ends: number,
    scratch: number,
    to: number,
    ranking: number,
  ): number
  assignRanks(
    keys: number,
    places: number,
    count: number,
    spareKeys: number,
    sparePlaces: number,
    counts: number,
    values: number,
  ): number
  gridScale(scale: number): void
  noteColumn(values: number, rows: number, keys: number, places: number, to: number): void
  rankColumn(scale: number, rows: number, rowCount: number, width: number, feature: number, to: number): void
  rankRow(scales: number, width: number, row: number, to: number): void
  usedFeatures(width: number): number
  tabulateFractions(choice: number): void
  fitProjection(
    room: number,
    first: number,
    second: number,
    third: number,
    feature: number,
    weight: number,
    histogram: number,
    logEmpty: number,
  ): void
  noteProjection(projection: number, notes: number): void
  scoreProjections(
    projections: number,
    count: number,
    logEmpty: number,
    columns: number,
    stride: number,
    rows: number,
    position: number,
    sums: number,
    counts: number,
  ): void
  findNearest(references: number, points: number, bounds: number): void
  screenNearest(references: number, points: number): void
  stateBytes(k: number): number
  addDensities(trees: number, rows: number): void
  addOutOfBagDensities(
    trees: number,
    rows: number,
    psi: number,
    first: number,
    second: number,
    firstTree: number,
    order: number,
    identity: number,
    counts: number,
  ): void
  mixtureDensities(mixture: number, points: number, room: number, to: number): void
  mixturePass(mixture: number, points: number, room: number, moments: number): void
  scatterRows(
    values: number,
    rows: number,
    width: number,
    basis: number,
    columns: number,
    along: number,
    to: number,
  ): void
  rowsAlongAxes(
    values: number,
    rows: number,
    width: number,
    centre: number,
    directions: number,
    count: number,
    along: number,
    to: number,
  ): void
  anglesOf(
    values: number,
    width: number,
    listed: number,
    count: number,
    omega: number,
    columns: number,
    to: number,
  ): void
  featuresOf(
    angles: number,
    phases: number,
    rate: number,
    scale: number,
    features: number,
    columns: number,
    count: number,
    to: number,
  ): void
  multiplyRows(rows: number, count: number, columns: number, x: number, image: number): void
  addRows(rows: number, count: number, columns: number, t: number, to: number): void
  bendRows(rows: number, count: number, columns: number, t: number, x: number, image: number, to: number): void
}

export const WIDE = 1
export const RANGE_CHECK = 2
export const MIXED = 4

let compiled: Promise<WebAssembly.Module> | undefined

/** The kernels, compiled once for the whole process. */
export function compileKernels(): Promise<WebAssembly.Module> {
  compiled ??= WebAssembly.compile(decode(kernels))
  return compiled
}

function decode(base64: string): Uint8Array<ArrayBuffer> {
  const text = atob(base64)
  const bytes = new Uint8Array(text.length)
  for (let i = 0; i < text.length; i++) bytes[i] = text.charCodeAt(i)
  return bytes
}
