import { Validator } from '@seriousme/openapi-schema-validator'
import { expect, test } from 'vitest'
import { sessionCookie } from '#lib/auth/session-cookie.ts'
import { RESOURCES } from './api.ts'
import { openApiDocument } from './openapi-document.ts'

interface Described {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
  readonly security: readonly Readonly<Record<string, unknown>>[]
  readonly components: {
    readonly schemas: Readonly<Record<string, unknown>>
    readonly securitySchemes: Readonly<Record<string, { readonly name?: string }>>
  }
}

interface Operation {
  readonly operationId: string
  readonly description: string
  readonly parameters: readonly { readonly name: string; readonly in: string; readonly required: boolean }[]
  readonly requestBody?: unknown
  readonly security?: readonly Readonly<Record<string, unknown>>[]
}

const document = openApiDocument(RESOURCES) as unknown as Described
const text = JSON.stringify(document)

test('is valid OpenAPI 3.1 without dangling references', async () => {
  const validator = new Validator()
  expect(await validator.validate(JSON.parse(text))).toEqual({ valid: true })
  expect(validator.version).toBe('3.1')
  const named = new Set(Array.from(text.matchAll(/#\/components\/schemas\/(\w+)/g), match => match[1]))
  expect([...named].filter(name => !(name && name in document.components.schemas))).toEqual([])
})

test('names the session cookies for https and http, and uses each security scheme', () => {
  const { securitySchemes } = document.components
  const names = Object.values(securitySchemes).flatMap(({ name }) => name ?? [])
  expect(names.toSorted()).toEqual([sessionCookie(false), sessionCookie(true)].sort())
  expect(document.security.flatMap(each => Object.keys(each))).toEqual(Object.keys(securitySchemes))
})

test('operations that refuse tokens only list the session schemes', () => {
  const ofPersons = Object.values(document.paths)
    .flatMap(methods => Object.values(methods))
    .flatMap(({ operationId, security }) =>
      security ? [[operationId, ...security.flatMap(each => Object.keys(each))]] : [],
    )
  const ids = ['postApprovals', 'postApprovalsIdApprove', 'postApprovalsIdRefuse', 'postApprovalsIdWithdraw']
  const others = ['postOperatorsKubeconfigsNameDownload', 'postSessionsIdEnd', 'postTokens']
  expect(ofPersons.toSorted()).toEqual([...ids, ...others].map(id => [id, 'session', 'sessionByHttp']))
})

test('every operation has a unique id, and only methods with a body declare one', () => {
  const operations = Object.values(document.paths).flatMap(methods => Object.entries(methods))
  const ids = operations.map(([, operation]) => operation.operationId)
  expect(new Set(ids).size).toBe(ids.length)
  for (const [method, operation] of operations)
    expect('requestBody' in operation, operation.operationId).toBe(!['get', 'delete'].includes(method))
})

test('each declared operation is described once under its path', () => {
  const declared = RESOURCES.flatMap(({ routes }) => routes.map(({ method, path }) => `${method} ${path}`))
  const described = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.keys(methods).map(
      method => `${method.toUpperCase()} ${path.replace('/api/v1', '').replaceAll(/\{(\w+)\}/g, ':$1')}`,
    ),
  )
  expect(described.toSorted()).toEqual(declared.toSorted())
  expect(described.length).toBeGreaterThan(100)
})

test('the description of an operation names its role', () => {
  for (const { method, path, role = 'viewer' } of RESOURCES.flatMap(({ routes }) => routes)) {
    const operation = document.paths[`/api/v1${path}`.replaceAll(/:(\w+)/g, '{$1}')]?.[method.toLowerCase()]
    expect(operation?.description, `${method} ${path}`).toMatch(new RegExp(`^Requires the ${role} role\\b`))
  }
})
