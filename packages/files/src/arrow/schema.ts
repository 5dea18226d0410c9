import { XenolithError } from '@xenolith/core'
import type { Storage } from '../typed/storage.js'
import type { FlatTable } from './flatbuffer.js'

/** How many of a field's buffers come in a record batch, and what its values are. */
export type ArrowType =
  | { readonly id: 'int'; readonly bits: number; readonly signed: boolean }
  | { readonly id: 'float'; readonly bits: number }
  | { readonly id: 'decimal'; readonly bits: number; readonly scale: number }
  | { readonly id: 'date' | 'time' | 'timestamp' | 'duration'; readonly bits: number; readonly perSecond: number }
  | { readonly id: 'bool' | 'null' | 'utf8' | 'large-utf8' | 'utf8-view' }
  /** Nothing that a feature could be; only passed over. */
  | { readonly id: 'other'; readonly buffers: number; readonly variadic: boolean }

export interface ArrowField {
  readonly name: string
  readonly type: ArrowType
  /** The values stand in the dictionary of this number; the batch holds indices of this type. */
  readonly dictionary?: { readonly id: number; readonly index: ArrowType }
  readonly children: readonly ArrowField[]
}

/** The type numbers of the format (Schema.fbs, union Type). */
const NULL = 1
const INT = 2
const FLOAT = 3
const BINARY = 4
const UTF8 = 5
const BOOL = 6
const DECIMAL = 7
const DATE = 8
const TIME = 9
const TIMESTAMP = 10
const LIST = 12
const STRUCT = 13
const UNION = 14
const FIXED_LIST = 16
const MAP = 17
const DURATION = 18
const LARGE_BINARY = 19
const LARGE_UTF8 = 20
const LARGE_LIST = 21
const RUN_END = 22
const BINARY_VIEW = 23
const UTF8_VIEW = 24
const LIST_VIEW = 25
const LARGE_LIST_VIEW = 26

const PER_SECOND = [1, 1e3, 1e6, 1e9]

/** Unions had a validity buffer up to this version of the metadata. */
const VERSION_4 = 3

export function readSchema(schema: FlatTable, version: number, shown: string): ArrowField[] {
  if (schema.short(0) !== 0)
    throw new XenolithError('file-unreadable', `${shown} is big-endian; expected little-endian Arrow data`)
  return schema.tables(1).map((field) => readField(field, version))
}

function readField(field: FlatTable, version: number): ArrowField {
  const encoding = field.table(4)
  const index = encoding?.table(1)
  return {
    name: field.text(0) ?? '',
    type: typeOf(field.byte(2), field.table(3), version),
    dictionary: encoding && {
      id: encoding.long(0),
      index: { id: 'int', bits: index?.int(0) ?? 32, signed: index === undefined || index.byte(1) !== 0 },
    },
    children: field.tables(5).map((child) => readField(child, version)),
  }
}

function typeOf(type: number, details: FlatTable | undefined, version: number): ArrowType {
  const other = (buffers: number, variadic = false): ArrowType => ({ id: 'other', buffers, variadic })
  switch (type) {
    case NULL:
      return { id: 'null' }
    case INT:
      return { id: 'int', bits: details?.int(0) ?? 0, signed: details?.byte(1) !== 0 }
    case FLOAT:
      return { id: 'float', bits: 16 << (details?.short(0) ?? 0) }
    case UTF8:
      return { id: 'utf8' }
    case LARGE_UTF8:
      return { id: 'large-utf8' }
    case UTF8_VIEW:
      return { id: 'utf8-view' }
    case BOOL:
      return { id: 'bool' }
    case DECIMAL:
      return { id: 'decimal', bits: details?.int(2, 128) ?? 128, scale: details?.int(1) ?? 0 }
    case DATE:
      return (details?.short(0, 1) ?? 1) === 0
        ? { id: 'date', bits: 32, perSecond: 1 / 86400 }
        : { id: 'date', bits: 64, perSecond: 1e3 }
    case TIME:
      return { id: 'time', bits: details?.int(1, 32) ?? 32, perSecond: PER_SECOND[details?.short(0, 1) ?? 1] }
    case TIMESTAMP:
      return { id: 'timestamp', bits: 64, perSecond: PER_SECOND[details?.short(0) ?? 0] }
    case DURATION:
      return { id: 'duration', bits: 64, perSecond: PER_SECOND[details?.short(0, 1) ?? 1] }
    case BINARY:
    case LARGE_BINARY:
      return other(3)
    case BINARY_VIEW:
      return other(2, true)
    case STRUCT:
    case FIXED_LIST:
      return other(1)
    case LIST_VIEW:
    case LARGE_LIST_VIEW:
      return other(3)
    case RUN_END:
      return other(0)
    case UNION:
      return other((details?.short(0) ?? 0) + 1 + (version <= VERSION_4 ? 1 : 0))
    case LIST:
    case LARGE_LIST:
    case MAP:
      return other(2)
    default:
      // Interval and fixed-size binary, and whatever may come that is laid out as they are.
      return other(2)
  }
}

/** What a field's values are for us. */
export function storageOf({ type }: ArrowField): Storage {
  switch (type.id) {
    case 'int':
      return 'integer'
    case 'float':
    case 'duration':
    case 'null':
      return 'float'
    case 'decimal':
      return 'exact'
    case 'date':
    case 'timestamp':
      return 'temporal'
    case 'bool':
      return 'boolean'
    case 'other':
      return 'nested'
    default:
      return 'word'
  }
}
