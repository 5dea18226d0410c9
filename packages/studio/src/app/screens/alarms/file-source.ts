import { ask } from '../../state/worker.ts'
import { fileReview, isAlarm } from './file-review.svelte.ts'
import type { Item } from './queue.ts'
import type { AlarmSource, News } from './source.ts'

const PAGE = 100

/** The alarms of the file that is open; verdicts go to the browser's journal. */
export function fileSource(): AlarmSource {
  const { file, scores, byScore, byCloseness, tau, alarmRate } = fileReview.alarms!
  const hearers = new Set<(news: News) => void>()
  const verdictOf = (row: number) => fileReview.local.verdicts.get(row)?.verdict ?? null
  const itemsOf = async (rows: readonly number[], draw: string | null): Promise<Item[]> => {
    const read = await ask('fileRows', { rows })
    return rows.map((row, i) => ({
      id: String(row),
      ...read[i],
      score: scores[row],
      alarm: isAlarm(fileReview.alarms!, row),
      at: 0,
      verdict: verdictOf(row),
      seq: fileReview.local.verdicts.get(row)?.seq ?? 0,
      by: null,
      draw,
    }))
  }
  const judged = (): number[] =>
    [...fileReview.local.verdicts].flatMap(([row, { verdict }]) => (verdict === null ? [] : [row]))
  const withoutVerdict = (rows: Int32Array): Int32Array => {
    const apart = new Set(judged())
    return apart.size === 0 ? rows : rows.filter((row) => !apart.has(row))
  }
  // The order is fixed when its first page is read: rows that are judged meanwhile move none.
  let queue: Int32Array = new Int32Array()
  return {
    key: file,
    orders: tau === null ? ['score', 'draw'] : ['score', 'near', 'draw'],
    async page(order, after) {
      if (order === 'draw') {
        const last = fileReview.draws.filter(({ closed }) => !closed).at(-1)
        const rows = fileReview.local.draws.find(({ id }) => id === last?.id)?.rows
        return { items: rows === undefined ? [] : await itemsOf(rows, last!.id), next: null }
      }
      if (after === null) queue = withoutVerdict(order === 'near' ? byCloseness : byScore)
      const from = after === null ? 0 : Number(after)
      const items = await itemsOf([...queue.subarray(from, from + PAGE)], null)
      return { items, next: from + PAGE < queue.length ? String(from + PAGE) : null }
    },
    row: async (id) => (await itemsOf([Number(id)], null))[0],
    alarmRate: async () => alarmRate,
    why: (id) => ask('whyRow', { row: Number(id), judged: judged() }),
    verdicts: async (id) =>
      fileReview.events.flatMap(({ kind, seq, at, actor, body }) => {
        const given = body as {
          file: string
          row: number
          verdict: Item['verdict']
          reason: string | null
          basis: 'queue'
          draw: string | null
        }
        if (kind !== 'verdict.given' || given.file !== file || given.row !== Number(id)) return []
        const { verdict, reason, basis, draw } = given
        return [{ seq, row_id: id, verdict, reason, basis, draw_id: draw, reviewer: actor, at }]
      }),
    async decide(decisions, bulk) {
      for (const decision of decisions) {
        const { row: id, verdict, reason, draw } = decision
        const row = Number(id)
        const basis = draw !== null ? 'draw' : bulk ? 'bulk' : 'queue'
        const before = verdictOf(row)
        const { seq, at } = await fileReview.give({ row, before, verdict, reason, basis, draw, score: scores[row] })
        for (const hear of hearers) {
          hear({ kind: 'outcome', outcome: { kind: 'done', letter: { ...decision, bulk, at, tried: true }, seq } })
        }
      }
    },
    onTheWay: () => new Set(),
    listen(hear) {
      hearers.add(hear)
      return () => hearers.delete(hear)
    },
  }
}
