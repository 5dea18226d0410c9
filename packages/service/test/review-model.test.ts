import { array, assert, asyncProperty, constantFrom, nat, oneof, record } from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Client, drawRows, newStore, start, storeKinds } from './setup.js'

/** What two reviewers do with a few rows, against a model of three lines: the last verdict of a row, its number, and all that was said. */
type Step =
  | { kind: 'one'; row: number; verdict: 'alien' | 'nominal' | 'unsure' | null; stale: number }
  | { kind: 'bulk'; rows: number[]; verdict: 'alien' | 'nominal' }

const verdict = constantFrom('alien' as const, 'nominal' as const, 'unsure' as const, null)
const step = oneof(
  record({ kind: constantFrom('one' as const), row: nat(4), verdict, stale: nat(2) }),
  record({
    kind: constantFrom('bulk' as const),
    rows: array(nat(4), { minLength: 1, maxLength: 4 }),
    verdict: constantFrom('alien' as const, 'nominal' as const),
  }),
)

describe.each(storeKinds)('a review over %s', (kind) => {
  let client: Client
  beforeAll(async () => {
    client = await start({ path: await newStore(kind) })
  })
  afterAll(() => client.service.close())

  it('is what a model of it says, whatever two reviewers do', async () => {
    let runs = 0
    await assert(
      asyncProperty(array(step, { maxLength: 12 }), async (steps: Step[]) => {
        const { id } = await client.stream({ name: `model ${kind} ${++runs}` })
        const { body } = await client.rows(id, drawRows(40, 0.5, `model ${runs}`), `m ${runs}`)
        const rows: string[] = body.alarmed.slice(0, 5).map((alarm: { id: string }) => alarm.id)
        const model = rows.map(() => ({ seq: 0, verdict: null as string | null, said: [] as (string | null)[] }))
        for (const action of steps) {
          if (action.kind === 'one') {
            const known = model[action.row]
            // Somebody who saw an older state names its number, and must be refused.
            const expected = action.stale === 0 ? known.seq + 1 : known.seq
            const answer = await client.json('PUT', `/v1/alarms/${rows[action.row]}/verdict`, {
              verdict: action.verdict,
              expected,
            })
            expect(answer.status).toBe(expected === known.seq ? 200 : 409)
            if (answer.status !== 200) continue
            expect(answer.body.seq).toBeGreaterThan(known.seq)
            Object.assign(known, { seq: answer.body.seq, verdict: action.verdict })
            known.said.push(action.verdict)
          } else {
            const verdicts = action.rows.map((row) => ({
              row: rows[row],
              verdict: action.verdict,
              expected: model[row].seq,
            }))
            const { body: bulk } = await client.json('POST', '/v1/verdicts', { verdicts })
            bulk.results.forEach((result: { outcome: string; seq: number }, i: number) => {
              const first = action.rows.indexOf(action.rows[i]) === i
              expect(result.outcome).toBe(first ? 'done' : 'conflict')
              if (!first) return
              const known = model[action.rows[i]]
              Object.assign(known, { seq: result.seq, verdict: action.verdict })
              known.said.push(action.verdict)
            })
          }
        }
        for (const [i, known] of model.entries()) {
          const { alarm, verdicts } = (await client.send('GET', `/v1/alarms/${rows[i]}`)).body
          expect(alarm).toMatchObject({ verdict: known.verdict, verdictSeq: known.seq })
          expect(verdicts.map((v: { verdict: string | null }) => v.verdict)).toEqual(known.said)
        }
        const open = (await client.send('GET', `/v1/streams/${id}/alarms?limit=200`)).body.alarms.map(
          (a: { id: string }) => a.id,
        )
        for (const [i, known] of model.entries()) expect(open.includes(rows[i])).toBe(known.verdict === null)
        expect((await client.send('GET', `/v1/streams/${id}/review`)).body.ofAlarms).toEqual({
          alien: 0,
          nominal: 0,
          unsure: 0,
        })
      }),
      { numRuns: 15 },
    )
    expect((await client.send('GET', '/v1/history/verify')).body.whole).toBe(true)
  })
})
