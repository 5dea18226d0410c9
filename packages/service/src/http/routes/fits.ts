import { XenolithError } from '@xenolith/core'
import Type, { type Static } from 'typebox'
import { lookTerms } from '../../bundle/scores.js'
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

export function fitRoutes({ store, config, workshop }: Parts): Route[] {
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
        try {
          const { name, ...wanted } = body as Static<typeof NewFit>
          const { file, scores } = await workshop.run('fit', wanted)
          const at = config.clock()
          const added = await addModelFile(store, file, { name, actor: caller.name, at })
          if (scores !== null) {
            const look = { model: added.model.id, scores: scores.digest, terms: lookTerms(wanted) }
            await store.call('keepScores', { id: added.certificate.id, scores, look, actor: caller.name, at })
          }
          reply.code(201)
          return { model: modelShape(added.model), certificate: certificateShape(added.certificate) }
        } finally {
          busy = false
        }
      },
    },
  ]
}
