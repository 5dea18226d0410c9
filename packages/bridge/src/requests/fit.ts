import {
  type AuditLabels,
  DEFAULT_DETECTOR,
  detectorNames,
  encodeModelFile,
  type Settings,
  XenolithError,
} from '@xenolith/core'
import { detectorOf } from '@xenolith/core/internals'
import { checkRoles, type Roles } from '@xenolith/files/pure'
import { checkTerms, type Listener, type StudyData, study, type Terms, type Training } from '@xenolith/study'
import type { Frame } from '../frames.js'
import { snakeCase } from '../session.js'
import { fingerprintOf, type TableHeader, tableOf, textsOf } from '../tables.js'
import { summaryOf } from './models.js'
import { Refused } from './refused.js'
import type { Answer, Request } from './request.js'

/** What a fit is asked with, beside the rows. */
export interface FitHeader {
  readonly nominal: TableHeader
  readonly mixture: TableHeader
  readonly roles: Roles & { readonly perClass?: boolean }
  readonly training: unknown
  readonly pilot?: number
  readonly keepRows?: number
  readonly terms: Terms
  readonly reading: Settings
  readonly seed: number
  readonly audit?: AuditLabels
}

/** The whole study: the bytes of a model, and what is in it. */
export const fit: Request = async (frame, session): Promise<Answer> => {
  const { terms, reading, seed, roles, pilot, keepRows, audit, ...header } = frame.header as unknown as FitHeader
  const training = trainingOf(header.training)
  checkTerms(terms, audit !== undefined, session.listener)
  const request = { terms, training, reading, seed, pilot, keepRows, id: roles.id }
  const data = { ...trainingData(frame, session.listener), audit }
  const outcome = await study(data, request, session)
  if (outcome.refused) throw new Refused(outcome)
  return { fields: summaryOf(outcome.file), buffers: [encodeModelFile(outcome.file)] }
}

interface Asked {
  /** Default: the study's. */
  readonly detector?: string
  readonly holdout?: number
  readonly trainRows?: number
}

/** The detector and its options, if there are such. */
export function trainingOf(training: unknown): Training {
  const { detector, holdout, trainRows, ...options } = training as Asked
  if (detector === undefined && Object.keys(options).length === 0) return training as Training
  // Options without a name are the isolation forest's.
  const known = detectorNames.find((name) => name === (detector ?? DEFAULT_DETECTOR))
  if (detector !== 'auto' && known === undefined) {
    const names = ['auto', ...detectorNames].join(', ')
    throw new XenolithError('bad-option', `there is no detector "${detector}"; expected one of ${names}`)
  }
  const own: readonly string[] = known === undefined ? [] : detectorOf(known).options.map(({ option }) => option)
  const strange = Object.keys(options).find((name) => !own.includes(name))
  if (strange !== undefined) {
    const has = own.length === 0 ? 'has no options' : `has the options ${own.map(snakeCase).join(', ')}`
    throw new XenolithError('bad-option', `detector ${detector ?? DEFAULT_DETECTOR} ${has}; got ${snakeCase(strange)}`)
  }
  return training as Training
}

/** Both tables with the roles of their columns, refused as those of files are. */
export function trainingData({ header, buffers }: Frame, { note }: Listener): StudyData {
  const { nominal: clean, mixture: mixed, roles } = header as unknown as FitHeader
  checkRoles(roles, clean.names, 'nominal')
  const nominal = tableOf(clean, buffers, { shown: 'nominal', note })
  const kinds = new Map(nominal.columns.map(({ name, kind }) => [name, kind]))
  const mixture = tableOf(mixed, buffers, { shown: 'mixture', note, kinds })
  const data = [fingerprintOf('nominal', nominal), fingerprintOf('mixture', mixture)]
  return {
    nominal,
    mixture,
    data,
    classes: clean.classes && textsOf(clean.classes, buffers).map(presentLabel),
    nominalIds: clean.ids && textsOf(clean.ids, buffers),
    mixtureIds: mixed.ids && textsOf(mixed.ids, buffers),
  }
}

function presentLabel(label: string | null, row: number): string {
  if (label === null) throw new XenolithError('bad-row', `nominal, row ${row + 1}: the label is missing`)
  return label
}
