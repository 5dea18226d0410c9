import type { Verdict } from '@xenolith/core'
import type { GivenVerdict } from '@xenolith/service/shapes'
import { service } from '../../service/service.svelte.ts'
import type { AlarmRow, Stream } from '../../service/shapes.ts'
import type { Item } from './queue.ts'
import type { AlarmSource } from './source.ts'

const PAGE = 100

/** The queue of a stream. */
export function serviceSource({ id: stream }: Pick<Stream, 'id'>): AlarmSource {
  const { client } = service
  return {
    key: stream,
    orders: ['score', 'near', 'time', 'draw'],
    async page(order, after) {
      if (order === 'draw') {
        const open = (await client.draws(stream)).filter(({ closed }) => !closed).at(-1)
        if (open === undefined) return { items: [], next: null }
        return { items: (await client.drawn(open.id)).map((row) => itemOf(row, open.id)), next: null }
      }
      const { alarms, next } = await client.alarms(stream, { order, after, limit: PAGE })
      return { items: alarms.map((row) => itemOf(row, null)), next }
    },
    row: async (id) => itemOf((await client.alarm(id)).alarm, null),
    async alarmRate() {
      const { certificate } = service.streams.find(({ id }) => id === stream)!
      const rate = (await client.certificate(certificate)).certificate.alarmRate
      return typeof rate === 'number' ? rate : null
    },
    why: (id) => client.why(id),
    verdicts: async (id) => (await client.alarm(id)).verdicts,
    decide: (decisions, bulk) => service.decide(decisions, bulk),
    onTheWay: () => service.onTheWay,
    listen(hear) {
      const deaf = [
        service.take((outcome) => hear({ kind: 'outcome', outcome })),
        service.hear(({ kind, subject, actor, at, body }) => {
          if (kind === 'rows.scored' && subject === stream) {
            hear({ kind: 'alarms', count: (body as { alarms: number }).alarms })
          }
          if (kind === 'verdict.given') {
            const given = body as GivenBody
            if (given.stream === stream) hear({ kind: 'verdict', given: givenBy(given, actor, at) })
          }
        }),
      ]
      return () => {
        for (const end of deaf) end()
      }
    },
  }
}

interface GivenBody {
  readonly seq: number
  readonly row: string
  readonly stream: string
  readonly verdict: Verdict | null
  readonly reason: string | null
  readonly basis: GivenVerdict['basis']
  readonly draw: string | null
}

function givenBy({ seq, row, verdict, reason, basis, draw }: GivenBody, reviewer: string, at: number): GivenVerdict {
  return { seq, row_id: row, verdict, reason, basis, draw_id: draw, reviewer, at }
}

function itemOf(row: AlarmRow, draw: string | null): Item {
  const { id, key, score, alarm, cells, scoredAt, verdict, verdictSeq } = row
  return { id, key, score, alarm, cells, at: scoredAt, verdict, seq: verdictSeq, by: null, draw }
}
