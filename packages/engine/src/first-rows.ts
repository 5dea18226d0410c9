/** Rows that core judges before trees are laid out for kernels, which takes longer than as many rows do. */
const FIRST_ROWS = 32

const asked = new WeakMap<object, { readonly rows: number; readonly calls: number }>()

/** Whether a few rows are among the first that trees are asked about, and how many calls core has answered so far. */
export function firstRows(trees: object, rows: number): { readonly areFirst: boolean; readonly callsBefore: number } {
  const { rows: before, calls } = asked.get(trees) ?? { rows: 0, calls: 0 }
  const areFirst = before + rows <= FIRST_ROWS
  asked.set(trees, areFirst ? { rows: before + rows, calls: calls + 1 } : { rows: FIRST_ROWS, calls })
  return { areFirst, callsBefore: calls }
}
