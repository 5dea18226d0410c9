import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { type ErrorCode, XenolithError } from '@xenolith/core'
import type { FastifyReply } from 'fastify'
import { DIGITS } from './schemas.js'

/** The HTTP status of every error that the library knows. A code without one does not compile. */
export const statusOf: Record<ErrorCode, number> = {
  aborted: 499,
  'alpha-refuted': 422,
  'bad-alpha': 400,
  'bad-argument': 400,
  'bad-bundle': 400,
  'bad-confidence': 400,
  'bad-cursor': 400,
  'bad-key': 400,
  'bad-model': 422,
  'bad-option': 400,
  'bad-q': 400,
  'bad-recall': 400,
  'bad-request': 400,
  'bad-row': 422,
  'bad-scores': 422,
  'bad-type': 422,
  'bundle-differs': 422,
  conflict: 409,
  'constant-data': 422,
  'dataset-damaged': 422,
  'empty-data': 422,
  'file-changed': 422,
  'file-missing': 404,
  'file-unreadable': 422,
  forbidden: 403,
  'history-broken': 409,
  'infinite-value': 422,
  'key-reused': 422,
  'label-among-features': 422,
  'method-not-allowed': 405,
  'missing-column': 422,
  'model-differs': 422,
  'no-estimate': 422,
  'no-out-of-bag': 422,
  'not-certifiable': 422,
  'not-found': 404,
  'not-installed': 501,
  'not-ready': 503,
  'not-trusted': 422,
  'out-of-memory': 507,
  'output-is-input': 400,
  'output-unwritable': 500,
  'rate-limited': 429,
  'store-locked': 503,
  'store-newer': 503,
  'store-unusable': 503,
  'too-few-rows': 422,
  'too-large': 413,
  'too-slow': 408,
  unauthorized: 401,
  'unknown-command': 404,
  'unknown-option': 400,
  'unsupported-media': 415,
}

/** An RFC 9457 problem document. */
export interface Problem {
  readonly type: string
  readonly title: string
  readonly status: number
  readonly code: ErrorCode | 'internal-error'
  readonly detail: string
  readonly [more: string]: unknown
}

export function problem(code: ErrorCode, detail: string, more: Readonly<Record<string, unknown>> = {}): Problem {
  return { type: `urn:xenolith:error:${code}`, title: titleOf(code), status: statusOf[code], code, detail, ...more }
}

function titleOf(code: string): string {
  const words = code.replaceAll('-', ' ')
  return words[0].toUpperCase() + words.slice(1)
}

/** Whatever was thrown, as a problem: never a stack, never a word of an error that is not ours. */
export function problemOf(error: unknown): Problem {
  if (error instanceof XenolithError) return problem(error.code, error.message)
  const {
    code = '',
    statusCode,
    message = '',
    validation,
    validationContext,
  } = error as {
    code?: string
    statusCode?: number
    message?: string
    validation?: readonly Complaint[]
    validationContext?: string
  }
  if (validation !== undefined) return problem('bad-request', `${validationContext}: ${firstComplaint(validation)}`)
  if (code === 'FST_ERR_CTP_BODY_TOO_LARGE') return problem('too-large', 'the body is larger than the service takes')
  if (code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE')
    return problem('unsupported-media', 'the body is of a type that this route does not take')
  if (statusCode === 404) return problem('not-found', message)
  if (statusCode !== undefined && statusCode >= 400 && statusCode < 500) return problem('bad-request', message)
  return {
    type: 'urn:xenolith:error:internal-error',
    title: 'Internal error',
    status: 500,
    code: 'internal-error',
    detail: 'something went wrong that should not; the log of the service says what',
  }
}

interface Complaint {
  readonly keyword?: string
  readonly instancePath?: string
  readonly message?: string
  readonly params?: Readonly<Record<string, unknown>>
}

function firstComplaint(validation: readonly Complaint[]): string {
  const [{ keyword, instancePath = '', message = 'is not what was expected', params = {} }] = validation
  const where = instancePath === '' ? '' : `${instancePath.slice(1).replaceAll('/', '.')} `
  if (keyword === 'pattern' && params.pattern === DIGITS) return `${where}must be a whole number`
  const choices = validation.filter((other) => other.instancePath === instancePath).flatMap(choiceOf)
  if (choices.length > 1) return `${where}must be one of ${choices.join(', ')}`
  const unknown = params.additionalProperty
  return `${where}${message}${unknown === undefined ? '' : ` (${unknown})`}`
}

/** What one of several alternatives would have taken. */
function choiceOf({ keyword, params = {} }: Complaint): string[] {
  if (keyword === 'const') return [JSON.stringify(params.allowedValue)]
  return keyword === 'type' ? [String(params.type)] : []
}

export function sendProblem(reply: FastifyReply, what: Problem): FastifyReply {
  if (what.status === 401) reply.header('www-authenticate', 'Bearer realm="xenolith"')
  if (what.status === 429 || what.status === 503) reply.header('retry-after', '1')
  return reply.code(what.status).type('application/problem+json').send(JSON.stringify(what))
}

/** What is not HTTP, or does not arrive in time, never becomes a request: it is answered on the connection itself. */
export function answerBroken(error: { readonly code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy()
  const what =
    error.code === 'ERR_HTTP_REQUEST_TIMEOUT'
      ? problem('too-slow', 'the request did not arrive in time')
      : problem('bad-request', 'this is not an HTTP request that can be read')
  const body = JSON.stringify(what)
  socket.end(
    [
      `HTTP/1.1 ${what.status} ${what.title}`,
      'content-type: application/problem+json',
      `content-length: ${Buffer.byteLength(body)}`,
      'connection: close',
      '',
      body,
    ].join('\r\n'),
  )
}

/** A request that expects anything but 100-continue; it never reaches a route. */
export function answerUnmet(request: IncomingMessage, response: ServerResponse): void {
  const what = problem('bad-request', `nothing here meets "Expect: ${request.headers.expect}"`)
  const body = JSON.stringify(what)
  const headers = { 'content-type': 'application/problem+json', 'content-length': Buffer.byteLength(body) }
  response.writeHead(what.status, { ...headers, connection: 'close' })
  response.end(body)
}
