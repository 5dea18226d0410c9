import { type Certificate, XenolithError } from '@xenolith/core'
import { readCertificate } from '@xenolith/core/internals'
import { type Check, checkBundle, openBundle as partsOf, readBundle, verifyInBrowser } from '@xenolith/pages/bundle'
import { remake } from '@xenolith/study'
import type { Context } from './context.ts'

/** What the page shows of a bundle: all of it read as data, nothing of it executed. */
export interface BundleFacts {
  readonly name: string
  /** Null where it cannot be read, and where it has a form of its own: a threshold of drawn rows. */
  readonly certificate: Certificate | null
  readonly model: string | null
  readonly stream: string | null
  readonly madeAt: number
  readonly madeBy: string
  readonly events: number
  /** What was checked here, the certificate made again from the scores among it. */
  readonly checks: readonly { readonly state: Check['state']; readonly words: string }[]
  readonly whole: boolean
  /** The report that it carries, a page. */
  readonly report: string
}

/** One that was changed may be no certificate any more; the checks say so. */
function certificateIn(body: Readonly<Record<string, unknown>>): Certificate | null {
  try {
    return 'method' in body ? readCertificate(body) : null
  } catch (error) {
    if (error instanceof XenolithError) return null
    throw error
  }
}

/** Opens a bundle that the service wrote, and checks it as `xenolith verify` does. */
export async function openBundle(
  { blob, name }: { readonly blob: Blob; readonly name: string },
  context: Context,
): Promise<BundleFacts> {
  const { text, signature } = partsOf(await blob.text(), name)
  const { certificate, scores, history, made, model, stream, report } = readBundle(text, name)
  context.progress('checking content, signature and history')
  const checks = await checkBundle(text, signature, verifyInBrowser)
  context.progress('making the certificate again from its scores')
  const remade = remake(certificate, scores)
  const told = checks
    .filter((check) => check.name !== 'scores' || remade === null)
    .map(({ state, words }) => ({ state, words }))
  if (remade !== null) {
    const words = remade.words ?? 'the scores that it carries give this certificate, field by field'
    told.push({ state: remade.same ? 'right' : 'wrong', words })
  }
  return {
    name,
    certificate: certificateIn(certificate),
    model: model === null ? null : `${model.name}, version ${model.version}`,
    stream: stream === null ? null : String(stream.name),
    madeAt: made.at,
    madeBy: made.by,
    events: history.events.length,
    checks: told,
    whole: told.every(({ state }) => state !== 'wrong'),
    report,
  }
}
