import { numericTable, substream, type Table } from '@xenolith/core'

/** Nominals on a thin ring, aliens at its centre: a forest that cuts along the axes is at a loss, distances are not. */
export function ring(rows: number, isAlien: (row: number) => boolean, seed: number): Table {
  const random = substream(seed, 'ring')
  return numericTable(
    Array.from({ length: rows }, (_, i) => {
      const [x, y] = [random.normal(), random.normal()]
      const far = isAlien(i) ? 0.2 : (1 + 0.02 * random.normal()) / Math.sqrt(x * x + y * y)
      return [far * x, far * y]
    }),
  )
}
