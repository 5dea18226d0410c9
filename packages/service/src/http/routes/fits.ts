import { encodeModelFile, XenolithError } from '@xenolith/core'
import { createEngine } from '@xenolith/engine'
import { readBytes } from '@xenolith/files/pure'
import { study } from '@xenolith/study'
import Type, { type Static } from 'typebox'
import { keptScores, toBase64 } from '../../bundle/scores.js'
import { addModelFile } from '../../models.js'
import type { Parts, Route } from '../route.js'
import { CertificateSchema, closed, ModelSchema, Name, Share } from '../schemas.js'
import { certificateShape, modelShape } from '../shapes.js'

const FileSchema = closed({
  /** Its ending says what it holds: .csv, .tsv, .json or .ndjson. */
  name: Name,
  text: Type.String({ minLength: 1 }),
})
const NewFit = Type.Object(
  {
    name: Type.Optional(Name),
    nominal: FileSchema,
    mixture: FileSchema,
    alpha: Type.Number({ minimum: 1e-6, maximum: 1 }),
    recall: Share,
    confidence: Share,
    features: Type.Optional(Type.Array(Type.String(), { minItems: 1 })),
    trees: Type.Optional(Type.Integer({ minimum: 1, maximum: 10_000 })),
    seed: Type.Optional(Type.Integer({ minimum: 0, maximum: 2 ** 31 - 1 })),
  },
  { additionalProperties: false },
)

export function fitRoutes({ store, config }: Parts): Route[] {
  let busy = false
  return [
    {
      method: 'POST',
      path: '/v1/fits',
      need: 'admin',
      summary:
        'Fits a model to two files, as the command does, and adds it with its certificate and scores; one at a time',
      body: NewFit,
      bodyLimit: config.modelLimit,
      answers: { 201: closed({ model: ModelSchema, certificate: CertificateSchema }) },
      async run({ body, caller, reply }) {
        if (busy) throw new XenolithError('rate-limited', 'another fit is under way')
        busy = true
        const engine = createEngine()
        try {
          const { name, nominal, mixture, features, alpha, recall, confidence, trees, seed } = body as Static<
            typeof NewFit
          >
          const data = { nominal: read(nominal, features), mixture: read(mixture, features) }
          const tables = { nominal: data.nominal.table, mixture: data.mixture.table, data: fingerprints(data) }
          const training = trees === undefined ? {} : { training: { trees } }
          const outcome = await study(tables, { terms: { alpha, recall, confidence }, ...training, seed }, { engine })
          if (outcome.refused) throw new XenolithError(outcome.code, outcome.reason)
          const at = config.clock()
          const added = await addModelFile(store, encodeModelFile(outcome.file), { name, actor: caller.name, at })
          if (outcome.scores !== undefined) {
            const { nominal: n, mixture: m } = outcome.scores
            const scores = keptScores({ kind: 'samples', nominal: toBase64(n), mixture: toBase64(m) })
            await store.call('keepScores', { id: added.certificate.id, scores, actor: caller.name, at })
          }
          reply.code(201)
          return { model: modelShape(added.model), certificate: certificateShape(added.certificate) }
        } finally {
          busy = false
          await engine.close()
        }
      },
    },
  ]
}

function read({ name, text }: Static<typeof FileSchema>, features: readonly string[] | undefined) {
  return readBytes(new TextEncoder().encode(text), { name, features })
}

function fingerprints(data: Record<'nominal' | 'mixture', ReturnType<typeof readBytes>>) {
  return (['nominal', 'mixture'] as const).map((role) => ({
    role,
    ...data[role].fingerprint,
    rows: data[role].table.rows,
  }))
}
