/*
 * Score laws that are hard to be honest about, with a miss rate that is known exactly. Tests and `npm run bench:coverage` draw from the same ones. In all of them eta+,
 * a hair more than eta, is missed from some threshold on, and nothing or little before it: a method that certifies beyond that threshold breaks its promise.
 */

/** A hair more than eta. */
const above = (eta) => eta * (1 + 1e-9)

/** Nominal scores even on (0, 1); eta+ of the aliens at `u`, the others above all nominals: nothing below u, eta+ above. The least favourable law. */
export function leastFavourable(u, eta) {
  return {
    name: `aliens at two points, eta+ at F0 = ${u}`,
    nominal: (random) => random.float(),
    alien: (random) => (random.float() < above(eta) ? u : 2),
    missRate: (tau) => (tau >= 2 ? 1 : tau >= u ? above(eta) : 0),
  }
}

/** The same with every nominal score between `from` and `to` moved down to `from`: an atom, and eta+ of the aliens just below it. */
export function atomAt(from, to, eta) {
  const { alien, missRate } = leastFavourable(from - 1e-9, eta)
  const nominal = (random) => {
    const score = random.float()
    return score > from && score < to ? from : score
  }
  return { name: `an atom of nominals from F0 = ${from} to ${to}, eta+ just below it`, nominal, alien, missRate }
}

/** All nominals share one score; eta+ of the aliens lie below it, the others above. */
export function allTied(eta) {
  return {
    name: 'all nominals tied, eta+ below them',
    nominal: () => 0,
    alien: (random) => (random.float() < above(eta) ? -1 : 1),
    missRate: (tau) => (tau >= 1 ? 1 : tau >= -1 ? above(eta) : 0),
  }
}

/** Whole-numbered nominal scores 0 .. values - 1, equally likely; eta+ of the aliens at `at`, the others above all nominals. */
export function fewValues(values, at, eta) {
  return {
    name: `${values} values, eta+ at ${at}`,
    nominal: (random) => Math.floor(values * random.float()),
    alien: (random) => (random.float() < above(eta) ? at : values),
    missRate: (tau) => (tau >= values ? 1 : tau >= at ? above(eta) : 0),
  }
}

/** Every alien below every nominal: whatever is certified above the bottom is wrong. */
export function atTheBottom() {
  return {
    name: 'all aliens at the bottom',
    nominal: (random) => random.float(),
    alien: () => -1,
    missRate: (tau) => (tau >= -1 ? 1 : 0),
  }
}

/** Two samples in the order of their rows, and which mixture rows are alien. `aliens`: so many of them, in places drawn at random; else each with chance `share`. */
export function drawRows(law, { n0, nm, share, aliens }, random) {
  const nominal = Float64Array.from({ length: n0 }, () => law.nominal(random))
  let left = aliens
  const isAlien = Array.from({ length: nm }, (_, i) => {
    if (aliens === undefined) return random.float() < share
    const drawn = random.float() * (nm - i) < left
    if (drawn) left--
    return drawn
  })
  const mixture = Float64Array.from(isAlien, (alien) => (alien ? law.alien(random) : law.nominal(random)))
  return { nominal, mixture, isAlien }
}
