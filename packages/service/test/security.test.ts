import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { errorKinds } from '@xenolith/core'
import {
  createService,
  createToken,
  isPrivateAddress,
  openStore,
  publicLookup,
  signHook,
  statusOf,
} from '@xenolith/service'
import { describe, expect, it } from 'vitest'
import { drawRows, newPath, start } from './setup.js'

describe('who may call', () => {
  it('without tokens only this machine, and only by its own names', async () => {
    const client = await start()
    expect((await client.send('GET', '/v1/models')).status).toBe(200)
    for (const headers of [{ host: 'evil.example' }, { host: 'localhost', origin: 'http://evil.example' }]) {
      const answer = await client.send('GET', '/v1/models', { headers })
      expect(answer).toMatchObject({ status: 403, body: { code: 'forbidden' } })
    }
    const same = await client.send('GET', '/v1/models', {
      headers: { host: 'localhost:7878', origin: 'http://localhost:7878' },
    })
    expect(same.status).toBe(200)
    await client.service.close()
  })

  it('another address is refused until there is a token', async () => {
    const store = await openStore(newPath())
    await expect(createService({ store, host: '0.0.0.0' })).rejects.toThrow(/make a token first/)
    await createToken(store, { name: 'root', role: 'admin', expiresAt: null, actor: 'test', at: 1 })
    const service = await createService({ store, host: '0.0.0.0' })
    await service.close()
  })

  it('each role what it may, and no token but those that hold', async () => {
    let now = 1_000_000
    const store = await openStore(newPath())
    const client = await start({ store, clock: () => now })
    const { id } = await client.stream()
    const tokens: Record<string, string> = {}
    for (const role of ['admin', 'ingest', 'read', 'review'] as const)
      tokens[role] = (await createToken(store, { name: role, role, expiresAt: null, actor: 'test', at: now })).token
    const brief = await createToken(store, {
      name: 'brief',
      role: 'read',
      expiresAt: now + 1000,
      actor: 'test',
      at: now,
    })
    const as = (token: string) => ({ authorization: `Bearer ${token}` })
    expect((await client.json('POST', '/v1/tokens', { name: 'x', role: 'read' })).status).toBe(201)
    // From here on the service knows that there are tokens.
    expect((await client.send('GET', '/v1/models')).body.code).toBe('unauthorized')
    expect((await client.send('GET', '/v1/models', { headers: as('xeno_wrong') })).body.code).toBe('unauthorized')
    const status = async (token: string, method: string, url: string): Promise<number> =>
      (await client.send(method, url, { headers: as(token) })).status
    expect(await status(tokens.read, 'GET', '/v1/models')).toBe(200)
    expect(await status(tokens.ingest, 'GET', '/v1/models')).toBe(403)
    expect(await status(tokens.read, 'GET', '/v1/tokens')).toBe(403)
    expect(await status(tokens.admin, 'GET', '/v1/tokens')).toBe(200)
    expect(await status(brief.token, 'GET', '/v1/models')).toBe(200)
    now += 2000
    expect(await status(brief.token, 'GET', '/v1/models')).toBe(401)
    const rows = JSON.stringify(drawRows(5, 0, 'roles').map(([size, speed]) => ({ size, speed })))
    const post = (token: string) =>
      client.send('POST', `/v1/streams/${id}/rows`, {
        payload: rows,
        headers: { ...as(token), 'content-type': 'application/json', 'idempotency-key': 'k' },
      })
    expect((await post(tokens.review)).status).toBe(403)
    expect((await post(tokens.ingest)).status).toBe(201)
    const listed = await client.send('GET', '/v1/tokens', { headers: as(tokens.admin) })
    expect(listed.text).not.toContain(tokens.read)
    expect(listed.text).not.toMatch(/sha256/)
    const { id: gone } = listed.body.tokens.find((t: { name: string }) => t.name === 'read')
    expect(await status(tokens.admin, 'DELETE', `/v1/tokens/${gone}`)).toBe(200)
    expect(await status(tokens.read, 'GET', '/v1/models')).toBe(401)
    expect((await client.send('GET', '/healthz')).status).toBe(200)
    await client.service.close()
  })

  it('not too often', async () => {
    const client = await start({ rateLimit: 5, clock: () => 0 })
    const statuses = []
    for (let i = 0; i < 7; i++) statuses.push((await client.send('GET', '/v1/models')).status)
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429, 429])
    await client.service.close()
  })
})

describe('answers', () => {
  it('carry headers that keep browsers from running or framing them', async () => {
    const client = await start()
    const { headers } = await client.send('GET', '/healthz')
    expect(headers['content-security-policy']).toMatch(/default-src 'none'/)
    expect(headers['x-content-type-options']).toBe('nosniff')
    await client.service.close()
  })

  it('every error of the library has a status', () => {
    expect(Object.keys(statusOf).sort()).toEqual(Object.keys(errorKinds).sort())
    for (const status of Object.values(statusOf)) expect(status).toBeGreaterThanOrEqual(400)
  })

  it('hold no stack and no SQL when something breaks inside', async () => {
    const lines: string[] = []
    const store = await openStore(newPath())
    const broken = { ...store, call: () => Promise.reject(new Error('SELECT secret FROM nowhere')) } as typeof store
    const client = await start({ store, log: (line) => lines.push(line) })
    Object.assign(store, { call: broken.call })
    const answer = await client.send('GET', '/v1/models')
    expect(answer).toMatchObject({ status: 500, body: { code: 'internal-error' } })
    expect(answer.text).not.toMatch(/SELECT|\n\s+at /)
    expect(lines).toEqual(['SELECT secret FROM nowhere'])
    await client.service.close()
  })
})

describe('hooks', () => {
  it.each([
    '127.0.0.1',
    '10.1.2.3',
    '169.254.169.254',
    '192.168.0.1',
    '172.20.0.1',
    '::1',
    'fd00::1',
    'fe80::1',
    '::ffff:10.0.0.1',
    '::ffff:7f00:1',
    '::127.0.0.1',
    '::',
    '64:ff9b::7f00:1',
    '::ffff:0:127.0.0.1',
    '2002:7f00:1::',
    '0.0.0.0',
    '255.255.255.255',
  ])('%s is private', (address) => expect(isPrivateAddress(address)).toBe(true))

  it.each(['8.8.8.8', '1.1.1.1', '2606:4700::1111', '172.32.0.1'])('%s is not', (address) =>
    expect(isPrivateAddress(address)).toBe(false),
  )

  it('do not go to private addresses unless allowed', async () => {
    const client = await start()
    for (const url of [
      'http://127.0.0.1:9/x',
      'http://2130706433/',
      'http://0x7f.1/',
      'http://[::ffff:7f00:1]/',
      'http://[::1]:9/x',
      'http://localhost/x',
      'file:///etc/passwd',
      'http://a:b@8.8.8.8/',
      'nonsense',
    ]) {
      const { status } = await client.json('POST', '/v1/hooks', { url })
      expect([400, 403]).toContain(status)
    }
    expect((await client.send('GET', '/v1/hooks')).body.hooks).toEqual([])
    await client.service.close()
  })

  it('connect to what was looked at: a name that leads to a private address, even beside a public one, leads nowhere', async () => {
    const ask = (addresses: string[]) =>
      new Promise<string>((resolve) => {
        const look = publicLookup((_, __, done) =>
          done(
            null,
            addresses.map((address) => ({ address, family: 4 })),
          ),
        )
        look('rebound.example', {}, (error, address) => resolve(error === null ? String(address) : error.message))
      })
    expect(await ask(['8.8.8.8'])).toBe('8.8.8.8')
    expect(await ask(['127.0.0.1'])).toMatch(/private address/)
    expect(await ask(['8.8.8.8', '10.0.0.1'])).toMatch(/private address/)
    expect(await ask([])).toMatch(/private address/)
  })

  it('follow no redirect, are signed, and come again until they are taken', async () => {
    const got: { path: string; signature: string; timestamp: string; body: string }[] = []
    const receiver = createServer((request, response) => {
      let body = ''
      request.on('data', (chunk) => (body += chunk))
      request.on('end', () => {
        const { 'xenolith-signature': signature, 'xenolith-timestamp': timestamp } = request.headers
        got.push({ path: request.url!, signature: String(signature), timestamp: String(timestamp), body })
        if (got.length === 1) response.writeHead(302, { location: '/elsewhere' }).end()
        else response.writeHead(204).end()
      })
    })
    receiver.listen(0, '127.0.0.1')
    await once(receiver, 'listening')
    const client = await start({ privateHooks: true })
    const { port } = receiver.address() as AddressInfo
    const hook = await client.json('POST', '/v1/hooks', {
      url: `http://127.0.0.1:${port}/hook`,
      kinds: ['model.added'],
    })
    const { secret } = hook.body
    await client.stream()
    for (let i = 0; i < 100 && got.length < 2; i++) await sleep(100)
    await client.service.close()
    receiver.closeAllConnections()
    receiver.close()
    expect(got.map(({ path }) => path)).toEqual(['/hook', '/hook'])
    for (const { signature, timestamp, body } of got) {
      expect(signature).toBe(`sha256=${signHook(secret, Number(timestamp), body)}`)
      expect(JSON.parse(body).kind).toBe('model.added')
    }
    expect(got[0].body).toBe(got[1].body)
  })
})
