import type { ModelFile } from '@xenolith/core'
import type { Source } from '@xenolith/files'
import type { CommonOptions, NumberOptions } from '../options.js'
import type { EngineOptions } from '../spark/options.js'

export interface DetectOptions extends CommonOptions, NumberOptions, EngineOptions {
  readonly model: string
  readonly input: string
  readonly out: string
  readonly id?: string
  readonly onlyAlarms?: boolean
  readonly explain?: number
  readonly pValues?: boolean
  /** Of the rows that are selected, on average at most this share is ordinary. */
  readonly fdr?: number
  /** At most so many groups of alarms; true: as many as by default. */
  readonly group?: number | true
  readonly failOnAlarm?: boolean
  readonly failOnVoid?: boolean
  readonly workers?: number
}

/** The column that names rows: as the user says, else that of the model where the input has it. */
export async function idOf(options: DetectOptions, file: ModelFile, source: Source): Promise<string | undefined> {
  return options.id ?? (file.id !== null && (await source.names()).includes(file.id) ? file.id : undefined)
}
