import type { Verdict } from '@xenolith/core'
import type { Decided, Decision, GivenVerdict } from '@xenolith/service/shapes'
import { NoAnswer, refusalOf } from './problem.ts'
import type {
  AlarmRow,
  CertificateAnswer,
  Draw,
  DrawKind,
  HistoryEvent,
  Me,
  Order,
  ReviewAnswer,
  Stream,
  WatchLimits,
  WatchWindow,
  Why,
} from './shapes.ts'

export interface Connection {
  /** Where the service is, without a slash at the end; '' for the server of this page. */
  readonly base: string
  readonly token: () => string | null
  readonly fetch: typeof fetch
}

export interface Client {
  me(): Promise<Me>
  streams(): Promise<readonly Stream[]>
  certificate(id: string): Promise<CertificateAnswer>
  alarms(stream: string, page: AlarmPage): Promise<{ alarms: readonly AlarmRow[]; next: string | null }>
  alarm(id: string): Promise<{ alarm: AlarmRow; verdicts: readonly GivenVerdict[] }>
  why(id: string): Promise<Why>
  /** One verdict, or several at once: each is answered for itself. */
  decide(decisions: readonly Decision[], bulk: boolean): Promise<readonly Decided[]>
  draws(stream: string): Promise<readonly Draw[]>
  draw(stream: string, kind: DrawKind, size: number): Promise<{ readonly id: string }>
  drawn(id: string): Promise<readonly AlarmRow[]>
  review(stream: string): Promise<ReviewAnswer>
  windows(stream: string, after: number): Promise<{ windows: readonly WatchWindow[]; limits: WatchLimits | null }>
  acknowledge(stream: string, reason: string): Promise<void>
  events(after: number, limit: number): Promise<readonly HistoryEvent[]>
  /** The answer of any route that is no JSON: a file to save. */
  file(path: string): Promise<Blob>
  /** An open stream of events; whoever asked reads it. */
  live(after: number, signal: AbortSignal): Promise<Response>
}

export interface AlarmPage {
  readonly order: Order
  readonly verdict?: Verdict | 'open' | 'any'
  readonly after?: string | null
  readonly limit?: number
}

export function createClient({ base, token, fetch }: Connection): Client {
  const ask = async (method: string, path: string, body?: unknown, signal?: AbortSignal): Promise<Response> => {
    const bearer = token()
    const headers: Record<string, string> = {
      ...(bearer === null ? {} : { authorization: `Bearer ${bearer}` }),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    }
    let answer: Response
    try {
      answer = await fetch(`${base}${path}`, {
        method,
        headers,
        cache: 'no-store',
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
        ...(signal === undefined ? {} : { signal }),
      })
    } catch (error) {
      if (signal?.aborted) throw error
      throw new NoAnswer('the connection failed')
    }
    if (!answer.ok && answer.status !== 409) throw await refusalOf(answer)
    return answer
  }
  const get = async <T>(path: string): Promise<T> => {
    const answer = await ask('GET', path)
    if (!answer.ok) throw await refusalOf(answer)
    return (await answer.json()) as T
  }
  const send = async <T>(method: string, path: string, body: unknown): Promise<T> => {
    const answer = await ask(method, path, body)
    if (!answer.ok) throw await refusalOf(answer)
    return (await answer.json()) as T
  }
  const bodyOf = ({ verdict, expected, reason, draw }: Decision) => ({
    verdict,
    expected,
    ...(reason === null ? {} : { reason }),
    ...(draw === null ? {} : { draw }),
  })
  const decideOne = async (decision: Decision): Promise<Decided> => {
    const { row } = decision
    const answer = await ask('PUT', `/v1/alarms/${encodeURIComponent(row)}/verdict`, bodyOf(decision))
    if (answer.status !== 409) return { outcome: 'done', row, seq: ((await answer.json()) as { seq: number }).seq }
    const { current } = (await answer.json()) as { current: GivenVerdict | null }
    return { outcome: 'conflict', row, current: current ?? null }
  }
  const of = (stream: string): string => `/v1/streams/${encodeURIComponent(stream)}`
  return {
    me: () => get('/v1/me'),
    streams: async () => (await get<{ streams: Stream[] }>('/v1/streams')).streams,
    certificate: (id) => get(`/v1/certificates/${encodeURIComponent(id)}`),
    alarms(stream, { order, verdict = 'open', after, limit = 100 }) {
      const query = new URLSearchParams({ order, verdict, limit: String(limit) })
      if (after) query.set('after', after)
      return get(`${of(stream)}/alarms?${query}`)
    },
    alarm: (id) => get(`/v1/alarms/${encodeURIComponent(id)}`),
    why: (id) => get(`/v1/alarms/${encodeURIComponent(id)}/why`),
    async decide(decisions, bulk) {
      if (!bulk) return Promise.all(decisions.map(decideOne))
      const verdicts = decisions.map((decision) => ({ row: decision.row, ...bodyOf(decision) }))
      return (await send<{ results: Decided[] }>('POST', '/v1/verdicts', { verdicts })).results
    },
    draws: async (stream) => (await get<{ draws: Draw[] }>(`${of(stream)}/draws`)).draws,
    draw: (stream, kind, size) => send('POST', '/v1/draws', { stream, kind, size }),
    async drawn(id) {
      const { draw, rows } = await get<{ draw: { stream_id: string; drawn_at: number }; rows: DrawnRow[] }>(
        `/v1/draws/${encodeURIComponent(id)}`,
      )
      return rows.map((row) => ({
        id: row.id,
        stream: draw.stream_id,
        row: row.position + 1,
        key: row.row_key,
        score: row.score,
        alarm: row.alarm,
        cells: row.cells,
        scoredAt: draw.drawn_at,
        verdict: row.verdict,
        verdictSeq: row.verdict_seq,
      }))
    },
    review: (stream) => get(`${of(stream)}/review`),
    async windows(stream, after) {
      const answer = await get<{ windows: WatchWindow[]; limits?: WatchLimits | null }>(
        `${of(stream)}/windows?limit=1000${after >= 0 ? `&after=${after}` : ''}`,
      )
      return { windows: answer.windows, limits: answer.limits ?? null }
    },
    async acknowledge(stream, reason) {
      await send('POST', `${of(stream)}/acknowledgements`, { reason })
    },
    events: async (after, limit) =>
      (await get<{ events: HistoryEvent[] }>(`/v1/events?after=${after}&limit=${limit}`)).events,
    async file(path) {
      const answer = await ask('GET', path)
      if (!answer.ok) throw await refusalOf(answer)
      return answer.blob()
    },
    live: (after, signal) => ask('GET', `/v1/live?after=${after}`, undefined, signal),
  }
}

interface DrawnRow {
  readonly position: number
  readonly id: string
  readonly row_key: string
  readonly score: number
  readonly alarm: boolean
  readonly cells: AlarmRow['cells']
  readonly verdict: Verdict | null
  readonly verdict_seq: number
}
