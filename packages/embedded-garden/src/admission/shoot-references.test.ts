import { afterAll, beforeAll, expect, test } from 'vitest'
import { type JsonObject, objectAt, objectsAt } from '#embedded-garden/json.ts'
import { LANDSCAPE_NAMESPACE } from '#embedded-garden/landscape/landscape.ts'
import { thaw } from '#embedded-garden/storage/stored.ts'
import { type Caller, causesOf, MERGE, startCaller } from '../../../../test/embedded-garden/caller.ts'
import { shootManifest } from '../../../../test/embedded-garden/shoots.ts'
import { landscape } from '../../../../test/kit/landscape.ts'

const NAMESPACE = LANDSCAPE_NAMESPACE
const SHOOTS = `/apis/core.gardener.cloud/v1beta1/namespaces/${NAMESPACE}/shoots`
const BINDINGS = `/apis/security.gardener.cloud/v1alpha1/namespaces/${NAMESPACE}/credentialsbindings`
let caller: Caller

beforeAll(async () => {
  caller = await startCaller({})
  caller.garden.loadAll(landscape({ seed: 1, size: 'small', at: Date.now() }))
})

afterAll(() => caller.stop())

/** A shoot on a SecretBinding, and the Secret of its account. */
function legacyShoot(): { readonly name: string; readonly provider: string; readonly secret: JsonObject } {
  const { store } = caller.garden.services
  for (const stored of store.collection('shoots.core.gardener.cloud').entries('')) {
    const shoot = thaw(stored)
    const spec = objectAt(shoot, 'spec')
    const binding = store.read('secretbindings.core.gardener.cloud', NAMESPACE, String(spec.secretBindingName ?? ''))
    if (binding)
      return {
        name: String(objectAt(shoot, 'metadata').name),
        provider: String(objectAt(spec, 'provider').type),
        secret: objectAt(binding, 'secretRef'),
      }
  }
  throw new Error('The landscape has no shoot on a SecretBinding.')
}

async function createBinding(name: string, provider: string, credentials: JsonObject): Promise<void> {
  await caller.ask('POST', BINDINGS, {
    body: {
      apiVersion: 'security.gardener.cloud/v1alpha1',
      kind: 'CredentialsBinding',
      metadata: { name, namespace: NAMESPACE },
      provider: { type: provider },
      credentialsRef: { apiVersion: 'v1', kind: 'Secret', ...credentials },
    },
  })
}

async function createSecret(name: string): Promise<JsonObject> {
  await caller.ask('POST', `/api/v1/namespaces/${NAMESPACE}/secrets`, {
    body: { apiVersion: 'v1', kind: 'Secret', metadata: { name } },
  })
  return { name, namespace: NAMESPACE }
}

const change = (name: string, body: JsonObject) => caller.call('PATCH', `${SHOOTS}/${name}`, { type: MERGE, body })

function removeBinding(storage: string, name: string): void {
  const { store } = caller.garden.services
  const stored = store.get(storage, NAMESPACE, name)
  if (stored) store.remove(storage, stored)
}

test('a shoot that leaves a SecretBinding keeps its Secret', async () => {
  const { name, provider, secret } = legacyShoot()
  await createBinding('to-another', provider, await createSecret('another'))
  await createBinding('to-the-same', provider, secret)
  const migrateTo = (binding: string, left: string | null = null) =>
    change(name, { spec: { secretBindingName: left, credentialsBindingName: binding } })
  expect(await migrateTo('to-another')).toMatchObject({
    status: 403,
    body: { reason: 'Forbidden', details: { name, group: 'core.gardener.cloud', kind: 'shoots' } },
  })
  const unset = await migrateTo('to-the-same', '')
  expect([unset.status, causesOf(unset)]).toEqual([422, ['FieldValueInvalid spec.secretBindingName']])
  expect(await migrateTo('to-the-same')).toMatchObject({
    status: 200,
    body: { spec: { credentialsBindingName: 'to-the-same' } },
  })
})

test('a shoot without its binding reports an error of the server, until its binding is back', async () => {
  await createBinding('vanishes', 'aws', await createSecret('vanishing'))
  await createBinding('stays', 'aws', await createSecret('staying'))
  await caller.ask('POST', SHOOTS, { body: shootManifest('c-alone', {}, 'vanishes') })
  removeBinding('credentialsbindings.security.gardener.cloud', 'vanishes')
  for (const body of [{ metadata: { labels: { a: 'b' } } }, { spec: { credentialsBindingName: 'stays' } }])
    expect(await change('c-alone', body)).toMatchObject({ status: 500, body: { reason: 'InternalError' } })
  expect(await change('c-alone', { spec: { credentialsBindingName: 'none' } })).toMatchObject({ status: 403 })
})

test('a binding without a name does not exist', async () => {
  expect(await caller.call('POST', SHOOTS, { body: shootManifest('c-nameless', {}, '') })).toMatchObject({
    status: 422,
    body: { details: { causes: [{ reason: 'FieldValueRequired', field: 'spec.secretBindingName' }] } },
  })
})

test('a shoot without workers has no binding', async () => {
  const provider = { provider: { type: 'aws' } }
  const refused = await caller.call('POST', SHOOTS, { body: shootManifest('c-workerless', provider) })
  expect([refused.status, causesOf(refused)]).toEqual([422, ['FieldValueForbidden spec.credentialsBindingName']])
})

test('a worker has a machine type of the CloudProfile', async () => {
  const manifest = shootManifest('c-machine')
  const [worker] = objectsAt(objectAt(objectAt(manifest, 'spec'), 'provider'), 'workers')
  if (worker) worker.machine = { ...objectAt(worker, 'machine'), type: 'none' }
  expect(await caller.call('POST', SHOOTS, { body: manifest })).toMatchObject({ status: 403 })
  if (worker) worker.machine = { ...objectAt(worker, 'machine'), type: 'm5.2xlarge' }
  expect(await caller.call('POST', SHOOTS, { body: manifest })).toMatchObject({ status: 201 })
})

test('a shoot that is being deleted keeps its spec, and its finalizer until its deletion has succeeded', async () => {
  await caller.ask('POST', SHOOTS, { body: shootManifest('c-leaves') })
  const annotations = { 'confirmation.gardener.cloud/deletion': 'true' }
  await change('c-leaves', { metadata: { annotations, finalizers: ['gardener'] } })
  await caller.ask('DELETE', `${SHOOTS}/c-leaves`)
  const respecified = await change('c-leaves', { spec: { purpose: 'production' } })
  expect([respecified.status, causesOf(respecified)]).toEqual([422, ['FieldValueForbidden spec']])
  const report = (state: string) => {
    const lastOperation = {
      type: 'Delete',
      state,
      progress: 100,
      description: '',
      lastUpdateTime: '2026-11-30T00:00:00Z',
    }
    const status = { technicalID: 'shoot--dev--c-leaves', lastOperation }
    return caller.ask('PATCH', `${SHOOTS}/c-leaves/status`, { type: MERGE, body: { status } })
  }
  await report('Processing')
  expect(await change('c-leaves', { metadata: { finalizers: null } })).toMatchObject({ status: 403 })
  await report('Succeeded')
  expect(await change('c-leaves', { metadata: { finalizers: null } })).toMatchObject({ status: 200 })
  expect(await caller.call('GET', `${SHOOTS}/c-leaves`)).toMatchObject({ status: 404 })
})

test('a SecretBinding without a provider gets that of its shoots', async () => {
  const { store } = caller.garden.services
  const { name } = legacyShoot()
  const shoot = store.read('shoots.core.gardener.cloud', NAMESPACE, name) ?? {}
  const binding = String(objectAt(shoot, 'spec').secretBindingName)
  const { provider, ...old } = store.read('secretbindings.core.gardener.cloud', NAMESPACE, binding) ?? {}
  store.put('secretbindings.core.gardener.cloud', old)
  const set = (type: string) =>
    caller.call('PATCH', `/apis/core.gardener.cloud/v1beta1/namespaces/${NAMESPACE}/secretbindings/${binding}`, {
      type: MERGE,
      body: { provider: { type } },
    })
  expect(await set('none')).toMatchObject({ status: 403, body: { details: { name: binding, kind: 'secretbindings' } } })
  expect(await set(`none,${objectAt({ provider }, 'provider').type}`)).toMatchObject({ status: 200 })
})
