/** The least miss rate that a monotone test refutes, to four digits; 1 when it refutes none. */
export function leastRefuted(refutes: (eta: number) => boolean): number {
  if (refutes(0)) return 0
  let low = 0
  let high = 1
  while (high - low > 5e-5) {
    const middle = (low + high) / 2
    if (refutes(middle)) high = middle
    else low = middle
  }
  return high
}
