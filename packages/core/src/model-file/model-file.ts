import type { Certificate } from '../certificates/certificate.js'
import type { Evidence } from '../certificates/evidence-types.js'
import { bad, count, fields, text } from '../codec/shape.js'
import type { TableProfile } from '../data/profile.js'
import type { ReferenceRows } from '../data/reference-rows.js'
import type { Model } from '../detectors/models.js'
import { certificateJson, readCertificate } from './certificate-codec.js'
import { decodeContainer, encodeContainer, FORMAT_VERSION } from './container.js'
import { readEvidence } from './evidence-codec.js'
import { migrate } from './migrations/migrations.js'
import { packModel, unpackModel } from './model-codec.js'
import { readProfile } from './profile-codec.js'
import { ifPresent, listOf, orNull, type Reader, record } from './record.js'
import { packReferences, unpackReferences } from './references-codec.js'
import { readSettings, type Settings } from './settings.js'
import { splitSignature } from './signature.js'

/** Which data a model was made from: what an auditor compares with the files at hand. */
export interface DataFingerprint {
  readonly role: string
  readonly name: string
  readonly rows: number
  readonly bytes: number
  readonly sha256: string
}

/** What the columns of both samples held. */
export interface DataProfiles {
  readonly nominal: TableProfile
  readonly mixture: TableProfile
}

/** Everything a model file holds. */
export interface ModelFile {
  /** The version of Xenolith that made it. */
  readonly version: string
  readonly seed: number
  /** The column that names rows, if there is one. */
  readonly id: string | null
  readonly certificate: Certificate
  /** What other methods make of the same data and terms; for comparison, promised or refused. */
  readonly alternatives: readonly Certificate[]
  readonly evidence: Evidence
  readonly data: readonly DataFingerprint[]
  /** What the columns of both files held, against which a batch is compared; absent from older files. */
  readonly profiles?: DataProfiles
  /** What was asked for; absent from files that were made before it was recorded. */
  readonly settings?: Settings
  readonly model: Model
  /** Nominal rows to show beside an alarm; absent where none were kept, and from older files. */
  readonly references?: ReferenceRows
}

/** A model file that was read, with the version of the format it was written in. */
export interface ReadModelFile extends ModelFile {
  readonly format: number
}

const MOST_ALTERNATIVES = 100
const MOST_FILES = 100
const SHA256 = /^[0-9a-f]{64}$/

const readFingerprint: Reader<DataFingerprint> = record<DataFingerprint>({
  role: text,
  name: text,
  rows: count,
  bytes: count,
  sha256: (value, where) => {
    if (!SHA256.test(text(value, where))) throw bad(`${where} is damaged`)
    return value as string
  },
})

/** How one part of the file is read and written, and what it is called in a refusal. */
interface Part<T> {
  readonly where: string
  /** `before`: the parts that were read already, in order. */
  read(value: unknown, where: string, before: Partial<ModelFile>): T
  write(value: T): unknown
}

/** A part that is written as it is read: checked, its fields in order. */
function plain<T>(where: string, read: Reader<T>): Part<T> {
  return { where, read, write: (value) => read(value, where) }
}

const MODEL_PARTS: { readonly [K in keyof ModelFile]-?: Part<ModelFile[K]> } = {
  version: plain('version', text),
  seed: plain('seed', count),
  id: plain('id', orNull(text)),
  certificate: { where: 'the certificate', read: readCertificate, write: writeCertificate },
  alternatives: {
    where: 'alternatives',
    read: listOf(readCertificate, MOST_ALTERNATIVES),
    write: (certificates) => certificates.map(writeCertificate),
  },
  evidence: plain('the evidence', readEvidence),
  data: plain('data', listOf(readFingerprint, MOST_FILES)),
  profiles: plain('the profiles', ifPresent(record<DataProfiles>({ nominal: readProfile, mixture: readProfile }))),
  settings: plain('settings', ifPresent(readSettings)),
  model: { where: 'the model', read: unpackModel, write: packModel },
  references: {
    where: 'the reference rows',
    read: (value, _, { model }) => (value === undefined ? undefined : unpackReferences(value, model!.features)),
    write: (references) => references && packReferences(references),
  },
}

const parts = Object.entries(MODEL_PARTS) as [keyof ModelFile, Part<unknown>][]

/**
 * The file's bytes; the same content gives the same bytes, in whatever order its fields were put together: what
 * reading checks and puts in order, writing does too.
 *
 * @example
 * ```ts
 * const rows = numericTable([[0], [1], [2], [3], [9]])
 * const { model, scores: nominal } = fit(rows, { trees: 20 })
 * const samples = prepare(nominal, score(model, rows))
 * const certificate = uncertified({ samples, alpha: 0.5, q: 0.1 })
 * const evidence = gatherEvidence({ samples, alpha: 0.5, delta: 0.05 })
 * const file = { version: '1.0.0', seed: 1, id: null, model, certificate, alternatives: [], evidence, data: [] }
 * const bytes = encodeModelFile(file)
 * new TextDecoder().decode(bytes.subarray(0, 8)) // => 'XENOLITH'
 * decodeModelFile(bytes).format // => 1
 * ```
 */
export function encodeModelFile(file: ModelFile): Uint8Array {
  checkSizes(file)
  return encodeContainer(Object.fromEntries(parts.map(([name, part]) => [name, part.write(file[name])])))
}

function writeCertificate(certificate: Certificate): unknown {
  return certificateJson(readCertificate(certificateJson(certificate)))
}

/**
 * Reads a model file, or refuses it in one line. Nothing in the file is executed; everything in it is checked. A
 * signature at its end is passed over: `splitSignature` has it.
 *
 * @example
 * ```ts
 * const read = (bytes: Uint8Array): string => {
 *   try {
 *     return decodeModelFile(bytes).version
 *   } catch (error) {
 *     return (error as Error).message
 *   }
 * }
 * read(new TextEncoder().encode('x,y')) // => 'the model file cannot be used: it is not a Xenolith model'
 * ```
 */
export function decodeModelFile(bytes: Uint8Array): ReadModelFile {
  const { version: format, content } = decodeContainer(splitSignature(bytes).signed)
  const current = migrate(fields(content, 'the header'), format, FORMAT_VERSION)
  const read: Record<string, unknown> = { format }
  for (const [name, { where, read: reader }] of parts) {
    const value = reader(current[name], where, read)
    if (value !== undefined) read[name] = value
  }
  const file = read as unknown as ReadModelFile
  checkSizes(file)
  return file
}

/** No certificate counts more rows than the file that it names has. */
function checkSizes({ certificate, data }: Pick<ModelFile, 'certificate' | 'data'>): void {
  const counted: Readonly<Record<string, number>> = { nominal: certificate.n0, mixture: certificate.nm }
  for (const { role, rows } of data) {
    if (Object.hasOwn(counted, role) && counted[role] > rows) {
      throw bad(`the certificate counts ${counted[role]} ${role} rows, its data ${rows}`)
    }
  }
}
