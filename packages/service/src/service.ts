import type { KeyObject } from 'node:crypto'
import { XenolithError } from '@xenolith/core'
import { createEngine } from '@xenolith/engine'
import { version } from '@xenolith/study'
import fastify, {
  type FastifyInstance,
  type FastifyReply,
  type InjectOptions,
  type LightMyRequestResponse,
} from 'fastify'
import { type Config, defaults, isLoopback } from './config.js'
import { createHooks } from './hooks/hooks.js'
import { checkOrigin, createGate, createRateLimit } from './http/access.js'
import { parseBody } from './http/body.js'
import { createLive } from './http/live.js'
import { openApi } from './http/openapi.js'
import { plainPage, studioPage } from './http/page.js'
import { answerBroken, answerUnmet, problem, problemOf, sendProblem } from './http/problem.js'
import type { Parts, Route } from './http/route.js'
import { bundleRoutes } from './http/routes/bundle.js'
import { ARCHIVE_TYPE, exportRoutes } from './http/routes/export.js'
import { fitRoutes } from './http/routes/fits.js'
import { modelRoutes } from './http/routes/models.js'
import { reviewRoutes } from './http/routes/review.js'
import { streamRoutes } from './http/routes/streams.js'
import { systemRoutes } from './http/routes/system.js'
import { createIngest } from './ingest.js'
import { createModels, createStandards } from './loaded.js'
import type { Store } from './store/operations.js'
import { createWorkshop } from './workshop/workshop.js'

/** A service over a store: fastify, ready for injection or for listening. */
export interface Service {
  readonly http: FastifyInstance
  readonly config: Config
  /** A request of the process itself, which needs no token. */
  call(request: InjectOptions): Promise<LightMyRequestResponse>
  /** The address it listens at. */
  listen(): Promise<string>
  /** Takes no more requests, lets those under way end, and closes the store. */
  close(): Promise<void>
}

export interface ServiceOptions extends Partial<Config> {
  readonly store: Store
  /** Threads for scoring (default 1: requests are small). */
  readonly workers?: number
  /** The studio: the text of its page, served at /. */
  readonly studio?: string
  /** An Ed25519 key that bundles are signed with. */
  readonly signingKey?: KeyObject
  /** One line about what went wrong inside. */
  readonly log?: (line: string) => void
}

const EXPIRE_EVERY_MS = 3_600_000
const DELIVER_EVERY_MS = 1000
const REFRESH_EVERY_MS = 1000

/**
 * A service over a store, which it closes at its own end. It answers injected requests at once, and others after `listen`.
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
 * const { statusCode, body } = await service.call({ method: 'GET', url: '/v1/streams' })
 * statusCode // => 200
 * JSON.parse(body).streams // => []
 * await service.close()
 * await rm(folder, { recursive: true })
 * ```
 */
export async function createService({
  store,
  workers = 1,
  studio,
  signingKey,
  log = () => {},
  ...settings
}: ServiceOptions): Promise<Service> {
  const config: Config = { ...defaults, ...settings }
  // A disk that cannot be written is told now, not at the first row.
  await store.call('probe', null)
  const gate = await createGate(store, config)
  if (!isLoopback(config.host) && !gate.guarded) {
    throw new XenolithError(
      'unauthorized',
      `${config.host} can be reached by others: make a token first (xenolith serve --new-token admin), or bind to 127.0.0.1`,
    )
  }
  const engine = createEngine({ workers })
  const live = createLive(store, config)
  const model = createModels(store)
  let stopping = false
  const { clock, rowLimit, queueLimit } = config
  const standard = createStandards(store)
  const ingest = createIngest({ store, engine, model, standard, clock, rowLimit, queueLimit })
  const ready = (): boolean => !stopping
  const workshop = createWorkshop()
  const requests = new Map<number, number>()
  const shared = { config, store, engine, gate, live, model, standard, workshop, ingest, signingKey, ready }
  const parts: Parts = { ...shared, requests }
  const routes = [modelRoutes, streamRoutes, reviewRoutes, bundleRoutes, exportRoutes, fitRoutes, systemRoutes].flatMap(
    (of) => of(parts),
  )
  const http = assemble(routes, parts, log)
  const page = studio === undefined ? plainPage() : studioPage(studio)
  http.get('/', (_, reply) =>
    reply.type('text/html; charset=utf-8').header('content-security-policy', page.policy).send(page.body),
  )
  const hooks = createHooks(store, config)
  const quietly = (work: Promise<unknown>): void => {
    work.catch((error) => log(error instanceof Error ? error.message : String(error)))
  }
  const expire = (): void => quietly(expireAll(store, () => (stopping ? null : config.clock())))
  const timers = [
    setInterval(() => quietly(hooks.deliver()), DELIVER_EVERY_MS),
    setInterval(expire, EXPIRE_EVERY_MS),
    // A file has one service at a time; another service on the same database may make tokens and revoke them.
    ...(store.kind === 'postgres' ? [setInterval(() => quietly(gate.refresh()), REFRESH_EVERY_MS)] : []),
  ]
  for (const timer of timers) timer.unref()
  expire()
  return {
    http,
    config,
    call: ({ headers, ...request }) =>
      http.inject({ ...request, headers: { host: 'localhost', authorization: `Bearer ${gate.own}`, ...headers } }),
    listen: () => http.listen({ host: config.host, port: config.port }),
    async close() {
      stopping = true
      for (const timer of timers) clearInterval(timer)
      const delivered = hooks.close()
      live.close()
      await closeHttp(http, config.drainMs)
      await delivered
      await workshop.close()
      await engine.close()
      await store.close()
    },
  }
}

/** Lets go of all old rows, some at a time, until none are left or the clock stops. */
async function expireAll(store: Store, clock: () => number | null): Promise<void> {
  for (let at = clock(); at !== null; at = clock()) if ((await store.call('expire', { at })) === 0) return
}

/**
 * Node stops looking for requests that take too long as soon as its server is closed, and a connection that was busy then stays open as
 * long as its client likes. So idle ones are closed again and again, and after a while all that is left.
 */
async function closeHttp(http: FastifyInstance, drainMs: number): Promise<void> {
  const { server } = http
  const idle = setInterval(() => server.closeIdleConnections(), 50)
  const late = setTimeout(() => server.closeAllConnections(), drainMs)
  try {
    await http.close()
  } finally {
    clearInterval(idle)
    clearTimeout(late)
  }
}

function assemble(routes: readonly Route[], parts: Parts, log: (line: string) => void): FastifyInstance {
  const { config, gate, live, requests } = parts
  const limit = createRateLimit(config)
  const http = fastify({
    logger: false,
    bodyLimit: config.bodyLimit,
    requestTimeout: config.requestTimeout,
    // How often Node looks for requests that take too long.
    http: {
      connectionsCheckingInterval: Math.min(2000, config.requestTimeout),
      // A request without the header is answered by us, like one with a wrong name.
      requireHostHeader: false,
    },
    clientErrorHandler: answerBroken,
    frameworkErrors: (error, _, reply) => sendProblem(reply as FastifyReply, problemOf(error)),
    connectionTimeout: 0,
    keepAliveTimeout: 15_000,
    forceCloseConnections: 'idle',
    routerOptions: { maxParamLength: 300 },
    ajv: { customOptions: { coerceTypes: false, removeAdditional: false, useDefaults: false, allowUnionTypes: true } },
  })
  http.server.on('checkExpectation', answerUnmet)
  http.server.maxConnections = config.connectionLimit
  http.server.headersTimeout = Math.min(10_000, config.requestTimeout)
  // Bodies of rows and models are bytes; the reader of files takes them from there.
  http.addContentTypeParser(
    ['application/octet-stream', 'text/csv', 'text/tab-separated-values', 'application/x-ndjson', 'application/ndjson'],
    { parseAs: 'buffer' },
    (_, body, done) => done(null, body),
  )
  // An archive may be larger than memory.
  http.addContentTypeParser(ARCHIVE_TYPE, (_, body, done) => done(null, body))
  http.removeContentTypeParser('application/json')
  http.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, body, done) => {
    const { wantsBytes } = request.routeOptions.config as { wantsBytes?: boolean }
    if (wantsBytes) return done(null, body)
    try {
      done(null, parseBody(body as Buffer))
    } catch (error) {
      done(error as Error, undefined)
    }
  })
  http.setSerializerCompiler(() => (data) => JSON.stringify(data))
  http.addHook('onRequest', async (request, reply) => {
    reply.headers(SECURITY_HEADERS)
    if (!METHODS.includes(request.method)) {
      reply.header('allow', METHODS.join(', '))
      throw new XenolithError('method-not-allowed', `no route takes ${request.method}`)
    }
    // No name holds a NUL, and PostgreSQL does not take one.
    if (request.url.includes('%00')) throw new XenolithError('bad-request', 'the address holds a NUL')
    checkOrigin(request, config)
    const encoding = request.headers['content-encoding'] ?? 'identity'
    if (encoding.toLowerCase() !== 'identity')
      throw new XenolithError('unsupported-media', `bodies come as they are, not with the encoding "${encoding}"`)
    if (!parts.ready() && request.method !== 'GET') throw new XenolithError('not-ready', 'the service is stopping')
  })
  http.addHook('onResponse', async (_, { statusCode }) => {
    requests.set(statusCode, (requests.get(statusCode) ?? 0) + 1)
  })
  http.setErrorHandler((error, _, reply) => {
    const what = problemOf(error)
    if (what.status >= 500) log(error instanceof Error ? error.message : String(error))
    return sendProblem(reply, what)
  })
  const known = routes.map(({ path, method }) => ({
    pattern: new RegExp(`^${path.replace(/\{\w+\}/g, '[^/]+')}$`),
    methods: method === 'GET' ? ['GET', 'HEAD'] : [method],
  }))
  http.setNotFoundHandler((request, reply) => {
    const path = request.url.split('?')[0]
    const allowed = known.filter(({ pattern }) => pattern.test(path)).flatMap(({ methods }) => methods)
    if (allowed.length === 0) return sendProblem(reply, problem('not-found', `there is no ${path}`))
    reply.header('allow', allowed.join(', '))
    return sendProblem(reply, problem('method-not-allowed', `${path} does not take ${request.method}`))
  })
  for (const route of routes) {
    http.route({
      method: route.method,
      url: route.path.replace(/\{(\w+)\}/g, ':$1'),
      bodyLimit: route.bodyLimit ?? config.bodyLimit,
      config: { wantsBytes: route.bytes !== undefined },
      schema: {
        ...(route.query === undefined ? {} : { querystring: route.query }),
        ...(route.headers === undefined ? {} : { headers: route.headers }),
        ...(route.body === undefined ? {} : { body: route.body }),
      },
      onRequest: async (request) => {
        const caller = gate.check(request, route.need)
        limit(gate.guarded && route.need !== 'open' ? caller.name : request.ip)
        request.caller = caller
      },
      handler: async (request, reply) => {
        if (route.bytes !== undefined) checkBytes(route.bytes, request.headers['content-type'], request.body)
        const answer = await route.run({
          request,
          reply,
          caller: request.caller,
          params: request.params as Record<string, string>,
          query: request.query as Record<string, string>,
          body: request.body,
        })
        if (route.method !== 'GET') live.nudge()
        return answer
      },
    })
  }
  const document = JSON.stringify(openApi(routes, version))
  http.get('/openapi.json', (_, reply) => reply.type('application/json').send(document))
  return http
}

function checkBytes(types: readonly string[], contentType: string | undefined, body: unknown): void {
  const [kind, ...parameters] = (contentType ?? '').toLowerCase().split(';')
  const type = kind.trim()
  const charset = parameters
    .map((text) => /^\s*charset="?([^"]*)"?\s*$/.exec(text)?.[1])
    .find((found) => found !== undefined)
  if (charset !== undefined && !['utf-8', 'utf8', 'us-ascii'].includes(charset))
    throw new XenolithError('unsupported-media', `text comes as UTF-8, not as ${charset}`)
  if (!types.includes(type))
    throw new XenolithError('unsupported-media', `this route takes ${types.join(', ')}, not "${type}"`)
  if (!(body instanceof Uint8Array)) throw new XenolithError('bad-request', 'the request has no body')
}

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']

const SECURITY_HEADERS = {
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'no-referrer',
  'cache-control': 'no-store',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'",
  'cross-origin-resource-policy': 'same-origin',
}

declare module 'fastify' {
  interface FastifyRequest {
    caller: import('./http/access.js').Caller
  }
}
