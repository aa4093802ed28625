import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type JsonObject, objectAt, objectsAt } from '#embedded-garden/json.ts'
import { type Caller, causesOf, MERGE, namespace, startCaller } from '../../../../test/embedded-garden/caller.ts'
import { waitFor } from '../../../../test/kit/wait.ts'

const text = { type: 'string' }
const DEFINITION = {
  apiVersion: 'apiextensions.k8s.io/v1',
  kind: 'CustomResourceDefinition',
  metadata: { name: 'widgets.x.example.com' },
  spec: {
    group: 'x.example.com',
    scope: 'Namespaced',
    names: { plural: 'widgets', singular: 'widget', kind: 'Widget', listKind: 'WidgetList' },
    versions: [
      {
        name: 'v1',
        served: true,
        storage: true,
        schema: {
          openAPIV3Schema: {
            type: 'object',
            properties: {
              spec: {
                type: 'object',
                properties: { owner: { type: 'object', properties: { name: text, uid: text } }, size: text },
              },
            },
          },
        },
      },
    ],
  },
}

const MAPS = '/api/v1/namespaces/n/configmaps'
let caller: Caller

beforeAll(async () => {
  caller = await startCaller()
  await caller.ask('POST', '/api/v1/namespaces', { body: namespace('n') })
})

afterAll(() => caller.stop())

function apply(manager: string, data: JsonObject, query = '') {
  const body = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'm' }, data }
  return caller.call('PATCH', `${MAPS}/m?fieldManager=${manager}${query}`, {
    type: 'application/apply-patch+yaml',
    body,
  })
}

async function dataNow(): Promise<JsonObject> {
  return objectAt(await caller.ask('GET', `${MAPS}/m`), 'data')
}

describe('server-side apply', () => {
  test('creates, and then removes what its manager no longer applies', async () => {
    expect((await apply('one', { a: '1', b: '1' })).status).toBe(201)
    expect((await apply('one', { a: '1' })).status).toBe(200)
    expect(await dataNow()).toEqual({ a: '1' })
  })

  test('keeps fields of other managers', async () => {
    expect((await apply('two', { c: '2' })).status).toBe(200)
    expect((await apply('one', { a: '1' })).status).toBe(200)
    expect(await dataNow()).toEqual({ a: '1', c: '2' })
  })

  test('conflicts with the owner of another value, unless it is forced', async () => {
    const refused = await apply('two', { a: 'other', c: '2' })
    expect(refused.status).toBe(409)
    expect(causesOf(refused)).toEqual(['FieldManagerConflict .data.a'])
    expect((await apply('two', { a: 'other', c: '2' }, '&force=true')).status).toBe(200)
    expect(await dataNow()).toEqual({ a: 'other', c: '2' })
    // After the forced apply the field no longer belongs to the first manager.
    expect((await apply('one', {})).status).toBe(200)
    expect(await dataNow()).toEqual({ a: 'other', c: '2' })
  })

  test('shares a field of the same value, which is removed with its last owner', async () => {
    expect((await apply('one', { c: '2' })).status).toBe(200)
    expect((await apply('two', {})).status).toBe(200)
    expect(await dataNow()).toEqual({ c: '2' })
    expect((await apply('one', {})).status).toBe(200)
    expect(await dataNow()).toEqual({})
  })

  test('conflicts with plain updates, whose manager is the program', async () => {
    await caller.ask('PATCH', `${MAPS}/m`, {
      type: MERGE,
      body: { data: { z: '1' } },
      headers: { 'User-Agent': 'editor/1.0' },
    })
    const refused = await apply('one', { z: '2' })
    expect(causesOf(refused)).toEqual(['FieldManagerConflict .data.z'])
    const { metadata } = await caller.ask('GET', `${MAPS}/m`)
    expect(objectsAt(metadata as JsonObject, 'managedFields').map(entry => entry.manager)).toContain('editor')
  })

  test('removes a struct with its last field instead of leaving an empty one', async () => {
    await caller.ask('POST', '/apis/apiextensions.k8s.io/v1/customresourcedefinitions', { body: DEFINITION })
    const widgets = '/apis/x.example.com/v1/namespaces/n/widgets'
    await waitFor(async () => ((await caller.call('GET', widgets)).status === 200 ? true : null))
    const lay = (fields: JsonObject, manager = 'one') =>
      caller.ask('PATCH', `${widgets}/w?fieldManager=${manager}`, {
        type: 'application/apply-patch+yaml',
        body: { apiVersion: 'x.example.com/v1', kind: 'Widget', metadata: { name: 'w' }, ...fields },
      })
    await lay({ spec: { owner: { name: 'a', uid: '1' }, size: 'small' } })
    expect((await lay({ spec: { size: 'small' } })).spec).toEqual({ size: 'small' })
    await lay({ spec: { owner: { name: 'a' } } }, 'two')
    await lay({ spec: { owner: { uid: '1' }, size: 'small' } })
    expect((await lay({ spec: { size: 'small' } })).spec).toEqual({ owner: { name: 'a' }, size: 'small' })
    expect((await lay({})).spec).toEqual({ owner: { name: 'a' } })
  })

  test('that changes nothing keeps the resourceVersion', async () => {
    const first = await apply('three', { q: '1' })
    expect((await apply('three', { q: '1' })).body).toEqual(first.body)
  })
})
