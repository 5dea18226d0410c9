import { chainChecker, openStore, type Store } from '@xenolith/service'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newStore, storeKinds } from './setup.js'

const token = (n: number) => ({
  token: {
    id: `t${n}`,
    name: `n${n}`,
    sha256: `hash ${n}`,
    role: 'read' as const,
    created_at: n,
    expires_at: null,
    revoked_at: null,
  },
  actor: 'test',
})

describe.each(storeKinds)('a store in %s', (kind) => {
  let where: string
  let store: Store
  beforeAll(async () => {
    where = await newStore(kind)
    store = await openStore(where)
  })
  afterAll(() => store.close())

  it('numbers events without a hole, however many write at once', async () => {
    const results = await Promise.allSettled(
      Array.from({ length: 60 }, (_, n) => store.call('addToken', token(n % 50))),
    )
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(50)
    const checker = chainChecker()
    for (const event of await store.call('events', { after: 0, limit: 1000 })) checker.add(event)
    expect(checker.result()).toMatchObject({ whole: true, events: 50 })
  })

  it('gives back numbers, bytes, nulls and text as they were', async () => {
    const file = Uint8Array.from({ length: 300 }, (_, i) => i % 256)
    const sha256 = 'f'.repeat(64)
    const model = {
      id: 'm',
      name: "it's \u{1f600} \\ \n",
      sha256,
      format: 2,
      bytes: 300,
      created_at: 1_794_000_000_123,
      created_by: 'x',
    }
    const certificate = {
      id: 'c',
      certified: 1,
      tau: 0.1 + 0.2,
      body: '{"tau":0.3}',
      ranks: null,
      looks: 1,
      supersedes: null,
    }
    const added = await store.call('addModel', { model, file, certificate })
    expect(added).toMatchObject({ created: true, model: { ...model, version: 1 } })
    expect((await store.call('addModel', { model, file, certificate })).created).toBe(false)
    expect(await store.call('model', 'm')).toEqual({ ...model, version: 1 })
    expect(new Uint8Array((await store.call('modelFile', 'm'))!.file)).toEqual(file)
    expect(await store.call('certificate', 'c')).toMatchObject({
      tau: 0.1 + 0.2,
      ranks: null,
      issued_at: 1_794_000_000_123,
    })
    expect(await store.call('model', 'none')).toBeUndefined()
  })

  it('is as it was after it was closed and opened again, and a second migration changes nothing', async () => {
    const before = await store.call('events', { after: 0, limit: 1000 })
    await store.close()
    store = await openStore(where)
    expect(await store.call('events', { after: 0, limit: 1000 })).toEqual(before)
    await store.call('probe', null)
  })

  it('refuses work in one line once it is closed', async () => {
    const other = await openStore(await newStore(kind))
    await other.close()
    await expect(other.call('streams', null)).rejects.toThrow(expect.objectContaining({ name: 'XenolithError' }))
  })
})
