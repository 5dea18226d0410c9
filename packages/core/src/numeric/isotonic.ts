/**
 * The non-decreasing sequence nearest to `values` in weighted least squares (pool adjacent violators).
 * Invariant of the loop: blocks 0..last have strictly increasing means and cover values 0..i.
 */
export function isotonicRegression(values: ArrayLike<number>, weights: ArrayLike<number>): Float64Array {
  const n = values.length
  const mean = new Float64Array(n)
  const weight = new Float64Array(n)
  const end = new Int32Array(n)
  let last = -1
  for (let i = 0; i < n; i++) {
    last++
    mean[last] = values[i]
    weight[last] = weights[i]
    end[last] = i + 1
    while (last > 0 && mean[last - 1] >= mean[last]) {
      const total = weight[last - 1] + weight[last]
      mean[last - 1] += ((mean[last] - mean[last - 1]) * weight[last]) / total
      weight[last - 1] = total
      end[last - 1] = end[last]
      last--
    }
  }
  const fit = new Float64Array(n)
  for (let block = 0, i = 0; block <= last; block++) while (i < end[block]) fit[i++] = mean[block]
  return fit
}
