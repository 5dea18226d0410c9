import type { Forecast } from '@xenolith/core/internals'

/* A forecast as it is read: what a promise will probably cost. Estimates from the pilot, and none of them certifies anything. */

export interface Price {
  /** The share of ordinary rows that alarm, in the middle of the rehearsals. */
  readonly falseAlarmRate: number
  /** Eight of ten rehearsals lie between these. */
  readonly low: number
  /** 1 where more than one rehearsal in ten was refused. */
  readonly high: number
  /** The share of rehearsals that were refused: less than half. */
  readonly refused: number
}

/** A promise with what it will probably cost; null: it will probably be refused. */
export interface Point {
  readonly recall: number
  readonly price: Price | null
}

/** On either side of the band lies one rehearsal in ten. */
const OUTSIDE = 0.1

/** What a promise will probably cost; null: half of the rehearsals or more were refused. */
export function priceOf({ rates, refused }: Forecast): Price | null {
  if (refused >= 0.5) return null
  const all = rates.length / (1 - refused)
  const at = (share: number): number => rates[Math.ceil(share * all) - 1] ?? 1
  return { falseAlarmRate: at(0.5), low: at(OUTSIDE), high: at(1 - OUTSIDE), refused }
}

/** A band over more than half of the ordinary rows says nothing, nor does one of many that ends in a refusal: the pilot is too small. */
export function saysNothing({ low, high, refused }: Price): boolean {
  return high - low > 0.5 || (refused > OUTSIDE && low > 0.5)
}

/** So many of ten rehearsals were refused; never none of them, nor all, where it were some. */
export function refusedOfTen(refused: number): number {
  return refused <= 0 ? 0 : refused >= 1 ? 10 : Math.min(9, Math.max(1, Math.round(10 * refused)))
}

/**
 * The same as a curve: more recall never costs less, since a promise of more is one of less too. Where few rehearsals are
 * refused, the end of the band jumps between them and the others; the wider band is shown.
 */
export function rising(points: readonly Point[]): Point[] {
  const carried = points.flatMap(({ price }) => (price === null ? [] : [price]))
  let [most, highest, i] = [0, 0, 0]
  return points.map(({ recall, price }) => {
    if (price === null) return { recall, price }
    most = Math.max(most, price.falseAlarmRate)
    highest = Math.max(highest, price.high)
    const low = Math.min(...carried.slice(i++).map((later) => later.low))
    return { recall, price: { ...price, falseAlarmRate: most, low, high: highest } }
  })
}

/** The largest recall that will probably be carried, however many false alarms; null: none of these. */
export function mostRecall(points: readonly Point[]): number | null {
  return points.findLast(({ price }) => price !== null)?.recall ?? null
}

/** The largest recall whose forecast is at most so many false alarms up to the end of its band; null: none of these. */
export function recallAt(points: readonly Point[], falseAlarmRate: number): number | null {
  return points.findLast(({ price }) => price !== null && price.high <= falseAlarmRate)?.recall ?? null
}
