import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { isObject, type Json, type JsonObject, objectAt, stringAt } from '#embedded-garden/json.ts'
import { type Caller, startCaller } from '../../../../test/embedded-garden/caller.ts'

let caller: Caller
let paths: JsonObject

beforeAll(async () => {
  caller = await startCaller()
  paths = objectAt(await caller.ask('GET', '/openapi/v3'), 'paths')
})

afterAll(() => caller.stop())

/** Every `$ref` in a document. */
function* references(value: Json | undefined): Generator<string> {
  if (Array.isArray(value)) for (const item of value) yield* references(item)
  if (!isObject(value)) return
  if (typeof value.$ref === 'string') yield value.$ref
  for (const item of Object.values(value)) yield* references(item)
}

async function documents(): Promise<[path: string, document: JsonObject][]> {
  const found: [string, JsonObject][] = []
  for (const [path, entry] of Object.entries(paths)) {
    const url = stringAt(isObject(entry) ? entry : {}, 'serverRelativeURL')
    found.push([path, await caller.ask('GET', url)])
  }
  return found
}

describe('OpenAPI', () => {
  test('lists a document for every group version in discovery', async () => {
    const { groups } = await caller.ask('GET', '/apis')
    const versions = (groups as JsonObject[]).flatMap(group =>
      (group.versions as JsonObject[]).map(version => `apis/${version.groupVersion}`),
    )
    expect(Object.keys(paths)).toEqual(['api/v1', ...versions].sort())
  })

  test('refers only to its own schemas', async () => {
    for (const [path, document] of await documents()) {
      const schemas = Object.keys(objectAt(objectAt(document, 'components'), 'schemas')).map(
        name => `#/components/schemas/${name}`,
      )
      for (const reference of references(document)) expect(schemas, path).toContain(reference)
    }
  })

  test('declares field validation for every kind that can be patched', async () => {
    for (const [path, document] of await documents())
      for (const [address, operations] of Object.entries(objectAt(document, 'paths'))) {
        const patch = objectAt(isObject(operations) ? operations : {}, 'patch')
        if (Object.keys(patch).length === 0) continue
        const names = (patch.parameters as JsonObject[]).map(parameter => parameter.name)
        expect(names, `${path} ${address}`).toContain('fieldValidation')
        expect(patch['x-kubernetes-group-version-kind']).toMatchObject({ kind: expect.any(String) })
      }
  })

  test('changes its hash when a kind is added, and serves its schema', async () => {
    const definition = {
      apiVersion: 'apiextensions.k8s.io/v1',
      kind: 'CustomResourceDefinition',
      metadata: { name: 'gears.example.com' },
      spec: {
        group: 'example.com',
        names: { plural: 'gears', kind: 'Gear', singular: 'gear', listKind: 'GearList' },
        scope: 'Namespaced',
        versions: [
          {
            name: 'v1',
            served: true,
            storage: true,
            schema: {
              openAPIV3Schema: {
                type: 'object',
                properties: { spec: { type: 'object', properties: { size: { type: 'integer' } } } },
              },
            },
          },
        ],
      },
    }
    await caller.ask('POST', '/apis/apiextensions.k8s.io/v1/customresourcedefinitions', { body: definition })
    let document: JsonObject | null = null
    while (!document) {
      const { status, body } = await caller.call('GET', '/openapi/v3/apis/example.com/v1')
      document = status === 200 && isObject(body) ? body : null
    }
    const gear = objectAt(objectAt(objectAt(document, 'components'), 'schemas'), 'com.example.v1.Gear')
    expect(gear).toMatchObject({
      properties: { spec: { properties: { size: { type: 'integer' } } } },
      'x-kubernetes-group-version-kind': [{ kind: 'Gear' }],
    })
    await caller.ask('DELETE', '/apis/apiextensions.k8s.io/v1/customresourcedefinitions/gears.example.com')
  })

  test('responds with 404 for groups that are not served', async () => {
    for (const path of ['/openapi/v1', '/openapi/v3/apis/nothing.example.com/v1', '/openapi/v3/api/v1beta1'])
      expect((await caller.call('GET', path)).status).toBe(404)
  })
})
