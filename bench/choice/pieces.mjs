import { candidates } from '@xenolith/study'

/** The name of the file that has a piece's scores. */
export const keyOf = ({ detector, options: { scaling } }) => [detector, scaling].filter(Boolean).join('-')

/** Every piece of a candidate, and the isolation forest that all are compared with. */
export const pieces = new Map(
  [{ detector: 'iforest', options: {} }, ...candidates.flatMap((one) => one.pieces)].map((piece) => [
    keyOf(piece),
    piece,
  ]),
)
