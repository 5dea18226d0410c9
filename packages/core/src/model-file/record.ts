import { bad, fields, list } from '../codec/shape.js'

/** Turns data that may be anything into a value of a known type, or refuses the file. */
export type Reader<T> = (value: unknown, where: string) => T

/** A reader for each field of T, optional ones included: a field that is forgotten here does not compile. */
export type Readers<T> = { readonly [K in keyof T]-?: Reader<T[K]> }

/** A record of these fields, in their order; others are left out, as are those that are read as undefined. */
export function record<T extends object>(readers: Readers<T>): Reader<T> {
  const entries = Object.entries(readers) as [string, Reader<unknown>][]
  return (value, where) => {
    const given = fields(value, where)
    const read: Record<string, unknown> = {}
    for (const [name, reader] of entries) {
      const field = reader(given[name], where)
      if (field !== undefined) read[name] = field
    }
    return read as T
  }
}

/** A field that older files, or other kinds of certificate, do not have. */
export function ifPresent<T>(reader: Reader<T>): Reader<T | undefined> {
  return (value, where) => (value === undefined ? undefined : reader(value, where))
}

/** A field that may be null. One that is absent is null too. */
export function orNull<T>(reader: Reader<T>): Reader<T | null> {
  return (value, where) => (value === null || value === undefined ? null : reader(value, where))
}

/** A list of at most `most` items: no honest file comes near it, and no other one can fill the memory. */
export function listOf<T>(reader: Reader<T>, most: number): Reader<T[]> {
  return (value, where) => {
    if (Array.isArray(value) && value.length > most) throw bad(`${where} is longer than ${most}`)
    return list(value, where, (item) => reader(item, where))
  }
}

/** A number for which `holds`; write it so that NaN fails. */
export function numberThat(holds: (x: number) => boolean): Reader<number> {
  return (value, where) => {
    if (typeof value !== 'number' || !Number.isFinite(value) || !holds(value)) throw bad(`${where} is damaged`)
    return value
  }
}

/** A share, ends included. */
export const share: Reader<number> = numberThat((x) => x >= 0 && x <= 1)
/** A probability that is neither 0 nor 1. */
export const inside: Reader<number> = numberThat((x) => x > 0 && x < 1)
/** A share of aliens. */
export const alienShare: Reader<number> = numberThat((x) => x > 0 && x <= 1)
