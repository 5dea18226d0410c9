import { encodeModelFile, paperTable, substream, type Table, XenolithError } from '@xenolith/core'
import { study } from '@xenolith/study'
import type { Service } from './service.js'

const SEED = 7
const ALPHA = 0.2
const BATCH = 200
/** From this batch on the nominals have moved. */
const DRIFT_FROM = 60
const SHIFT = 0.7

/**
 * Rows number `batch` of the demo's stream: the papers' synthetic data, and after a while the same, moved.
 *
 * @example
 * ```ts
 * const rows = demoRows(0)
 * rows.length // => 200
 * Object.keys(rows[0]).length // => 9
 * ```
 */
export function demoRows(batch: number): Record<string, number>[] {
  const random = substream(SEED, 'demo-stream', batch)
  const aliens = Uint8Array.from({ length: BATCH }, () => (random.float() < ALPHA / 2 ? 1 : 0))
  const table = paperTable(BATCH, (row) => aliens[row] === 1, random)
  const shift = batch < DRIFT_FROM ? 0 : SHIFT
  return Array.from({ length: BATCH }, (_, row) =>
    Object.fromEntries(
      table.columns.map((column) => [column.name, column.kind === 'numeric' ? column.values[row] + shift : 0]),
    ),
  )
}

function demoTable(rows: number, alpha: number, label: string): Table {
  const random = substream(SEED, label)
  const aliens = Uint8Array.from({ length: rows }, () => (random.float() < alpha ? 1 : 0))
  return paperTable(rows, (row) => aliens[row] === 1, random)
}

export interface Demo {
  readonly stream: string
  /** Sends the next batch; its answer. */
  step(): Promise<{ status: string; alarms: number }>
}

/**
 * A model, a stream and a first batch: what there is to see when somebody opens the service for the first time.
 *
 * @example
 * ```ts
 * import { mkdtemp, rm } from 'node:fs/promises'
 * import { tmpdir } from 'node:os'
 * import { join } from 'node:path'
 *
 * const folder = await mkdtemp(join(tmpdir(), 'xenolith-'))
 * const store = await openStore(join(folder, 'xenolith.db'))
 * const service = await createService({ store })
 * const demo = await startDemo(service)
 * const { status } = await demo.step()
 * status // => 'valid'
 * await service.close()
 * await rm(folder, { recursive: true })
 * ```
 */
export async function startDemo(service: Service): Promise<Demo> {
  const data = { nominal: demoTable(4000, 0, 'demo-nominal'), mixture: demoTable(4000, ALPHA, 'demo-mixture') }
  const terms = { alpha: ALPHA, recall: 0.8, confidence: 0.95 }
  const outcome = await study(data, { terms, training: { trees: 200 }, seed: SEED })
  if (outcome.refused) throw new XenolithError('not-certifiable', 'the demo data carry no promise')
  const call = async (
    method: 'POST' | 'PUT' | 'GET',
    url: string,
    payload?: Buffer | string,
    headers: Record<string, string> = {},
  ) => {
    const answer = await service.call({ method, url, payload, headers })
    if (answer.statusCode >= 400) throw new XenolithError('bad-request', `the demo was refused: ${answer.body}`)
    return JSON.parse(answer.body)
  }
  const json = { 'content-type': 'application/json' }
  const file = Buffer.from(encodeModelFile(outcome.file))
  const { certificate } = await call('POST', '/v1/models?name=demo', file, {
    'content-type': 'application/octet-stream',
  })
  const { nominal, mixture } = outcome.scores!
  const scores = JSON.stringify({ nominal: [...nominal], mixture: [...mixture] })
  await call('PUT', `/v1/certificates/${certificate.id}/scores`, scores, json)
  const { streams } = await call('GET', '/v1/streams')
  const known = streams.find((stream: { name: string }) => stream.name === 'demo')
  const wanted = { name: 'demo', certificate: certificate.id, sampleRate: 0.2, windowRows: 1000, sampleSeed: SEED }
  const stream = known ?? (await call('POST', '/v1/streams', JSON.stringify(wanted), json))
  let batch = Math.floor(stream.rows / BATCH)
  const step = async () => {
    const rows = JSON.stringify(demoRows(batch))
    const headers = { ...json, 'idempotency-key': `demo ${batch}` }
    const answer = await call('POST', `/v1/streams/${stream.id}/rows`, rows, headers)
    batch++
    return answer
  }
  return { stream: stream.id, step }
}
