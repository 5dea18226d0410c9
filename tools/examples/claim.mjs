// Compares a value with what an example claims it to be: the text that Node prints for it, white space aside; a claim
// that ends in an ellipsis gives the beginning.
import { inspect } from 'node:util'

export function shows(value, text) {
  const printed = tight(inspect(value, { depth: 6, breakLength: Number.POSITIVE_INFINITY, maxArrayLength: 200 }))
  const claimed = tight(text)
  return claimed.endsWith('…') ? printed.startsWith(claimed.slice(0, -1)) : printed === claimed
}

/** Installs `globalThis.claim`; what does not hold is thrown with the line. */
export function installClaim() {
  globalThis.claim = (value, text, line) => {
    if (!shows(value, text)) throw new Error(`line ${line}: => ${text}, but it is ${inspect(value, { depth: 6 })}`)
    return value
  }
}

function tight(text) {
  return text.replace(/[\s\u00a0]+/g, '')
}
