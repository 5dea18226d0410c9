import { cosine } from '../numeric/cosine.js'
import { type LogisticRows, PlainLogisticRows, paddedColumns } from '../numeric/logistic-rows.js'
import type { Random } from '../numeric/random.js'

/**
 * Random Fourier features of a Gaussian kernel (Rahimi & Recht, NIPS 2007): cos(omega.x / width + phase) sqrt(2 / count),
 * omega standard normal. One draw of omega and phase serves every width of the kernel.
 */
export interface FourierDraw {
  readonly count: number
  /** `count` numbers for each column of the rows. */
  readonly omega: Float64Array
  readonly phases: Float64Array
}

/** Rows one after another, as kernels see them. */
export interface FourierRows {
  readonly width: number
  readonly values: Float64Array
}

/** Makes features of rows. */
export interface FourierFeatures {
  /** Those of the rows listed, in their order, for a kernel of this width, and then a 1. Gone with the next call. */
  of(listed: Int32Array, width: number): LogisticRows
}

export type FourierMaker = (rows: FourierRows, draw: FourierDraw) => FourierFeatures

export function drawFourier(columns: number, count: number, random: Random): FourierDraw {
  return {
    count,
    omega: Float64Array.from({ length: columns * count }, () => random.normal()),
    phases: Float64Array.from({ length: count }, () => 2 * Math.PI * random.float()),
  }
}

/** The reference; the engine has another that gives the same bits. */
export const plainFourier: FourierMaker = (rows, draw) => {
  const { count, phases } = draw
  const columns = paddedColumns(count)
  const scale = Math.sqrt(2 / count)
  let known: Int32Array | null = null
  let angles: Float64Array = new Float64Array()
  return {
    of(listed, width) {
      if (listed !== known) angles = anglesOf(rows, listed, draw)
      known = listed
      const rate = 1 / width
      const values = new Float64Array(listed.length * columns)
      for (let i = 0; i < listed.length; i++) {
        const to = i * columns
        for (let j = 0; j < count; j++) values[to + j] = scale * cosine(angles[i * count + j] * rate + phases[j])
        values[to + count] = 1
      }
      return new PlainLogisticRows(values, columns)
    },
  }
}

/** omega.x for every row listed, row by row. */
function anglesOf({ width, values }: FourierRows, listed: Int32Array, { count, omega }: FourierDraw): Float64Array {
  const angles = new Float64Array(listed.length * count)
  for (let i = 0; i < listed.length; i++) {
    const to = i * count
    for (let k = 0; k < width; k++) {
      const x = values[listed[i] * width + k]
      const from = k * count
      for (let j = 0; j < count; j++) angles[to + j] += x * omega[from + j]
    }
  }
  return angles
}
