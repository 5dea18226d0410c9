export { sha256 } from '@xenolith/core/internals'
export {
  type ArrowCells,
  type ArrowEncoder,
  type ArrowOutput,
  type ArrowOutputType,
  arrowEncoder,
} from '../arrow/encode.js'
export { type ArrowTablesOptions, arrowTables } from '../arrow/tables.js'
export { checkRoles, type Roles } from '../text/features.js'
export type { NumberFormat } from '../text/locale.js'
export type { Kind } from '../text/selection.js'
export type { Storage } from '../typed/storage.js'
export { type BytesOptions, type BytesTable, readBytes, readTyped, type TypedValues } from './read-bytes.js'
export { type WrittenCells, type WrittenOptions, writtenColumn } from './written.js'
