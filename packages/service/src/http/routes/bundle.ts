import Type, { type Static } from 'typebox'
import { lookTerms } from '../../bundle/scores.js'
import type { StreamRow } from '../../store/operations/streams.js'
import type { Store } from '../../store/operations.js'
import { certificateOf } from '../../stored-certificate.js'
import type { Call, Parts, Route } from '../route.js'
import { closed, Id, Scores, VerdictWord } from '../schemas.js'
import { streamShape } from '../shapes.js'
import { found } from './models.js'

/** A bundle carries so many events at most, the last ones: it is to be opened in a browser. */
const MOST_EVENTS = 50_000
const PAGE = 1000

const GivenScores = Type.Object(
  {
    nominal: Scores,
    mixture: Scores,
    audit: Type.Optional(closed({ rows: Type.Array(Type.Integer({ minimum: 0 })), verdicts: Type.Array(VerdictWord) })),
  },
  { additionalProperties: false },
)

export function bundleRoutes({ store, config, workshop, signingKey }: Parts): Route[] {
  const bundleOf = async (id: string, stream: StreamRow | null, { caller, reply }: Call): Promise<string> => {
    const certificate = found(await store.call('certificate', id), 'certificate', id)
    const page = await workshop.run('bundle', {
      certificate,
      model: (await store.call('model', certificate.model_id))!,
      file: (await store.call('modelFile', certificate.model_id))!.file,
      stream: stream === null ? null : streamShape(stream),
      scores: await store.call('scoresOf', id),
      pages: await lastEvents(store),
      by: caller.name,
      at: config.clock(),
      key: signingKey,
    })
    // A page from here would run its script with the rights of this service: it is a file to keep.
    reply.type('text/html; charset=utf-8').header('content-disposition', 'attachment; filename="xenolith-bundle.html"')
    return page
  }
  return [
    {
      method: 'PUT',
      path: '/v1/certificates/{id}/scores',
      need: 'admin',
      summary:
        'Keeps the scores that a certificate was made from, so that bundles carry them; refused if they give another certificate',
      body: GivenScores,
      bodyLimit: 64 * 1024 * 1024,
      answers: { 200: closed({ certificate: Id, sha256: Type.String() }) },
      async run({ params, body, caller }) {
        const { nominal, mixture, audit } = body as Static<typeof GivenScores>
        const row = found(await store.call('certificate', params.id), 'certificate', params.id)
        const scores = await workshop.run('recertify', {
          certificate: row,
          nominal: Float64Array.from(nominal),
          mixture: Float64Array.from(mixture),
          ...(audit === undefined ? {} : { audit }),
        })
        const { alpha, recall, delta } = certificateOf(row)
        const terms = lookTerms({ alpha, recall: recall ?? 0, confidence: 1 - (delta ?? 0) })
        const look = { model: row.model_id, scores: scores.digest, terms }
        await store.call('keepScores', { id: row.id, scores, look, actor: caller.name, at: config.clock() })
        return { certificate: row.id, sha256: scores.sha256 }
      },
    },
    {
      method: 'GET',
      path: '/v1/certificates/{id}/bundle',
      need: 'read',
      summary:
        'One HTML file with report, certificate, scores, history and signature; it checks itself, and xenolith verify checks it',
      answers: { 200: 'text/html' },
      run: (call) => bundleOf(call.params.id, null, call),
    },
    {
      method: 'GET',
      path: '/v1/streams/{id}/bundle',
      need: 'read',
      summary: 'The bundle of the certificate in force on a stream, with the standing of the stream',
      answers: { 200: 'text/html' },
      async run(call) {
        const stream = found(await store.call('stream', call.params.id), 'stream', call.params.id)
        return bundleOf(stream.certificate_id, stream, call)
      },
    },
  ]
}

/** The last events, as JSON texts of a page each. */
async function lastEvents(store: Store): Promise<string[]> {
  const { seq: last } = await store.call('lastEvent', null)
  const pages: string[] = []
  for (let after = Math.max(0, last - MOST_EVENTS); after < last; ) {
    const page = await store.call('events', { after, limit: PAGE })
    if (page.length === 0) break
    pages.push(JSON.stringify(page.filter(({ seq }) => seq <= last)))
    after = page[page.length - 1].seq
  }
  return pages
}
