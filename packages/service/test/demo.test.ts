import { startDemo } from '@xenolith/service'
import { describe, expect, it } from 'vitest'
import { start } from './setup.js'

describe('the demo', () => {
  it('has a certificate that is valid, then drifts until it is void, and leaves a queue', async () => {
    const client = await start()
    const demo = await startDemo(client.service)
    const statuses: string[] = []
    for (let batch = 0; batch < 80; batch++) statuses.push((await demo.step()).status)
    expect(new Set(statuses.slice(0, 60))).toEqual(new Set(['valid']))
    expect(statuses.at(-1)).toBe('void')
    const { alarms } = (await client.send('GET', `/v1/streams/${demo.stream}/alarms`)).body
    expect(alarms.length).toBe(50)
    await client.service.close()
  })
})
