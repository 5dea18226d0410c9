/** The codes of core's `data/table.ts`; a test holds the two together. */
export const MISSING = -1
export const UNSEEN = -2
/** Larger numbers are refused like infinities. */
export const LARGEST: number = Number.MAX_VALUE / 2
