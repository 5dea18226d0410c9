import { type ModelFile, type Settings, XenolithError } from '@xenolith/core'
import type { TrainingOptions } from '@xenolith/files'
import { toTypes } from './options.js'

/** How the tables of a study were read: all that decides what is in them, besides the files. */
type Reading = Omit<TrainingOptions, 'nominal' | 'mixture' | 'id'>

/** How they were read, for the record. */
export function readingSettings({
  features,
  ignore,
  label,
  perClass,
  types = {},
  decimal,
  thousands,
}: Reading): Settings {
  const kinds = types instanceof Map ? [...types] : Object.entries(types)
  return {
    ...(features === undefined ? {} : { features: [...features] }),
    ...(ignore === undefined ? {} : { ignore: [...ignore] }),
    ...(label === undefined ? {} : { label }),
    ...(perClass === undefined ? {} : { perClass }),
    ...(decimal === undefined ? {} : { decimal }),
    ...(thousands === undefined ? {} : { thousands }),
    ...(kinds.length === 0 ? {} : { types: kinds.map(([name, kind]) => `${name}=${kind}`) }),
  }
}

/** The other way round: how they must be read to make a model again. */
export function recordedReading({ settings = {}, id }: ModelFile): Reading & Pick<TrainingOptions, 'id'> {
  const { features, ignore, label, perClass, types, decimal, thousands } = settings
  if (Array.isArray(types) && types.some((type) => !/.=(numeric|categorical)$/.test(type))) {
    throw new XenolithError('bad-model', 'the model file cannot be used: settings is damaged')
  }
  return {
    ...(Array.isArray(features) ? { features } : {}),
    ...(Array.isArray(ignore) ? { ignore } : {}),
    ...(typeof label === 'string' ? { label } : {}),
    ...(perClass === true ? { perClass } : {}),
    ...(Array.isArray(types) ? { types: toTypes(types) } : {}),
    ...(typeof decimal === 'string' ? { decimal } : {}),
    ...(typeof thousands === 'string' ? { thousands } : {}),
    ...(id === null ? {} : { id }),
  }
}
