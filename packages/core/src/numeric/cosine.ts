/*
 * The cosine from IEEE basic operations alone, so that every engine gives the same bytes (see elementary.ts).
 */

const TWO_OVER_PI = 0.6366197723675814
/** The top 33 bits of pi/2: a product with an integer below 2^20 is exact. The rest follows in two more parts. */
const HALF_PI_1 = 1.5707963267341256
const HALF_PI_2 = 6.077100506303966e-11
const HALF_PI_3 = 2.0222662487959506e-21

/** Error below 1e-15 up to |x| = 10^6; beyond, it grows with |x|. */
export function cosine(x: number): number {
  const turns = Math.round(x * TWO_OVER_PI)
  const r = x - turns * HALF_PI_1 - turns * HALF_PI_2 - turns * HALF_PI_3
  const quadrant = ((turns % 4) + 4) % 4
  if (quadrant === 0) return cosineSeries(r)
  if (quadrant === 2) return -cosineSeries(r)
  return quadrant === 1 ? -sineSeries(r) : sineSeries(r)
}

/** Taylor series for |r| <= pi/4; the first term left out is below 1e-19. */
function cosineSeries(r: number): number {
  const z = r * r
  let sum = 1
  for (let k = 18; k > 0; k -= 2) sum = 1 - (sum * z) / (k * (k - 1))
  return sum
}

function sineSeries(r: number): number {
  const z = r * r
  let sum = 1
  for (let k = 19; k > 1; k -= 2) sum = 1 - (sum * z) / (k * (k - 1))
  return sum * r
}
