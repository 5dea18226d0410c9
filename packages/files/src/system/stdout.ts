import { fstatSync, readFileSync, type Stats, statSync } from 'node:fs'
import { XenolithError } from '@xenolith/core'

/**
 * Refuses to write to a standard output that was closed (`>&-`). Node puts /dev/null in its place, open for reading and
 * writing, which no shell's `> /dev/null` is; where stderr leads there too, the caller wants to hear nothing at all. A
 * parent in Node that ignores stdout opens the same, and cannot be told apart: for what is written to a file, do not ask.
 *
 * @example
 * ```ts
 * refuseClosedStdout() // => undefined
 * ```
 */
export function refuseClosedStdout(): void {
  if (!isPlaceholder(1) || isPlaceholder(2)) return
  throw new XenolithError(
    'output-unwritable',
    'stdout is closed or ignored, the output would be lost; give --out, or > /dev/null if it is not wanted',
  )
}

const READ_WRITE = 2

function isPlaceholder(descriptor: number): boolean {
  try {
    const [own, nothing]: Stats[] = [fstatSync(descriptor), statSync('/dev/null')]
    if (!own.isCharacterDevice() || own.rdev !== nothing.rdev) return false
    const flags = /^flags:\s*([0-7]+)/m.exec(readFileSync(`/proc/self/fdinfo/${descriptor}`, 'utf8'))?.[1]
    return flags !== undefined && (Number.parseInt(flags, 8) & 3) === READ_WRITE
  } catch {
    return false
  }
}
