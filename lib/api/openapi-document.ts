import { z } from 'zod'
import { sessionCookie } from '#lib/auth/session-cookie.ts'
import { ACTIONS } from '#lib/hap/actions/action.ts'
import { BINDING_KINDS } from '#lib/hap/pools/binding.ts'
import { VERSION } from '#lib/version.ts'
import type { Content, Operation, Resource } from './operation.ts'

type Json = { readonly [key: string]: unknown }

const PROBLEM = {
  type: 'object',
  description: 'Problem details (RFC 9457). `detail` describes the problem and its fix.',
  required: ['type', 'title', 'status', 'detail'],
  properties: {
    type: { type: 'string' },
    title: { type: 'string' },
    status: { type: 'integer' },
    detail: { type: 'string' },
  },
}

/** Path parameters with a fixed set of values. */
const CHOICES: Readonly<Record<string, readonly string[]>> = { kind: BINDING_KINDS, action: ACTIONS }

/** Authentication by a person's session. */
const BY_PERSON = [{ session: [] }, { sessionByHttp: [] }]

/**
 * The API as OpenAPI 3.1, generated from the schemas that validate requests and describe answers.
 */
export function openApiDocument(resources: readonly Resource[]): Json {
  const schemas = new Map(resources.flatMap(each => Object.entries(each.schemas ?? {})))
  const names = new Map(Array.from(schemas, ([name, schema]) => [schema, name]))
  const operations = resources.flatMap(({ routes }) => routes)
  return {
    openapi: '3.1.0',
    info: {
      title: 'HAP Console',
      version: VERSION,
      description:
        'Long lists are paged by offset and limit, or by the parameters they declare; other lists are complete. Errors are application/problem+json. A versioned object has an ETag, which a change repeats in If-Match.',
    },
    servers: [{ url: '/' }],
    security: [{ token: [] }, ...BY_PERSON],
    paths: Object.fromEntries(
      Array.from(
        Map.groupBy(operations, ({ path }) => path),
        ([path, methods]) => [
          `/api/v1${path}`.replaceAll(/:(\w+)/g, '{$1}'),
          Object.fromEntries(methods.map(each => [each.method.toLowerCase(), describeOperation(each, names)])),
        ],
      ),
    ),
    components: {
      schemas: { Problem: PROBLEM, ...namedSchemas(schemas) },
      responses: {
        Problem: {
          description: 'Not done',
          content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } },
        },
        Late: {
          description:
            'Not answered in time by database, Gardener or control plane. A change that has begun continues; `detail` says where its outcome appears.',
          headers: { 'Retry-After': { description: 'Seconds', schema: { type: 'integer' } } },
          content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } },
        },
      },
      securitySchemes: {
        token: { type: 'http', scheme: 'bearer', description: 'An API token, created by an admin under Settings.' },
        session: {
          type: 'apiKey',
          in: 'cookie',
          name: sessionCookie(true),
          description: 'For a console behind https.',
        },
        sessionByHttp: {
          type: 'apiKey',
          in: 'cookie',
          name: sessionCookie(false),
          description: 'For a console on plain http, such as loopback.',
        },
      },
    },
  }
}

/** Names of the schemas that the document defines once. */
type Names = ReadonlyMap<z.ZodType, string>

function describeOperation(operation: Operation, names: Names): Json {
  const { method, path, summary, role = 'viewer', person = false, body, answers } = operation
  return {
    operationId: `${method.toLowerCase()}${path.replaceAll(/[^A-Za-z0-9]+(\w?)/g, (_, next: string) => next.toUpperCase())}`,
    tags: [path.split('/')[1] ?? ''],
    summary,
    description: `Requires the ${role} role${person ? ' and a sign-in; API tokens are refused' : ''}.`,
    ...(person && { security: BY_PERSON }),
    parameters: parametersOf(operation),
    ...(body && {
      requestBody: { required: true, content: { 'application/json': { schema: schemaOf(body, names) } } },
    }),
    responses: {
      ...Object.fromEntries(
        Object.entries(answers).map(([status, content]) => [status, answerOf(content, operation, names)]),
      ),
      ...(operation.tagged === 'answer' && {
        304: { description: 'The client has this answer, by its If-None-Match' },
      }),
      504: { $ref: '#/components/responses/Late' },
      default: { $ref: '#/components/responses/Problem' },
    },
  }
}

function answerOf(content: Content, { tagged }: Operation, names: Names): Json {
  const headers = tagged && { ETag: { description: 'Version of the answer', schema: { type: 'string' } } }
  const answer = { description: 'Done', ...(headers && { headers }) }
  if (content === null) return answer
  if ('media' in content)
    return {
      ...answer,
      content: Object.fromEntries(content.media.map(media => [media, { schema: { type: 'string' } }])),
    }
  return { ...answer, content: { 'application/json': { schema: schemaOf(content, names) } } }
}

function parametersOf({ path, query, idempotent, match }: Operation): readonly Json[] {
  const places = Array.from(path.matchAll(/:(\w+)/g), ([, name = '']) => ({
    name,
    in: 'path',
    required: true,
    schema: { type: 'string', ...(CHOICES[name] && { enum: CHOICES[name] }) },
  }))
  return [
    ...places,
    ...(query instanceof z.ZodUnion ? unionParameters(query) : query ? queryParameters(query, true) : []),
    ...(idempotent ? [header('Idempotency-Key', true, 'Requests with the same key are executed once.')] : []),
    ...(match ? [header('If-Match', match === 'required', 'The ETag of the object that the change is based on.')] : []),
  ]
}

/** Parameters of a union of queries are all optional, since each variant needs only its own. */
function unionParameters(query: z.ZodUnion<readonly z.ZodObject[]>): readonly Json[] {
  return query.options.flatMap(each => queryParameters(each, false))
}

function queryParameters(query: z.ZodObject, mayBeRequired: boolean): readonly Json[] {
  const { properties = {}, required = [] } = z.toJSONSchema(query, INPUT)
  return Object.entries(properties).map(([name, schema]) => ({
    name,
    in: 'query',
    required: mayBeRequired && required.includes(name),
    schema,
  }))
}

function header(name: string, required: boolean, description: string): Json {
  return { name, in: 'header', required, description, schema: { type: 'string' } }
}

/** Describes the client's input. Answers have no transforms, so the same mode fits them. */
const INPUT = { io: 'input', unrepresentable: 'any' } as const

function schemaOf(schema: z.ZodType, names: Names): Json {
  const name = names.get(schema)
  if (name !== undefined) return { $ref: reference(name) }
  if (schema instanceof z.ZodUnion) return { anyOf: schema.options.map(each => schemaOf(each as z.ZodType, names)) }
  const { $schema: _, ...rest } = z.toJSONSchema(schema, INPUT)
  return rest
}

function namedSchemas(named: ReadonlyMap<string, z.ZodType>): Json {
  const registry = z.registry<{ id: string }>()
  for (const [id, schema] of named) registry.add(schema, { id })
  const { schemas } = z.toJSONSchema(registry, { ...INPUT, uri: reference })
  return Object.fromEntries(Object.entries(schemas).map(([name, { $schema: _, $id: __, ...schema }]) => [name, schema]))
}

function reference(name: string): string {
  return `#/components/schemas/${name}`
}
