const factor = Number(process.env.XENOLITH_THOROUGH ?? '1')
if (!(factor >= 1))
  throw new Error(`XENOLITH_THOROUGH must be a number of at least 1, got ${process.env.XENOLITH_THOROUGH}`)

/** How often a simulation or a property runs: as often as its false-failure probability asks for, and more with `npm run test:thorough`. */
export function thorough(runs: number): number {
  return Math.round(factor * runs)
}
