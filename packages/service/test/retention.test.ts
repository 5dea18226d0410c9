import { openStore } from '@xenolith/service'
import { describe, expect, it } from 'vitest'
import { drawRows, newStore, start, storeKinds } from './setup.js'

const DAY = 86_400_000

describe.each(storeKinds)('rows past their days, over %s', (kind) => {
  it('go a few thousand at a time, the oldest first; what was judged or drawn stays without its cells', async () => {
    let now = 100 * DAY
    const store = await openStore(await newStore(kind))
    const client = await start({ store, clock: () => now })
    const { id } = await client.stream({ sampleRate: 1, keepDays: 30, windowRows: 100_000 })
    for (const key of ['first', 'second']) {
      now += 1000
      expect((await client.rows(id, drawRows(8000, 0.1, key), key)).status).toBe(201)
    }
    now += DAY
    await client.rows(id, drawRows(10, 0.5, 'young'), 'young')
    const draw = (await client.json('POST', '/v1/draws', { stream: id, kind: 'alarms', size: 3 })).body.id
    const drawn: string[] = (await client.send('GET', `/v1/draws/${draw}`)).body.rows.map((r: { id: string }) => r.id)
    const [judged] = (await client.send('GET', `/v1/streams/${id}/alarms?order=time&limit=200`)).body.alarms.slice(-1)
    await client.json('PUT', `/v1/alarms/${judged.id}/verdict`, { verdict: 'alien', expected: 0 })

    const at = now + 30 * DAY - 1000
    const first = await store.call('expire', { at })
    expect(first).toBeGreaterThan(0)
    expect(first).toBeLessThan(16_000)
    let rest = 0
    for (let some = -1; some !== 0; rest += some) some = await store.call('expire', { at })
    expect(first + rest).toBe(16_000)

    const left = (await client.send('GET', `/v1/export/${id}`)).text.trim().split('\n')
    const rows = left.map((line) => JSON.parse(line) as { id: string; cells: object | null })
    const old = rows.filter(({ cells }) => cells === null).map((row) => row.id)
    expect(new Set(old)).toEqual(
      new Set([...drawn, judged.id].filter((row) => rows.find((r) => r.id === row)?.cells === null)),
    )
    expect(old).toContain(judged.id)
    expect(rows).toHaveLength(old.length + 10)
    expect((await client.send('GET', '/v1/history/verify')).body.whole).toBe(true)
    await client.service.close()
  })
})
