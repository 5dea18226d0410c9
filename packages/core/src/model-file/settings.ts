import { bad, fields, text } from '../codec/shape.js'
import { listOf, type Reader } from './record.js'

/** One choice of the person who made the model. */
export type Setting = string | number | boolean | readonly string[]

/**
 * What was asked for when the model was made, by name: with the same data they give the same file again. Choices that
 * were left to their defaults may be absent.
 */
export type Settings = Readonly<Record<string, Setting>>

const MOST_SETTINGS = 100
const MOST_ITEMS = 100_000
const NAME = /^[a-z][A-Za-z0-9]{0,40}$/
const names = listOf(text, MOST_ITEMS)

/** Settings in the order of their names. */
export const readSettings: Reader<Settings> = (value, where) => {
  const given = Object.entries(fields(value, where)).filter(([, setting]) => setting !== undefined)
  if (given.length > MOST_SETTINGS) throw bad(`${where} is longer than ${MOST_SETTINGS}`)
  const sorted = given.sort(([a], [b]) => (a < b ? -1 : 1))
  return Object.fromEntries(
    sorted.map(([name, setting]) => {
      if (!NAME.test(name)) throw bad(`${where} is damaged`)
      return [name, readSetting(setting, where)]
    }),
  )
}

function readSetting(value: unknown, where: string): Setting {
  if (typeof value === 'string' || typeof value === 'boolean') return value
  if (typeof value === 'number' && Number.isFinite(value)) return value
  return names(value, where)
}
