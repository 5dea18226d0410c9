import { planWatch } from '@xenolith/core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Client, drawRows, modelFile, newStore, start, storeKinds } from './setup.js'

/* What the studio's screens ask of the service, besides what every client does. */
describe.each(storeKinds)('what the screens ask, over %s', (kind) => {
  let client: Client
  beforeAll(async () => {
    client = await start({ path: await newStore(kind) })
  })
  afterAll(() => client.service.close())

  it('says who is asking and where live events go on', async () => {
    const before = await client.send('GET', '/v1/me')
    expect(before.body).toMatchObject({ name: 'local', role: 'admin', guarded: false })
    await client.stream()
    const after = await client.send('GET', '/v1/me')
    expect(after.body.lastEvent).toBeGreaterThan(before.body.lastEvent)
    const next = await client.send('GET', `/v1/events?after=${after.body.lastEvent}`)
    expect(next.body.events).toEqual([])
  })

  it('lists the draws of a stream with how far they were judged', async () => {
    const { id } = await client.stream({ sampleRate: 1 })
    await client.rows(id, drawRows(60, 0.3, 'draws'), 'draws')
    expect((await client.send('GET', `/v1/streams/${id}/draws`)).body).toEqual({ draws: [] })
    const { body: draw } = await client.json('POST', '/v1/draws', { stream: id, kind: 'mixture', size: 2 })
    const { body } = await client.send('GET', `/v1/draws/${draw.id}`)
    const listed = async () => (await client.send('GET', `/v1/streams/${id}/draws`)).body.draws
    expect(await listed()).toMatchObject([{ id: draw.id, kind: 'mixture', size: 2, judged: 0, closed: false }])
    for (const [i, row] of body.rows.entries()) {
      await client.json('PUT', `/v1/alarms/${row.id}/verdict`, { verdict: 'nominal', expected: 0, draw: draw.id })
      expect(await listed()).toMatchObject([{ judged: i + 1, closed: i === 1 }])
    }
    expect((await client.send('GET', '/v1/streams/none/draws')).status).toBe(404)
  })

  it('gives the limits by which windows are read', async () => {
    const { id } = await client.stream()
    const { alpha, confidence } = (await client.send('GET', `/v1/streams/${id}`)).body
    const { body } = await client.send('GET', `/v1/streams/${id}/windows`)
    const ranks = modelFile.evidence.ranks!
    const plan = planWatch({ ranks, alpha, confidence, tau: modelFile.certificate.tau! })
    expect(body.limits.alarmsAtMost).toBe(plan.alarmsAtMost)
    expect(Math.exp(body.limits.voidAt)).toBeCloseTo(2 / plan.delta, 8)
    expect(Math.exp(body.limits.riskAt)).toBeCloseTo(1000, 8)
  })

  it('keeps in the history that somebody has seen the standing, and changes nothing else', async () => {
    const { id } = await client.stream()
    const { body: stream } = await client.send('GET', `/v1/streams/${id}`)
    const path = `/v1/streams/${stream.id}/acknowledgements`
    const { status, body } = await client.json('POST', path, { reason: 'sensor was replaced' })
    expect(status).toBe(201)
    const { body: history } = await client.send('GET', `/v1/events?after=${body.event - 1}&limit=1`)
    expect(history.events[0]).toMatchObject({
      kind: 'stream.acknowledged',
      actor: 'local',
      subject: stream.id,
      body: { status: 'valid', reason: 'sensor was replaced', certificate: stream.certificate },
    })
    expect((await client.send('GET', `/v1/streams/${stream.id}`)).body).toEqual(stream)
    expect((await client.json('POST', path, { reason: '' })).status).toBe(400)
    expect((await client.json('POST', '/v1/streams/none/acknowledgements', { reason: 'x' })).status).toBe(404)
  })
})
