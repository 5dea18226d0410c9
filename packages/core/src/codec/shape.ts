import { XenolithError } from '../errors.js'

/** The one error for a model that cannot be read. */
export function bad(why: string): XenolithError {
  return new XenolithError('bad-model', `the model file cannot be used: ${why}`)
}

/** Readers for data that may be anything: each returns the value with its type, or refuses the file. */
export type Fields = Readonly<Record<string, unknown>>

export function fields(value: unknown, where: string): Fields {
  if (typeof value !== 'object' || value === null || Array.isArray(value) || ArrayBuffer.isView(value)) {
    throw bad(`${where} is damaged`)
  }
  return value as Fields
}

export function list<T>(value: unknown, where: string, item: (value: unknown, where: string) => T): T[] {
  if (!Array.isArray(value)) throw bad(`${where} is damaged`)
  return value.map((entry, i) => item(entry, `${where}[${i}]`))
}

export function text(value: unknown, where: string): string {
  if (typeof value !== 'string') throw bad(`${where} is damaged`)
  return value
}

export function number(value: unknown, where: string): number {
  if (typeof value !== 'number' || !Number.isFinite(value)) throw bad(`${where} is damaged`)
  return value
}

export function count(value: unknown, where: string): number {
  if (!Number.isSafeInteger(value) || (value as number) < 0) throw bad(`${where} is damaged`)
  return value as number
}

export function flag(value: unknown, where: string): boolean {
  if (typeof value !== 'boolean') throw bad(`${where} is damaged`)
  return value
}

export function oneOf<T extends string>(value: unknown, where: string, choices: readonly T[]): T {
  if (!choices.includes(value as T)) throw bad(`${where} is damaged`)
  return value as T
}

export function optional<T>(value: unknown, where: string, read: (value: unknown, where: string) => T): T | null {
  return value === null || value === undefined ? null : read(value, where)
}

/** A typed array of the given kind (any of them) and, if told, length. */
export function array<T extends ArrayBufferView & { length: number }>(
  value: unknown,
  where: string,
  kinds: readonly (new (length: number) => T)[],
  length?: number,
): T {
  const found = kinds.some((kind) => value instanceof kind)
  if (!found || (length !== undefined && (value as T).length !== length)) throw bad(`${where} is damaged`)
  return value as T
}
