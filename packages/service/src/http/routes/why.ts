import type { NominalRanks } from '@xenolith/core'
import { XenolithError } from '@xenolith/core'
import { type Cells, nearest, neighboursOf, percentileOf, whyColumns } from '@xenolith/study'
import Type from 'typebox'
import { tableOf } from '../../rows.js'
import type { AlarmRow } from '../../store/operations/alarms.js'
import { certificateOf } from '../../stored-certificate.js'
import type { Parts, Route } from '../route.js'
import { closed, Id, Json, orNull } from '../schemas.js'
import { found } from './models.js'

const MOST_SIMILAR = 20
const MOST_NEIGHBOURS = 3
/** Open alarms above and below in score that are looked at for similar ones. */
const LOOKED_AT = 500

const Numbers = Type.Array(Type.Number())
const ColumnSchema = closed({
  feature: Type.String(),
  kind: Type.Union([Type.Literal('numeric'), Type.Literal('categorical')]),
  value: orNull(Type.Union([Type.String(), Type.Number()])),
  gain: Type.Number(),
  position: orNull(Type.Number()),
  share: orNull(Type.Number()),
  nominal: orNull(
    Type.Union([
      closed({ missing: Type.Number(), levels: Numbers, quantiles: Numbers }),
      closed({
        missing: Type.Number(),
        distinct: Type.Integer(),
        categories: Type.Array(Type.String()),
        shares: Numbers,
      }),
    ]),
  ),
})

const WhySchema = closed({
  id: Id,
  score: Type.Number(),
  tau: orNull(Type.Number()),
  percentile: orNull(closed({ atLeast: Type.Number(), atMost: Type.Number(), n0: Type.Integer() })),
  why: Type.Array(closed({ feature: Type.String(), gain: Type.Number() })),
  columns: Type.Array(ColumnSchema),
  neighbours: orNull(Type.Array(closed({ row: Type.Integer(), distance: Type.Number(), cells: Json }))),
  similar: Type.Array(
    closed({ id: Id, key: Type.String(), score: Type.Number(), distance: Type.Number(), cells: Json }),
  ),
})

export function whyRoute({ store, model }: Parts): Route {
  return {
    method: 'GET',
    path: '/v1/alarms/{id}/why',
    need: 'read',
    summary:
      'Why the row looks alien: what each column adds to the score and where its value lies among nominal ones, the nearest nominal rows, similar open alarms',
    answers: { 200: WhySchema },
    async run({ params }) {
      const row = found(await store.call('row', params.id), 'row', params.id)
      if (row.cells === null) throw new XenolithError('not-found', `the cells of row ${params.id} were let go of`)
      const stream = (await store.call('stream', row.stream_id))!
      const certificate = (await store.call('certificate', row.certificate_id))!
      const file = await model(stream.model_id)
      const cells = JSON.parse(row.cells) as Cells
      const table = tableOf([cells], file)
      const columns = whyColumns(file, cells, table)
      const around = { stream: stream.id, id: row.id, score: row.score, most: LOOKED_AT }
      const open = (await store.call('openAround', around)).map(withCells)
      const { tau } = certificateOf(certificate)
      return {
        id: row.id,
        score: row.score,
        tau: Number.isFinite(tau) ? tau : null,
        percentile:
          certificate.ranks === null ? null : percentileOf(row.score, JSON.parse(certificate.ranks) as NominalRanks),
        why: columns.filter(({ gain }) => gain > 0).map(({ feature, gain }) => ({ feature, gain })),
        columns,
        neighbours: neighboursOf(file, table, MOST_NEIGHBOURS),
        similar: nearest(file, cells, open, MOST_SIMILAR).map(({ row: other, distance }) => ({
          id: other.id,
          key: other.row_key,
          score: other.score,
          distance,
          cells: other.cells,
        })),
      }
    },
  }
}

function withCells(row: AlarmRow) {
  return { ...row, cells: JSON.parse(row.cells!) as Cells }
}
