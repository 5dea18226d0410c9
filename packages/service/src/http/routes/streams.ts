import { randomInt, randomUUID } from 'node:crypto'
import { raiseAlarms, XenolithError } from '@xenolith/core'
import { watchLimits } from '@xenolith/core/internals'
import Type, { type Static } from 'typebox'
import { readRows, rowTypes } from '../../rows.js'
import type { StreamRow } from '../../store/operations/streams.js'
import { certificateOf, firstStatus } from '../../stored-certificate.js'
import type { Parts, Route } from '../route.js'
import { closed, Id, Json, Name, orNull, Share, StreamSchema, Whole } from '../schemas.js'
import { streamShape } from '../shapes.js'
import { found } from './models.js'

const NewStream = Type.Object(
  {
    name: Name,
    certificate: Id,
    rowKey: Type.Optional(Name),
    alpha: Type.Optional(Share),
    confidence: Type.Optional(Share),
    windowRows: Type.Optional(Type.Integer({ minimum: 50, maximum: 1_000_000 })),
    sampleRate: Type.Optional(Type.Number({ minimum: 0, maximum: 1 })),
    sampleSeed: Type.Optional(Type.Integer({ minimum: 0, maximum: 2 ** 31 - 1 })),
    keepDays: Type.Optional(Type.Integer({ minimum: 1, maximum: 36_500 })),
  },
  { additionalProperties: false },
)
/** What is done with columns that the model does not know (default refuse). */
const Unknown = Type.Union([Type.Literal('refuse'), Type.Literal('ignore')])
const DEFAULT_CONFIDENCE = 0.95

const WindowSchema = closed({
  number: Type.Integer(),
  certificate: Id,
  closed: Type.Boolean(),
  startsAt: Type.Integer(),
  endsAt: Type.Integer(),
  rows: Type.Integer(),
  alarms: Type.Integer(),
  logEvidence: orNull(Type.Number()),
  logRestarted: orNull(Type.Number()),
  state: orNull(Type.String()),
  finding: orNull(Json),
})

/** Where evidence makes a certificate void or at risk, as natural logarithms like the evidence itself; and the largest share of alarms. */
const LimitsSchema = closed({ voidAt: Type.Number(), riskAt: Type.Number(), alarmsAtMost: Type.Number() })

export function streamRoutes({ store, config, engine, model, ingest, standard }: Parts): Route[] {
  const streamOf = async (id: string): Promise<StreamRow> => found(await store.call('stream', id), 'stream', id)
  return [
    {
      method: 'POST',
      path: '/v1/streams',
      need: 'admin',
      summary: 'Adds a stream of rows, judged by a certificate',
      body: NewStream,
      answers: { 201: StreamSchema },
      async run({ body, caller, reply }) {
        const wanted = body as Static<typeof NewStream>
        const row = found(await store.call('certificate', wanted.certificate), 'certificate', wanted.certificate)
        const certificate = certificateOf(row)
        const stream: StreamRow = {
          id: randomUUID(),
          name: wanted.name,
          model_id: row.model_id,
          certificate_id: row.id,
          row_key: wanted.rowKey ?? null,
          alpha: wanted.alpha ?? certificate.alpha,
          confidence: wanted.confidence ?? (certificate.delta === null ? DEFAULT_CONFIDENCE : 1 - certificate.delta),
          window_rows: wanted.windowRows ?? 1000,
          sample_rate: wanted.sampleRate ?? 0.01,
          sample_seed: wanted.sampleSeed ?? randomInt(2 ** 31 - 1),
          keep_days: wanted.keepDays ?? config.keepDays,
          status: firstStatus(certificate),
          reason: null,
          rows: 0,
          alarms: 0,
          created_at: config.clock(),
        }
        reply.code(201)
        return streamShape(await store.call('addStream', { stream, actor: caller.name }))
      },
    },
    {
      method: 'GET',
      path: '/v1/streams',
      need: 'read',
      summary: 'All streams, with the standing of their certificates',
      answers: { 200: closed({ streams: Type.Array(StreamSchema) }) },
      run: async () => ({ streams: (await store.call('streams', null)).map(streamShape) }),
    },
    {
      method: 'GET',
      path: '/v1/streams/{id}',
      need: 'read',
      summary: 'One stream',
      answers: { 200: StreamSchema },
      run: async ({ params }) => streamShape(await streamOf(params.id)),
    },
    {
      method: 'PATCH',
      path: '/v1/streams/{id}',
      need: 'admin',
      summary: 'Changes how long rows are kept',
      body: closed({ keepDays: Type.Integer({ minimum: 1, maximum: 36_500 }) }),
      answers: { 200: StreamSchema },
      async run({ params, body, caller }) {
        await streamOf(params.id)
        const { keepDays } = body as { keepDays: number }
        const changed = await store.call('setKeepDays', {
          id: params.id,
          keepDays,
          actor: caller.name,
          at: config.clock(),
        })
        return streamShape(changed!)
      },
    },
    {
      method: 'PUT',
      path: '/v1/streams/{id}/certificate',
      need: 'admin',
      summary: 'Puts another certificate of the same model in force; the watch begins anew',
      body: Type.Object(
        { certificate: Id, alpha: Type.Optional(Share), confidence: Type.Optional(Share) },
        { additionalProperties: false },
      ),
      answers: { 200: StreamSchema },
      async run({ params, body, caller }) {
        const {
          certificate: id,
          alpha,
          confidence,
        } = body as { certificate: string; alpha?: number; confidence?: number }
        const stream = await streamOf(params.id)
        const row = found(await store.call('certificate', id), 'certificate', id)
        if (row.model_id !== stream.model_id) {
          throw new XenolithError(
            'bad-request',
            'the certificate is of another model: its scores are not those of this stream',
          )
        }
        if (row.id === stream.certificate_id)
          throw new XenolithError('conflict', 'this certificate is in force already')
        const certificate = certificateOf(row)
        const changed = await store.call('setCertificate', {
          id: stream.id,
          certificate: id,
          alpha: alpha ?? certificate.alpha,
          confidence: confidence ?? stream.confidence,
          status: firstStatus(certificate),
          actor: caller.name,
          at: config.clock(),
        })
        return streamShape(changed!)
      },
    },
    {
      method: 'POST',
      path: '/v1/streams/{id}/rows',
      need: 'ingest',
      summary: 'Scores rows and stores their alarms; answered when they are durable, once for every key',
      headers: Type.Object({ 'idempotency-key': Type.String({ minLength: 1, maxLength: 200 }) }),
      query: Type.Object({ unknown: Type.Optional(Unknown) }, { additionalProperties: false }),
      bytes: rowTypes,
      answers: { 200: Json, 201: Json },
      async run({ params, query, body, caller, request, reply }) {
        const { replayed, response } = await ingest(params.id, {
          bytes: body as Uint8Array,
          contentType: request.headers['content-type'] ?? '',
          key: request.headers['idempotency-key'] as string,
          unknown: query.unknown === 'ignore' ? 'ignore' : 'refuse',
          actor: caller.name,
        })
        reply.code(replayed ? 200 : 201).type('application/json')
        if (replayed) reply.header('idempotent-replay', 'true')
        return Buffer.from(response)
      },
    },
    {
      method: 'POST',
      path: '/v1/score',
      need: 'ingest',
      summary: 'Scores rows and forgets them; the same scores as the command, bit for bit',
      query: Type.Object({ model: Id, unknown: Type.Optional(Unknown) }, { additionalProperties: false }),
      bytes: rowTypes,
      answers: {
        200: closed({ rows: Type.Integer(), scores: Type.Array(Type.Number()), alarms: Type.Array(Type.Boolean()) }),
      },
      async run({ query, body, request }) {
        const file = await model(query.model)
        const contentType = request.headers['content-type'] ?? ''
        const unknown = query.unknown === 'ignore' ? 'ignore' : 'refuse'
        const options = { rowKey: null, limit: config.rowLimit, unknown } as const
        const { table } = readRows(body as Uint8Array, contentType, file, options)
        const scores = await engine.score(file.model, table)
        const alarms = Array.from(raiseAlarms(scores, file.certificate), (alarm) => alarm === 1)
        return { rows: table.rows, scores: [...scores], alarms }
      },
    },
    {
      method: 'POST',
      path: '/v1/streams/{id}/acknowledgements',
      need: 'review',
      summary:
        'Says in the history that somebody has seen how the certificate stands; the standing itself does not change',
      body: closed({ reason: Type.String({ minLength: 1, maxLength: 2000 }) }),
      answers: { 201: closed({ stream: Id, event: Type.Integer() }) },
      async run({ params, body, caller, reply }) {
        const { reason } = body as { reason: string }
        const stream = await streamOf(params.id)
        const event = await store.call('acknowledge', {
          id: stream.id,
          reason,
          actor: caller.name,
          at: config.clock(),
        })
        reply.code(201)
        return { stream: stream.id, event }
      },
    },
    {
      method: 'GET',
      path: '/v1/streams/{id}/windows',
      need: 'read',
      summary: 'Counts and evidence, window by window, since the certificate is in force',
      query: Type.Object({ after: Type.Optional(Whole), limit: Type.Optional(Whole) }, { additionalProperties: false }),
      answers: { 200: closed({ windows: Type.Array(WindowSchema), limits: orNull(LimitsSchema) }) },
      async run({ params, query }) {
        const { plan } = await standard(await streamOf(params.id))
        const limit = Math.min(1000, Math.max(1, Number(query.limit ?? 200)))
        const after = query.after === undefined ? -1 : Number(query.after)
        const windows = await store.call('windows', { stream: params.id, after, limit })
        return {
          windows: windows.map((w) => ({
            number: w.number,
            certificate: w.certificate_id,
            closed: w.closed === 1,
            startsAt: w.starts_at,
            endsAt: w.ends_at,
            rows: w.rows,
            alarms: w.alarms,
            logEvidence: w.log_evidence,
            logRestarted: w.log_restarted,
            state: w.state,
            finding: w.finding === null ? null : (JSON.parse(w.finding) as Record<string, unknown>),
          })),
          limits: plan === null ? null : { ...watchLimits(plan), alarmsAtMost: plan.alarmsAtMost },
        }
      },
    },
  ]
}
