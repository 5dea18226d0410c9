import { readFileSync } from 'node:fs'
import { numericTable, raiseAlarms, score } from '@xenolith/core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  type Client,
  drawRows,
  modelBytes,
  modelFile,
  modelScores,
  names,
  newStore,
  start,
  storeKinds,
} from './setup.js'

describe.each(storeKinds)('over %s', (kind) => {
  let client: Client
  beforeAll(async () => {
    client = await start({ path: await newStore(kind) })
  })
  afterAll(() => client.service.close())

  describe('models', () => {
    it('are added as they are, once, with their certificate', async () => {
      const post = () =>
        client.send('POST', '/v1/models?name=cells', {
          payload: Buffer.from(modelBytes),
          headers: { 'content-type': 'application/octet-stream' },
        })
      const [one, two] = [await post(), await post()]
      expect([one.status, two.status]).toEqual([201, 200])
      expect(two.body.model).toEqual(one.body.model)
      expect(one.body.certificate.certificate.tau).toBe(modelFile.certificate.tau)
      expect(one.body.certificate.watched).toBe(true)
      const file = await client.service.http.inject({
        url: `/v1/models/${one.body.model.id}/file`,
        headers: { host: 'localhost' },
      })
      expect(new Uint8Array(file.rawPayload)).toEqual(modelBytes)
      expect((await client.send('GET', '/v1/models')).body.models).toHaveLength(1)
    })

    it('that are damaged are refused, and nothing is written', async () => {
      const before = (await client.send('GET', '/v1/models')).body.models.length
      const cut = await client.send('POST', '/v1/models', {
        payload: Buffer.from(modelBytes.subarray(0, 500)),
        headers: { 'content-type': 'application/octet-stream' },
      })
      expect(cut).toMatchObject({ status: 422, body: { code: 'bad-model', type: 'urn:xenolith:error:bad-model' } })
      expect(cut.headers['content-type']).toMatch(/^application\/problem\+json/)
      expect((await client.send('GET', '/v1/models')).body.models).toHaveLength(before)
    })
  })

  describe('rows', () => {
    it('get the scores of the library to the bit, as JSON, NDJSON and CSV', async () => {
      const { model } = await client.stream()
      const rows = drawRows(200, 0.3, 'bits')
      const expected = score(modelFile.model, numericTable(rows, names))
      const objects = rows.map(([size, speed]) => ({ size, speed }))
      const bodies = {
        'application/json': JSON.stringify(objects),
        'application/x-ndjson': objects.map((row) => JSON.stringify(row)).join('\n'),
        'text/csv': `size,speed\n${rows.map((row) => row.join(',')).join('\n')}\n`,
      }
      for (const [type, payload] of Object.entries(bodies)) {
        const answer = await client.send('POST', `/v1/score?model=${model}`, {
          payload,
          headers: { 'content-type': type },
        })
        expect(answer.status).toBe(200)
        expect(Float64Array.from(answer.body.scores)).toEqual(expected)
        expect(answer.body.alarms).toEqual(Array.from(raiseAlarms(expected, modelFile.certificate), (a) => a === 1))
      }
    })

    it('are stored once for every key, and answered the same again', async () => {
      const { id } = await client.stream()
      const rows = drawRows(100, 0.3, 'once')
      const one = await client.rows(id, rows, 'k1')
      const two = await client.rows(id, rows, 'k1')
      expect([one.status, two.status]).toEqual([201, 200])
      expect(two.headers['idempotent-replay']).toBe('true')
      expect(two.text).toBe(one.text)
      const other = await client.rows(id, rows.slice(1), 'k1')
      expect(other).toMatchObject({ status: 422, body: { code: 'key-reused' } })
      const stream = await client.send('GET', `/v1/streams/${id}`)
      expect(stream.body.rows).toBe(100)
      expect(stream.body.alarms).toBe(one.body.alarms)
      expect(one.body.alarmed).toHaveLength(one.body.alarms)
      expect(one.body).toMatchObject({ status: 'valid', promise: true })
    })

    it('at the same time with one key are taken once', async () => {
      const { id } = await client.stream()
      const rows = drawRows(50, 0.3, 'race')
      const answers = await Promise.all([1, 2, 3, 4].map(() => client.rows(id, rows, 'race')))
      expect(answers.filter(({ status }) => status === 201)).toHaveLength(1)
      for (const { status } of answers) expect([200, 201, 409]).toContain(status)
      expect((await client.send('GET', `/v1/streams/${id}`)).body.rows).toBe(50)
    })

    it.each<[string, string, string, number, string]>([
      ['malformed JSON', 'application/json', '[{"size": 1,', 400, 'bad-request'],
      ['text among numbers', 'application/json', '[{"size":"big","speed":1}]', 422, 'bad-row'],
      ['a missing column', 'application/json', '[{"size":1}]', 422, 'missing-column'],
      ['a column nobody knows', 'application/json', '[{"size":1,"speed":1,"weight":1}]', 422, 'bad-row'],
      ['one in CSV', 'text/csv', 'speed,weight,size\n1,2,3\n', 422, 'bad-row'],
      ['a name twice', 'application/json', '[{"size":1,"size":2,"speed":1}]', 422, 'bad-row'],
      ['nesting without end', 'application/json', `${'['.repeat(1e5)}${']'.repeat(1e5)}`, 422, 'bad-row'],
      ['another charset', 'application/json; charset=utf-16', '[{"size":1,"speed":1}]', 415, 'unsupported-media'],
      ['no rows', 'application/json', '[]', 422, 'empty-data'],
      ['NaN', 'application/json', '[{"size":NaN,"speed":1}]', 400, 'bad-request'],
      ['a number too large', 'application/json', '[{"size":1e308,"speed":1}]', 422, 'infinite-value'],
      ['another type', 'application/xml', '<a/>', 415, 'unsupported-media'],
      ['10,001 rows', 'text/csv', `size,speed\n${'1,2\n'.repeat(10_001)}`, 413, 'too-large'],
    ])('are refused: %s', async (_, type, payload, status, code) => {
      const { id } = await client.stream()
      const answer = await client.send('POST', `/v1/streams/${id}/rows`, {
        payload,
        headers: { 'content-type': type, 'idempotency-key': 'x' },
      })
      expect(answer.status).toBe(status)
      expect(answer.body.code).toBe(code)
      expect((await client.send('GET', `/v1/streams/${id}`)).body.rows).toBe(0)
    })

    it('may have columns that nobody knows where that is said, and columns in another order', async () => {
      const { id } = await client.stream()
      const send = (key: string, payload: string) =>
        client.send('POST', `/v1/streams/${id}/rows?unknown=ignore`, {
          payload,
          headers: { 'content-type': 'text/csv', 'idempotency-key': key },
        })
      const ordered = await send('a', 'size,speed\n9,8\n')
      const other = await send('b', 'note,speed,size\nx,8,9\n')
      expect([ordered.status, other.status]).toEqual([201, 201])
      expect(other.body.alarmed[0].score).toBe(ordered.body.alarmed[0].score)
    })

    it('need a key, and a body below the limit', async () => {
      const { id } = await client.stream()
      const keyless = await client.json('POST', `/v1/streams/${id}/rows`, [{ size: 1, speed: 1 }])
      expect(keyless).toMatchObject({ status: 400, body: { code: 'bad-request' } })
      const large = await client.send('POST', `/v1/streams/${id}/rows`, {
        payload: Buffer.alloc(9 * 1024 * 1024, 'x'),
        headers: { 'content-type': 'text/csv', 'idempotency-key': 'x' },
      })
      expect(large).toMatchObject({ status: 413, body: { code: 'too-large' } })
      const packed = await client.send('POST', `/v1/streams/${id}/rows`, {
        payload: 'size,speed\n1,1\n',
        headers: { 'content-type': 'text/csv', 'content-encoding': 'gzip', 'idempotency-key': 'x' },
      })
      expect(packed).toMatchObject({ status: 415, body: { code: 'unsupported-media' } })
    })
  })

  describe('alarms', () => {
    it('come in pages that neither repeat nor skip, while rows arrive', async () => {
      const { id } = await client.stream()
      const first = await client.rows(id, drawRows(300, 0.3, 'pages'), 'p0')
      for (const order of ['score', 'near', 'time']) {
        const seen: string[] = []
        let after = ''
        for (let page = 0; ; page++) {
          const { body } = await client.send('GET', `/v1/streams/${id}/alarms?order=${order}&limit=20${after}`)
          seen.push(...body.alarms.map((alarm: { id: string }) => alarm.id))
          if (page < 3) await client.rows(id, drawRows(20, 0.3, `pages ${order} ${page}`), `p ${order} ${page}`)
          if (body.next === null) break
          after = `&after=${body.next}`
        }
        expect(new Set(seen).size).toBe(seen.length)
        for (const alarm of first.body.alarmed) expect(seen).toContain(alarm.id)
      }
    })

    it('near the threshold are those above the one in force, and then those of an earlier, lower one', async () => {
      const { id, model } = await client.stream()
      await client.rows(id, drawRows(200, 0.3, 'near'), 'n')
      const near = async (page: string) => (await client.send('GET', `/v1/streams/${id}/alarms?order=near${page}`)).body
      const scoresOf = ({ alarms }: { alarms: { score: number }[] }) => alarms.map(({ score }) => score)
      const before = await near('&limit=200')
      expect(scoresOf(before)).toEqual(scoresOf(before).toSorted((a, b) => a - b))
      const { next } = await near('&limit=5')
      const asked = { model, alpha: 0.35, recall: 0.4, confidence: 0.95 }
      const mixture = [...modelScores.mixture.subarray(1)]
      const higher = await client.json('POST', '/v1/certificates', {
        ...asked,
        nominal: [...modelScores.nominal],
        mixture,
      })
      const { id: certificate } = higher.body
      await client.json('PUT', `/v1/streams/${id}/certificate`, { certificate })
      const { tau } = higher.body.certificate
      const seen: number[] = []
      for (let after = ''; ; ) {
        const page = await near(`&limit=7${after}`)
        seen.push(...scoresOf(page))
        if (page.next === null) break
        after = `&after=${page.next}`
      }
      const all = scoresOf(before)
      const [above, below] = [all.filter((score) => score > tau), all.filter((score) => score <= tau)]
      expect(Math.min(above.length, below.length)).toBeGreaterThan(7)
      expect(seen).toEqual([...above, ...below.toReversed()])
      const stale = await client.send('GET', `/v1/streams/${id}/alarms?order=near&after=${next}`)
      expect(stale).toMatchObject({ status: 400, body: { code: 'bad-cursor' } })
    })

    it('refuse a cursor of another list or order', async () => {
      const { id } = await client.stream()
      await client.rows(id, drawRows(100, 0.5, 'cursor'), 'c')
      const { body } = await client.send('GET', `/v1/streams/${id}/alarms?limit=5`)
      for (const url of [
        `/v1/streams/${id}/alarms?order=time&after=${body.next}`,
        `/v1/streams/${id}/alarms?after=bm9uc2Vuc2U`,
      ])
        expect(await client.send('GET', url)).toMatchObject({ status: 400, body: { code: 'bad-cursor' } })
    })
  })

  describe('verdicts', () => {
    it('are optimistic, kept for good, and can be taken back', async () => {
      const { id } = await client.stream()
      const { body } = await client.rows(id, drawRows(60, 0.4, 'verdicts'), 'v')
      const alarm = body.alarmed[0].id
      const put = (verdict: string | null, expected: number) =>
        client.json('PUT', `/v1/alarms/${alarm}/verdict`, { verdict, expected, reason: 'looked' })
      const one = await put('alien', 0)
      expect(one.status).toBe(200)
      const late = await put('nominal', 0)
      expect(late).toMatchObject({
        status: 409,
        body: { code: 'conflict', current: { verdict: 'alien', reviewer: 'local' } },
      })
      expect((await put(null, one.body.seq)).status).toBe(200)
      const shown = await client.send('GET', `/v1/alarms/${alarm}`)
      expect(shown.body.verdicts.map((v: { verdict: string }) => v.verdict)).toEqual(['alien', null])
      expect(shown.body.alarm.verdict).toBeNull()
      const bulk = await client.json('POST', '/v1/verdicts', {
        verdicts: [
          { row: body.alarmed[1].id, verdict: 'alien', expected: 0 },
          { row: body.alarmed[1].id, verdict: 'alien', expected: 0 },
          { row: 'nowhere', verdict: 'alien', expected: 0 },
        ],
      })
      expect(bulk.body.results.map((r: { outcome: string }) => r.outcome)).toEqual(['done', 'conflict', 'not-found'])
    })

    it('of the queue do not count, those of draws do', async () => {
      const { id } = await client.stream()
      const { body } = await client.rows(id, drawRows(400, 0.3, 'draws'), 'd')
      for (const { id: row } of body.alarmed.slice(0, 5))
        await client.json('PUT', `/v1/alarms/${row}/verdict`, { verdict: 'alien', expected: 0 })
      const before = await client.send('GET', `/v1/streams/${id}/review`)
      expect(before.body).toMatchObject({ notCounted: 5, judged: 0, precision: { estimate: null, lower: 0, upper: 1 } })
      const draw = await client.json('POST', '/v1/draws', { stream: id, kind: 'alarms', size: 30 })
      expect(draw.status).toBe(201)
      const second = await client.json('POST', '/v1/draws', { stream: id, kind: 'alarms', size: 3 })
      expect(second).toMatchObject({ status: 409, body: { code: 'conflict' } })
      const { rows } = (await client.send('GET', `/v1/draws/${draw.body.id}`)).body
      for (const { id: row, verdict_seq } of rows) {
        const decision = { verdict: 'alien', expected: verdict_seq, draw: draw.body.id }
        expect((await client.json('PUT', `/v1/alarms/${row}/verdict`, decision)).status).toBe(200)
      }
      const after = await client.send('GET', `/v1/streams/${id}/review?confidence=.9`)
      expect(after.body.ofAlarms).toEqual({ alien: 30, nominal: 0, unsure: 0 })
      expect(after.body.precision.lower).toBeGreaterThan(0.8)
      expect(after.body.confidence).toBe(0.9)
      expect((await client.json('POST', '/v1/draws', { stream: id, kind: 'non-alarms', size: 20 })).status).toBe(201)
    })
  })

  describe('a certificate from a draw', () => {
    it('comes from a finished mixture draw, once, and can be put in force', async () => {
      const { id, certificate } = await client.stream()
      await client.rows(id, drawRows(800, 0.3, 'certify'), 'c')
      const terms = { recall: 0.8, confidence: 0.9 }
      const { body: draw } = await client.json('POST', '/v1/draws', {
        stream: id,
        kind: 'mixture',
        size: 250,
        ...terms,
      })
      expect(draw).toMatchObject(terms)
      const ask = (more = {}) => client.json('POST', `/v1/draws/${draw.id}/certificate`, more)
      expect((await ask()).status).toBe(409)
      const { rows } = (await client.send('GET', `/v1/draws/${draw.id}`)).body
      const verdicts = rows.map((row: { id: string; cells: { size: number }; verdict_seq: number }) => ({
        row: row.id,
        verdict: row.cells.size > 3 ? 'alien' : 'nominal',
        expected: row.verdict_seq,
        draw: draw.id,
      }))
      expect((await client.json('POST', '/v1/verdicts', { verdicts })).status).toBe(200)
      expect(await ask({ recall: 0.9 })).toMatchObject({ status: 409, body: { code: 'conflict' } })
      // Taken back outside the draw, a verdict is missing from it all the same: it is no nominal.
      const undone = (await client.send('GET', `/v1/draws/${draw.id}`)).body.rows[7]
      const url = `/v1/alarms/${undone.id}/verdict`
      await client.json('PUT', url, { verdict: null, expected: undone.verdict_seq })
      expect(await ask()).toMatchObject({ status: 409, body: { code: 'conflict' } })
      const open = (await client.send('GET', `/v1/draws/${draw.id}`)).body.rows[7]
      expect(open.verdict).toBeNull()
      await client.json('PUT', url, { verdict: undone.verdict, expected: open.verdict_seq, draw: draw.id })
      const made = await ask(terms)
      expect(made).toMatchObject({ status: 201, body: { certified: true, supersedes: certificate, watched: true } })
      expect(made.body.certificate).toMatchObject({ method: 'audit', recall: 0.8, attempt: 1 })
      expect((await ask()).status).toBe(409)
      const changed = await client.json('PUT', `/v1/streams/${id}/certificate`, { certificate: made.body.id })
      expect(changed).toMatchObject({ status: 200, body: { status: 'valid', certificate: made.body.id, rows: 0 } })
      const again = await client.rows(id, drawRows(100, 0.3, 'certified'), 'd')
      expect(again.body).toMatchObject({ certificate: made.body.id, promise: true })
    })
  })

  describe('the watch', () => {
    it('is not misled by a file that is sorted, and says the same of it again', async () => {
      const outcomes: unknown[] = []
      for (const name of ['sorted', 'sorted again']) {
        const { id } = await client.stream({ windowRows: 500, name })
        const rows = drawRows(6000, 0.3, 'sorted').sort(([a], [b]) => a - b)
        expect((await client.rows(id, rows, 'all')).body.status).toBe('valid')
        const { windows } = (await client.send('GET', `/v1/streams/${id}/windows`)).body
        expect(windows).toHaveLength(12)
        outcomes.push(windows.map((w: { logEvidence: number; alarms: number }) => [w.logEvidence, w.alarms]))
      }
      expect(outcomes[0]).toEqual(outcomes[1])
    })

    it('keeps a quiet stream valid and voids one whose nominals moved, for good, with the reason', async () => {
      const { id } = await client.stream({ windowRows: 500 })
      for (let i = 0; i < 4; i++) await client.rows(id, drawRows(1000, 0.3, `quiet ${i}`), `q${i}`)
      expect((await client.send('GET', `/v1/streams/${id}`)).body.status).toBe('valid')
      for (let i = 0; i < 4; i++) await client.rows(id, drawRows(1000, 0.3, `moved ${i}`, 2), `m${i}`)
      const moved = (await client.send('GET', `/v1/streams/${id}`)).body
      expect(moved).toMatchObject({ status: 'void', promise: false })
      expect(moved.reason).toMatch(
        /expected.*moved most: (size|speed) \(\+[\d.]+ sd\).*either the nominals changed or more than 35 % of the rows are alien/,
      )
      for (let i = 0; i < 3; i++) await client.rows(id, drawRows(1000, 0.3, `well ${i}`), `w${i}`)
      const later = await client.rows(id, drawRows(100, 0.3, 'after'), 'after')
      expect(later.body).toMatchObject({ status: 'void', promise: false })
      const { windows } = (await client.send('GET', `/v1/streams/${id}/windows?limit=1000`)).body
      expect(windows.reduce((sum: number, w: { rows: number }) => sum + w.rows, 0)).toBe(11_100)
      expect(windows.filter((w: { closed: boolean }) => w.closed)).toHaveLength(22)
      const { events } = (await client.send('GET', '/v1/events?limit=1000')).body
      const states = events.filter(
        (e: { subject: string; kind: string }) => e.subject === id && e.kind.startsWith('certificate.'),
      )
      expect(states.at(-1).kind).toBe('certificate.void')
      const same = await client.json('PUT', `/v1/streams/${id}/certificate`, { certificate: moved.certificate })
      expect(same.status).toBe(409)
    })
  })

  describe('the history', () => {
    it('is one whole chain', async () => {
      const { body } = await client.send('GET', '/v1/history/verify')
      expect(body.whole).toBe(true)
      expect(body.events).toBeGreaterThan(20)
    })
  })

  describe('what is not there', () => {
    it.each<[string, string, number, string]>([
      ['GET', '/v1/nothing', 404, 'not-found'],
      ['DELETE', '/v1/models', 405, 'method-not-allowed'],
      ['GET', '/v1/streams/none', 404, 'not-found'],
      ['GET', '/v1/alarms/none', 404, 'not-found'],
      ['GET', '/v1/alarms/none/why', 404, 'not-found'],
      ['GET', '/v1/draws/none', 404, 'not-found'],
      ['GET', '/v1/models/none/file', 404, 'not-found'],
      ['GET', '/v1/events?after=-1', 400, 'bad-request'],
      ['GET', '/v1/events?unknown=1', 400, 'bad-request'],
    ])('%s %s is a problem document', async (method, url, status, code) => {
      const answer = await client.send(method, url)
      expect(answer).toMatchObject({ status, body: { code, status } })
      expect(answer.headers['content-type']).toMatch(/^application\/problem\+json/)
    })
  })

  describe('the rest', () => {
    it('health, readiness, metrics, the document', async () => {
      expect((await client.send('GET', '/healthz')).body).toEqual({ ok: true })
      expect((await client.send('GET', '/readyz')).body).toEqual({ ready: true })
      const { text } = await client.send('GET', '/metrics')
      expect(text).toMatch(/xenolith_events_total \d+\n/)
      expect(text).toMatch(/xenolith_requests_total\{status="20\d"\} [1-9]/)
      for (const line of text.trimEnd().split('\n'))
        expect(line).toMatch(/^(# (HELP|TYPE) xenolith_\w+ \S.*|xenolith_\w+(\{\w+=".*"\})? -?[\d.e+-]+)$/)
      const document = (await client.send('GET', '/openapi.json')).body
      expect(document.openapi).toBe('3.1.0')
      const paths = Object.keys(document.paths)
      expect(paths.length).toBeGreaterThan(20)
      const page = readFileSync(new URL('../../../docs/service.md', import.meta.url), 'utf8')
      expect(paths.filter((path) => !page.includes(path))).toEqual([])
    })
  })
})
