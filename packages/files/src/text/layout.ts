import { XenolithError } from '@xenolith/core'
import { type Dialect, dialectOf } from './dialect.js'
import { csvRows, type JsonNames, jsonNames, jsonRows, type Rows } from './feeders.js'
import { bomLength, textContent } from './format.js'
import { type RecordStream, recordStream } from './records.js'
import { quoted } from './words.js'

/** The first bytes of a text file, unpacked. */
export interface Head {
  readonly bytes: Uint8Array
  /** They are all of it. */
  readonly whole: boolean
  /** The name, of which the extension counts. */
  readonly name: string
  /** What to call it in messages. */
  readonly shown: string
}

/** How text files that make one table are written. */
export interface TextLayout {
  readonly content: 'csv' | 'json'
  readonly headerless: boolean
  /** The columns, if they are known before all rows are. */
  readonly names?: readonly string[]
  /** A new reading of all files: `file(i)` takes the bytes of each, in order. */
  reading(rows: Rows): TextReading
}

export interface TextReading {
  file(index: number): RecordStream
  /** The columns found so far. */
  names(): readonly string[]
}

/** Finds the layout from the heads of the files. */
export function textLayout(heads: readonly Head[]): TextLayout {
  const contents = heads.map(({ name, bytes, shown }) => textContent(name, bytes, shown))
  const other = contents.findIndex((content) => content !== contents[0])
  if (other > 0) {
    throw new XenolithError('file-unreadable', `${heads[other].shown} is of another format than ${heads[0].shown}`)
  }
  return contents[0] === 'json' ? jsonLayout(heads) : csvLayout(heads, contents[0] === 'tsv' ? '\t' : undefined)
}

function jsonLayout(heads: readonly Head[]): TextLayout {
  const reading = (rows: Rows): TextReading => {
    const known: JsonNames = jsonNames()
    return {
      file: (index) => withoutBom(recordStream(jsonRows(known, heads[index].shown, rows))),
      names: () => known.names,
    }
  }
  return { content: 'json', headerless: false, reading }
}

function csvLayout(heads: readonly Head[], tab: string | undefined): TextLayout {
  const dialects: Dialect[] = []
  for (const { bytes, whole, shown } of heads) {
    dialects.push(dialectOf(bytes.subarray(bomLength(bytes)), whole, tab ?? dialects[0]?.delimiter, shown))
  }
  const [first] = dialects
  for (const [i, dialect] of dialects.entries()) checkSameHeader(dialect, first, heads[i].shown, heads[0].shown)
  const reading = (rows: Rows): TextReading => ({
    file: (index) => withoutBom(recordStream(csvRows(dialects[index], heads[index].shown, rows))),
    names: () => first.names,
  })
  return { content: 'csv', headerless: first.headerless, names: first.names, reading }
}

function checkSameHeader(dialect: Dialect, first: Dialect, shown: string, firstShown: string): void {
  const same = dialect.names.length === first.names.length && dialect.names.every((name, i) => name === first.names[i])
  if (!same) {
    const [found, expected] = [dialect, first].map(({ names }) => names.map(quoted).join(', '))
    throw new XenolithError('bad-row', `${shown} has the columns ${found}; expected ${expected}`)
  }
  if (dialect.headerless !== first.headerless) {
    throw new XenolithError('bad-row', `${shown} and ${firstShown} do not both have a header; expected the same`)
  }
}

/** Passes over a byte order mark, even if it comes in pieces. */
function withoutBom(stream: RecordStream): RecordStream {
  let head: Uint8Array | undefined = new Uint8Array(0)
  const release = (): void => {
    const bytes = head!
    head = undefined
    stream.push(bytes.subarray(bomLength(bytes)))
  }
  return {
    push(chunk) {
      if (head === undefined) return stream.push(chunk)
      const both = new Uint8Array(head.length + chunk.length)
      both.set(head)
      both.set(chunk, head.length)
      head = both
      if (head.length >= 3) release()
    },
    end() {
      if (head !== undefined) release()
      stream.end()
    },
  }
}
