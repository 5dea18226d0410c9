import { createHash, createPublicKey, type KeyObject, sign } from 'node:crypto'
import { type Certificate, certificateJson, describeModel, gatherEvidence, type ModelFile } from '@xenolith/core'
import type { CarriedScores } from '@xenolith/core/internals'
import { html, percent, renderDocument } from '@xenolith/pages'
import {
  BUNDLE_FORMAT,
  type Bundle,
  type BundleSignature,
  bundleScript,
  bundleText,
  renderBundle,
  type StoredEvent,
} from '@xenolith/pages/bundle'
import { renderReport, sentence, shareOfAliens } from '@xenolith/pages/report'
import { version } from '@xenolith/study'
import { CHAIN_START } from '../store/chain.js'
import type { CertificateRow, KeptScores, ModelRow } from '../store/operations/models.js'
import { certificateOf } from '../stored-certificate.js'
import { fromBase64 } from './scores.js'

/** Where a picture needs a confidence and the certificate states none. */
const DELTA_OF_PICTURES = 0.05

export interface BundleParts {
  readonly certificate: CertificateRow
  readonly model: ModelRow
  readonly file: ModelFile
  /** What the certificate is in force on, as clients see it. */
  readonly stream: Readonly<Record<string, unknown>> | null
  readonly scores: KeptScores | undefined
  readonly events: readonly StoredEvent[]
  readonly by: string
  readonly at: number
  /** An Ed25519 key to sign with. */
  readonly key?: KeyObject
}

/** One HTML file with all there is to a certificate. */
export function makeBundle(parts: BundleParts): string {
  const { certificate: row, model, stream, scores, events, by, at, key } = parts
  const kept = scores === undefined ? null : (JSON.parse(scores.body) as CarriedScores)
  const certificate = certificateOf(row)
  const day = new Date(at).toISOString().slice(0, 10)
  const bundle: Bundle = {
    format: BUNDLE_FORMAT,
    made: { at, by, version },
    certificateId: row.id,
    certificate: JSON.parse(row.body) as Record<string, unknown>,
    model: { name: model.name, version: model.version, sha256: model.sha256 },
    stream,
    scores: kept === null ? null : { ...kept, sha256: scores!.sha256 },
    history: { from: events[0]?.seq ?? 1, prev: events[0]?.prev ?? CHAIN_START, events },
    report: reportOf(parts, certificate, kept, day),
  }
  const text = bundleText(bundle)
  return renderBundle({
    title: `${stream === null ? model.name : String(stream.name)}, ${day}`,
    sentence: `${standing(stream)}${words(certificate, kept)}`,
    text,
    signature: signed(text, key),
    scriptHash: createHash('sha256').update(bundleScript).digest('base64'),
  })
}

/** The report of the model file where the certificate is its own; else of the scores that it was made from. */
function reportOf(
  { file, certificate: row }: BundleParts,
  certificate: Certificate,
  scores: CarriedScores | null,
  made: string,
): string {
  const { model } = file
  const shared = { ...file, detector: describeModel(model), features: [...model.features], data: [...file.data], made }
  if (row.body === JSON.stringify(certificateJson(file.certificate))) return renderReport(shared)
  if (scores?.kind !== 'samples') return shortReport(certificate, scores, made)
  const evidence = gatherEvidence({
    nominal: fromBase64(scores.nominal).sort(),
    mixture: fromBase64(scores.mixture).sort(),
    alpha: certificate.alpha,
    delta: certificate.delta ?? DELTA_OF_PICTURES,
    decision: certificate,
  })
  return renderReport({ ...shared, certificate, evidence, alternatives: [] })
}

/** What has become of the promise, said before the promise. */
function standing(stream: BundleParts['stream']): string {
  if (stream?.status !== 'void') return ''
  return `The certificate is void on the stream "${stream.name}": ${stream.reason}. It had said: `
}

/** The promise in a sentence. */
function words(certificate: Certificate, scores: CarriedScores | null): string {
  if (scores?.kind !== 'drawn') return sentence(certificate)
  const { delta, recall, audit } = certificate
  return `With confidence ${percent(1 - delta!, 'down')}, at least ${percent(recall!, 'down')} of all aliens raise an alarm: from ${audit!.labelled} rows drawn at random and judged, ${audit!.aliens} of them alien.`
}

/** Of a certificate that rests on no two samples, or whose scores nobody kept. */
function shortReport(certificate: Certificate, scores: CarriedScores | null, made: string): string {
  return renderDocument({
    title: 'A certificate',
    brand: `Xenolith ${version}`,
    heading: `A certificate${scores?.kind === 'drawn' ? ' from drawn rows' : ''}, ${made}`,
    main: html`<p>${words(certificate, scores)}</p>
<p>Rows that score above ${String(certificate.tau)} alarm: at most ${percent(certificate.falseAlarmRateUpper ?? 1, 'up')} of nominal rows do.
At most ${shareOfAliens(certificate)} of the rows are alien.</p>
<h2>What it rests on</h2>
<ul>${certificate.assumptions.map((assumption) => html`<li>${assumption}</li>`)}</ul>`,
    footer: `Made by Xenolith ${version}.`,
  })
}

function signed(text: string, key: KeyObject | undefined): BundleSignature {
  const sha256 = createHash('sha256').update(text).digest('hex')
  if (key === undefined) return { sha256, publicKey: null, signature: null }
  const { x } = createPublicKey(key).export({ format: 'jwk' })
  return {
    sha256,
    publicKey: Buffer.from(x!, 'base64url').toString('base64'),
    signature: sign(null, Buffer.from(text), key).toString('base64'),
  }
}
