import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { DatabaseSync } from '@photostructure/sqlite'
import { substream } from '@xenolith/core'
import { chainChecker, openStore, type StoredEvent, tally } from '@xenolith/service'
import { describe, expect, it } from 'vitest'
import { drawPlaces } from '../src/store/operations/draws.js'
import { newPath } from './setup.js'

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

describe('a file', () => {
  it('keeps what was answered, and is opened once at a time', async () => {
    const path = newPath()
    const store = await openStore(path)
    await expect(openStore(path)).rejects.toThrow(expect.objectContaining({ code: 'store-locked' }))
    await Promise.all(Array.from({ length: 50 }, (_, n) => store.call('addToken', token(n))))
    await store.close()
    const again = await openStore(path)
    expect(await again.call('tokens', null)).toHaveLength(50)
    await again.close()
  })

  it('of a newer version is refused and not changed', async () => {
    const path = newPath()
    await (await openStore(path)).close()
    const raw = new DatabaseSync(path)
    raw.exec('UPDATE schema_version SET version = 99')
    raw.close()
    const before = readFileSync(path)
    await expect(openStore(path)).rejects.toThrow(expect.objectContaining({ code: 'store-newer' }))
    expect(readFileSync(path).equals(before)).toBe(true)
  })

  it('that is no database, or in no folder, is refused in one line', async () => {
    const path = newPath()
    writeFileSync(path, 'this is not a database, but it is long enough to look like one'.repeat(20))
    for (const where of [path, `${path}.folder/none/x.db`]) {
      const refused = openStore(where)
      await expect(refused).rejects.toThrow(expect.objectContaining({ code: 'store-unusable' }))
      await expect(refused).rejects.toThrow(where)
    }
  })

  it.skipIf(process.platform === 'win32')('is made for its owner alone, its log too', async () => {
    const path = newPath()
    const store = await openStore(path)
    await store.call('addToken', token(1))
    for (const file of [path, `${path}-wal`, `${path}-lock`]) expect(statSync(file).mode & 0o777).toBe(0o600)
    await store.close()
  })

  it("is not one of SQLite's names for no file, which would leave a lock behind", async () => {
    for (const where of ['', ':memory:', 'file::memory:?cache=shared', 'mysql://host/db'])
      await expect(openStore(where)).rejects.toThrow(expect.objectContaining({ code: 'store-unusable' }))
    expect(readdirSync('.').filter((name) => name.endsWith('-lock'))).toEqual([])
  })

  it('one request that fails leaves nothing, the others of its transaction stay', async () => {
    const store = await openStore(newPath())
    const results = await Promise.allSettled([1, 2, 2, 3].map((n) => store.call('addToken', token(n))))
    expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'rejected', 'fulfilled'])
    expect(await store.call('tokens', null)).toHaveLength(3)
    const checker = chainChecker()
    for (const event of await store.call('events', { after: 0, limit: 100 })) checker.add(event)
    expect(checker.result()).toMatchObject({ whole: true, events: 3 })
    await store.close()
  })
})

describe('the chain', () => {
  const chain = async (): Promise<StoredEvent[]> => {
    const store = await openStore(newPath())
    for (let n = 0; n < 6; n++) await store.call('addToken', token(n))
    const events = await store.call('events', { after: 0, limit: 100 })
    await store.close()
    return events.map((event) => ({ ...event }))
  }
  const check = (events: readonly StoredEvent[]) => {
    const checker = chainChecker()
    for (const event of events) checker.add(event)
    return checker.result()
  }

  it('names the first event that was changed, taken out or moved', async () => {
    const events = await chain()
    expect(check(events)).toMatchObject({ whole: true, events: 6 })
    for (const field of ['at', 'actor', 'kind', 'subject', 'body'] as const) {
      const changed = events.with(3, { ...events[3], [field]: field === 'at' ? 7777 : 'other' })
      expect(check(changed).broken).toMatchObject({ seq: 4 })
    }
    expect(check(events.toSpliced(2, 1)).broken?.seq).toBe(4)
    expect(check(events.with(1, events[2]).with(2, events[1])).broken?.seq).toBe(3)
  })
})

describe('counting drawn verdicts', () => {
  const row = (id: string, alarm: number, verdict: 'alien' | 'nominal' | null, judged = 1) => ({
    row_id: id,
    alarm,
    verdict,
    judged,
  })

  it('goes up to the last row judged for its draw; a gap before it is unsure, a row twice counts once', () => {
    const counts = tally([
      row('a', 1, 'alien'),
      row('b', 1, null, 0),
      row('c', 0, 'nominal'),
      row('d', 1, 'nominal'),
      row('a', 1, 'alien'),
      row('e', 1, 'alien', 0),
      row('f', 0, null, 0),
    ])
    expect(counts.ofAlarms).toEqual({ alien: 1, nominal: 1, unsure: 1 })
    expect(counts.ofOthers).toEqual({ alien: 0, nominal: 1, unsure: 0 })
  })
})

describe('a draw', () => {
  const RUNS = 24_000
  /** How often each ordered choice of two different of four places came up, of which there are twelve. */
  const counts = (draw: (seed: number) => readonly number[]): number[] => {
    const seen = new Map<string, number>()
    for (let seed = 0; seed < RUNS; seed++) {
      const places = draw(seed)
      const key = places.join()
      if (places[0] !== places[1]) seen.set(key, (seen.get(key) ?? 0) + 1)
    }
    return [...seen.values()]
  }
  // 2000 are expected of each, standard deviation 43: beyond 5.7 of them by chance in less than 1e-6 of tests.
  const fair = (each: readonly number[]): boolean =>
    each.length === 12 && each.every((count) => Math.abs(count - RUNS / 12) < 245)

  it('takes every choice of rows in every order alike', () => {
    expect(fair(counts((seed) => drawPlaces(substream(seed, 'draw'), 2, 4)))).toBe(true)
  })

  it('would not if it forgot what it has taken, or ended early', () => {
    const forgetful = (seed: number): number[] => {
      const random = substream(seed, 'draw')
      return [1 + random.below(4), 2 + random.below(3)]
    }
    expect(fair(counts(forgetful))).toBe(false)
    expect(fair(counts((seed) => drawPlaces(substream(seed, 'draw'), 2, 3)))).toBe(false)
  })

  it('of all there is holds each place once', () => {
    const places = drawPlaces(substream(1, 'draw'), 1000, 1000)
    expect(places.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 1000 }, (_, i) => i + 1))
  })
})
