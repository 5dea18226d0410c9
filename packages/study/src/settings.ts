import type { Setting, Settings } from '@xenolith/core'
import type { StudyRequest } from './request.js'

/** What was asked for, as a model file records it: with the same tables and seed it gives the same file again. */
export function settingsOf({ training = {}, terms, reading = {} }: StudyRequest): Settings {
  const given: [string, unknown][] = Object.entries({ ...reading, ...training, ...terms })
  return Object.fromEntries(given.filter((entry): entry is [string, Setting] => entry[1] !== undefined))
}
