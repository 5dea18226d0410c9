import { randomUUID } from 'node:crypto'
import { type Method, methods, XenolithError } from '@xenolith/core'
import { methodOf } from '@xenolith/core/internals'
import Type, { type Static } from 'typebox'
import { digestOfSamples, lookTerms } from '../../bundle/scores.js'
import { addModelFile } from '../../models.js'
import type { CertificateRow } from '../../store/operations/models.js'
import type { Parts, Route } from '../route.js'
import { CertificateSchema, closed, Id, ModelSchema, Name, Scores, Share } from '../schemas.js'
import { certificateShape, modelShape } from '../shapes.js'

const NewCertificate = Type.Object(
  {
    model: Id,
    nominal: Scores,
    mixture: Scores,
    alpha: Type.Number({ minimum: 1e-6, maximum: 1 }),
    recall: Share,
    confidence: Share,
    method: Type.Optional(
      Type.Union(methods.filter((m) => methodOf(m).restsOn === 'alpha').map((m) => Type.Literal(m))),
    ),
    looks: Type.Optional(Type.Integer({ minimum: 1, maximum: 1000 })),
    supersedes: Type.Optional(Id),
  },
  { additionalProperties: false },
)

export function modelRoutes({ store, config, workshop }: Parts): Route[] {
  return [
    {
      method: 'POST',
      path: '/v1/models',
      need: 'admin',
      summary: 'Adds a model file, as it is; the same bytes are the same model',
      query: closed({ name: Type.Optional(Name) }),
      bytes: ['application/octet-stream'],
      bodyLimit: config.modelLimit,
      answers: {
        200: closed({ created: Type.Boolean(), model: ModelSchema, certificate: CertificateSchema }),
        201: closed({ created: Type.Boolean(), model: ModelSchema, certificate: CertificateSchema }),
      },
      async run({ body, query, caller, reply }) {
        const acting = { name: query.name, actor: caller.name, at: config.clock() }
        const added = await addModelFile(store, body as Uint8Array, acting)
        reply.code(added.created ? 201 : 200)
        const { created, model } = added
        return { created, model: modelShape(model), certificate: certificateShape(added.certificate) }
      },
    },
    {
      method: 'GET',
      path: '/v1/models',
      need: 'read',
      summary: 'All models',
      answers: { 200: closed({ models: Type.Array(ModelSchema) }) },
      run: async () => ({ models: (await store.call('models', null)).map(modelShape) }),
    },
    {
      method: 'GET',
      path: '/v1/models/{id}',
      need: 'read',
      summary: 'One model',
      answers: { 200: ModelSchema },
      run: async ({ params }) => modelShape(found(await store.call('model', params.id), 'model', params.id)),
    },
    {
      method: 'GET',
      path: '/v1/models/{id}/file',
      need: 'read',
      summary: 'The model file, byte for byte',
      answers: { 200: 'application/octet-stream' },
      async run({ params, reply }) {
        const { file } = found(await store.call('modelFile', params.id), 'model', params.id)
        reply.type('application/octet-stream')
        return Buffer.from(file)
      },
    },
    {
      method: 'POST',
      path: '/v1/certificates',
      need: 'admin',
      summary:
        'A certificate from nominal and mixture scores of a model; another question about the same scores is a second look, which certifies nothing',
      body: NewCertificate,
      bodyLimit: 64 * 1024 * 1024,
      answers: { 200: CertificateSchema, 201: CertificateSchema },
      async run({ body, caller, reply }) {
        const {
          model,
          nominal,
          mixture,
          alpha,
          recall,
          confidence,
          method,
          looks: told = 1,
          supersedes,
        } = body as Static<typeof NewCertificate>
        found(await store.call('model', model), 'model', model)
        if (supersedes !== undefined) found(await store.call('certificate', supersedes), 'certificate', supersedes)
        const look = {
          model,
          scores: digestOfSamples(nominal, mixture),
          terms: lookTerms({ alpha, recall, confidence, method }),
        }
        const looks = Math.max(told, await store.call('noteLook', look))
        const made = await workshop.run('certify', {
          nominal: Float64Array.from(nominal),
          mixture: Float64Array.from(mixture),
          ...{ alpha, recall, confidence, method: method as Method | undefined, looks },
        })
        const row: CertificateRow = {
          id: randomUUID(),
          model_id: model,
          certified: made.certified ? 1 : 0,
          tau: made.tau,
          body: made.body,
          ranks: made.ranks,
          looks,
          supersedes: supersedes ?? null,
          issued_at: config.clock(),
          issued_by: caller.name,
        }
        const added = await store.call('addCertificate', { certificate: row, scores: made.scores })
        reply.code(added.created ? 201 : 200)
        return certificateShape(added.certificate)
      },
    },
    {
      method: 'GET',
      path: '/v1/certificates',
      need: 'read',
      summary: 'All certificates, or those of a model',
      query: closed({ model: Type.Optional(Id) }),
      answers: { 200: closed({ certificates: Type.Array(CertificateSchema) }) },
      run: async ({ query }) => ({
        certificates: (await store.call('certificates', query.model ?? null)).map(certificateShape),
      }),
    },
    {
      method: 'GET',
      path: '/v1/certificates/{id}',
      need: 'read',
      summary: 'One certificate',
      answers: { 200: CertificateSchema },
      run: async ({ params }) =>
        certificateShape(found(await store.call('certificate', params.id), 'certificate', params.id)),
    },
  ]
}

/** What was asked for, or a 404 that names it. */
export function found<T>(value: T | undefined, what: string, id: string): T {
  if (value === undefined) throw new XenolithError('not-found', `there is no ${what} ${id}`)
  return value
}
