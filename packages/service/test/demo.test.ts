import { createToken, openStore, startDemo } from '@xenolith/service'
import { describe, expect, it } from 'vitest'
import { newPath, start } from './setup.js'

describe('the demo', () => {
  it('has a certificate that is valid, then drifts until it is void, and leaves a queue; also on a store that has tokens', async () => {
    const store = await openStore(newPath())
    const { token } = await createToken(store, { name: 'ann', role: 'admin', expiresAt: null, actor: 'test', at: 1 })
    const client = await start({ store })
    const demo = await startDemo(client.service)
    const statuses: string[] = []
    for (let batch = 0; batch < 80; batch++) statuses.push((await demo.step()).status)
    expect(new Set(statuses.slice(0, 60))).toEqual(new Set(['valid']))
    expect(statuses.at(-1)).toBe('void')
    const headers = { authorization: `Bearer ${token}` }
    const { alarms } = (await client.send('GET', `/v1/streams/${demo.stream}/alarms`, { headers })).body
    expect(alarms.length).toBe(50)
    expect((await client.send('GET', '/v1/streams')).status).toBe(401)
    await client.service.close()
  })
})
