/** Maps a value to a position; knows its round values for an axis. */
export interface Scale {
  (value: number): number
  readonly domain: readonly [number, number]
  readonly range: readonly [number, number]
  /** Round values inside the domain, about `count` of them. */
  readonly ticks: (count: number) => number[]
}

// Beyond this a difference of two values may overflow; nothing so far out can be drawn to scale.
const drawable = 1e300

/**
 * The least and the greatest drawable value; [0, 1] when there is none.
 *
 * @example
 * ```ts
 * extent([3, Number.NaN, -1, Infinity]) // => [ -1, 3 ]
 * extent([]) // => [ 0, 1 ]
 * ```
 */
export function extent(values: Iterable<number>): [number, number] {
  let low = Infinity
  let high = -Infinity
  for (const value of values) {
    if (!(Math.abs(value) < drawable)) continue
    if (value < low) low = value
    if (value > high) high = value
  }
  return low <= high ? [low, high] : [0, 1]
}

/**
 * The domain with some air on both sides; a single value gets a neighbourhood of its own.
 *
 * @example
 * ```ts
 * pad([0, 100]) // => [ -2, 102 ]
 * pad([5, 5]) // => [ 4.5, 5.5 ]
 * ```
 */
export function pad([low, high]: readonly [number, number], share: number = 0.02): [number, number] {
  const air = high > low ? (high - low) * share : Math.max(Math.abs(low) * 0.1, 0.5)
  return [low - air, high + air]
}

/**
 * A scale on which equal differences are equally long.
 *
 * @example
 * ```ts
 * const x = linear([0, 10], [0, 200])
 * x(2.5) // => 50
 * x.ticks(5) // => [ 0, 2, 4, 6, 8, 10 ]
 * ```
 */
export function linear(domain: readonly [number, number], range: readonly [number, number]): Scale {
  const [low, high] = domain[1] > domain[0] ? domain : pad([domain[0], domain[0]])
  const position = (value: number): number => range[0] + ((value - low) / (high - low)) * (range[1] - range[0])
  return Object.assign(position, {
    domain: [low, high] as const,
    range,
    ticks: (count: number): number[] => linearTicks(low, high, count),
  })
}

/**
 * A scale on which equal ratios are equally long.
 *
 * @example
 * ```ts
 * const x = log([1, 1000], [0, 300])
 * Math.round(x(10)) // => 100
 * x.ticks(4) // => [ 1, 10, 100, 1000 ]
 * ```
 */
export function log(domain: readonly [number, number], range: readonly [number, number]): Scale {
  const low = domain[0] > 0 ? domain[0] : 1
  const high = domain[1] > low ? domain[1] : low * 10
  const position = (value: number): number =>
    range[0] + (Math.log(value / low) / Math.log(high / low)) * (range[1] - range[0])
  return Object.assign(position, {
    domain: [low, high] as const,
    range,
    ticks: (count: number): number[] => logTicks(low, high, count),
  })
}

function linearTicks(low: number, high: number, count: number): number[] {
  const rough = (high - low) / Math.max(1, count)
  const magnitude = Math.floor(Math.log10(rough))
  const leading = rough / 10 ** magnitude
  const step = leading > 7.07 ? 10 : leading > 3.16 ? 5 : leading > 1.41 ? 2 : 1
  const first = Math.ceil(low / 10 ** magnitude / step) - 1
  // Multiples of the step, by way of a decimal literal: 3 * 0.1 must read 0.3. In a domain so thin that neighbouring
  // multiples are the same number, they count once.
  const multiples = Array.from({ length: 2 * count + 4 }, (_, k) => Number(`${(first + k) * step}e${magnitude}`))
  const slack = (high - low) * 1e-9
  return [...new Set(multiples)].filter((tick) => tick >= low - slack && tick <= high + slack)
}

function logTicks(low: number, high: number, count: number): number[] {
  const first = Math.floor(Math.log10(low))
  const last = Math.ceil(Math.log10(high))
  const ticksOf = (leads: number[], stride: number): number[] => {
    const ticks = []
    for (let e = first; e <= last; e += stride) for (const lead of leads) ticks.push(Number(`${lead}e${e}`))
    return ticks.filter((tick) => tick >= low * (1 - 1e-9) && tick <= high * (1 + 1e-9))
  }
  const choices = [ticksOf([1, 2, 5], 1), ticksOf([1, 3], 1), ticksOf([1], 1)]
  return choices.find((ticks) => ticks.length <= count) ?? ticksOf([1], Math.ceil(choices[2].length / count))
}
