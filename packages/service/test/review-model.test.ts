import { array, assert, asyncProperty, constantFrom, nat, oneof, record } from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Answer, type Client, drawRows, modelBytes, newStore, start, storeKinds } from './setup.js'

/*
 * What two reviewers do with a few rows, by one or in bulk, in the queue or for a draw, taking back, coming too late, and drawing;
 * against a model that keeps what was said of each row and works everything out anew from that.
 */

type Word = 'alien' | 'nominal' | 'unsure'

interface Said {
  readonly verdict: Word | null
  readonly by: string
  readonly draw: string | null
  readonly seq: number
}

interface Drawn {
  readonly id: string
  readonly of: 'alarms' | 'non-alarms' | 'mixture'
  readonly rows: readonly string[]
}

const reviewers = ['ann', 'bob'] as const
const reviewer = constantFrom(...reviewers)
const verdict = constantFrom<Word | null>('alien', 'nominal', 'unsure', null)
const step = oneof(
  { weight: 4, arbitrary: record({ kind: constantFrom('one' as const), row: nat(), verdict, late: nat(4), reviewer }) },
  {
    weight: 2,
    arbitrary: record({
      kind: constantFrom('bulk' as const),
      rows: array(nat(), { minLength: 1, maxLength: 4 }),
      verdict,
      reviewer,
    }),
  },
  {
    weight: 2,
    arbitrary: record({
      kind: constantFrom('draw' as const),
      of: constantFrom('alarms' as const, 'non-alarms' as const, 'mixture' as const),
      size: nat(3),
      reviewer,
    }),
  },
  // Both decide the same row at the same time, each having seen the same state.
  {
    weight: 2,
    arbitrary: record({ kind: constantFrom('race' as const), row: nat(), verdict, other: verdict, reviewer }),
  },
  // Several verdicts in one request, of which one comes too late.
  {
    weight: 1,
    arbitrary: record({ kind: constantFrom('mixed' as const), row: nat(), verdict, other: verdict, reviewer }),
  },
  // Judges all rows of the latest draw, so that another can follow.
  {
    weight: 3,
    arbitrary: record({
      kind: constantFrom('finish' as const),
      verdict: constantFrom<Word>('alien', 'nominal', 'unsure'),
      reviewer,
    }),
  },
  // Goes on with the latest draw: a few rows of it, in any order.
  {
    weight: 4,
    arbitrary: record({
      kind: constantFrom('judge' as const),
      rows: array(nat(), { minLength: 1, maxLength: 4 }),
      verdict,
      reviewer,
    }),
  },
)

describe.each(storeKinds)('a review over %s', (kind) => {
  let client: Client
  const keys: Record<string, string> = {}
  const as = (who: string) => ({ authorization: `Bearer ${keys[who]}` })
  const get = async (url: string): Promise<Answer['body']> =>
    (await client.send('GET', url, { headers: as('admin') })).body

  beforeAll(async () => {
    client = await start({ path: await newStore(kind) })
    for (const [name, role] of [['admin', 'admin'], ...reviewers.map((name) => [name, 'review'])]) {
      const made = await client.json('POST', '/v1/tokens', { name, role }, name === 'admin' ? {} : as('admin'))
      keys[name] = made.body.token
    }
  })
  afterAll(() => client.service.close())

  it('is what a model of it says, whatever two reviewers do', async () => {
    const model = await client.send('POST', '/v1/models', {
      payload: Buffer.from(modelBytes),
      headers: { 'content-type': 'application/octet-stream', ...as('admin') },
    })
    const certificate = model.body.certificate.id
    let runs = 0
    await assert(
      asyncProperty(array(step, { minLength: 15, maxLength: 30, size: 'max' }), async (steps) => {
        const wanted = { name: `model ${++runs}`, certificate, sampleRate: 0.8, windowRows: 200, sampleSeed: 3 }
        const { id } = (await client.json('POST', '/v1/streams', wanted, as('admin'))).body
        const cells = drawRows(14, 0.5, `model ${runs}`).map(([size, speed]) => ({ size, speed }))
        const rowsUrl = `/v1/streams/${id}/rows`
        await client.json('POST', rowsUrl, cells, { 'idempotency-key': 'all', ...as('admin') })
        const exported = await client.send('GET', `/v1/export/${id}`, { headers: as('admin') })
        const kept: { id: string; alarm: boolean; sampled: boolean }[] = exported.text
          .trim()
          .split('\n')
          .map((line) => JSON.parse(line))
          .map((row) => ({ id: row.id, alarm: row.alarm === 1, sampled: row.sampled === 1 }))
        const said = new Map<string, Said[]>(kept.map((row) => [row.id, []]))
        const draws: Drawn[] = []
        const last = (row: string): Said | undefined => said.get(row)!.at(-1)
        /** The verdict that counts: the last one, if it was given for a draw. */
        const counted = (row: string): Word | null => (last(row)?.draw == null ? null : last(row)!.verdict)
        const isOpen = ({ rows }: Drawn): boolean => rows.some((row) => counted(row) === null)
        const accept = (row: string, one: Omit<Said, 'seq'>, seq: number): void => {
          expect(seq).toBeGreaterThan(Math.max(0, ...[...said.values()].flat().map((s) => s.seq)))
          said.get(row)!.push({ ...one, seq })
        }
        const inBulk = async (rows: readonly string[], one: Omit<Said, 'seq'>): Promise<void> => {
          const draw = one.draw === null ? {} : { draw: one.draw }
          const verdicts = rows.map((row) => ({ row, verdict: one.verdict, expected: last(row)?.seq ?? 0, ...draw }))
          const answer = await client.json('POST', '/v1/verdicts', { verdicts }, as(one.by))
          expect(answer.status).toBe(200)
          answer.body.results.forEach((result: { outcome: string; seq: number }, i: number) => {
            const isFirst = rows.indexOf(rows[i]) === i
            expect(result.outcome).toBe(isFirst ? 'done' : 'conflict')
            if (isFirst) accept(rows[i], one, result.seq)
          })
        }
        for (const action of steps) {
          const by = action.reviewer
          if (action.kind === 'one') {
            const row = kept[action.row % kept.length].id
            const seq = last(row)?.seq ?? 0
            // Somebody who saw an older state names its number, and must be refused.
            const expected = action.late === 0 ? seq + 1 : seq
            const decision = { verdict: action.verdict, expected }
            const answer = await client.json('PUT', `/v1/alarms/${row}/verdict`, decision, as(by))
            expect(answer.status).toBe(expected === seq ? 200 : 409)
            if (answer.status === 200) accept(row, { verdict: action.verdict, by, draw: null }, answer.body.seq)
            else expect(answer.body.current?.reviewer ?? null).toBe(last(row)?.by ?? null)
          } else if (action.kind === 'race') {
            const row = kept[action.row % kept.length].id
            const expected = last(row)?.seq ?? 0
            const tries = reviewers.map((who) => ({ who, verdict: who === by ? action.verdict : action.other }))
            const answers = await Promise.all(
              tries.map(({ who, verdict: word }) =>
                client.json('PUT', `/v1/alarms/${row}/verdict`, { verdict: word, expected }, as(who)),
              ),
            )
            expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
            const won = answers.findIndex(({ status }) => status === 200)
            accept(row, { verdict: tries[won].verdict, by: tries[won].who, draw: null }, answers[won].body.seq)
            expect(answers[1 - won].body.current).toMatchObject({ reviewer: tries[won].who })
          } else if (action.kind === 'mixed') {
            const row = kept[action.row % kept.length].id
            const next = kept[(action.row + 1) % kept.length].id
            const verdicts = [
              { row, verdict: action.verdict, expected: (last(row)?.seq ?? 0) + 1 },
              { row: 'none', verdict: action.verdict, expected: 0 },
              { row: next, verdict: action.other, expected: last(next)?.seq ?? 0 },
            ]
            const answer = await client.json('POST', '/v1/verdicts', { verdicts }, as(by))
            const outcomes = answer.body.results.map(({ outcome }: { outcome: string }) => outcome)
            expect(outcomes).toEqual(['conflict', 'not-found', 'done'])
            accept(next, { verdict: action.other, by, draw: null }, answer.body.results[2].seq)
          } else if (action.kind === 'bulk') {
            const rows = action.rows.map((n) => kept[n % kept.length].id)
            await inBulk(rows, { verdict: action.verdict, by, draw: null })
          } else if (action.kind === 'draw') {
            const wantedDraw = { stream: id, kind: action.of, size: action.size + 1 }
            const answer = await client.json('POST', '/v1/draws', wantedDraw, as(by))
            if (draws.some(isOpen)) expect(answer.status).toBe(409)
            else if (answer.status === 201) {
              const { rows } = await get(`/v1/draws/${answer.body.id}`)
              const ids: string[] = rows.map((row: { id: string }) => row.id)
              expect(new Set(ids).size).toBe(action.size + 1)
              for (const row of ids) {
                const { alarm, sampled } = kept.find((one) => one.id === row)!
                expect(action.of === 'alarms' ? alarm : sampled && (action.of === 'mixture' || !alarm)).toBe(true)
              }
              // No row is drawn twice for one purpose; a mixture draw stays fair among all rows.
              const earlier = draws.filter(({ of }) => action.of !== 'mixture' || of === 'mixture')
              expect(earlier.flatMap(({ rows: known }) => known).filter((row) => ids.includes(row))).toEqual([])
              draws.push({ id: answer.body.id, of: action.of, rows: ids })
            } else expect(answer.body.code).toBe('too-few-rows')
          } else {
            const draw = draws.at(-1)
            if (draw === undefined) continue
            const rows = action.kind === 'finish' ? draw.rows : action.rows.map((n) => draw.rows[n % draw.rows.length])
            await inBulk(rows, { verdict: action.verdict, by, draw: draw.id })
          }
        }
        for (const row of kept) {
          const { alarm, verdicts } = await get(`/v1/alarms/${row.id}`)
          expect(alarm).toMatchObject({ verdict: last(row.id)?.verdict ?? null, verdictSeq: last(row.id)?.seq ?? 0 })
          expect(
            verdicts.map((v: { verdict: Word; reviewer: string; draw_id: string | null; seq: number }) => ({
              verdict: v.verdict,
              by: v.reviewer,
              draw: v.draw_id,
              seq: v.seq,
            })),
          ).toEqual(said.get(row.id))
        }
        const { alarms } = await get(`/v1/streams/${id}/alarms?limit=200`)
        const openRows = kept.filter((row) => row.alarm && (last(row.id)?.verdict ?? null) === null)
        expect(alarms.map((a: { id: string }) => a.id).sort()).toEqual(openRows.map((row) => row.id).sort())
        const listed = (await get(`/v1/streams/${id}/draws`)).draws
        expect(listed.map((d: { closed: boolean }) => d.closed)).toEqual(draws.map((draw) => !isOpen(draw)))

        const list = [...new Set(draws.flatMap(({ rows }) => rows))]
        const tallied = (alarm: boolean) => {
          const words = list.filter((row) => kept.find((one) => one.id === row)!.alarm === alarm).map(counted)
          while (words.length > 0 && words.at(-1) === null) words.pop()
          const count = (word: Word) => words.filter((w) => (w ?? 'unsure') === word).length
          return { alien: count('alien'), nominal: count('nominal'), unsure: count('unsure') }
        }
        const reviewed = await get(`/v1/streams/${id}/review`)
        expect(reviewed.ofAlarms).toEqual(tallied(true))
        expect(reviewed.ofOthers).toEqual(tallied(false))
        expect(reviewed.notCounted).toBe(
          kept.filter(({ id: row }) => (last(row)?.verdict ?? null) !== null && counted(row) === null).length,
        )
        const opinions = (row: string) =>
          reviewers.flatMap((by) => said.get(row)!.findLast((s) => s.by === by)?.verdict ?? [])
        const split = kept.filter(({ id: row }) => new Set(opinions(row)).size > 1).map((row) => row.id)
        expect(reviewed.disagreements).toEqual(split.sort())
      }),
      { numRuns: 25 },
    )
    expect((await get('/v1/history/verify')).whole).toBe(true)
  })
})
