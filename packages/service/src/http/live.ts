import { XenolithError } from '@xenolith/core'
import type { FastifyReply } from 'fastify'
import type { Config } from '../config.js'
import type { Store } from '../store/operations.js'

const HEARTBEAT_MS = 15_000
/** How often events of other services on the same database are looked for. */
const LOOK_MS = 1000
const PAGE = 500
const FAREWELL_MS = 500

/** Events as they happen, over Server-Sent Events. The number of an event is its id, so a client resumes where it was. */
export interface Live {
  /** `admitted`: whether the caller may still read; tokens expire and are revoked. */
  open(reply: FastifyReply, after: number, admitted: () => boolean): void
  /** Says that something may have happened. */
  nudge(): void
  close(): void
  readonly size: number
}

export function createLive(store: Store, { liveLimit }: Config): Live {
  interface Client {
    readonly reply: FastifyReply
    readonly admitted: () => boolean
    seq: number
    sending: boolean
    beat: number
  }
  const clients = new Set<Client>()
  let closed = false
  const drop = (client: Client): void => {
    clients.delete(client)
    const { raw } = client.reply
    raw.end()
    // Who does not read does not see the end either.
    setTimeout(() => raw.destroy(), FAREWELL_MS).unref()
  }
  const send = async (client: Client): Promise<void> => {
    if (client.sending) return
    client.sending = true
    try {
      for (;;) {
        if (!client.admitted()) return drop(client)
        const events = await store.call('events', { after: client.seq, limit: PAGE })
        if (events.length === 0 || !clients.has(client)) break
        let flowing = true
        for (const { body, ...event } of events) {
          const data = JSON.stringify({ ...event, body: JSON.parse(body) as unknown })
          flowing = client.reply.raw.write(`id: ${event.seq}\nevent: ${event.kind}\ndata: ${data}\n\n`)
          client.seq = event.seq
        }
        // A reader that does not keep up is let go; it can resume.
        if (!flowing && !(await drained(client.reply))) return drop(client)
      }
    } catch {
      drop(client)
    } finally {
      client.sending = false
    }
  }
  const timer = setInterval(() => {
    for (const client of clients) {
      if (Date.now() - client.beat >= HEARTBEAT_MS) {
        client.beat = Date.now()
        client.reply.raw.write(': still here\n\n')
      }
      void send(client)
    }
  }, LOOK_MS)
  timer.unref()
  return {
    get size() {
      return clients.size
    },
    open(reply, after, admitted) {
      if (closed) throw new XenolithError('not-ready', 'the service is stopping')
      if (clients.size >= liveLimit)
        throw new XenolithError('rate-limited', `${liveLimit} live connections are open already`)
      const client: Client = { reply, admitted, seq: after, sending: false, beat: Date.now() }
      reply.hijack()
      reply.raw.writeHead(200, {
        'content-type': 'text/event-stream; charset=utf-8',
        'cache-control': 'no-store',
        'x-content-type-options': 'nosniff',
        connection: 'close',
      })
      reply.raw.write('retry: 1000\n\n')
      reply.raw.on('close', () => clients.delete(client))
      clients.add(client)
      void send(client)
    },
    nudge() {
      for (const client of clients) void send(client)
    },
    close() {
      closed = true
      clearInterval(timer)
      for (const client of clients) drop(client)
    },
  }
}

function drained(reply: FastifyReply): Promise<boolean> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => resolve(false), 5000)
    const done = (ok: boolean) => () => {
      clearTimeout(timer)
      resolve(ok)
    }
    reply.raw.once('drain', done(true))
    reply.raw.once('close', done(false))
  })
}
