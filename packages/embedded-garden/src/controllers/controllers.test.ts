import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { type JsonObject, objectAt, objectsAt } from '#embedded-garden/json.ts'
import { LANDSCAPE_NAMESPACE } from '#embedded-garden/landscape/landscape.ts'
import { thaw } from '#embedded-garden/storage/stored.ts'
import { type Caller, MERGE, namespace, startCaller } from '../../../../test/embedded-garden/caller.ts'
import { QUICK_CLOCK } from '../../../../test/kit/clock.ts'
import { landscape } from '../../../../test/kit/landscape.ts'
import { waitFor } from '../../../../test/kit/wait.ts'

const NAMESPACE = LANDSCAPE_NAMESPACE
const SECRETS = `/api/v1/namespaces/${NAMESPACE}/secrets`
const BINDINGS = `/apis/security.gardener.cloud/v1alpha1/namespaces/${NAMESPACE}/credentialsbindings`
const SHOOTS = `/apis/core.gardener.cloud/v1beta1/namespaces/${NAMESPACE}/shoots`
let caller: Caller

beforeAll(async () => {
  caller = await startCaller({ controllers: true, clock: QUICK_CLOCK })
  caller.garden.loadAll(landscape({ seed: 1, size: 'small', at: Date.now() }))
})

afterAll(() => caller.stop())

function binding(name: string): JsonObject {
  return {
    apiVersion: 'security.gardener.cloud/v1alpha1',
    kind: 'CredentialsBinding',
    metadata: { name },
    provider: { type: 'aws' },
    credentialsRef: { apiVersion: 'v1', kind: 'Secret', name, namespace: NAMESPACE },
  }
}

/** A Secret and a binding to it, once the controllers have processed both. */
async function bound(name: string): Promise<void> {
  await caller.ask('POST', SECRETS, { body: { apiVersion: 'v1', kind: 'Secret', metadata: { name } } })
  await caller.ask('POST', BINDINGS, { body: binding(name) })
  await waitFor(async () => {
    const [secret, made] = [
      await caller.ask('GET', `${SECRETS}/${name}`),
      await caller.ask('GET', `${BINDINGS}/${name}`),
    ]
    return objectAt(secret, 'metadata').finalizers && objectAt(made, 'metadata').finalizers ? made : null
  })
}

/** An existing shoot, like those of the landscape. */
function loadShoot(name: string, bindingName: string): void {
  const [model] = [...caller.garden.services.store.collection('shoots.core.gardener.cloud').entries('')]
  const { secretBindingName: _other, ...spec } = objectAt(model && thaw(model), 'spec')
  caller.garden.load('shoots.core.gardener.cloud', [
    {
      metadata: {
        name,
        namespace: NAMESPACE,
        uid: `uid-${name}`,
        creationTimestamp: '2026-01-01T00:00:00Z',
        finalizers: ['gardener'],
      },
      spec: { ...spec, credentialsBindingName: bindingName },
    },
  ])
}

const gone = (path: string) => waitFor(async () => ((await caller.call('GET', path)).status === 404 ? true : null))

describe('the controllers', () => {
  test('add a finalizer to a new binding, and mark its Secret', async () => {
    await bound('fresh')
    expect(await caller.ask('GET', `${BINDINGS}/fresh`)).toMatchObject({ metadata: { finalizers: ['gardener'] } })
    expect(await caller.ask('GET', `${SECRETS}/fresh`)).toMatchObject({
      metadata: {
        finalizers: ['gardener.cloud/credentialsbinding'],
        labels: { 'reference.gardener.cloud/credentialsbinding': 'true', 'provider.shoot.gardener.cloud/aws': 'true' },
      },
    })
  })

  test('release a deleted binding when no shoot uses it, and then its Secret', async () => {
    await bound('unused')
    await caller.ask('DELETE', `${SECRETS}/unused`)
    expect(await caller.ask('GET', `${SECRETS}/unused`)).toHaveProperty('metadata.deletionTimestamp')
    await caller.ask('DELETE', `${BINDINGS}/unused`)
    expect(await gone(`${BINDINGS}/unused`)).toBe(true)
    expect(await gone(`${SECRETS}/unused`)).toBe(true)
  })

  test('keep a deleted binding that a shoot uses, record an event, and release it with the shoot', async () => {
    await bound('used')
    loadShoot('user', 'used')
    await caller.ask('DELETE', `${BINDINGS}/used`)
    const event = await waitFor(
      async () =>
        objectsAt(
          await caller.ask('GET', `/api/v1/namespaces/${NAMESPACE}/events?fieldSelector=involvedObject.name%3Dused`),
          'items',
        )[0] ?? null,
    )
    expect(event).toMatchObject({
      reason: 'ResourceReferenced',
      type: 'Warning',
      involvedObject: { kind: 'CredentialsBinding', name: 'used' },
    })
    expect(await caller.ask('GET', `${BINDINGS}/used`)).toHaveProperty('metadata.deletionTimestamp')
    await caller.ask('PATCH', `${SHOOTS}/user`, {
      type: MERGE,
      body: { metadata: { finalizers: null, annotations: { 'confirmation.gardener.cloud/deletion': 'true' } } },
    })
    await caller.ask('DELETE', `${SHOOTS}/user`)
    expect(await gone(`${BINDINGS}/used`)).toBe(true)
  })

  test('finish the deletion of a shoot step by step', async () => {
    loadShoot('leaving', 'fresh')
    expect((await caller.call('DELETE', `${SHOOTS}/leaving`)).status).toBe(403)
    await caller.ask('PATCH', `${SHOOTS}/leaving`, {
      type: MERGE,
      body: { metadata: { annotations: { 'confirmation.gardener.cloud/deletion': 'true' } } },
    })
    const operations: JsonObject[] = []
    const stop = caller.garden.services.store.collection('shoots.core.gardener.cloud').subscribe(({ object }) => {
      operations.push(objectAt(objectAt(thaw(object), 'status'), 'lastOperation'))
    })
    onTestFinished(stop)
    await caller.ask('DELETE', `${SHOOTS}/leaving`)
    expect(await gone(`${SHOOTS}/leaving`)).toBe(true)
    expect(operations).toContainEqual(expect.objectContaining({ type: 'Delete', state: 'Processing' }))
  })

  test('release objects deleted in the foreground', async () => {
    const maps = `/api/v1/namespaces/${NAMESPACE}/configmaps`
    await caller.ask('POST', maps, { body: { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'm' } } })
    const deleted = await caller.ask('DELETE', `${maps}/m?propagationPolicy=Foreground`)
    expect(deleted).toMatchObject({ metadata: { finalizers: ['foregroundDeletion'] } })
    expect(await gone(`${maps}/m`)).toBe(true)
  })

  test('empty a deleted namespace, and remove it', async () => {
    await caller.ask('POST', '/api/v1/namespaces', { body: namespace('short-lived') })
    const maps = '/api/v1/namespaces/short-lived/configmaps'
    await caller.ask('POST', maps, {
      body: { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'held', finalizers: ['x.y/z'] } },
    })
    await caller.ask('POST', maps, { body: { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'free' } } })
    await caller.ask('DELETE', '/api/v1/namespaces/short-lived')
    expect(await gone(`${maps}/free`)).toBe(true)
    expect(await caller.ask('GET', '/api/v1/namespaces/short-lived')).toMatchObject({
      status: { phase: 'Terminating' },
    })
    const refused = await caller.call('POST', maps, {
      body: { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'late' } },
    })
    expect(refused.status).toBe(403)
    await caller.ask('PATCH', `${maps}/held`, { type: MERGE, body: { metadata: { finalizers: null } } })
    expect(await gone('/api/v1/namespaces/short-lived')).toBe(true)
  })
})
