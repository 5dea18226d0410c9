import { cosine } from '../numeric/cosine.js'
import type { Random } from '../numeric/random.js'
import type { KernelRows } from './kernel-rows.js'

/**
 * Random Fourier features of a Gaussian kernel (Rahimi & Recht, NIPS 2007): cos(omega.x / width + phase) sqrt(2 / count),
 * omega standard normal. One draw of omega and phase serves every width of the kernel.
 */
export class FourierFeatures {
  readonly count: number
  private readonly phases: Float64Array
  /** omega.x for every row, row by row. */
  private readonly angles: Float64Array

  constructor(rows: KernelRows, count: number, random: Random) {
    const n = rows.n0 + rows.nm
    const omega = Float64Array.from({ length: rows.width * count }, () => random.normal())
    this.count = count
    this.phases = Float64Array.from({ length: count }, () => 2 * Math.PI * random.float())
    this.angles = new Float64Array(n * count)
    for (let i = 0; i < n; i++) {
      for (let k = 0; k < rows.width; k++) {
        const x = rows.values[i * rows.width + k]
        for (let j = 0; j < count; j++) this.angles[i * count + j] += x * omega[k * count + j]
      }
    }
  }

  /** The features of the rows listed, in their order, for a kernel of this width. */
  of(rows: ArrayLike<number>, width: number): Float64Array {
    const { count, phases, angles } = this
    const values = new Float64Array(rows.length * count)
    const scale = Math.sqrt(2 / count)
    for (let i = 0; i < rows.length; i++)
      for (let j = 0; j < count; j++)
        values[i * count + j] = scale * cosine(angles[rows[i] * count + j] / width + phases[j])
    return values
  }
}
