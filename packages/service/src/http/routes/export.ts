import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable, Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { XenolithError } from '@xenolith/core'
import Type from 'typebox'
import { archiveLines } from '../../export/archive.js'
import { rowFile, rowLines } from '../../export/rows.js'
import type { Parts, Route } from '../route.js'
import { closed, Id } from '../schemas.js'
import { found } from './models.js'

export const ARCHIVE_TYPE = 'application/vnd.xenolith.archive'
const types = {
  ndjson: 'application/x-ndjson',
  archive: ARCHIVE_TYPE,
  csv: 'text/csv; charset=utf-8',
  parquet: 'application/vnd.apache.parquet',
  arrow: 'application/vnd.apache.arrow.file',
} as const
type Format = keyof typeof types

export function exportRoutes({ store, config }: Parts): Route[] {
  return [
    {
      method: 'GET',
      path: '/v1/export/{id}',
      need: 'read',
      summary: 'The kept rows of a stream with their verdicts; format=archive is everything of the stream, for import',
      query: Type.Object(
        { format: Type.Optional(Type.Union(Object.keys(types).map((name) => Type.Literal(name)))) },
        { additionalProperties: false },
      ),
      answers: { 200: Object.values(types).map((type) => type.split(';')[0]) },
      async run({ params, query, reply }) {
        const stream = found(await store.call('stream', params.id), 'stream', params.id)
        const format = (query.format ?? 'ndjson') as Format
        reply.type(types[format])
        if (format === 'ndjson') return Readable.from(rowLines(store, stream.id))
        if (format !== 'archive') return rowFile(store, stream.id, format)
        return Readable.from(archiveLines(store, stream.id, (await store.call('model', stream.model_id))!))
      },
    },
    {
      method: 'POST',
      path: '/v1/import',
      need: 'admin',
      summary: 'Takes a stream from an archive: all of it or nothing; refused if there is a stream of that name or id',
      streamed: ARCHIVE_TYPE,
      answers: { 201: closed({ stream: Id, rows: Type.Integer() }) },
      async run({ body, caller, reply }) {
        if (!(body instanceof Readable))
          throw new XenolithError('unsupported-media', `an archive comes as ${ARCHIVE_TYPE}`)
        const folder = await mkdtemp(join(tmpdir(), 'xenolith-import-'))
        try {
          const path = join(folder, 'archive.ndjson')
          const hash = createHash('sha256')
          let bytes = 0
          const measured = new Transform({
            transform(chunk: Buffer, _, done) {
              bytes += chunk.length
              hash.update(chunk)
              if (bytes <= config.importLimit) return done(null, chunk)
              done(new XenolithError('too-large', `the archive has more than ${config.importLimit} bytes`))
            },
          })
          await pipeline(body, measured, createWriteStream(path))
          const at = config.clock()
          const imported = await store.call('importArchive', {
            path,
            sha256: hash.digest('hex'),
            actor: caller.name,
            at,
          })
          reply.code(201)
          return imported
        } finally {
          await rm(folder, { recursive: true, force: true })
        }
      },
    },
  ]
}
