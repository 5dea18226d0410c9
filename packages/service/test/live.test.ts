import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { signHook } from '@xenolith/service'
import { describe, expect, it } from 'vitest'
import { type Client, drawRows, start } from './setup.js'

/** Reads events until `enough`, then cuts the connection; their numbers. */
async function listen(address: string, after: number, enough: number): Promise<number[]> {
  const cut = new AbortController()
  const response = await fetch(`${address}/v1/live`, { headers: { 'last-event-id': `${after}` }, signal: cut.signal })
  const seen: number[] = []
  let text = ''
  try {
    for await (const chunk of response.body!) {
      text += new TextDecoder().decode(chunk)
      const parts = text.split('\n\n')
      text = parts.pop()!
      for (const part of parts) {
        const id = /^id: (\d+)$/m.exec(part)
        if (id !== null) seen.push(Number(id[1]))
      }
      if (seen.length >= enough) break
    }
  } finally {
    cut.abort()
  }
  return seen
}

async function listening(client: Client): Promise<string> {
  return client.service.listen()
}

describe('live events', () => {
  it('resume without a hole, cut forty times', async () => {
    const client = await start({ port: 0 })
    const address = await listening(client)
    const { id } = await client.stream()
    const sending = (async () => {
      for (let i = 0; i < 90; i++) await client.rows(id, drawRows(1, 0.3, `live ${i}`), `${i}`)
    })()
    let last = 0
    const all: number[] = []
    for (let cuts = 0; cuts < 40; cuts++) {
      // Cut after one event, two, three: the rest of what had arrived is thrown away and must come again.
      const seen = (await listen(address, last, 1 + (all.length % 3))).slice(0, 1 + (all.length % 3))
      all.push(...seen)
      last = all[all.length - 1]
    }
    await sending
    expect(all).toEqual(Array.from({ length: all.length }, (_, i) => i + 1))
    expect((await client.send('GET', '/v1/live', { headers: { 'last-event-id': 'x' } })).body.code).toBe('bad-request')
    await client.service.close()
  })

  it('end when the token of their reader is revoked or expires', async () => {
    let now = Date.now()
    const client = await start({ port: 0, clock: () => now })
    const address = await client.service.listen()
    const make = async (more: object, authorization?: string) =>
      (await client.json('POST', '/v1/tokens', { role: 'read', ...more }, authorization ? { authorization } : {})).body
    const admin = await make({ name: 'root', role: 'admin' })
    const as = (token: { token: string }) => ({ authorization: `Bearer ${token.token}` })
    const [revoked, brief] = [
      await make({ name: 'gone' }, as(admin).authorization),
      await make({ name: 'brief', expiresInDays: 1 }, as(admin).authorization),
    ]
    const reading = [revoked, brief].map(async (token) => {
      const response = await fetch(`${address}/v1/live`, { headers: as(token) })
      expect(response.status).toBe(200)
      return response.text()
    })
    // Both are open before either ends.
    await expect
      .poll(async () => (await client.send('GET', '/metrics', { headers: as(admin) })).text, { timeout: 5000 })
      .toContain('xenolith_live_connections 2')
    await client.send('DELETE', `/v1/tokens/${revoked.id}`, { headers: as(admin) })
    now += 2 * 86_400_000
    for (const text of await Promise.all(reading)) expect(text).toContain('retry:')
    await client.service.close()
  })
})

describe('hooks', () => {
  it('get all events in order, signed, after failures', async () => {
    const got: { seq: number; ok: boolean }[] = []
    let secret = ''
    let failing = 2
    const body = async (request: IncomingMessage): Promise<string> => {
      let text = ''
      for await (const chunk of request) text += chunk
      return text
    }
    const receiver = createServer(async (request, response) => {
      const text = await body(request)
      if (failing-- > 0) return response.writeHead(500).end()
      const timestamp = Number(request.headers['xenolith-timestamp'])
      const ok = request.headers['xenolith-signature'] === `sha256=${signHook(secret, timestamp, text)}`
      got.push({ seq: JSON.parse(text).seq, ok })
      response.end()
    })
    await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve))
    const { port } = receiver.address() as AddressInfo
    let now = 0
    const client = await start({ privateHooks: true, clock: () => (now += 10_000) })
    const { id } = await client.stream()
    const hook = await client.json('POST', '/v1/hooks', { url: `http://127.0.0.1:${port}/`, kinds: ['rows.scored'] })
    secret = hook.body.secret
    for (let i = 0; i < 4; i++) await client.rows(id, drawRows(2, 0.3, `hook ${i}`), `${i}`)
    for (let tries = 0; got.length < 4 && tries < 200; tries++) await new Promise((resolve) => setTimeout(resolve, 100))
    expect(got).toHaveLength(4)
    expect(got.every(({ ok }) => ok)).toBe(true)
    expect(got.map(({ seq }) => seq)).toEqual(got.map(({ seq }) => seq).sort((a, b) => a - b))
    const listed = await client.send('GET', '/v1/hooks')
    expect(listed.text).not.toContain(secret)
    await client.service.close()
    receiver.close()
  })
})
