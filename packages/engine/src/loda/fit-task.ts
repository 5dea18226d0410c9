import { Arena } from '../memory/arena.js'
import { moving, type Output, type Task } from '../pool/task.js'

/** What fitting projections needs; plain data. */
export interface LodaFitSetup {
  readonly rows: number
  readonly stream: readonly [number, number]
  /** Features as numbers. */
  readonly columns: readonly Float64Array[]
  /** Tables of core's BinChoice. */
  readonly numbers: Uint32Array
  readonly xLogX: Float64Array
  readonly penalty: Float64Array
  readonly logBins: Float64Array
  readonly logEmpty: number
  /** Bins of every histogram, or 0 if they are to be chosen. */
  readonly bins: number
  readonly keep: boolean
  /** Most projections that are asked for at a time. */
  readonly piece: number
  /** Columns of other tables that all projections judge. */
  readonly others: readonly (readonly Float64Array[])[]
}

export type LodaFitInput = { readonly from: number; readonly to: number } | 'finish'

/** Projections one after another. */
export interface Projections {
  /** The same number of features for each. */
  readonly feature: Int32Array
  readonly weight: Float64Array
  readonly low: Float64Array
  readonly range: Float64Array
  readonly bins: Uint32Array
  readonly logDensity: Float64Array
}

/** Sums of log densities, and over how many projections. */
export interface Tally {
  readonly sums: Float64Array
  readonly counts: Float64Array
}

export interface LodaTallies {
  readonly own: Tally
  readonly others: readonly Tally[]
}

/** Rows go in pairs of pairs. */
export function padded(rows: number): number {
  return Math.ceil(rows / 4) * 4
}

// As in assembly/loda/bins.ts.
const RANGES = 32
const CELLS = 16384

export function openLodaFit(module: WebAssembly.Module, input: unknown): Task {
  const setup = input as LodaFitSetup
  const { rows, stream, logEmpty, keep } = setup
  const arena = new Arena(module)
  const { kernels } = arena
  const width = setup.columns.length
  const most = setup.penalty.length - 1

  function placeColumns(columns: readonly Float64Array[], count: number): number {
    const at = arena.take(8 * padded(count) * width)
    columns.forEach((column, j) => {
      arena.view(Float64Array, at + 8 * padded(count) * j, count).set(column)
    })
    return at
  }
  function place(columns: readonly Float64Array[], count: number): Place {
    return {
      count,
      columns: placeColumns(columns, count),
      position: arena.take(8 * padded(count)),
      sums: arena.take(8 * padded(count)),
      counts: arena.take(8 * padded(count)),
    }
  }
  const own = place(setup.columns, rows)
  const others = setup.others.map((columns) => place(columns, columns[0].length))

  const { numbers } = setup
  const breaks = numbers.reduce((sum, bins) => sum + bins, 0) + 1
  const choice = arena.put(
    Uint32Array.of(
      most,
      arena.put(numbers),
      numbers.length,
      arena.take(4 * (most + 1)),
      arena.take(8 * breaks),
      arena.take(4 * (RANGES + 1)),
      arena.take(2 * breaks),
      arena.take(4 * RANGES * (numbers.length + 1)),
      arena.take(2 * RANGES * CELLS),
      arena.take(4 * (breaks + 1)),
      arena.take(8 * rows),
      arena.take(4 * (RANGES + 2)),
      arena.take(8 * numbers.length),
      arena.take(4 * numbers.length),
      arena.put(setup.xLogX),
      arena.put(setup.penalty),
      arena.put(setup.logBins),
    ),
  )
  if (setup.bins === 0) kernels.tabulateFractions(choice)
  const lodaRoom = arena.put(
    Uint32Array.of(
      own.columns,
      rows,
      padded(rows),
      width,
      choice,
      own.position,
      arena.take(8 * padded(rows)),
      own.sums,
      own.counts,
      arena.take(padded(rows)),
      arena.take(4 * rows),
      arena.take(16 * Math.max(most, setup.bins)),
      setup.bins,
    ),
  )
  const used = kernels.usedFeatures(width)
  const feature = arena.take(4 * width)
  const weight = arena.take(8 * used)
  const logDensity = arena.take(8 * Math.max(most, setup.bins))
  const histogram = arena.take(24)
  arena.view(Uint32Array, histogram + 16, 1)[0] = logDensity
  const projection = arena.put(Uint32Array.of(feature, weight, used, histogram))

  const mostBins = Math.max(most, setup.bins)
  const noted = {
    feature: arena.take(4 * used * setup.piece),
    weight: arena.take(8 * used * setup.piece),
    low: arena.take(8 * setup.piece),
    range: arena.take(8 * setup.piece),
    bins: arena.take(4 * setup.piece),
    logDensity: arena.take(8 * mostBins * setup.piece),
  }
  const notes = arena.put(Uint32Array.of(...Object.values(noted), 0, 0))

  function takeOut(): Output {
    const counters = arena.view(Uint32Array, notes + 24, 2)
    const [count, filled] = counters
    counters.fill(0)
    const all: Projections = {
      feature: arena.copy(Int32Array, noted.feature, count * used),
      weight: arena.copy(Float64Array, noted.weight, count * used),
      low: arena.copy(Float64Array, noted.low, count),
      range: arena.copy(Float64Array, noted.range, count),
      bins: arena.copy(Uint32Array, noted.bins, count),
      logDensity: arena.copy(Float64Array, noted.logDensity, filled),
    }
    return moving({ ...all })
  }

  function fit(from: number, to: number): Output {
    for (let p = from; p < to; p++) {
      kernels.fitProjection(lodaRoom, ...stream, p, feature, weight, histogram, logEmpty)
      for (const other of others) {
        const { columns, position, sums, counts } = other
        const stride = 8 * padded(other.count)
        kernels.scoreProjections(projection, 1, logEmpty, columns, stride, padded(other.count), position, sums, counts)
      }
      if (keep) kernels.noteProjection(projection, notes)
    }
    return takeOut()
  }

  function tally({ sums, counts, count }: Place): Tally {
    return { sums: arena.copy(Float64Array, sums, count), counts: arena.copy(Float64Array, counts, count) }
  }

  return {
    run(request: unknown): Output {
      const wanted = request as LodaFitInput
      if (wanted !== 'finish') return fit(wanted.from, wanted.to)
      const value: LodaTallies = { own: tally(own), others: others.map(tally) }
      return { value, transfer: [] }
    },
  }
}

interface Place {
  readonly count: number
  readonly columns: number
  readonly position: number
  readonly sums: number
  readonly counts: number
}
