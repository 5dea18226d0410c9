import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  certify,
  encodeModelFile,
  fit,
  gatherEvidence,
  type ModelFile,
  numericTable,
  score,
  substream,
} from '@xenolith/core'
import { profileTable } from '@xenolith/core/internals'
import { createService, openStore, type Service, type ServiceOptions } from '@xenolith/service'
import type { InjectOptions } from 'fastify'

const folder = mkdtempSync(join(tmpdir(), 'xenolith-service-'))
// Files of one worker share this module, and so the folder.
process.on('exit', () => rmSync(folder, { recursive: true, force: true }))

let files = 0
export function newPath(): string {
  return join(folder, `${++files}.db`)
}

export type StoreKind = 'sqlite' | 'postgres'

/** The URL of a PostgreSQL server in which databases may be made; .ci/run starts one. */
const server = process.env.XENOLITH_TEST_POSTGRES
export const storeKinds: StoreKind[] = server === undefined ? ['sqlite'] : ['sqlite', 'postgres']
if (server === undefined) console.info('XENOLITH_TEST_POSTGRES is not set: the suite runs over SQLite alone')

/** Where a store of its own may be opened: a new file, or a new database. */
export async function newStore(kind: StoreKind): Promise<string> {
  if (kind === 'sqlite') return newPath()
  const { default: postgres } = await import('postgres')
  const sql = postgres(server!, { max: 1, onnotice: () => {} })
  const name = `xenolith_${process.pid}_${++files}`
  await sql.unsafe(`CREATE DATABASE ${name}`)
  await sql.end()
  const url = new URL(server!)
  url.pathname = `/${name}`
  return url.href
}

/** Two columns; aliens lie 6 deviations up in both. */
export function drawRows(n: number, alpha: number, label: string, shift = 0): number[][] {
  const random = substream(5, label)
  return Array.from({ length: n }, () => {
    const up = random.float() < alpha ? 6 : shift
    return [up + random.normal(), up + random.normal()]
  })
}

export const names = ['size', 'speed']

/** A small model with a certificate that holds, and the scores that it was made from. */
export const {
  modelFile,
  modelScores,
}: {
  modelFile: ModelFile
  modelScores: { nominal: Float64Array; mixture: Float64Array }
} = (() => {
  const train = numericTable(drawRows(400, 0, 'train'), names)
  const fitted = fit(train, { detector: 'iforest', trees: 50, seed: 1 })
  const nominal = score(fitted.model, numericTable(drawRows(1500, 0, 'nominal'), names)).sort()
  const mixture = score(fitted.model, numericTable(drawRows(1500, 0.3, 'mixture'), names)).sort()
  const certificate = certify({
    nominal,
    mixture,
    alpha: 0.35,
    recall: 0.8,
    confidence: 0.95,
    nominalScores: 'held-out',
  })
  if (!certificate.certified) throw new Error(certificate.reason)
  const file: ModelFile = {
    version: '0.1.0',
    seed: 1,
    id: null,
    certificate,
    alternatives: [],
    evidence: gatherEvidence({ nominal, mixture, alpha: 0.35, delta: 0.05 }),
    data: [],
    profiles: { nominal: profileTable(train), mixture: profileTable(train) },
    model: fitted.model,
  }
  return { modelFile: file, modelScores: { nominal, mixture } }
})()
export const modelBytes: Uint8Array = encodeModelFile(modelFile)

export interface Answer {
  readonly status: number
  readonly headers: Record<string, unknown>
  // biome-ignore lint/suspicious/noExplicitAny: answers are looked into field by field
  readonly body: any
  readonly text: string
}

export interface Client {
  readonly service: Service
  send(method: string, url: string, more?: Omit<InjectOptions, 'method' | 'url'>): Promise<Answer>
  /** Sends a JSON body. */
  json(method: string, url: string, body: unknown, headers?: Record<string, string>): Promise<Answer>
  rows(stream: string, rows: readonly number[][], key: string): Promise<Answer>
  /** A stream on the model of these tests. */
  stream(more?: object): Promise<{ id: string; certificate: string; model: string }>
}

export async function start(options: Partial<ServiceOptions> & { path?: string } = {}): Promise<Client> {
  const { path = newPath(), ...more } = options
  const store = more.store ?? (await openStore(path))
  const service = await createService({ ...more, store })
  let streams = 0
  const client: Client = {
    service,
    async send(method, url, request = {}) {
      const response = await service.http.inject({
        method: method as 'GET',
        url,
        ...request,
        headers: { host: 'localhost:7878', ...request.headers },
      })
      const type = String(response.headers['content-type'] ?? '')
      const body = /json/.test(type) && !/ndjson/.test(type) ? JSON.parse(response.body) : null
      return { status: response.statusCode, headers: response.headers, body, text: response.body }
    },
    json: (method, url, body, headers = {}) =>
      client.send(method, url, {
        payload: JSON.stringify(body),
        headers: { 'content-type': 'application/json', ...headers },
      }),
    rows: (stream, rows, key) =>
      client.json(
        'POST',
        `/v1/streams/${stream}/rows`,
        rows.map(([size, speed]) => ({ size, speed })),
        {
          'idempotency-key': key,
        },
      ),
    async stream(wanted = {}) {
      const added = await client.send('POST', '/v1/models', {
        payload: Buffer.from(modelBytes),
        headers: { 'content-type': 'application/octet-stream' },
      })
      const certificate = added.body.certificate.id
      const made = await client.json('POST', '/v1/streams', {
        name: `stream ${++streams}`,
        certificate,
        sampleRate: 0.5,
        windowRows: 200,
        sampleSeed: 3,
        ...wanted,
      })
      if (made.status !== 201) throw new Error(made.text)
      return { id: made.body.id, certificate, model: added.body.model.id }
    },
  }
  return client
}
