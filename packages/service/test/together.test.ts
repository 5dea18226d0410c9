import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { type Answer, type Client, drawRows, modelBytes, newStore, type StoreKind, start, storeKinds } from './setup.js'

/*
 * Requests that arrive at the same moment: at one service over a file, at two that share a database. Each of them answers as if the
 * others had come before or after it.
 */

/** Services on one store: two where it can be shared. */
async function services(kind: StoreKind, more: Parameters<typeof start>[0] = {}): Promise<Client[]> {
  const path = await newStore(kind)
  const first = await start({ path, ...more })
  return kind === 'sqlite' ? [first, first] : [first, await start({ path, ...more })]
}

const closeAll = (clients: readonly Client[]): Promise<unknown> =>
  Promise.all([...new Set(clients)].map(({ service }) => service.close()))

/** The same request six times at once, by turns at each service; how often each status came. */
async function atOnce(clients: readonly Client[], ask: (client: Client) => Promise<Answer>) {
  const answers = await Promise.all(Array.from({ length: 6 }, (_, i) => ask(clients[i % clients.length])))
  const statuses = new Map<number, number>()
  for (const { status } of answers) statuses.set(status, (statuses.get(status) ?? 0) + 1)
  return { answers, statuses: Object.fromEntries(statuses) }
}

describe.each(storeKinds)('at once, over %s', (kind) => {
  it('a model is added once, a stream too, and a draw is made and certified once', async () => {
    const clients = await services(kind)
    const [client] = clients
    const models = await atOnce(clients, ({ send }) =>
      send('POST', '/v1/models', {
        payload: Buffer.from(modelBytes),
        headers: { 'content-type': 'application/octet-stream' },
      }),
    )
    expect(models.statuses).toEqual({ 201: 1, 200: 5 })
    const certificate = models.answers[0].body.certificate.id
    const wanted = { name: 'once', certificate, sampleRate: 0.8, sampleSeed: 3 }
    const streams = await atOnce(clients, ({ json }) => json('POST', '/v1/streams', wanted))
    expect(streams.statuses).toEqual({ 201: 1, 409: 5 })
    const { id } = streams.answers.find(({ status }) => status === 201)!.body
    await client.rows(id, drawRows(100, 0.5, 'together'), 'k')
    const draws = await atOnce(clients, ({ json }) =>
      json('POST', '/v1/draws', { stream: id, kind: 'mixture', size: 40, recall: 0.7, confidence: 0.6 }),
    )
    expect(draws.statuses).toEqual({ 201: 1, 409: 5 })
    const draw = draws.answers.find(({ status }) => status === 201)!.body.id
    const { rows } = (await client.send('GET', `/v1/draws/${draw}`)).body
    const verdict = (row: { alarm: boolean }) => (row.alarm ? 'alien' : 'nominal')
    const given = await atOnce(clients, ({ json }) =>
      json('PUT', `/v1/alarms/${rows[0].id}/verdict`, { verdict: verdict(rows[0]), expected: 0, draw }),
    )
    expect(given.statuses).toEqual({ 200: 1, 409: 5 })
    const verdicts = rows.slice(1).map((row: { id: string; alarm: boolean }) => ({
      row: row.id,
      verdict: verdict(row),
      expected: 0,
      draw,
    }))
    await client.json('POST', '/v1/verdicts', { verdicts })
    // A second certificate of a draw would be a second look at it.
    const certified = await atOnce(clients, ({ json }) => json('POST', `/v1/draws/${draw}/certificate`, {}))
    expect(certified.statuses).toEqual({ 201: 1, 409: 5 })
    expect((await client.send('GET', '/v1/history/verify')).body.whole).toBe(true)
    await closeAll(clients)
  })

  it('a hook gets each event once, in order', async () => {
    const got: number[] = []
    const receiver = createServer(async (request, response) => {
      let text = ''
      for await (const chunk of request) text += chunk
      await sleep(5)
      got.push(JSON.parse(text).seq)
      response.end()
    })
    await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve))
    const { port } = receiver.address() as AddressInfo
    const clients = await services(kind, { privateHooks: true })
    const { id } = await clients[0].stream()
    await clients[0].json('POST', '/v1/hooks', { url: `http://127.0.0.1:${port}/`, kinds: ['rows.scored'] })
    for (let i = 0; i < 12; i++) await clients[i % 2].rows(id, drawRows(1, 0.3, `once ${i}`), `${i}`)
    for (let tries = 0; got.length < 12 && tries < 300; tries++) await sleep(50)
    // Time for the other service to look too.
    await sleep(1500)
    expect(got).toHaveLength(12)
    expect(got).toEqual(got.toSorted((a, b) => a - b))
    await closeAll(clients)
    receiver.close()
  })
})

it.runIf(storeKinds.includes('postgres'))(
  'a token that one service makes and revokes is known to the other',
  async () => {
    const [one, other] = await services('postgres')
    const { id, token } = (await one.json('POST', '/v1/tokens', { name: 'root', role: 'admin' })).body
    const headers = { authorization: `Bearer ${token}` }
    const until = async (client: Client, more: object, status: number): Promise<void> => {
      await expect
        .poll(async () => (await client.send('GET', '/v1/streams', more)).status, { timeout: 10_000 })
        .toBe(status)
    }
    await until(other, {}, 401)
    await until(other, { headers }, 200)
    expect((await one.send('DELETE', `/v1/tokens/${id}`, { headers })).status).toBe(200)
    await until(other, { headers }, 401)
    await closeAll([one, other])
  },
)
