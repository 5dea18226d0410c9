import { encodeModelFile, type Settings, XenolithError } from '@xenolith/core'
import { checkRoles, noteFeatures, type Roles } from '@xenolith/files/pure'
import { type StudyData, study, type Terms, type Training } from '@xenolith/study'
import type { Frame } from '../frames.js'
import type { Session } from '../session.js'
import { fingerprintOf, type TableHeader, tableOf, textsOf } from '../tables.js'
import { summaryOf } from './models.js'
import { Refused } from './refused.js'
import type { Answer, Request } from './request.js'

/** What a fit is asked with, beside the rows. */
interface FitHeader {
  readonly nominal: TableHeader
  readonly mixture: TableHeader
  readonly roles: Roles & { readonly perClass?: boolean }
  readonly training: Training
  readonly terms: Terms
  readonly reading: Settings
  readonly seed: number
}

/** The whole study: the bytes of a model, and what is in it. */
export const fit: Request = async (frame, session): Promise<Answer> => {
  const { terms, training, reading, seed, roles } = frame.header as unknown as FitHeader
  const data = trainingData(frame, session)
  const request = { terms, training, reading, seed, id: roles.id }
  const outcome = await study(data, request, session)
  if (outcome.refused) throw new Refused(outcome)
  return { fields: summaryOf(outcome.file), buffers: [encodeModelFile(outcome.file)] }
}

/** Both tables with the roles of their columns, refused or noted as those of files are. */
export function trainingData({ header, buffers }: Frame, { listener }: Session): StudyData {
  const { nominal: clean, mixture: mixed, roles } = header as unknown as FitHeader
  checkRoles(roles, clean.names, 'nominal')
  const nominal = tableOf(clean, buffers)
  noteFeatures(nominal, listener.note)
  const mixture = tableOf(mixed, buffers)
  const data = [fingerprintOf('nominal', nominal), fingerprintOf('mixture', mixture)]
  if (data[0].sha256 === data[1].sha256) {
    listener.note(
      'nominal and mixture have the same content, so there is nothing to find: is one of them the wrong table?',
    )
  }
  return {
    nominal,
    mixture,
    data,
    classes: clean.classes && textsOf(clean.classes, buffers).map(presentLabel),
    mixtureIds: mixed.ids && textsOf(mixed.ids, buffers),
  }
}

function presentLabel(label: string | null, row: number): string {
  if (label === null) throw new XenolithError('bad-row', `nominal, row ${row + 1}: the label is missing`)
  return label
}
