import type { Certificate } from '../certificates/certificate.js'
import type { Evidence } from '../certificates/evidence-types.js'
import { count, fields, list, optional, text } from '../codec/shape.js'
import type { Model } from '../detectors/models.js'
import { certificateJson, readCertificate, readEvidence } from './certificate-codec.js'
import { decodeContainer, encodeContainer } from './container.js'
import { packModel, unpackModel } from './model-codec.js'

/** Which data a model was made from: what an auditor compares with the files at hand. */
export interface DataFingerprint {
  readonly role: string
  readonly name: string
  readonly rows: number
  readonly bytes: number
  readonly sha256: string
}

/** Everything a model file holds. */
export interface ModelFile {
  /** The version of Xenolith that made it. */
  readonly version: string
  readonly seed: number
  /** The column that names rows, if there is one. */
  readonly id: string | null
  readonly model: Model
  readonly certificate: Certificate
  /** What other methods make of the same data and terms; for comparison, promised or refused. */
  readonly alternatives: readonly Certificate[]
  readonly evidence: Evidence
  readonly data: readonly DataFingerprint[]
}

/**
 * The file's bytes; the same content gives the same bytes, in whatever order its fields were put together: what
 * reading checks and puts in order, writing does too.
 */
export function encodeModelFile(file: ModelFile): Uint8Array {
  return encodeContainer({
    version: file.version,
    seed: file.seed,
    id: file.id,
    certificate: orderly(file.certificate),
    alternatives: file.alternatives.map(orderly),
    evidence: readEvidence(file.evidence),
    data: list(file.data, 'data', readFingerprint),
    model: packModel(file.model),
  })
}

function orderly(certificate: Certificate): Record<string, unknown> {
  return certificateJson(readCertificate(certificateJson(certificate)))
}

/** Reads a model file, or refuses it in one line. Nothing in the file is executed; everything in it is checked. */
export function decodeModelFile(bytes: Uint8Array): ModelFile {
  const content = fields(decodeContainer(bytes), 'the header')
  return {
    version: text(content.version, 'version'),
    seed: count(content.seed, 'seed'),
    id: optional(content.id, 'id', text),
    certificate: readCertificate(content.certificate),
    alternatives: list(content.alternatives, 'alternatives', readCertificate),
    evidence: readEvidence(content.evidence),
    data: list(content.data, 'data', readFingerprint),
    model: unpackModel(content.model),
  }
}

function readFingerprint(value: unknown, where: string): DataFingerprint {
  const print = fields(value, where)
  return {
    role: text(print.role, where),
    name: text(print.name, where),
    rows: count(print.rows, where),
    bytes: count(print.bytes, where),
    sha256: text(print.sha256, where),
  }
}
