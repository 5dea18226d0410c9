import { openStore, type Store, verifyHistory } from '@xenolith/service'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { drawRows, modelScores, newStore, type StoreKind, start, storeKinds } from './setup.js'

/** Runs SQL behind the back of the service, and takes it back afterwards. */
async function tampered<T>(kind: StoreKind, where: string, sql: string[], look: () => Promise<T>): Promise<T> {
  if (kind === 'sqlite') {
    const { backup, DatabaseSync } = await import('@photostructure/sqlite')
    const raw = new DatabaseSync(where)
    await backup(raw, `${where}.before`)
    raw.exec('PRAGMA foreign_keys = 0')
    for (const statement of sql) raw.exec(statement)
    raw.close()
    try {
      return await look()
    } finally {
      // Page by page through SQLite, so that a store that has the file open sees it.
      const before = new DatabaseSync(`${where}.before`)
      await backup(before, where)
      before.close()
    }
  }
  const { default: postgres } = await import('postgres')
  const url = new URL(where)
  const [name, copy] = [url.pathname.slice(1), `${url.pathname.slice(1)}_copy`]
  const admin = new URL(where)
  admin.pathname = '/postgres'
  const server = postgres(admin.href, { max: 1, onnotice: () => {} })
  await server.unsafe(`CREATE DATABASE ${copy} TEMPLATE ${name}`)
  const raw = postgres(where, { max: 1, onnotice: () => {} })
  await raw.unsafe("SET session_replication_role = 'replica'")
  for (const statement of sql) await raw.unsafe(statement)
  await raw.end()
  try {
    return await look()
  } finally {
    await server.unsafe(`DROP DATABASE ${name}`)
    await server.unsafe(`ALTER DATABASE ${copy} RENAME TO ${name}`)
    await server.end()
  }
}

describe.each(storeKinds)('a history over %s', (kind) => {
  let where: string
  let head: string
  // PostgreSQL copies a database only while nobody has it open; an SQLite file is opened once.
  let kept: Store | undefined
  const using = async <T>(work: (store: Store) => Promise<T>): Promise<T> => {
    const store = kept ?? (await openStore(where))
    try {
      return await work(store)
    } finally {
      if (store !== kept) await store.close()
    }
  }
  const look = (options: { head?: string } = {}) =>
    using((store) => verifyHistory(store, { records: true, ...options }))

  beforeAll(async () => {
    where = await newStore(kind)
    let now = 1_700_000_000_000
    const client = await start({ path: where, clock: () => (now += 1000) })
    const { id, certificate } = await client.stream({ windowRows: 300 })
    const scores = { nominal: [...modelScores.nominal], mixture: [...modelScores.mixture] }
    await client.json('PUT', `/v1/certificates/${certificate}/scores`, scores)
    await client.rows(id, drawRows(400, 0.3, 'quiet'), 'quiet')
    const { body: draw } = await client.json('POST', '/v1/draws', { stream: id, kind: 'mixture', size: 5 })
    const { rows } = (await client.send('GET', `/v1/draws/${draw.id}`)).body
    const verdicts = rows.map((row: { id: string }) => ({ row: row.id, verdict: 'alien', expected: 0, draw: draw.id }))
    await client.json('POST', '/v1/verdicts', { verdicts })
    for (let i = 0; i < 3; i++) await client.rows(id, drawRows(400, 0.3, `moved ${i}`, 3), `moved ${i}`)
    expect((await client.send('GET', `/v1/streams/${id}`)).body.status).toBe('void')
    await client.json('POST', '/v1/tokens', { name: 'reader', role: 'read' })
    await client.service.close()
    if (kind === 'sqlite') kept = await openStore(where)
    head = (await look()).head
  })

  afterAll(() => kept?.close())

  it('is whole as it was written, and holds the heads that it had', async () => {
    expect(await look({ head })).toMatchObject({ whole: true, head })
    expect((await look({ head: 'f'.repeat(64) })).broken?.reason).toMatch(/does not hold/)
  })

  it.each<[string, string[]]>([
    [
      'an event was changed',
      [`UPDATE events SET body = REPLACE(body, 'alien', 'nominal') WHERE kind = 'verdict.given'`],
    ],
    ['who did it was changed', [`UPDATE events SET actor = 'nobody' WHERE seq = 3`]],
    ['an event was taken out', ['DELETE FROM events WHERE seq = 4']],
    [
      'the last events were taken out',
      [`DELETE FROM events WHERE seq >= (SELECT MIN(seq) FROM events WHERE kind = 'draw.made')`],
    ],
    [
      'two events changed places',
      [
        'UPDATE events SET seq = -1 WHERE seq = 4',
        'UPDATE events SET seq = 4 WHERE seq = 5',
        'UPDATE events SET seq = 5 WHERE seq = -1',
      ],
    ],
    [
      'an event was added that does not follow',
      [
        `INSERT INTO events SELECT seq + 1, at, actor, kind, subject, body, hash, '${'a'.repeat(64)}' FROM events ORDER BY seq DESC LIMIT 1`,
      ],
    ],
    ['the threshold of a certificate was moved', ['UPDATE certificates SET tau = tau + 0.1']],
    [
      'a certificate was rewritten',
      [`UPDATE certificates SET body = REPLACE(body, '"certified":true', '"certified":false')`],
    ],
    ['what is watched was changed', ['UPDATE certificates SET ranks = NULL']],
    ['scores of a certificate were changed', [`UPDATE certificate_scores SET body = REPLACE(body, 'A', 'B')`]],
    [
      'a model file was exchanged',
      [kind === 'sqlite' ? `UPDATE models SET file = X'00'` : `UPDATE models SET file = '\\x00'`],
    ],
    ['a void certificate was made valid', [`UPDATE streams SET status = 'valid', reason = NULL`]],
    ['a stream was given another count', ['UPDATE streams SET alarms = alarms - 1']],
    ['the score of a kept row was changed', ['UPDATE kept_rows SET score = score / 2 WHERE position = 1 OR alarm = 1']],
    ['cells of a kept row were changed', [`UPDATE kept_rows SET cells = REPLACE(cells, 'size', 'Size')`]],
    ['a kept row no longer alarms', ['UPDATE kept_rows SET alarm = 0 WHERE alarm = 1']],
    ['kept rows were changed and moved', ['UPDATE kept_rows SET score = score / 2, scored_at = scored_at + 1']],
    ['a verdict was changed', [`UPDATE verdicts SET verdict = 'nominal' WHERE seq = 2`]],
    ['a verdict was taken out', ['DELETE FROM verdicts WHERE seq = 3']],
    ['the verdict that a row shows was changed', [`UPDATE kept_rows SET verdict = 'nominal' WHERE verdict = 'alien'`]],
    ['a draw was exchanged', ['UPDATE draw_rows SET position = 9 - position']],
    ['the promise of a draw was changed', ['UPDATE draws SET recall = 0.1']],
    ['a batch was taken out', [`DELETE FROM batches WHERE idempotency_key = 'moved 1'`]],
    [
      'a token was added',
      [`INSERT INTO tokens (id, name, sha256, role, created_at) VALUES ('x', 'x', 'x', 'admin', 1)`],
    ],
  ])('is not when %s', async (_, sql) => {
    const checked = await tampered(kind, where, sql, () => look())
    expect(checked.whole).toBe(false)
    expect(checked.broken?.reason).toMatch(/\w+/)
  })

  it('written anew from some event on is found out by a head that was kept', async () => {
    const sql = [`DELETE FROM events WHERE kind = 'token.added'`, 'DELETE FROM tokens']
    const checked = await tampered(kind, where, sql, () => look({ head }))
    expect(checked).toMatchObject({ whole: false })
  })

  it('stays whole when rows are let go of', async () => {
    await using(async (store) => {
      expect(await verifyHistory(store, { records: true, head })).toMatchObject({ whole: true, head })
      expect(await store.call('expire', { at: 1_900_000_000_000 })).toBeGreaterThan(0)
      expect(await verifyHistory(store, { records: true })).toMatchObject({ whole: true })
    })
  })
})
