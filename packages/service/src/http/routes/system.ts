import { XenolithError } from '@xenolith/core'
import Type, { type Static } from 'typebox'
import { verifyHistory } from '../../history.js'
import { checkHookUrl } from '../../hooks/addresses.js'
import { newHook } from '../../hooks/hooks.js'
import { eventKinds } from '../../store/operations/events.js'
import { createToken } from '../access.js'
import type { Parts, Route } from '../route.js'
import { closed, Id, Json, Name, Whole } from '../schemas.js'

const NewToken = Type.Object(
  {
    name: Name,
    role: Type.Union([Type.Literal('ingest'), Type.Literal('read'), Type.Literal('review'), Type.Literal('admin')]),
    expiresInDays: Type.Optional(Type.Integer({ minimum: 1, maximum: 3650 })),
  },
  { additionalProperties: false },
)
const NewHook = Type.Object(
  {
    url: Type.String({ minLength: 1, maxLength: 2000 }),
    kinds: Type.Optional(Type.Array(Type.Union(eventKinds.map((kind) => Type.Literal(kind))), { maxItems: 50 })),
  },
  { additionalProperties: false },
)
const EventSchema = closed({
  seq: Type.Integer(),
  at: Type.Integer(),
  actor: Type.String(),
  kind: Type.String(),
  subject: Type.String(),
  body: Type.Unknown(),
  prev: Type.String(),
  hash: Type.String(),
})
const DAY = 86_400_000
const PAGE = 1000

export function systemRoutes(parts: Parts): Route[] {
  const { store, config, gate, live, ready } = parts
  return [
    {
      method: 'GET',
      path: '/v1/me',
      need: 'read',
      summary: 'Who is asking, what they may do, and the number of the last event, from which live events go on',
      answers: {
        200: closed({ name: Type.String(), role: Type.String(), guarded: Type.Boolean(), lastEvent: Type.Integer() }),
      },
      async run({ caller }) {
        const { seq } = await store.call('lastEvent', null)
        return { name: caller.name, role: caller.role, guarded: gate.guarded, lastEvent: seq }
      },
    },
    {
      method: 'GET',
      path: '/v1/events',
      need: 'read',
      summary: 'The history, oldest first; each event carries the hash of the one before',
      query: Type.Object({ after: Type.Optional(Whole), limit: Type.Optional(Whole) }, { additionalProperties: false }),
      answers: { 200: closed({ events: Type.Array(EventSchema) }) },
      async run({ query }) {
        const limit = Math.min(PAGE, Math.max(1, Number(query.limit ?? 200)))
        const events = await store.call('events', { after: Number(query.after ?? 0), limit })
        return { events: events.map((event) => ({ ...event, body: JSON.parse(event.body) as unknown })) }
      },
    },
    {
      method: 'GET',
      path: '/v1/history/verify',
      need: 'read',
      summary: 'Walks the whole chain and names the first event that does not follow, if there is one',
      answers: { 200: Json },
      run: () => verifyHistory(store),
    },
    {
      method: 'GET',
      path: '/v1/live',
      need: 'read',
      summary: 'Events as they happen (Server-Sent Events); Last-Event-ID or ?after= resumes',
      query: Type.Object({ after: Type.Optional(Whole) }, { additionalProperties: false }),
      answers: { 200: 'text/event-stream' },
      async run({ query, request, reply }) {
        const last = request.headers['last-event-id']
        if (last !== undefined && !/^[0-9]{1,15}$/.test(String(last))) {
          throw new XenolithError('bad-request', 'Last-Event-ID must be the number of an event')
        }
        const start = last ?? query.after
        const after = start === undefined ? (await store.call('lastEvent', null)).seq : Number(start)
        live.open(reply, after, () => gate.admits(request, 'read'))
        return reply
      },
    },
    {
      method: 'POST',
      path: '/v1/tokens',
      need: 'admin',
      summary: 'A new token; it is shown once, only its hash is kept',
      body: NewToken,
      answers: { 201: closed({ id: Id, token: Type.String() }) },
      async run({ body, caller, reply }) {
        const { name, role, expiresInDays } = body as Static<typeof NewToken>
        const at = config.clock()
        const expiresAt = expiresInDays === undefined ? null : at + expiresInDays * DAY
        const made = await createToken(store, { name, role, expiresAt, actor: caller.name, at })
        await gate.refresh()
        reply.code(201)
        return { id: made.id, token: made.token }
      },
    },
    {
      method: 'GET',
      path: '/v1/tokens',
      need: 'admin',
      summary: 'All tokens, without the tokens themselves',
      answers: { 200: closed({ tokens: Type.Array(Json) }) },
      run: async () => ({ tokens: (await store.call('tokens', null)).map(({ sha256: _, ...token }) => token) }),
    },
    {
      method: 'DELETE',
      path: '/v1/tokens/{id}',
      need: 'admin',
      summary: 'Revokes a token',
      answers: { 200: closed({ revoked: Id }) },
      async run({ params, caller }) {
        await store.call('revokeToken', { id: params.id, actor: caller.name, at: config.clock() })
        await gate.refresh()
        return { revoked: params.id }
      },
    },
    {
      method: 'POST',
      path: '/v1/hooks',
      need: 'admin',
      summary: 'Sends events to an address, in order, at least once, signed with the secret that is shown here once',
      body: NewHook,
      answers: { 201: closed({ id: Id, secret: Type.String() }) },
      async run({ body, caller, reply }) {
        const { url, kinds = [] } = body as Static<typeof NewHook>
        await checkHookUrl(url, config.privateHooks)
        const { seq } = await store.call('lastEvent', null)
        const hook = newHook(url, kinds, seq)
        await store.call('addHook', { hook, actor: caller.name, at: config.clock() })
        reply.code(201)
        return { id: hook.id, secret: hook.secret }
      },
    },
    {
      method: 'GET',
      path: '/v1/hooks',
      need: 'admin',
      summary: 'All hooks, without their secrets',
      answers: { 200: closed({ hooks: Type.Array(Json) }) },
      run: async () => ({
        hooks: (await store.call('hooks', null)).map(({ secret: _, kinds, ...hook }) => ({
          ...hook,
          kinds: JSON.parse(kinds),
        })),
      }),
    },
    {
      method: 'DELETE',
      path: '/v1/hooks/{id}',
      need: 'admin',
      summary: 'Removes a hook',
      answers: { 200: closed({ removed: Id }) },
      async run({ params, caller }) {
        await store.call('removeHook', { id: params.id, actor: caller.name, at: config.clock() })
        return { removed: params.id }
      },
    },
    {
      method: 'GET',
      path: '/healthz',
      need: 'open',
      summary: 'Whether the process answers',
      answers: { 200: closed({ ok: Type.Boolean() }) },
      run: async () => ({ ok: true }),
    },
    {
      method: 'GET',
      path: '/readyz',
      need: 'open',
      summary: 'Whether rows would be taken: the store can be written',
      answers: { 200: closed({ ready: Type.Boolean() }) },
      async run() {
        if (!ready()) throw new XenolithError('not-ready', 'the service is stopping')
        await store.call('probe', null)
        return { ready: true }
      },
    },
    {
      method: 'GET',
      path: '/metrics',
      need: 'read',
      summary: 'Counts in the text format of Prometheus',
      answers: { 200: 'text/plain' },
      async run({ reply }) {
        reply.type('text/plain; version=0.0.4; charset=utf-8')
        return metricsText(parts)
      },
    },
  ]
}

async function metricsText({ store, live, requests }: Parts): Promise<string> {
  const { streams, events } = await store.call('counts', null)
  const cpu = process.cpuUsage()
  const of = (value: (stream: (typeof streams)[number]) => number) =>
    streams.map((stream): [string, number] => [`{stream="${label(stream.name)}"}`, value(stream)])
  const one = (value: number): [string, number][] => [['', value]]
  const metrics: [string, string, string, readonly [string, number][]][] = [
    ['events_total', 'counter', 'Events in the history.', one(events)],
    [
      'requests_total',
      'counter',
      'Requests answered since the start, by status.',
      [...requests].map(([status, n]) => [`{status="${status}"}`, n]),
    ],
    ['writes_waiting', 'gauge', 'Writes that wait for the store.', one(store.waiting)],
    ['live_connections', 'gauge', 'Connections that receive live events.', one(live.size)],
    ['resident_bytes', 'gauge', 'Resident memory of the process.', one(process.memoryUsage.rss())],
    ['cpu_seconds_total', 'counter', 'Processor time of the process.', one((cpu.user + cpu.system) / 1e6)],
    ['rows', 'gauge', 'Rows of a stream since its certificate is in force.', of(({ rows }) => rows)],
    ['alarms', 'gauge', 'Alarms of a stream since its certificate is in force.', of(({ alarms }) => alarms)],
    [
      'certificate_at_risk',
      'gauge',
      '1 while the certificate is at risk.',
      of((s) => (s.status === 'at-risk' ? 1 : 0)),
    ],
    ['certificate_void', 'gauge', '1 once the certificate is void.', of((s) => (s.status === 'void' ? 1 : 0))],
  ]
  const lines = metrics.flatMap(([name, type, help, samples]) => [
    `# HELP xenolith_${name} ${help}`,
    `# TYPE xenolith_${name} ${type}`,
    ...samples.map(([labels, value]) => `xenolith_${name}${labels} ${value}`),
  ])
  return `${lines.join('\n')}\n`
}

function label(text: string): string {
  return text.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n')
}
