import type { TSchema } from 'typebox'
import type { Route } from './route.js'
import { ProblemSchema } from './schemas.js'

/** The OpenAPI 3.1 document of the routes. */
export function openApi(routes: readonly Route[], version: string): Record<string, unknown> {
  const paths: Record<string, Record<string, unknown>> = {}
  for (const route of routes) (paths[route.path] ??= {})[route.method.toLowerCase()] = operation(route)
  return {
    openapi: '3.1.0',
    info: { title: 'Xenolith', version, description: 'Alarms that survive, reviews that count, promises that expire.' },
    paths,
    components: { securitySchemes: { token: { type: 'http', scheme: 'bearer' } } },
    security: [{ token: [] }, {}],
  }
}

function operation({
  summary,
  path,
  need,
  query,
  body,
  bytes,
  streamed,
  headers,
  answers,
}: Route): Record<string, unknown> {
  const parameters = [
    ...[...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => ({
      name,
      in: 'path',
      required: true,
      schema: { type: 'string' },
    })),
    ...fieldsOf(query, 'query'),
    ...fieldsOf(headers, 'header'),
  ]
  const types = bytes ?? (streamed !== undefined ? [streamed] : body === undefined ? [] : ['application/json'])
  const content = Object.fromEntries(types.map((type) => [type, { schema: body ?? schemaOfBytes(type) }]))
  const responses = Object.fromEntries(
    Object.entries(answers).map(([status, answer]) => [
      status,
      {
        description: summary,
        content: contentOf(answer),
      },
    ]),
  )
  return {
    summary,
    tags: [need],
    ...(parameters.length === 0 ? {} : { parameters }),
    ...(types.length === 0 ? {} : { requestBody: { required: true, content } }),
    responses: {
      ...responses,
      default: {
        description: 'A problem, with a code',
        content: { 'application/problem+json': { schema: ProblemSchema } },
      },
    },
  }
}

function contentOf(answer: Route['answers'][number]): Record<string, unknown> {
  if (typeof answer === 'string') return { [answer]: {} }
  if (Array.isArray(answer)) return Object.fromEntries(answer.map((type: string) => [type, {}]))
  return { 'application/json': { schema: answer } }
}

function fieldsOf(schema: TSchema | undefined, place: 'query' | 'header'): Record<string, unknown>[] {
  const { properties = {}, required = [] } = (schema ?? {}) as {
    properties?: Record<string, unknown>
    required?: string[]
  }
  return Object.entries(properties).map(([name, field]) => ({
    name,
    in: place,
    required: required.includes(name),
    schema: field,
  }))
}

function schemaOfBytes(type: string): Record<string, unknown> {
  if (type !== 'application/json') return { type: 'string' }
  const cell = { type: ['string', 'number', 'boolean', 'null'] }
  return { type: 'array', minItems: 1, items: { type: 'object', additionalProperties: cell } }
}
