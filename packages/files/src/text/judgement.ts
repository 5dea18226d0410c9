import { parseDate } from './dates.js'
import type { Dictionary } from './dictionary.js'
import { foreignNumber, type ParseNumber, parseComma, parsePoint } from './locale.js'
import { isMissingNumber } from './numbers.js'
import type { Kind } from './selection.js'

/** What the different words of a column are, each counted as often as it occurs. */
export interface Tally {
  /** Numbers with a decimal point or as the user said. */
  numbers: number
  /** Of these, those in which a point stands. */
  points: number
  /** Neither numbers nor missing. */
  others: number
  dates: number
  /** Numbers with a decimal comma; `unclear` ones may have a comma between thousands instead. */
  commas: number
  unclear: number
  /** Numbers with marks between thousands. */
  grouped: number
  firstOther: number
  /** The first that is nothing of all this. */
  firstWord: number
  firstUnclear: number
  firstGrouped: number
}

export function emptyTally(): Tally {
  const none = Number.POSITIVE_INFINITY
  return {
    numbers: 0,
    points: 0,
    others: 0,
    dates: 0,
    commas: 0,
    unclear: 0,
    grouped: 0,
    firstOther: none,
    firstWord: none,
    firstUnclear: none,
    firstGrouped: none,
  }
}

/** Adds a word that occurs `count` times, first in `row`. */
export function tallyWord(
  tally: Tally,
  dictionary: Dictionary,
  word: number,
  count: number,
  row: number,
  given: ParseNumber | undefined,
): void {
  dictionary.read(word, (data, start, end) => {
    if (!Number.isNaN((given ?? parsePoint)(data, start, end))) {
      tally.numbers += count
      if (data.subarray(start, end).includes(46)) tally.points += count
      return
    }
    if (isMissingNumber(data, start, end)) return
    tally.others += count
    tally.firstOther = Math.min(tally.firstOther, row)
    if (!Number.isNaN(parseDate(data, start, end))) {
      tally.dates += count
      return
    }
    const foreign = given === undefined ? foreignNumber(dictionary.word(word)) : undefined
    if (foreign === undefined) tally.firstWord = Math.min(tally.firstWord, row)
    else if (foreign === 'grouped') {
      tally.grouped += count
      tally.firstGrouped = Math.min(tally.firstGrouped, row)
    } else tally.commas += count
    if (foreign !== 'unclear') return
    tally.unclear += count
    tally.firstUnclear = Math.min(tally.firstUnclear, row)
  })
}

/** How a column is to be read. */
export interface Judgement {
  readonly kind: Kind
  readonly parse: ParseNumber
  readonly temporal: boolean
  /** Read with a decimal comma, though nobody said so. */
  readonly comma: boolean
  /** Text, though most of its values are numbers or dates, or would be in another country. */
  readonly mistyped: boolean
  /** Every value seen is a number (and one was seen). */
  readonly numbers: boolean
  /** Numbers with one comma each that may stand for a point or for nothing. */
  readonly unclear: boolean
}

/** `words`: declared as text, so that a column of digits stays categorical. */
export function judge(tally: Tally, words: boolean, given: ParseNumber | undefined): Judgement {
  const { numbers, others, dates, commas, grouped } = tally
  const parse = given ?? parsePoint
  const plain = { parse, temporal: false, comma: false, mistyped: false, numbers: false, unclear: false }
  if (others === 0) {
    return { ...plain, kind: words && numbers > 0 ? 'categorical' : 'numeric', numbers: numbers > 0 }
  }
  if (numbers === 0 && dates === others) return { ...plain, kind: 'numeric', parse: parseDate, temporal: true }
  if (commas === others && tally.points === 0 && !words) {
    const unclear = tally.unclear === commas
    return { ...plain, kind: 'numeric', parse: parseComma, comma: !unclear, numbers: true, unclear }
  }
  const mistyped = numbers + dates + commas + grouped > others - dates - commas - grouped
  return { ...plain, kind: 'categorical', mistyped, temporal: mistyped && dates > numbers }
}
