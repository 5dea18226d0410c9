import { count } from '@xenolith/pages'

/** A share from what a person typed: "90", "90 %", "90,5 %" are percent; ".9" and "0.9" are shares. Undefined: none of these. */
export function parseShare(text: string): number | undefined {
  const found = /^\s*(\d*[.,]?\d*)\s*(%?)\s*$/.exec(text)
  if (found === null || !/\d/.test(found[1])) return undefined
  const value = Number(found[1].replace(',', '.'))
  const isShare = found[2] === '' && (value < 1 || /^[01][.,]\d/.test(found[1])) && value <= 1
  return isShare ? value : Number((value / 100).toPrecision(12))
}

/** A share as percent without the sign, in as many digits as it needs. */
export function percentText(share: number): string {
  return String(Number((100 * share).toPrecision(6)))
}

/** A sentence from elsewhere as this page writes numbers: thousands apart, and no sign parted from its number. */
export function wellSet(sentence: string): string {
  return sentence.replace(/(?<![.\d])\d{4,}(?![.\d])/g, (digits) => count(Number(digits))).replaceAll(' %', '\u00a0%')
}
