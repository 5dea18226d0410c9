import type { Verdict } from '@xenolith/core'
import type { Decided, Decision, GivenVerdict } from '@xenolith/service/shapes'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { type Keep, type Letter, type Outcome, openOutbox } from '../src/app/service/outbox.ts'
import { NoAnswer, Refused } from '../src/app/service/problem.ts'

/** A service in miniature: rows with their verdicts, refusing what was decided on old knowledge. */
function tinyService() {
  const rows = new Map<string, GivenVerdict[]>()
  let seq = 0
  let up = true
  let losesAnswers = false
  let under = 0
  const give = (row: string, verdict: Verdict | null, reviewer: string, draw: string | null = null): GivenVerdict => {
    const basis = draw === null ? 'queue' : 'draw'
    const given: GivenVerdict = {
      seq: ++seq,
      row_id: row,
      verdict,
      reason: null,
      basis,
      draw_id: draw,
      reviewer,
      at: seq,
    }
    rows.set(row, [...(rows.get(row) ?? []), given])
    return given
  }
  return {
    rows,
    give,
    current: (row: string) => rows.get(row)?.at(-1)?.verdict ?? null,
    set up(value: boolean) {
      up = value
    },
    set losesAnswers(value: boolean) {
      losesAnswers = value
    },
    async send(decisions: readonly Decision[]): Promise<readonly Decided[]> {
      expect(under++, 'one request at a time').toBe(0)
      await new Promise((resolve) => setImmediate(resolve))
      under--
      if (!up) throw new NoAnswer('the connection failed')
      const answers = decisions.map(({ row, verdict, expected, draw }: Decision): Decided => {
        const current = rows.get(row)?.at(-1) ?? null
        if ((current?.seq ?? 0) !== expected) return { outcome: 'conflict', row, current }
        return { outcome: 'done', row, seq: give(row, verdict, 'me', draw).seq }
      })
      if (losesAnswers) throw new NoAnswer('the answer was lost')
      return answers
    },
  }
}

function keeper(): Keep & { letters: readonly Letter[] } {
  const kept = {
    letters: [] as readonly Letter[],
    load: async () => kept.letters,
    save: async (letters: readonly Letter[]) => {
      kept.letters = structuredClone(letters) as Letter[]
    },
  }
  return kept
}

const never = () => () => {}
const on = (row: string, verdict: Verdict | null, expected = 0, draw: string | null = null): Decision => ({
  row,
  verdict,
  expected,
  reason: null,
  draw,
})

async function desk(service = tinyService(), keep = keeper()) {
  const outcomes: Outcome[] = []
  const outbox = await openOutbox({ send: service.send, keep, onOutcome: (one) => outcomes.push(one), later: never })
  return { service, keep, outcomes, outbox }
}

it('a verdict without a service is kept, outlives the page, and is sent when the service is back', async () => {
  const { service, keep, outbox } = await desk()
  service.up = false
  await outbox.add([on('a', 'alien')], false)
  expect(outbox.state).toEqual({ waiting: 1, away: true })
  outbox.close()
  const next = await desk(service, keep)
  expect(next.outbox.state.waiting).toBe(1)
  service.up = true
  await next.outbox.flush()
  expect(service.current('a')).toBe('alien')
  expect(next.outcomes).toMatchObject([{ kind: 'done', seq: 1 }])
  expect(keep.letters).toEqual([])
})

it('asked to try while a try is failing, it tries once more at once', async () => {
  const service = tinyService()
  let tries = 0
  const send = async (decisions: readonly Decision[]): Promise<readonly Decided[]> => {
    if (tries++ > 0) return service.send(decisions)
    void outbox.flush()
    throw new NoAnswer('the connection failed')
  }
  const outbox = await openOutbox({ send, keep: keeper(), onOutcome: () => {}, later: never })
  await outbox.add([on('a', 'alien')], false)
  expect([tries, service.current('a')]).toEqual([2, 'alien'])
  expect(outbox.state).toEqual({ waiting: 0, away: false })
})

it('a verdict that is taken back before it was sent is never told', async () => {
  const { service, outbox } = await desk()
  service.up = false
  await outbox.add([on('a', 'alien')], false)
  await outbox.add([on('b', 'alien')], false)
  await outbox.add([on('b', null)], false)
  expect(outbox.state.waiting).toBe(1)
  service.up = true
  await outbox.flush()
  expect([...service.rows.keys()]).toEqual(['a'])
})

it('an undo that follows a verdict on its way waits for its number', async () => {
  const service = tinyService()
  let open = () => {}
  const gate = new Promise<void>((resolve) => {
    open = resolve
  })
  const outcomes: Outcome[] = []
  const outbox = await openOutbox({
    send: (decisions) => gate.then(() => service.send(decisions)),
    keep: keeper(),
    onOutcome: (one) => outcomes.push(one),
    later: never,
  })
  const first = outbox.add([on('a', 'alien')], false)
  await new Promise((resolve) => setTimeout(resolve, 5))
  const second = outbox.add([on('a', null)], false)
  open()
  await Promise.all([first, second])
  expect(service.rows.get('a')!.map(({ verdict }) => verdict)).toEqual(['alien', null])
  expect(outcomes.map(({ kind }) => kind)).toEqual(['done', 'done'])
})

it('who comes second is told who was first, and what was decided on top of it goes along', async () => {
  const { service, outbox, outcomes } = await desk()
  service.up = false
  await outbox.add([on('a', 'alien')], false)
  service.give('a', 'nominal', 'Ann')
  service.up = true
  await outbox.flush()
  expect(outcomes).toMatchObject([{ kind: 'conflict', letter: { verdict: 'alien' }, current: { reviewer: 'Ann' } }])
  expect(service.current('a')).toBe('nominal')
})

it('an answer that was lost is no conflict, and the verdict is not given twice', async () => {
  const { service, outbox, outcomes } = await desk()
  service.losesAnswers = true
  await outbox.add([on('a', 'alien')], false)
  service.losesAnswers = false
  await outbox.flush()
  expect(outcomes).toMatchObject([{ kind: 'done', seq: 1 }])
  expect(service.rows.get('a')).toHaveLength(1)
})

it('the same verdict from the queue does not stand in for one that a draw needs', async () => {
  const { service, outbox } = await desk()
  service.give('a', 'alien', 'Ann')
  await outbox.add([on('a', 'alien', 0, 'draw 1')], false)
  await outbox.flush()
  expect(service.rows.get('a')!.map(({ draw_id }) => draw_id)).toEqual([null, 'draw 1'])
})

it('a refusal is told and not tried again', async () => {
  const outcomes: Outcome[] = []
  const problem = { code: 'forbidden', status: 403, detail: 'the role read may not do this' }
  const send = async () => {
    throw new Refused(problem)
  }
  const outbox = await openOutbox({ send, keep: keeper(), onOutcome: (one) => outcomes.push(one), later: never })
  await outbox.add([on('a', 'alien'), on('b', 'alien')], true)
  expect(outcomes).toMatchObject([{ kind: 'refused', problem }, { kind: 'refused' }])
  expect(outbox.state).toEqual({ waiting: 0, away: false })
})

it('whatever happens in between, the last word of a lone reviewer is what the service ends with', async () => {
  const verdict = fc.constantFrom<Verdict | null>('alien', 'nominal', 'unsure', null)
  const step = fc.oneof(
    fc.record({
      kind: fc.constant('say' as const),
      row: fc.constantFrom('a', 'b', 'c'),
      verdict,
      bulk: fc.boolean(),
      // Whether the reviewer waits for the answer before the next key.
      waits: fc.boolean(),
    }),
    fc.record({ kind: fc.constantFrom('up' as const, 'down' as const, 'lose' as const, 'reload' as const) }),
  )
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 25 }), async (steps) => {
      const service = tinyService()
      const keep = keeper()
      const outcomes: Outcome[] = []
      const open = () => openOutbox({ send: service.send, keep, onOutcome: (one) => outcomes.push(one), later: never })
      let outbox = await open()
      const said = new Map<string, Verdict | null>()
      let told: Promise<unknown> = Promise.resolve()
      const known = (row: string): number => {
        const last = outcomes.findLast((one) => one.kind === 'done' && one.letter.row === row)
        return last?.kind === 'done' ? last.seq : 0
      }
      for (const one of steps) {
        if (one.kind === 'say') {
          const sent = outbox.add([on(one.row, one.verdict, known(one.row))], one.bulk)
          told = Promise.all([told, sent])
          if (one.waits) await told
          else await new Promise((resolve) => setImmediate(resolve))
          said.set(one.row, one.verdict)
        } else if (one.kind === 'reload') {
          await told
          outbox.close()
          outbox = await open()
        } else {
          service.up = one.kind !== 'down'
          service.losesAnswers = one.kind === 'lose'
        }
      }
      service.up = true
      service.losesAnswers = false
      for (let tries = 0; outbox.state.waiting > 0 && tries < 100; tries++) {
        await outbox.flush()
        await new Promise((resolve) => setImmediate(resolve))
      }
      expect(outbox.state.waiting).toBe(0)
      expect(outcomes.filter(({ kind }) => kind !== 'done')).toEqual([])
      for (const [row, last] of said) expect(service.current(row), row).toBe(last)
    }),
    { numRuns: 300 },
  )
})
