import type { Certificate, DataFingerprint, ModelFile } from '@xenolith/core'
import type { StudyRequest } from './request.js'
import { settingsOf } from './settings.js'
import { version } from './version.js'

/** What a study found out, besides what it was asked. */
export type Findings = Pick<
  ModelFile,
  'model' | 'certificate' | 'alternatives' | 'evidence' | 'profiles' | 'references'
> & { readonly data?: readonly DataFingerprint[] }

/** The model file of a study. */
export function finishFile(request: StudyRequest, { data = [], references, ...found }: Findings): ModelFile {
  const { seed = 1, id = null } = request
  const kept = references === undefined ? {} : { references }
  return { version, seed, id, ...found, data, settings: settingsOf(request), ...kept }
}

/** Where the confidence of a picture is needed and none was asked for. */
const DELTA_OF_PICTURES = 0.05

/** The delta by which the evidence of a certificate is drawn. */
export function pictureDelta({ delta }: Pick<Certificate, 'delta'>): number {
  return delta ?? DELTA_OF_PICTURES
}
