import {
  type Certificate,
  decodeModelFile,
  describeModel,
  type Evidence,
  type Feature,
  XenolithError,
} from '@xenolith/core'
import { commandOf, reportOfModel } from '@xenolith/pages/report'
import { type Origin, originOf } from './origin.ts'
import { session } from './session.ts'
import { signatureOf } from './signature.ts'

/** What the page shows of a model. */
export interface ModelFacts {
  readonly certificate: Certificate
  readonly evidence: Evidence
  readonly detector: string
  readonly features: readonly Feature[]
  readonly command: string
  readonly origin: Origin
}

/** Opens a model file that was made before, here or by the command. */
export async function openModel({ blob, name }: { readonly blob: Blob; readonly name: string }): Promise<ModelFacts> {
  const bytes = new Uint8Array(await blob.arrayBuffer())
  try {
    session.issued = { file: decodeModelFile(bytes), bytes }
  } catch (error) {
    if (error instanceof XenolithError) throw new XenolithError(error.code, `${name}: ${error.message}`)
    throw error
  }
  const { file } = session.issued
  const { certificate, evidence, model, data, seed, settings, id } = file
  return {
    certificate,
    evidence,
    detector: describeModel(model),
    features: model.features,
    command: commandOf(settings ?? {}, data, { seed, id }),
    origin: originOf(file),
  }
}

/** The report of the model at hand: the bytes that `xenolith report` writes on the same day. */
export async function report({ made }: { readonly made: number }): Promise<string> {
  const { bytes } = issued()
  return reportOfModel(decodeModelFile(bytes), { signature: await signatureOf(bytes), made: new Date(made) })
}

/** The bytes of the model file at hand. */
export async function modelBytes(_: null): Promise<Uint8Array> {
  return issued().bytes
}

function issued(): NonNullable<typeof session.issued> {
  if (session.issued === undefined) throw new XenolithError('empty-data', 'there is no model yet')
  return session.issued
}
