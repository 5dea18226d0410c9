import type { KeyObject } from 'node:crypto'
import { availableParallelism } from 'node:os'
import {
  type AlphaSource,
  type AuditLabels,
  certificateJson,
  certify,
  decodeModelFile,
  encodeModelFile,
  hasTerms,
  type Method,
  nominalRanks,
  XenolithError,
} from '@xenolith/core'
import { createEngine } from '@xenolith/engine'
import { readBytes } from '@xenolith/files/pure'
import { recertify, study } from '@xenolith/study'
import { type BundleParts, makeBundle } from '../bundle/bundle.js'
import { digestOfSamples, keptScores, toBase64 } from '../bundle/scores.js'
import type { StoredEvent } from '../store/chain.js'
import type { CertificateRow, KeptScores } from '../store/operations/models.js'
import { certificateOf } from '../stored-certificate.js'

/*
 * What takes long, as functions of plain data: they run in threads of their own, so that rows are answered meanwhile.
 */

export interface CertifyInput {
  readonly nominal: Float64Array
  readonly mixture: Float64Array
  readonly alpha: number
  readonly recall: number
  readonly confidence: number
  readonly method?: Method
  readonly looks: number
}

export interface RecertifyInput {
  readonly certificate: CertificateRow
  readonly nominal: Float64Array
  readonly mixture: Float64Array
  readonly audit?: AuditLabels
}

export interface BundleInput extends Omit<BundleParts, 'file' | 'events' | 'key'> {
  readonly file: Uint8Array
  /** Events as JSON texts of lists: between threads a text costs less than its objects. */
  readonly pages: readonly string[]
  readonly key?: KeyObject
}

/** The scores of a certificate, and the digest by which they are known in any order. */
export interface Samples extends KeptScores {
  readonly digest: string
}

export interface GivenFile {
  readonly name: string
  readonly text: string
}

export interface FitInput {
  readonly nominal: GivenFile
  readonly mixture: GivenFile
  readonly features?: string[]
  readonly alpha: number
  readonly recall: number
  readonly confidence: number
  readonly trees?: number
  readonly seed?: number
}

export const tasks = {
  /** A certificate from scores, and what the store keeps of it. */
  async certify({ nominal, mixture, ...terms }: CertifyInput) {
    const certificate = certify({ nominal, mixture, ...terms, alphaSource: 'given' as AlphaSource })
    if (!hasTerms(certificate))
      throw new XenolithError('not-certifiable', certificate.reason ?? 'these data cannot carry the promise')
    const json = certificateJson(certificate)
    return {
      certified: certificate.certified,
      tau: json.tau as number | null,
      body: JSON.stringify(json),
      ranks: JSON.stringify(nominalRanks(Float64Array.from(nominal).sort())),
      scores: samplesOf({ nominal, mixture }),
    }
  },
  /** The scores of a certificate, where they give that very certificate. */
  async recertify({ certificate, ...samples }: RecertifyInput): Promise<Samples> {
    const different = recertify(certificateOf(certificate), samples)
    if (different.length > 0)
      throw new XenolithError(
        'model-differs',
        `these scores give another certificate: different ${different.join(', ')}`,
      )
    return samplesOf(samples)
  },
  async bundle({ file, pages, ...parts }: BundleInput): Promise<string> {
    const events = pages.flatMap((page) => JSON.parse(page) as StoredEvent[])
    return makeBundle({ ...parts, file: decodeModelFile(file), events })
  },
  /** Fits as the command does. */
  async fit(input: FitInput): Promise<{ file: Uint8Array; scores: Samples | null }> {
    const { features, alpha, recall, confidence, trees, seed } = input
    const [nominal, mixture] = [readGiven(input.nominal, features), readGiven(input.mixture, features)]
    const data = [
      { role: 'nominal' as const, ...nominal.fingerprint, rows: nominal.table.rows },
      { role: 'mixture' as const, ...mixture.fingerprint, rows: mixture.table.rows },
    ]
    const training = trees === undefined ? {} : { training: { trees } }
    // One core is left to the rows that arrive.
    const engine = createEngine({ workers: Math.max(1, availableParallelism() - 1) })
    try {
      const tables = { nominal: nominal.table, mixture: mixture.table, data }
      const outcome = await study(tables, { terms: { alpha, recall, confidence }, ...training, seed }, { engine })
      if (outcome.refused) throw new XenolithError(outcome.code, outcome.reason)
      const scores = outcome.scores === undefined ? null : samplesOf(outcome.scores)
      return { file: encodeModelFile(outcome.file), scores }
    } finally {
      await engine.close()
    }
  },
}

export type Tasks = typeof tasks
export type TaskName = keyof Tasks
export type TaskInput<N extends TaskName> = Parameters<Tasks[N]>[0]
export type TaskOutput<N extends TaskName> = Awaited<ReturnType<Tasks[N]>>

function samplesOf({ nominal, mixture, audit }: Omit<RecertifyInput, 'certificate'>): Samples {
  const scores = { kind: 'samples' as const, nominal: toBase64(nominal), mixture: toBase64(mixture) }
  const kept = keptScores({ ...scores, ...(audit === undefined ? {} : { audit }) })
  return { ...kept, digest: digestOfSamples(nominal, mixture) }
}

function readGiven({ name, text }: GivenFile, features: readonly string[] | undefined) {
  return readBytes(new TextEncoder().encode(text), { name, features })
}
