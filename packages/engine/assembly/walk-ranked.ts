import { rankedEndDepth, rankedNext, rankedStep } from './ranked-record'

const FIRST_STEPS = 20
const NEXT_STEPS = 6
const LANES = 8

/**
 * Rows of ranks stand in groups of eight, feature by feature: the ranks of one feature are 32 bytes, one lane each. A
 * lane of the first round is then a constant beside the address of its group, and no register.
 */
// @ts-ignore: decorator
@inline
export function rankedRow(rows: usize, width: u32, row: u32): usize {
  return rows + (<usize>((row >>> 3) * width) << 5) + (<usize>(row & 7) << 2)
}

// @ts-ignore: decorator
@inline
function settle(before: usize, after: usize, number: u32, sums: usize, list: usize): usize {
  const ended = before == after
  const sum = sums + (<usize>number << 3)
  store<f64>(sum, load<f64>(sum) + select<f64>(rankedEndDepth(after), 0, ended))
  store<u32>(list, number)
  store<u32>(list, <u32>after, 4)
  return list + (<usize>!ended << 3)
}

// @ts-ignore: decorator
@inline
function finish(tree: usize, from: usize, number: u32, row: usize, sums: usize): void {
  let record = from
  let next = rankedStep(tree, record, row)
  while (next != record) {
    record = next
    next = rankedStep(tree, record, row)
  }
  const sum = sums + (<usize>number << 3)
  store<f64>(sum, load<f64>(sum) + rankedEndDepth(record))
}

// @ts-ignore: decorator
@inline
function offset(record: usize): usize {
  return <usize>load<u16>(record, 12)
}

/** As walkRows, for `count` rows of ranks. */
export function walkRanked(tree: usize, rows: usize, width: u32, count: u32, sums: usize, list: usize): void {
  let end = list
  let i: u32 = 0
  for (; i + LANES <= count; i += LANES) {
    const group = rankedRow(rows, width, i)
    let p0 = tree
    let p1 = tree
    let p2 = tree
    let p3 = tree
    let p4 = tree
    let p5 = tree
    let p6 = tree
    let p7 = tree
    for (let k = 1; k < FIRST_STEPS; k++) {
      p0 = rankedNext(tree, p0, v128.load32_splat(group + offset(p0)))
      p1 = rankedNext(tree, p1, v128.load32_splat(group + offset(p1), 4))
      p2 = rankedNext(tree, p2, v128.load32_splat(group + offset(p2), 8))
      p3 = rankedNext(tree, p3, v128.load32_splat(group + offset(p3), 12))
      p4 = rankedNext(tree, p4, v128.load32_splat(group + offset(p4), 16))
      p5 = rankedNext(tree, p5, v128.load32_splat(group + offset(p5), 20))
      p6 = rankedNext(tree, p6, v128.load32_splat(group + offset(p6), 24))
      p7 = rankedNext(tree, p7, v128.load32_splat(group + offset(p7), 28))
    }
    end = settle(p0, rankedStep(tree, p0, group), i, sums, end)
    end = settle(p1, rankedStep(tree, p1, group + 4), i + 1, sums, end)
    end = settle(p2, rankedStep(tree, p2, group + 8), i + 2, sums, end)
    end = settle(p3, rankedStep(tree, p3, group + 12), i + 3, sums, end)
    end = settle(p4, rankedStep(tree, p4, group + 16), i + 4, sums, end)
    end = settle(p5, rankedStep(tree, p5, group + 20), i + 5, sums, end)
    end = settle(p6, rankedStep(tree, p6, group + 24), i + 6, sums, end)
    end = settle(p7, rankedStep(tree, p7, group + 28), i + 7, sums, end)
  }
  for (; i < count; i++) finish(tree, tree, i, rankedRow(rows, width, i), sums)
  while (end - list >= 8 * LANES) {
    const stop = end
    let from = list
    end = list
    for (; from + 8 * LANES <= stop; from += 8 * LANES) end = walkListed(tree, rows, width, from, sums, end)
    for (; from < stop; from += 8) {
      store<u64>(end, load<u64>(from))
      end += 8
    }
  }
  for (let from = list; from < end; from += 8) {
    const row = load<u32>(from)
    finish(tree, load<u32>(from, 4), row, rankedRow(rows, width, row), sums)
  }
}

// @ts-ignore: decorator
@inline
function walkListed(tree: usize, rows: usize, width: u32, from: usize, sums: usize, list: usize): usize {
  const n0 = load<u32>(from)
  const n1 = load<u32>(from, 8)
  const n2 = load<u32>(from, 16)
  const n3 = load<u32>(from, 24)
  const n4 = load<u32>(from, 32)
  const n5 = load<u32>(from, 40)
  const n6 = load<u32>(from, 48)
  const n7 = load<u32>(from, 56)
  const r0 = rankedRow(rows, width, n0)
  const r1 = rankedRow(rows, width, n1)
  const r2 = rankedRow(rows, width, n2)
  const r3 = rankedRow(rows, width, n3)
  const r4 = rankedRow(rows, width, n4)
  const r5 = rankedRow(rows, width, n5)
  const r6 = rankedRow(rows, width, n6)
  const r7 = rankedRow(rows, width, n7)
  let p0 = <usize>load<u32>(from, 4)
  let p1 = <usize>load<u32>(from, 12)
  let p2 = <usize>load<u32>(from, 20)
  let p3 = <usize>load<u32>(from, 28)
  let p4 = <usize>load<u32>(from, 36)
  let p5 = <usize>load<u32>(from, 44)
  let p6 = <usize>load<u32>(from, 52)
  let p7 = <usize>load<u32>(from, 60)
  for (let k = 1; k < NEXT_STEPS; k++) {
    p0 = rankedStep(tree, p0, r0)
    p1 = rankedStep(tree, p1, r1)
    p2 = rankedStep(tree, p2, r2)
    p3 = rankedStep(tree, p3, r3)
    p4 = rankedStep(tree, p4, r4)
    p5 = rankedStep(tree, p5, r5)
    p6 = rankedStep(tree, p6, r6)
    p7 = rankedStep(tree, p7, r7)
  }
  let end = list
  end = settle(p0, rankedStep(tree, p0, r0), n0, sums, end)
  end = settle(p1, rankedStep(tree, p1, r1), n1, sums, end)
  end = settle(p2, rankedStep(tree, p2, r2), n2, sums, end)
  end = settle(p3, rankedStep(tree, p3, r3), n3, sums, end)
  end = settle(p4, rankedStep(tree, p4, r4), n4, sums, end)
  end = settle(p5, rankedStep(tree, p5, r5), n5, sums, end)
  end = settle(p6, rankedStep(tree, p6, r6), n6, sums, end)
  end = settle(p7, rankedStep(tree, p7, r7), n7, sums, end)
  return end
}
