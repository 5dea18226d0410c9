import { createHash, randomUUID } from 'node:crypto'
import { type ModelFile, raiseAlarms, substream, XenolithError } from '@xenolith/core'
import type { Engine } from '@xenolith/engine'
import type { Standard } from './loaded.js'
import { cellsOf, readRows } from './rows.js'
import type { KeptRow } from './store/operations/ingest.js'
import type { StreamRow } from './store/operations/streams.js'
import type { Store } from './store/operations.js'
import { summarise } from './watch/columns.js'

export interface IngestParts {
  readonly store: Store
  readonly engine: Engine
  readonly model: (id: string) => Promise<ModelFile>
  readonly standard: (stream: StreamRow) => Promise<Standard>
  readonly clock: () => number
  readonly rowLimit: number
  readonly queueLimit: number
}

export interface Body {
  readonly bytes: Uint8Array
  readonly contentType: string
  readonly key: string
  readonly actor: string
}

export interface IngestAnswer {
  readonly replayed: boolean
  /** JSON text: the same for a repeated request, to the byte. */
  readonly response: string
}

/** Scores a body of rows, raises alarms and stores what is kept, in one transaction. The same key gives the same answer. */
export function createIngest(parts: IngestParts): (stream: string, body: Body) => Promise<IngestAnswer> {
  const underWay = new Set<string>()
  return async (id, body) => {
    const { store, queueLimit } = parts
    if (store.waiting >= queueLimit) throw new XenolithError('rate-limited', `${store.waiting} writes wait already`)
    const stream = await store.call('stream', id)
    if (stream === undefined) throw new XenolithError('not-found', `there is no stream ${id}`)
    const mark = `${id} ${body.key}`
    if (underWay.has(mark)) throw new XenolithError('conflict', `a request with the key "${body.key}" is under way`)
    underWay.add(mark)
    try {
      return await ingestOnce(parts, stream, body)
    } finally {
      underWay.delete(mark)
    }
  }
}

async function ingestOnce(parts: IngestParts, given: StreamRow, body: Body): Promise<IngestAnswer> {
  const { store, engine, clock, rowLimit } = parts
  const bodySha256 = createHash('sha256').update(body.contentType).update('\n').update(body.bytes).digest('hex')
  const known = await store.call('batch', { stream: given.id, key: body.key })
  if (known !== undefined) {
    if (known.body_sha256 !== bodySha256) throw keyReused(body.key)
    return { replayed: true, response: known.response }
  }
  let stream = given
  // A certificate may be changed while rows are scored: then they are judged again by the new one.
  for (;;) {
    const file = await parts.model(stream.model_id)
    const { table, keys } = readRows(body.bytes, body.contentType, file, { rowKey: stream.row_key, limit: rowLimit })
    const { tau, plan } = await parts.standard(stream)
    const scores = await engine.score(file.model, table)
    const raised = raiseAlarms(scores, { tau })
    const chance = substream(stream.sample_seed, `rows ${body.key}`)
    const sampled = Uint8Array.from(raised, () => (chance.float() < stream.sample_rate ? 1 : 0))
    const rows = [...raised.keys()].filter((i) => raised[i] === 1 || sampled[i] === 1)
    const batch = randomUUID()
    const cells = cellsOf(table, rows).map((row) => JSON.stringify(row))
    const kept = rows.map(
      (row, i): KeptRow => ({
        id: `${batch}-${row + 1}`,
        position: row + 1,
        row_key: keys[row],
        score: scores[row],
        distance: tau === Number.NEGATIVE_INFINITY ? Number.MAX_VALUE : Math.abs(scores[row] - tau),
        alarm: raised[row] as 0 | 1,
        sampled: sampled[row] as 0 | 1,
        cells: cells[i],
      }),
    )
    const alarms = raised.reduce((sum, alarm) => sum + alarm, 0)
    const result = await store.call('ingest', {
      batch: {
        id: batch,
        stream_id: stream.id,
        idempotency_key: body.key,
        body_sha256: bodySha256,
        rows: table.rows,
        alarms,
        received_at: clock(),
      },
      certificate: stream.certificate_id,
      scores,
      kept,
      digest: createHash('sha256').update(cells.join('\n')).digest('hex'),
      columns: summarise(table),
      plan,
      actor: body.actor,
    })
    if (result.outcome === 'key-reused') throw keyReused(body.key)
    if (result.outcome !== 'certificate-changed') {
      return { replayed: result.outcome === 'replayed', response: result.response }
    }
    stream = (await store.call('stream', stream.id))!
  }
}

function keyReused(key: string): XenolithError {
  return new XenolithError('key-reused', `the key "${key}" was used before with another body`)
}
