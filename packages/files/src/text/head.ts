import { isHead } from './dialect.js'
import { sniff } from './format.js'
import type { Head } from './layout.js'

/** Gathers as much of a file as its layout depends on. */
export interface HeadCollector {
  /** Takes the next bytes; true when there is enough. */
  add(chunk: Uint8Array): boolean
  head(shown: string): Head
}

export function headCollector(name: string): HeadCollector {
  let parts: Uint8Array[] = []
  let bytes = 0
  let looked = 0
  let enough = false
  const joined = (): Uint8Array => {
    if (parts.length !== 1) {
      const all = new Uint8Array(bytes)
      let at = 0
      for (const part of parts) {
        all.set(part, at)
        at += part.length
      }
      parts = [all]
    }
    return parts[0]
  }
  return {
    add(chunk) {
      parts.push(chunk)
      bytes += chunk.length
      // Looked at again only when there is twice as much: a first line may be long.
      if (bytes < 2 * looked) return false
      looked = bytes
      const head = joined()
      enough = isHead(head, sniff(name, head) === 'json')
      return enough
    },
    head: (shown) => ({ bytes: joined(), whole: !enough, name, shown }),
  }
}
