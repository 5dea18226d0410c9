/*
 * The cosine from IEEE basic operations alone, so that every engine gives the same bytes (see elementary.ts). The
 * features of the engine (assembly/fourier.ts) follow the same operations.
 */

const TWO_OVER_PI = 0.6366197723675814
/** The top 33 bits of pi/2: a product with an integer below 2^20 is exact. The rest follows in two more parts. */
const HALF_PI_1 = 1.5707963267341256
const HALF_PI_2 = 6.077100506303966e-11
const HALF_PI_3 = 2.0222662487959506e-21

/** Error below 1e-15 up to |x| = 10^6; beyond, it grows with |x|. */
export function cosine(x: number): number {
  const turns = Math.floor(x * TWO_OVER_PI + 0.5)
  const r = x - turns * HALF_PI_1 - turns * HALF_PI_2 - turns * HALF_PI_3
  const quadrant = turns - 4 * Math.floor(0.25 * turns)
  if (quadrant === 0) return cosineSeries(r * r)
  if (quadrant === 2) return -cosineSeries(r * r)
  return quadrant === 1 ? -sineSeries(r) : sineSeries(r)
}

/** The Taylor series for |r| <= pi/4, from z = r^2; the first term left out is below 1e-17. */
function cosineSeries(z: number): number {
  const high =
    -2.755731922398589e-7 + z * (2.08767569878681e-9 + z * (-1.1470745597729725e-11 + z * 4.779477332387385e-14))
  return (
    1 + z * (-0.5 + z * (0.041666666666666664 + z * (-0.001388888888888889 + z * (2.48015873015873e-5 + z * high))))
  )
}

function sineSeries(r: number): number {
  const z = r * r
  const high =
    -2.505210838544172e-8 + z * (1.6059043836821613e-10 + z * (-7.647163731819816e-13 + z * 2.8114572543455206e-15))
  const low = 0.008333333333333333 + z * (-0.0001984126984126984 + z * (2.7557319223985893e-6 + z * high))
  return r + r * (z * (-0.16666666666666666 + z * low))
}
