/** The distinct scores of both samples, ascending, with how many of each sample are <= that score. */
export interface PooledCounts {
  readonly score: Float64Array
  readonly nominal: Float64Array
  readonly mixture: Float64Array
}

/** One merge of two ascending samples. */
export function pooledCounts(nominal: Float64Array, mixture: Float64Array): PooledCounts {
  const room = nominal.length + mixture.length
  const score = new Float64Array(room)
  const countNominal = new Float64Array(room)
  const countMixture = new Float64Array(room)
  let size = 0
  for (let i = 0, j = 0; i < nominal.length || j < mixture.length; size++) {
    const u = j === mixture.length || nominal[i] <= mixture[j] ? nominal[i] : mixture[j]
    while (nominal[i] <= u) i++
    while (mixture[j] <= u) j++
    score[size] = u
    countNominal[size] = i
    countMixture[size] = j
  }
  return {
    score: score.subarray(0, size),
    nominal: countNominal.subarray(0, size),
    mixture: countMixture.subarray(0, size),
  }
}
