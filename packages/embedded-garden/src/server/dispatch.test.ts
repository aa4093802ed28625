import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Caller, configMap, MERGE, namespace, startCaller } from '../../../../test/embedded-garden/caller.ts'
import { waitFor } from '../../../../test/kit/wait.ts'

const WIDGETS = '/apis/x.example.com/v1'
const MAPS = '/api/v1/namespaces/n/configmaps'
let caller: Caller

beforeAll(async () => {
  caller = await startCaller()
  await caller.ask('POST', '/api/v1/namespaces', { body: namespace('n') })
  for (const [plural, scope] of [
    ['widgets', 'Namespaced'],
    ['planets', 'Cluster'],
  ] as const)
    await caller.ask('POST', '/apis/apiextensions.k8s.io/v1/customresourcedefinitions', {
      body: definition(plural, scope),
    })
  await waitFor(async () => ((await caller.call('GET', `${WIDGETS}/planets`)).status === 200 ? true : null))
})

afterAll(() => caller.stop())

const definition = (plural: string, scope: string) => ({
  apiVersion: 'apiextensions.k8s.io/v1',
  kind: 'CustomResourceDefinition',
  metadata: { name: `${plural}.x.example.com` },
  spec: {
    group: 'x.example.com',
    names: { plural, kind: plural === 'widgets' ? 'Widget' : 'Planet' },
    scope,
    versions: [
      {
        name: 'v1',
        served: true,
        storage: true,
        subresources: { status: {} },
        schema: { openAPIV3Schema: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true } },
      },
    ],
  },
})

const widget = { apiVersion: 'x.example.com/v1', kind: 'Widget', metadata: { name: 'w' } }

describe('a request for custom resources', () => {
  test.each([
    ['POST', `${WIDGETS}/widgets`],
    ['GET', `${WIDGETS}/widgets/w`],
    ['DELETE', `${WIDGETS}/widgets`],
    ['GET', `${WIDGETS}/namespaces/n/planets`],
  ])('outside their scope does not exist: %s %s', async (method, path) => {
    const answer = await caller.call(method, path, method === 'POST' ? { body: widget } : {})
    expect(answer).toMatchObject({ status: 404, body: '404 page not found\n' })
  })

  test('across all namespaces is a list', async () => {
    expect(await caller.call('GET', `${WIDGETS}/widgets`)).toMatchObject({ status: 200, body: { kind: 'WidgetList' } })
  })

  test('that changes one needs its name', async () => {
    const path = `${WIDGETS}/namespaces/n/widgets`
    for (const answer of [
      await caller.call('PUT', path, { body: widget }),
      await caller.call('PATCH', path, { type: MERGE, body: {} }),
    ])
      expect(answer).toMatchObject({ status: 400, body: { reason: 'BadRequest' } })
  })

  test.each([
    ['GET', 'w/scale', 404, 'NotFound', { name: 'w', group: 'x.example.com', kind: 'widgets' }],
    ['GET', 'none/status', 404, 'NotFound', { name: 'none', group: 'x.example.com', kind: 'widgets' }],
    ['DELETE', 'w/status', 405, 'MethodNotAllowed', { group: 'x.example.com', kind: 'widgets' }],
    ['POST', 'w/status', 405, 'MethodNotAllowed', { group: 'x.example.com', kind: 'widgets' }],
  ])('%s of the subresource %s is %i', async (method, part, status, reason, details) => {
    const body = method === 'POST' ? { body: widget } : {}
    expect(await caller.call(method, `${WIDGETS}/namespaces/n/widgets/${part}`, body)).toMatchObject({
      status,
      body: { reason, details, code: status },
    })
  })
})

test('a kind of the cluster is not served in a namespace', async () => {
  const path = '/apis/rbac.authorization.k8s.io/v1/namespaces/n/clusterroles'
  expect(await caller.call('GET', path)).toMatchObject({ status: 404, body: { reason: 'NotFound', details: {} } })
  expect(await caller.call('GET', '/api/v1/namespaces/n')).toMatchObject({ status: 200 })
})

describe('a deletion with the deprecated orphanDependents', () => {
  test.each([
    [true, 200, ['example.com/wait', 'orphan']],
    [false, 202, ['example.com/wait']],
  ])('%s', async (orphanDependents, status, finalizers) => {
    const name = `m-${orphanDependents}`
    const map = configMap(name)
    await caller.ask('POST', MAPS, { body: { ...map, metadata: { name, finalizers: ['example.com/wait'] } } })
    expect(await caller.call('DELETE', `${MAPS}/${name}`, { body: { orphanDependents } })).toMatchObject({
      status,
      body: { metadata: { finalizers, deletionGracePeriodSeconds: 0 } },
    })
  })

  test('and a policy is refused', async () => {
    await caller.ask('POST', MAPS, { body: configMap('both') })
    const body = { orphanDependents: true, propagationPolicy: 'Background' }
    expect(await caller.call('DELETE', `${MAPS}/both`, { body })).toMatchObject({
      status: 422,
      body: { details: { group: 'meta.k8s.io', kind: 'DeleteOptions' } },
    })
  })
})
