/** Standard normal CDF by the error function's series; enough to tell a miss rate from eta. */
function normalCdf(z) {
  if (z < -8) return 0
  if (z > 8) return 1
  let sum = z
  let term = z
  for (let k = 3; Math.abs(term) > 1e-16 * Math.abs(sum); k += 2) {
    term *= (z * z) / k
    sum += term
  }
  return 0.5 + sum * Math.exp(-0.5 * z * z) * 0.3989422804014327
}

/** Normal scores, aliens d deviations up, rounded to multiples of `grain` where it is positive. */
export function normalLaw(name, d, grain = 0) {
  const round = (x) => (grain > 0 ? Math.round(x / grain) * grain : x)
  const upper = (tau) => (grain > 0 ? (Math.floor(tau / grain + 1e-9) + 0.5) * grain : tau)
  return {
    name,
    nominal: (random) => round(random.normal()),
    alien: (random) => round(random.normal() + d),
    missRate: (tau) => normalCdf(upper(tau) - d),
  }
}
