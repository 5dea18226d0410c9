import { createHash, randomUUID } from 'node:crypto'
import { type ModelFile, raiseAlarms, substream, XenolithError } from '@xenolith/core'
import type { Engine } from '@xenolith/engine'
import type { Standard } from './loaded.js'
import { cellTexts, readRows } from './rows.js'
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
  /** What is done with columns that the model does not know. */
  readonly unknown: 'refuse' | 'ignore'
  readonly actor: string
}

export interface IngestAnswer {
  readonly replayed: boolean
  /** JSON text: the same for a repeated request, to the byte. */
  readonly response: string
}

const MOST_STREAMS = 64

/** Scores a body of rows, raises alarms and stores what is kept, in one transaction. The same key gives the same answer. */
export function createIngest(parts: IngestParts): (stream: string, body: Body) => Promise<IngestAnswer> {
  const underWay = new Set<string>()
  const streamOf = rememberStreams(parts.store)
  return async (id, body) => {
    const { store, queueLimit } = parts
    if (store.waiting >= queueLimit) throw new XenolithError('rate-limited', `${store.waiting} writes wait already`)
    const mark = `${id} ${body.key}`
    if (underWay.has(mark)) throw new XenolithError('conflict', `a request with the key "${body.key}" is under way`)
    underWay.add(mark)
    try {
      return await ingestOnce(parts, await streamOf(id), body, () => streamOf(id, true))
    } finally {
      underWay.delete(mark)
    }
  }
}

/** Streams as they were last read. All that scoring needs of them changes with the certificate alone, and the store refuses rows judged by another. */
function rememberStreams(store: Store): (id: string, anew?: boolean) => Promise<StreamRow> {
  const known = new Map<string, StreamRow>()
  return async (id, anew = false) => {
    const remembered = known.get(id)
    if (remembered !== undefined && !anew) return remembered
    const stream = await store.call('stream', id)
    if (stream === undefined) throw new XenolithError('not-found', `there is no stream ${id}`)
    known.set(id, stream)
    if (known.size > MOST_STREAMS) known.delete(known.keys().next().value!)
    return stream
  }
}

async function ingestOnce(
  parts: IngestParts,
  given: StreamRow,
  body: Body,
  readAgain: () => Promise<StreamRow>,
): Promise<IngestAnswer> {
  const { store, engine, clock, rowLimit } = parts
  const bodySha256 = createHash('sha256').update(body.contentType).update('\n').update(body.bytes).digest('hex')
  let stream = given
  // A certificate may be changed while rows are scored: then they are judged again by the new one.
  for (;;) {
    const file = await parts.model(stream.model_id)
    const { table, keys } = readRows(body.bytes, body.contentType, file, {
      rowKey: stream.row_key,
      limit: rowLimit,
      unknown: body.unknown,
    })
    const { tau } = await parts.standard(stream)
    const scores = await engine.score(file.model, table)
    const { rows, sampled, alarms } = choose(scores, tau, stream, body.key)
    const result = await store.call('ingest', {
      batch: {
        id: randomUUID(),
        stream_id: stream.id,
        idempotency_key: body.key,
        body_sha256: bodySha256,
        rows: table.rows,
        alarms,
        received_at: clock(),
      },
      certificate: stream.certificate_id,
      tau,
      scores,
      kept: { rows: Int32Array.from(rows), sampled, keys: rows.map((row) => keys[row]), cells: cellTexts(table, rows) },
      columns: summarise(table),
      actor: body.actor,
    })
    if (result.outcome === 'key-reused') throw keyReused(body.key)
    if (result.outcome !== 'certificate-changed') {
      return { replayed: result.outcome === 'replayed', response: result.response }
    }
    stream = await readAgain()
  }
}

/** The rows that are kept: those that alarm, and those that chance chooses before anyone sees them. */
function choose(scores: Float64Array, tau: number, stream: StreamRow, key: string) {
  const raised = raiseAlarms(scores, { tau })
  const chance = substream(stream.sample_seed, `rows ${key}`)
  const rows: number[] = []
  const sampled: number[] = []
  let alarms = 0
  for (let row = 0; row < scores.length; row++) {
    const chosen = chance.float() < stream.sample_rate
    alarms += raised[row]
    if (raised[row] === 0 && !chosen) continue
    rows.push(row)
    sampled.push(chosen ? 1 : 0)
  }
  return { rows, sampled: Uint8Array.from(sampled), alarms }
}

function keyReused(key: string): XenolithError {
  return new XenolithError('key-reused', `the key "${key}" was used before with another body`)
}
