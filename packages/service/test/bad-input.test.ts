import { once } from 'node:events'
import { connect } from 'node:net'
import { openStore } from '@xenolith/service'
import { describe, expect, it } from 'vitest'
import { writeUntilFull } from './full-disk.js'
import { modelBytes, newStore, start, storeKinds } from './setup.js'

/** What comes back over a connection on which this much was sent. */
async function answerTo(address: string, text: string): Promise<{ status: number; body: { code: string } }> {
  const { hostname, port } = new URL(address)
  const socket = connect(Number(port), hostname)
  let got = ''
  socket.on('data', (chunk) => (got += chunk))
  socket.on('error', () => {})
  await once(socket, 'connect')
  socket.write(text.replaceAll('\n', '\r\n'))
  await once(socket, 'close')
  const [head, body] = got.split('\r\n\r\n')
  expect(head).toMatch(/content-type: application\/problem\+json/i)
  return { status: Number(/^HTTP\/1.1 (\d+)/.exec(head)![1]), body: JSON.parse(body) }
}

const POST = 'POST /v1/streams HTTP/1.1\nHost: localhost\nContent-Type: application/json\n'

describe('over a connection', () => {
  it('a slow body, one of 100 MB and what is no HTTP each get a problem', async () => {
    const client = await start({ port: 0, requestTimeout: 1000 })
    const address = await client.service.listen()
    const [slow, large, broken] = await Promise.all([
      answerTo(address, `${POST}Content-Length: 100\n\n{`),
      answerTo(address, `${POST}Connection: close\nContent-Length: 104857600\n\n{`),
      answerTo(address, 'hello\n\n'),
    ])
    expect(slow).toMatchObject({ status: 408, body: { code: 'too-slow' } })
    expect(large).toMatchObject({ status: 413, body: { code: 'too-large' } })
    expect(broken).toMatchObject({ status: 400, body: { code: 'bad-request' } })
    await client.service.close()
  })

  it('no Host, and what cannot be expected, get a problem too', async () => {
    const client = await start({ port: 0 })
    const address = await client.service.listen()
    const nameless = await answerTo(address, 'GET /v1/models HTTP/1.1\nConnection: close\n\n')
    expect(nameless).toMatchObject({ status: 403, body: { code: 'forbidden' } })
    const expecting = await answerTo(address, `${POST}Expect: the-best\nContent-Length: 2\n\n{}`)
    expect(expecting).toMatchObject({ status: 400, body: { code: 'bad-request' } })
    await client.service.close()
  })
})

describe.each(storeKinds)('texts that no store keeps, over %s', (kind) => {
  it('are refused, and the history stays whole', async () => {
    const client = await start({ path: await newStore(kind) })
    const { id, certificate } = await client.stream()
    const stream = (name: string) => client.json('POST', '/v1/streams', { name, certificate })
    const refused = { status: 400, body: { code: 'bad-request' } }
    for (const name of ['a\0b', 'half \ud800']) {
      expect(await stream(name)).toMatchObject(refused)
      expect(await client.json('POST', '/v1/tokens', { name, role: 'admin' })).toMatchObject(refused)
      const seen = await client.json('POST', `/v1/streams/${id}/acknowledgements`, { reason: name })
      expect(seen).toMatchObject(refused)
    }
    for (const url of ['/v1/streams/a%00b', '/v1/alarms/a%00b/why', '/v1/streams/%zz', `/v1/export/${id}?format=%00`])
      expect(await client.send('GET', url)).toMatchObject(refused)
    const proto = await client.send('POST', '/v1/streams', {
      payload: `{"name":"x","certificate":"${certificate}","\\u005f_proto__":{"alpha":1}}`,
      headers: { 'content-type': 'application/json' },
    })
    expect(proto).toMatchObject(refused)
    expect((await stream('Straße \u{1f680} ‮ 名前')).status).toBe(201)
    const keyed = await client.stream({ name: 'keyed', rowKey: 'id' })
    const row = await client.json('POST', `/v1/streams/${keyed.id}/rows`, [{ size: 9, speed: 9, id: 'a\0b' }], {
      'idempotency-key': 'k',
    })
    expect(row).toMatchObject({ status: 422, body: { code: 'bad-row' } })
    expect((await client.send('GET', '/v1/history/verify')).body.whole).toBe(true)
    await client.service.close()
  })
})

describe.each(storeKinds)('made up, over %s', (kind) => {
  it('a cursor of any value is a page or a problem', async () => {
    const client = await start({ path: await newStore(kind) })
    const { id, certificate } = await client.stream()
    for (const order of ['score', 'near', 'time']) {
      const list = JSON.stringify(`${id} ${order}${order === 'near' ? ` ${certificate}` : ''} open`)
      for (const rest of [
        '1.5,"a"',
        '1e999,"a"',
        '1e300,"a"',
        '-1e19,"a"',
        '1,"a\\u0000b"',
        '1,"\\ud800"',
        '"1","a"',
      ]) {
        const after = Buffer.from(`[${list},${rest}]`).toString('base64url')
        const { status, body } = await client.send('GET', `/v1/streams/${id}/alarms?order=${order}&after=${after}`)
        if (status !== 200) expect({ status, code: body.code }).toEqual({ status: 400, code: 'bad-cursor' })
      }
    }
    await client.service.close()
  })

  it('a body nested a million deep is refused, whatever it holds', async () => {
    const client = await start({ path: await newStore(kind) })
    const depth = 1_000_000
    for (const inside of ['1', '"\\u0000"']) {
      const answer = await client.send('POST', '/v1/streams', {
        payload: `{"name":${'['.repeat(depth)}${inside}${']'.repeat(depth)}}`,
        headers: { 'content-type': 'application/json' },
      })
      expect(answer).toMatchObject({ status: 400, body: { code: 'bad-request' } })
    }
    await client.service.close()
  })
})

describe('a word that is none of those that are taken', () => {
  it('is answered with them', async () => {
    const client = await start()
    const { id } = await client.stream()
    const order = await client.send('GET', `/v1/streams/${id}/alarms?order=size`)
    expect(order.body.detail).toBe('querystring: order must be one of "score", "near", "time"')
    const verdict = await client.json('PUT', '/v1/alarms/x/verdict', { verdict: 'maybe', expected: 0 })
    expect(verdict.body.detail).toBe('body: verdict must be one of "alien", "nominal", "unsure", null')
    const limit = await client.send('GET', `/v1/streams/${id}/alarms?limit=many`)
    expect(limit.body.detail).toBe('querystring: limit must be a whole number')
    // An event that never happens would never be sent, and nobody would know why.
    const hook = await client.json('POST', '/v1/hooks', { url: 'http://8.8.8.8/', kinds: ['alarm'] })
    expect(hook).toMatchObject({ status: 400, body: { code: 'bad-request' } })
    expect(hook.body.detail).toMatch(/^body: kinds\.0 must be one of "model\.added", /)
    await client.service.close()
  })
})

describe('a model', () => {
  it('of another version is refused', async () => {
    const client = await start()
    const newer = Buffer.from(modelBytes)
    newer.writeUInt32LE(999, 8)
    const answer = await client.send('POST', '/v1/models', {
      payload: newer,
      headers: { 'content-type': 'application/octet-stream' },
    })
    expect(answer).toMatchObject({ status: 422, body: { code: 'bad-model' } })
    expect(answer.body.detail).toMatch(/version/)
    expect((await client.send('GET', '/v1/models')).body.models).toEqual([])
    await client.service.close()
  })
})

describe('a disk', () => {
  it('that cannot be written is refused in one line', async () => {
    await expect(openStore('/proc/xenolith.db')).rejects.toMatchObject({ code: 'store-unusable' })
  })

  // Other limits are in full-disk.slow.ts.
  it('that is full gets a problem for every write, and loses nothing that was acknowledged', () => writeUntilFull(2055))
})
