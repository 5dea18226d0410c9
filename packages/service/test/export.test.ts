import { writeFileSync } from 'node:fs'
import { scoresOf } from '@xenolith/files'
import { describe, expect, it } from 'vitest'
import { type Client, drawRows, modelScores, newPath, newStore, start, storeKinds } from './setup.js'

const TYPE = 'application/vnd.xenolith.archive'

/** A stream with alarms, verdicts, a draw, windows, another certificate and scores. */
async function used(client: Client): Promise<string> {
  const { id, certificate } = await client.stream({ name: 'old "stream"', rowKey: undefined })
  for (let i = 0; i < 4; i++) await client.rows(id, drawRows(150, 0.3, `export ${i}`), `k${i}`)
  const { alarms } = (await client.send('GET', `/v1/streams/${id}/alarms?limit=5`)).body
  for (const [i, alarm] of alarms.entries()) {
    const verdict = ['alien', 'nominal', 'unsure'][i % 3]
    await client.json('PUT', `/v1/alarms/${alarm.id}/verdict`, { verdict, expected: 0, reason: 'é <b>' })
  }
  await client.json('POST', '/v1/draws', { stream: id, kind: 'mixture', size: 7 })
  const scores = { nominal: [...modelScores.nominal], mixture: [...modelScores.mixture] }
  await client.json('PUT', `/v1/certificates/${certificate}/scores`, scores)
  return id
}

const exported = async (client: Client, id: string, format: string): Promise<Buffer> => {
  const answer = await client.service.call({ method: 'GET', url: `/v1/export/${id}?format=${format}` })
  expect(answer.statusCode).toBe(200)
  return answer.rawPayload
}
const imported = (client: Client, archive: Buffer | string) =>
  client.send('POST', '/v1/import', { payload: archive, headers: { 'content-type': TYPE } })

describe.each(storeKinds)('an archive, over %s', (kind) => {
  it('gives the same stream in another store, to the byte, and nothing where it is damaged', async () => {
    const from = await start({ path: await newStore(kind) })
    const id = await used(from)
    const archive = await exported(from, id, 'archive')
    const to = await start({ path: await newStore(kind) })
    const lines = archive.toString().trimEnd().split('\n')
    for (const [what, text] of Object.entries({
      'cut short': lines.slice(0, -1).join('\n'),
      'a line taken out': lines.toSpliced(-3, 1).join('\n'),
      'no JSON': archive.toString().replace('{"id":', '{id:'),
      'another kind': archive.toString().replace('"kind":"verdict"', '"kind":"tokens"'),
      'not an archive': '{"kind":"rows"}\n',
    })) {
      const answer = await imported(to, text)
      expect(answer, what).toMatchObject({ status: 400, body: { code: 'bad-request' } })
      expect((await to.send('GET', '/v1/streams')).body.streams).toEqual([])
    }
    expect(await imported(to, archive)).toMatchObject({ status: 201, body: { stream: id } })
    expect((await exported(to, id, 'archive')).equals(archive)).toBe(true)
    expect((await exported(to, id, 'ndjson')).equals(await exported(from, id, 'ndjson'))).toBe(true)
    expect(await imported(to, archive)).toMatchObject({ status: 409, body: { code: 'conflict' } })
    // It goes on where it was: rows are taken, keys known, the history whole.
    const again = await to.rows(id, drawRows(150, 0.3, 'export 0'), 'k0')
    expect(again.headers['idempotent-replay']).toBe('true')
    expect((await to.rows(id, drawRows(50, 0.3, 'new'), 'new')).status).toBe(201)
    expect((await to.send('GET', '/v1/history/verify')).body.whole).toBe(true)
    const reviews = await Promise.all([from, to].map((client) => client.send('GET', `/v1/streams/${id}/review`)))
    expect(reviews[1].body.judged).toEqual(reviews[0].body.judged)
    await from.service.close()
    await to.service.close()
  })
})

describe('kept rows', () => {
  it('are the same as NDJSON, CSV, Parquet and Arrow', async () => {
    const client = await start()
    const id = await used(client)
    const rows = (await exported(client, id, 'ndjson'))
      .toString()
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as { score: number; verdict: string | null })
    for (const format of ['csv', 'parquet', 'arrow']) {
      const path = `${newPath()}.${format}`
      writeFileSync(path, await exported(client, id, format))
      const scores = await scoresOf(path, 'score')
      expect([...scores], format).toEqual(rows.map(({ score }) => score))
    }
    expect((await client.send('GET', `/v1/export/${id}?format=xls`)).body.code).toBe('bad-request')
    await client.service.close()
  })
})
