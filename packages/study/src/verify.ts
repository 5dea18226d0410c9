import {
  certificateJson,
  type DataFingerprint,
  decodeModelFile,
  encodeModelFile,
  type ModelFile,
  splitSignature,
  XenolithError,
} from '@xenolith/core'
import * as internals from '@xenolith/core/internals'
import type { DrawnData } from './drawn/drawn-data.js'
import type { StudyData } from './request.js'
import { requestFrom } from './settings.js'
import { type StudyOptions, study } from './study.js'

/** One thing in a model file that is not what the data give. */
export interface Difference {
  /** `data`, `model`, `certificate`, `alternatives`, `evidence`, `profiles`, `references` or `bytes`. */
  readonly part: string
  /** Which of it, such as a field of the certificate. */
  readonly field?: string
  readonly recorded?: unknown
  readonly refitted?: unknown
}

/** What came of making a model again. */
export interface Verification {
  /** Whether these data give this model, byte for byte. */
  readonly same: boolean
  readonly differences: readonly Difference[]
}

/**
 * Makes a model again from the tables, with the seed and the settings that its file records, and compares. The names of
 * files and the version of Xenolith are taken over: a file that was renamed is the same data, and a version that gives
 * the same bytes gives the same model.
 *
 * @example
 * ```ts
 * const nominal = numericTable(Array.from({ length: 200 }, (_, i) => [i % 10, i % 7]))
 * const mixture = numericTable(Array.from({ length: 200 }, (_, i) => (i % 2 === 0 ? [50, 3] : [i % 10, i % 7])))
 * const request = { terms: { alpha: 0.5, recall: 0.6, confidence: 0.9 }, training: { trees: 50 } }
 * const { file } = (await study({ nominal, mixture }, request)) as Finished
 * await verify(encodeModelFile(file), file, { nominal, mixture }) // => { same: true, differences: [] }
 * ```
 */
export async function verify(
  bytes: Uint8Array,
  file: ModelFile,
  data: StudyData | DrawnData,
  options: StudyOptions = {},
): Promise<Verification> {
  const { settings, seed, id, version } = file
  if (settings === undefined) {
    throw new XenolithError('bad-model', 'the model file does not record what was asked for: it cannot be made again')
  }
  const fingerprints = (data.data ?? []).map((print) => ({ ...print, name: nameOf(print, file.data) }))
  const asked = requestFrom(settings, seed, id)
  // Older versions kept no rows, and did not say so.
  const request = file.references === undefined ? { ...asked, keepRows: 0 } : asked
  const outcome = await study({ ...data, data: fingerprints }, request, options)
  const differences = compareData(file.data, fingerprints)
  if (outcome.refused) {
    const { reason } = outcome
    return { same: false, differences: [...differences, { part: 'certificate', refitted: `refused: ${reason}` }] }
  }
  const refitted: ModelFile = { ...outcome.file, version, settings }
  const whole = splitSignature(bytes).signed
  const again = encodeModelFile(refitted)
  if (equalBytes(whole, again)) return { same: true, differences: [] }
  // Read back, so that the fields of both stand in the same order.
  const found = [...differences, ...compareParts(file, decodeModelFile(again))]
  return { same: false, differences: found.length > 0 ? found : [{ part: 'bytes' }] }
}

function nameOf({ role, name }: DataFingerprint, recorded: readonly DataFingerprint[]): string {
  return recorded.find((print) => print.role === role)?.name ?? name
}

function compareData(recorded: readonly DataFingerprint[], found: readonly DataFingerprint[]): Difference[] {
  const roles = new Set([...recorded, ...found].map(({ role }) => role))
  const of = (role: string, prints: readonly DataFingerprint[]) => prints.find((print) => print.role === role)?.sha256
  return [...roles]
    .map((role) => ({ part: 'data', field: role, recorded: of(role, recorded), refitted: of(role, found) }))
    .filter((difference) => difference.recorded !== difference.refitted)
}

function compareParts(recorded: ModelFile, refitted: ModelFile): Difference[] {
  const parts: Difference[] = [...compareFields(recorded, refitted)]
  const differ = (part: string, a: unknown, b: unknown): void => {
    if (JSON.stringify(a) !== JSON.stringify(b)) parts.push({ part })
  }
  differ('alternatives', recorded.alternatives.map(certificateJson), refitted.alternatives.map(certificateJson))
  differ('evidence', recorded.evidence, refitted.evidence)
  differ('profiles', recorded.profiles, refitted.profiles)
  differ('references', referenceCells(recorded), referenceCells(refitted))
  if (!equalBytes(modelBytes(recorded), modelBytes(refitted))) parts.push({ part: 'model' })
  return parts
}

function compareFields(recorded: ModelFile, refitted: ModelFile): Difference[] {
  const [a, b] = [certificateJson(recorded.certificate), certificateJson(refitted.certificate)]
  return [...new Set([...Object.keys(a), ...Object.keys(b)])]
    .filter((field) => JSON.stringify(a[field]) !== JSON.stringify(b[field]))
    .map((field) => ({ part: 'certificate', field, recorded: a[field], refitted: b[field] }))
}

function referenceCells({ references }: ModelFile): unknown {
  return references && [[...references.row], references.table.columns]
}

function modelBytes({ model }: ModelFile): Uint8Array {
  return internals.encodeContainer(internals.packModel(model))
}

function equalBytes(a: Uint8Array, b: Uint8Array): boolean {
  return a.length === b.length && a.every((byte, i) => byte === b[i])
}
