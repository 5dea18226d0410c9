/*
 * Fair bits from the order of the rows, by von Neumann's rule. Of two neighbouring rows with unequal scores either order is
 * equally likely when rows are independent draws of one law, whatever is known of the scores as such: the bits "the first is
 * smaller" are fair, independent of one another and of the sorted samples. They pick the tie keys, so that the keys are
 * as random as the proof asks, and yet the same rows in the same order always give the same answer.
 */

/** As many bits as pick the keys; with fewer, ties are counted on the safe side instead. */
export const TIE_BITS = 32

/**
 * The bits of the first unequal pairs, nominal rows first, as one number below 2^32. Null when there are too few pairs, as
 * among equal scores, and when all bits agree, as in sorted scores, whose order tells nothing. Scores in the order of
 * their rows agree like that once in 2^31 times, and the safe side is safe then too.
 */
export function tieSeed(nominal: ArrayLike<number>, mixture: ArrayLike<number>): number | null {
  const bits = new TieBits()
  bits.add('nominal', nominal)
  bits.add('mixture', mixture)
  return bits.seed()
}

/** The same from scores that come in batches, in the order of their rows, nominal rows first; all batches but the last of a sample of even length. */
export class TieBits {
  readonly #both = new Bits()
  readonly #mixture = new Bits()

  add(sample: 'nominal' | 'mixture', scores: ArrayLike<number>): void {
    this.#both.add(scores)
    if (sample === 'mixture') this.#mixture.add(scores)
  }

  seed(): number | null {
    return this.#both.seed() ?? this.#mixture.seed()
  }
}

class Bits {
  #bits = 0
  #ones = 0
  #found = 0

  add(scores: ArrayLike<number>): void {
    for (let i = 0; i + 1 < scores.length && this.#found < TIE_BITS; i += 2) {
      if (scores[i] === scores[i + 1]) continue
      const first = scores[i] < scores[i + 1] ? 1 : 0
      this.#bits = 2 * this.#bits + first
      this.#ones += first
      this.#found++
    }
  }

  seed(): number | null {
    return this.#found < TIE_BITS || this.#ones === 0 || this.#ones === TIE_BITS ? null : this.#bits
  }
}
