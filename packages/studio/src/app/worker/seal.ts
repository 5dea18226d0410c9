import { type Certificate, type Evidence, encodeModelFile, XenolithError } from '@xenolith/core'
import { commandOf } from '@xenolith/pages/report'
import { certifyScored, type Refusal } from '@xenolith/study'
import { type Context, stopIfAborted } from './context.ts'
import { theEngine } from './engine.ts'
import { type Origin, originOf } from './origin.ts'
import { session } from './session.ts'

export interface Promised {
  readonly alpha: number
  readonly recall: number
  readonly confidence: number
}

export type SealAnswer =
  | {
      readonly refused: false
      readonly certificate: Certificate
      readonly evidence: Evidence
      /** The command that makes the same model. */
      readonly command: string
      readonly origin: Origin
    }
  | Refusal

/** Opens the sealed scores, once: the certificate, or the refusal, comes of rows that no slider has seen. */
export async function seal(
  { terms, looks }: { readonly terms: Promised; readonly looks: number },
  context: Context,
): Promise<SealAnswer> {
  const { scoring } = session
  if (scoring === undefined) throw new XenolithError('empty-data', 'nothing is scored yet')
  const { data, scored } = scoring
  const request = { ...scoring.request, terms: { ...terms, looks } }
  const work = { engine: theEngine(), listener: context, signal: context.signal }
  context.progress('certifying the sealed rows')
  const outcome = await certifyScored(data, request, scored, work)
  stopIfAborted(context)
  if (outcome.refused) return outcome
  const { file } = outcome
  const bytes = encodeModelFile(file)
  session.issued = { file, bytes }
  if (file.certificate.certified) session.certified = session.issued
  return {
    refused: false,
    certificate: file.certificate,
    evidence: file.evidence,
    command: commandOf(file.settings ?? {}, file.data, file),
    origin: originOf(file),
  }
}

/** Puts the last certificate that was made here at hand again; false: none is held, as after a worker was ended. */
export async function stand(_: null): Promise<boolean> {
  if (session.certified === undefined) return false
  session.issued = session.certified
  return true
}
