import Type, { type TSchema } from 'typebox'

/** Schemas that several routes share. Nothing is coerced: a number in a query is text of digits. */
export const DIGITS = '^[0-9]{1,15}$'
export const Whole = Type.String({ pattern: DIGITS })
/** A share strictly between 0 and 1, no nearer to either than anybody means it. */
export const Share = Type.Number({ minimum: 1e-6, maximum: 1 - 1e-6 })
export const Name = Type.String({ minLength: 1, maxLength: 200, pattern: '^[^\\u0000-\\u001f]+$' })
export const Id = Type.String({ minLength: 1, maxLength: 200 })
export const VerdictWord = Type.Union([Type.Literal('alien'), Type.Literal('nominal'), Type.Literal('unsure')])
export const Scores = Type.Array(Type.Number(), { minItems: 1, maxItems: 1_000_000 })
export const Json = Type.Object({}, { additionalProperties: true })

export function orNull<T extends TSchema>(schema: T) {
  return Type.Union([schema, Type.Null()])
}

export function closed<T extends Record<string, TSchema>>(properties: T) {
  return Type.Object(properties, { additionalProperties: false })
}

export const ProblemSchema = Type.Object(
  {
    type: Type.String(),
    title: Type.String(),
    status: Type.Integer(),
    code: Type.String(),
    detail: Type.String(),
  },
  { additionalProperties: true },
)

export const ModelSchema = closed({
  id: Id,
  name: Type.String(),
  version: Type.Integer(),
  sha256: Type.String(),
  format: Type.Integer(),
  bytes: Type.Integer(),
  createdAt: Type.Integer(),
  createdBy: Type.String(),
})

export const CertificateSchema = closed({
  id: Id,
  model: Id,
  certified: Type.Boolean(),
  looks: Type.Integer(),
  supersedes: orNull(Id),
  issuedAt: Type.Integer(),
  issuedBy: Type.String(),
  watched: Type.Boolean(),
  certificate: Json,
})

export const StreamSchema = closed({
  id: Id,
  name: Type.String(),
  model: Id,
  certificate: Id,
  rowKey: orNull(Type.String()),
  alpha: Type.Number(),
  confidence: Type.Number(),
  windowRows: Type.Integer(),
  sampleRate: Type.Number(),
  sampleSeed: Type.Integer(),
  keepDays: Type.Integer(),
  status: Type.String(),
  promise: Type.Boolean(),
  reason: orNull(Type.String()),
  rows: Type.Integer(),
  alarms: Type.Integer(),
  createdAt: Type.Integer(),
})

export const AlarmSchema = closed({
  id: Id,
  stream: Id,
  batch: Id,
  row: Type.Integer(),
  key: Type.String(),
  score: Type.Number(),
  alarm: Type.Boolean(),
  cells: orNull(Json),
  scoredAt: Type.Integer(),
  certificate: Id,
  verdict: orNull(VerdictWord),
  verdictSeq: Type.Integer(),
})
