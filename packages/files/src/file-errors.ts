import { XenolithError } from '@xenolith/core'

/** DuckDB's complaint about a file as one line with a stable code. `shown` is the name the user gave, or a function from real paths to such names. */
export function fileError(error: unknown, shown: string | ((path?: string) => string)): unknown {
  if (!(error instanceof Error) || !/^[A-Z][A-Za-z ]* Error: /.test(error.message)) return error
  const { message } = error
  const name = (path?: string) => (typeof shown === 'string' ? shown : shown(path))
  return csvError(message, name) ?? jsonError(message, name) ?? otherError(message, name)
}

type Name = (path?: string) => string

function csvError(message: string, name: Name): XenolithError | undefined {
  const file = name(/^\s*file = (.*)$/m.exec(message)?.[1])
  if (message.includes('state machine reached an invalid state')) {
    return new XenolithError('bad-row', `${file}: the line endings are mixed; expected one kind throughout`)
  }
  const line = /CSV Error on Line: (\d+)/.exec(message)?.[1]
  if (line === undefined) return undefined
  return new XenolithError('bad-row', `${file}, line ${line}: ${csvReason(message)}`)
}

function csvReason(message: string): string {
  const counts = /Expected Number of Columns: (\d+) Found: (\d+)/.exec(message)
  if (counts) return `expected ${counts[1]} fields, found ${counts[2]}`
  if (message.includes('unterminated quote')) return 'a quote is not closed, or text follows a closing quote'
  if (/not utf-8/i.test(message)) return 'the text is not UTF-8'
  if (message.includes('Maximum line size')) return 'the line is too long; is a quote left open?'
  return 'cannot be read as CSV'
}

function jsonError(message: string, name: Name): XenolithError | undefined {
  const parts =
    /JSON(?: transform error)? in file "(.*?)",(?: at byte (\d+))? in (line|record\/value) (\d+): (.*)/.exec(message)
  if (!parts) return undefined
  const [, file, , unit, count, rest] = parts
  const place = `${unit === 'line' ? 'line' : 'record'} ${count}`
  return new XenolithError('bad-row', `${name(file)}, ${place}: malformed JSON: ${rest.trim().replace(/\.$/, '')}`)
}

function otherError(message: string, name: Name): XenolithError {
  if (/parquet|magic bytes/i.test(message)) {
    return new XenolithError('file-unreadable', `${name()} is not a readable Parquet file, or is damaged`)
  }
  const [line] = message.split('\n')
  return new XenolithError(
    'file-unreadable',
    `${name()} cannot be read: ${line.replace(/^[A-Z][A-Za-z ]* Error: /, '')}`,
  )
}

/** Text from a file, fit for a message of one line. */
export function quoted(text: string): string {
  return `"${oneLine(text)}"`
}

export function oneLine(text: string): string {
  const line = text.replace(/\p{Cc}/gu, ' ')
  return line.length > 60 ? `${line.slice(0, 57)}...` : line
}
