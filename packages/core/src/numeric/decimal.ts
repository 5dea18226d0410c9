/** An exact fraction. */
export interface Fraction {
  readonly numerator: bigint
  readonly denominator: bigint
}

/**
 * The number a person means by a double: its shortest decimal form, as an exact fraction. 0.1 becomes 1/10, not the
 * binary fraction nearest to it, so that a comparison meant to be an equality is one.
 */
export function decimalFraction(x: number): Fraction {
  const [mantissa, exponent = '0'] = String(x).split('e')
  const [whole, decimals = ''] = mantissa.split('.')
  const power = Number(exponent) - decimals.length
  const digits = BigInt(whole + decimals)
  return power >= 0
    ? { numerator: digits * 10n ** BigInt(power), denominator: 1n }
    : { numerator: digits, denominator: 10n ** BigInt(-power) }
}
