import { randomInt, randomUUID } from 'node:crypto'
import { certifyDrawn, moreLabels, review, XenolithError } from '@xenolith/core'
import Type, { type Static } from 'typebox'
import { keptScores, toBase64 } from '../../bundle/scores.js'
import type { Decided } from '../../shapes.js'
import { type Order, sortValue } from '../../store/operations/alarms.js'
import type { DrawRow } from '../../store/operations/draws.js'
import { readCursor, writeCursor } from '../cursor.js'
import { problem, sendProblem } from '../problem.js'
import type { Parts, Route } from '../route.js'
import { AlarmSchema, CertificateSchema, closed, Id, Json, orNull, Share, VerdictWord, Whole } from '../schemas.js'
import { alarmShape, certificateShape, drawShape } from '../shapes.js'
import { found } from './models.js'
import { whyRoute } from './why.js'

const Reason = Type.String({ maxLength: 2000 })
const DecisionSchema = Type.Object(
  {
    verdict: orNull(VerdictWord),
    expected: Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER }),
    reason: Type.Optional(Reason),
    draw: Type.Optional(Id),
  },
  { additionalProperties: false },
)
const BulkSchema = closed({
  verdicts: Type.Array(
    Type.Object(
      {
        row: Id,
        verdict: orNull(VerdictWord),
        expected: Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER }),
        reason: Type.Optional(Reason),
        draw: Type.Optional(Id),
      },
      { additionalProperties: false },
    ),
    { minItems: 1, maxItems: 1000 },
  ),
})
const DrawSchema = Type.Object(
  {
    stream: Id,
    kind: Type.Union([Type.Literal('mixture'), Type.Literal('alarms'), Type.Literal('non-alarms')]),
    size: Type.Integer({ minimum: 1, maximum: 10_000 }),
    recall: Type.Optional(Share),
    confidence: Type.Optional(Share),
  },
  { additionalProperties: false },
)

const DrawnSchema = closed({
  id: Id,
  number: Type.Integer(),
  kind: DrawSchema.properties.kind,
  certificate: Id,
  size: Type.Integer(),
  recall: orNull(Type.Number()),
  confidence: orNull(Type.Number()),
  judged: Type.Integer(),
  closed: Type.Boolean(),
  drawnAt: Type.Integer(),
  drawnBy: Type.String(),
})

export function reviewRoutes(parts: Parts): Route[] {
  const { store, config, standard } = parts
  return [
    {
      method: 'GET',
      path: '/v1/streams/{id}/alarms',
      need: 'read',
      summary: 'Alarms in pages, by score, by closeness to the threshold or by time',
      query: Type.Object(
        {
          order: Type.Optional(Type.Union([Type.Literal('score'), Type.Literal('near'), Type.Literal('time')])),
          verdict: Type.Optional(Type.Union([Type.Literal('open'), Type.Literal('any'), VerdictWord])),
          after: Type.Optional(Type.String({ maxLength: 1000 })),
          limit: Type.Optional(Whole),
        },
        { additionalProperties: false },
      ),
      answers: { 200: closed({ alarms: Type.Array(AlarmSchema), next: orNull(Type.String()) }) },
      async run({ params, query }) {
        const stream = found(await store.call('stream', params.id), 'stream', params.id)
        const { tau } = await standard(stream)
        const order = (query.order ?? 'score') as Order
        const verdict = (query.verdict ?? 'open') as 'open'
        // What is near changes with the certificate in force.
        const list = `${params.id} ${order}${order === 'near' ? ` ${stream.certificate_id}` : ''} ${verdict}`
        const limit = Math.min(200, Math.max(1, Number(query.limit ?? 50)))
        const isValue = order === 'time' ? Number.isSafeInteger : Number.isFinite
        const after = query.after === undefined ? null : readCursor(query.after, list, isValue)
        const rows = await store.call('alarms', { stream: params.id, order, verdict, tau, after, limit })
        const last = rows.length === limit ? rows[rows.length - 1] : undefined
        const next = last === undefined ? null : writeCursor({ list, value: sortValue(last, order), id: last.id })
        return { alarms: rows.map(alarmShape), next }
      },
    },
    {
      method: 'GET',
      path: '/v1/alarms/{id}',
      need: 'read',
      summary: 'One kept row with all its verdicts',
      answers: { 200: closed({ alarm: AlarmSchema, verdicts: Type.Array(Json) }) },
      async run({ params }) {
        const row = found(await store.call('row', params.id), 'row', params.id)
        return { alarm: alarmShape(row), verdicts: await store.call('verdictsOf', params.id) }
      },
    },
    whyRoute(parts),
    {
      method: 'PUT',
      path: '/v1/alarms/{id}/verdict',
      need: 'review',
      summary: 'Gives a verdict, or takes the last one back with null; refused if somebody was first',
      body: DecisionSchema,
      answers: { 200: closed({ row: Id, seq: Type.Integer() }) },
      async run({ params, body, caller, reply }) {
        const { verdict, expected, reason, draw } = body as Static<typeof DecisionSchema>
        const decision = { row: params.id, verdict, expected, reason: reason ?? null, draw: draw ?? null }
        const at = config.clock()
        const [decided] = await store.call('decide', { decisions: [decision], bulk: false, actor: caller.name, at })
        if (decided.outcome === 'not-found') throw new XenolithError('not-found', `there is no row ${params.id}`)
        if (decided.outcome === 'conflict') {
          const { current } = decided
          const now = current === null ? 'no verdict' : `verdict number ${current.seq}, by ${current.reviewer}`
          const detail = `the row has ${now}; ${expected === 0 ? 'none' : `number ${expected}`} was expected`
          return sendProblem(reply, problem('conflict', detail, { current }))
        }
        return { row: decided.row, seq: decided.seq }
      },
    },
    {
      method: 'POST',
      path: '/v1/verdicts',
      need: 'review',
      summary: 'Up to 1000 verdicts; each is answered for itself. Without a draw they do not count for bounds',
      body: BulkSchema,
      answers: { 200: closed({ results: Type.Array(Json) }) },
      async run({ body, caller }) {
        const { verdicts } = body as Static<typeof BulkSchema>
        const decisions = verdicts.map(({ reason, draw, ...rest }) => ({
          ...rest,
          reason: reason ?? null,
          draw: draw ?? null,
        }))
        const results: Decided[] = await store.call('decide', {
          decisions,
          bulk: true,
          actor: caller.name,
          at: config.clock(),
        })
        return { results }
      },
    },
    {
      method: 'POST',
      path: '/v1/draws',
      need: 'review',
      summary:
        'Draws rows at random, before anyone looks at them: only their verdicts enter bounds. The promise that a mixture draw may certify is fixed here',
      body: DrawSchema,
      answers: { 201: Json },
      async run({ body, caller, reply }) {
        const { stream, kind, size, recall = null, confidence = null } = body as Static<typeof DrawSchema>
        if (kind !== 'mixture' && (recall !== null || confidence !== null))
          throw new XenolithError('bad-request', 'recall and confidence belong to a draw of all rows (mixture)')
        const draw = await store.call('draw', {
          id: randomUUID(),
          stream_id: stream,
          kind,
          size,
          recall,
          confidence,
          seed: randomInt(2 ** 31 - 1),
          drawn_at: config.clock(),
          drawn_by: caller.name,
        })
        reply.code(201)
        return draw
      },
    },
    {
      method: 'GET',
      path: '/v1/streams/{id}/draws',
      need: 'read',
      summary: 'The draws of a stream, oldest first, with how many of their rows were judged',
      answers: { 200: closed({ draws: Type.Array(DrawnSchema) }) },
      async run({ params }) {
        found(await store.call('stream', params.id), 'stream', params.id)
        return { draws: (await store.call('drawsOf', params.id)).map(drawShape) }
      },
    },
    {
      method: 'GET',
      path: '/v1/draws/{id}',
      need: 'read',
      summary: 'A draw and its rows, in the order to judge them',
      answers: { 200: closed({ draw: Json, rows: Type.Array(Json) }) },
      async run({ params }) {
        const { draw, rows } = found(await store.call('drawById', params.id), 'draw', params.id)
        const shown = rows.map((row) => ({
          ...row,
          alarm: row.alarm === 1,
          cells: row.cells === null ? null : JSON.parse(row.cells),
        }))
        return { draw, rows: shown }
      },
    },
    {
      method: 'POST',
      path: '/v1/draws/{id}/certificate',
      need: 'admin',
      summary: 'A certificate from the labelled aliens of a finished mixture draw; it can supersede the one in force',
      body: Type.Object(
        { recall: Type.Optional(Share), confidence: Type.Optional(Share) },
        { additionalProperties: false },
      ),
      answers: { 201: CertificateSchema },
      async run({ params, body, caller, reply }) {
        const { draw, rows } = found(await store.call('drawById', params.id), 'draw', params.id)
        if (draw.kind !== 'mixture')
          throw new XenolithError('bad-request', 'only a draw of all rows (mixture) certifies')
        const { recall, confidence } = termsOf(draw, body as Partial<Terms>)
        if (draw.closed !== 1) throw new XenolithError('conflict', 'the draw is open: judge all its rows first')
        const inForce = (await store.call('certificate', draw.certificate_id))!
        if (inForce.ranks === null) {
          throw new XenolithError('not-certifiable', 'the model file holds no ranks of its nominal scores: fit it anew')
        }
        const all = await store.call('drawsOf', draw.stream_id)
        const attempt = all.filter(({ kind, number }) => kind === 'mixture' && number <= draw.number).length
        const scores = rows.map(({ score }) => score)
        const drawn = { verdicts: rows.map(({ verdict }) => verdict!), attempt, ranks: JSON.parse(inForce.ranks) }
        const certificate = certifyDrawn({ scores, recall, confidence, ...drawn })
        reply.code(201)
        return certificateShape(
          await store.call('addDrawnCertificate', {
            draw: draw.id,
            scores: keptScores({ kind: 'drawn', scores: toBase64(scores), ...drawn }),
            certificate: {
              id: randomUUID(),
              model_id: inForce.model_id,
              certified: 1,
              tau: certificate.tau,
              body: JSON.stringify(certificate),
              ranks: inForce.ranks,
              looks: 1,
              supersedes: inForce.id,
              issued_at: config.clock(),
              issued_by: caller.name,
            },
          }),
        )
      },
    },
    {
      method: 'GET',
      path: '/v1/streams/{id}/review',
      need: 'read',
      summary:
        'Precision, alpha and recall from drawn verdicts, right at all times at once; what more labels would give; where reviewers disagree',
      query: Type.Object(
        { confidence: Type.Optional(Type.String({ pattern: '^0?\\.[0-9]{1,6}$' })) },
        { additionalProperties: false },
      ),
      answers: { 200: Json },
      async run({ params, query }) {
        const stream = found(await store.call('stream', params.id), 'stream', params.id)
        const confidence = query.confidence === undefined ? stream.confidence : Number(query.confidence)
        const { ofAlarms, ofOthers, ...more } = await store.call('reviewCounts', {
          stream: stream.id,
          certificate: stream.certificate_id,
        })
        const input = { rows: stream.rows, alarms: stream.alarms, ofAlarms, ofOthers, confidence }
        const { drawn, judged, notCounted, disagreements } = more
        return {
          stream: stream.id,
          certificate: stream.certificate_id,
          rows: stream.rows,
          alarms: stream.alarms,
          drawn,
          judged,
          notCounted,
          ofAlarms,
          ofOthers,
          ...review(input),
          moreLabels: moreLabels(input),
          disagreements,
          assumptions: [
            'rows of the stream are independent and alike since the certificate is in force',
            'verdicts are right; unsure counts against every bound',
            'each statement holds at all times with the confidence given; all three together with less',
          ],
        }
      },
    },
  ]
}

interface Terms {
  readonly recall: number
  readonly confidence: number
}

/** The promise that was fixed when the draw was made; one chosen since would be chosen by what was seen. */
function termsOf({ recall, confidence }: DrawRow, asked: Partial<Terms>): Terms {
  if (recall === null || confidence === null)
    throw new XenolithError('conflict', 'no recall and confidence were fixed when the draw was made: make another draw')
  if ((asked.recall ?? recall) !== recall || (asked.confidence ?? confidence) !== confidence)
    throw new XenolithError(
      'conflict',
      `recall ${recall} with confidence ${confidence} was fixed when the draw was made; another promise needs another draw`,
    )
  return { recall, confidence }
}
