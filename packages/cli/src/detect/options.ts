import type { CommonOptions, NumberOptions } from '../options.js'
import type { SelectionOptions } from '../selection.js'
import type { EngineOptions } from '../spark/options.js'

export interface DetectOptions extends CommonOptions, NumberOptions, SelectionOptions, EngineOptions {
  readonly model: string
  readonly input: string
  readonly out: string
  readonly id?: string
  readonly onlyAlarms?: boolean
  readonly explain?: number
  /** At most so many groups of alarms; true: as many as by default. */
  readonly group?: number | true
  readonly failOnAlarm?: boolean
  readonly failOnVoid?: boolean
  readonly workers?: number
}
