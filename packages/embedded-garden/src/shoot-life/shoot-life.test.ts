import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { type JsonObject, objectAt, objectsAt, stringAt } from '#embedded-garden/json.ts'
import { LANDSCAPE_NAMESPACE } from '#embedded-garden/landscape/landscape.ts'
import { annotationsOf, labelsOf } from '#embedded-garden/object.ts'
import { OPERATION } from '#embedded-garden/resources/shoot-validation.ts'
import { thaw } from '#embedded-garden/storage/stored.ts'
import { type Caller, causesOf, MERGE, startCaller } from '../../../../test/embedded-garden/caller.ts'
import {
  createShoot,
  deleteShoot,
  kubeconfigOf,
  operationOf,
  SHOOTS,
  shootManifest,
  untilOperation,
} from '../../../../test/embedded-garden/shoots.ts'
import { QUICK_CLOCK } from '../../../../test/kit/clock.ts'
import { landscape } from '../../../../test/kit/landscape.ts'
import { waitFor } from '../../../../test/kit/wait.ts'

// Processes and timers are slow on a busy machine.
vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 })

const MAPS = `/api/v1/namespaces/${LANDSCAPE_NAMESPACE}/configmaps`
const AUTHORITIES = `/apis/core.gardener.cloud/v1beta1/namespaces/${LANDSCAPE_NAMESPACE}/internalsecrets`
const BINDINGS = `/apis/security.gardener.cloud/v1alpha1/namespaces/${LANDSCAPE_NAMESPACE}/credentialsbindings`
let caller: Caller

beforeAll(async () => {
  caller = await startCaller({ controllers: true, shootStepMs: 0, faults: true, clock: QUICK_CLOCK })
  caller.garden.loadAll(landscape({ seed: 1, size: 'small', at: Date.now() }))
})

afterAll(() => caller.stop())

const status = (shoot: JsonObject) => objectAt(shoot, 'status')
const isOfLandscape = (shoot: JsonObject) => objectAt(status(shoot), 'gardener').name === 'gardenlet-7d9f8c6b5-abcde'
const change = (name: string, spec: JsonObject) =>
  caller.call('PATCH', `${SHOOTS}/${name}`, { type: MERGE, body: { spec } })

describe('a new shoot', () => {
  test('is created step by step, and then has all fields of a shoot', async () => {
    const { resourceVersion } = objectAt(await caller.ask('GET', SHOOTS), 'metadata')
    const shoot = await createShoot(caller, 'c-new')
    const watched = await caller.watch(
      `${SHOOTS}?watch=1&resourceVersion=${resourceVersion}&timeoutSeconds=1&fieldSelector=metadata.name%3Dc-new`,
    )
    const steps = watched.map(({ object }) => objectAt(status(object), 'lastOperation'))
    expect(steps.map(({ type, state, progress }) => [type, state, progress].join(' ').trim())).toEqual([
      '',
      'Create Processing 0',
      'Create Processing 22',
      'Create Processing 48',
      'Create Processing 71',
      'Create Succeeded 100',
    ])
    const { uid } = objectAt(shoot, 'metadata')
    const address = `${caller.garden.url}/shoots/${LANDSCAPE_NAMESPACE}/c-new`
    expect(shoot).toMatchObject({
      metadata: { finalizers: ['gardener'], labels: { 'shoot.gardener.cloud/status': 'healthy' } },
      spec: { seedName: 'aws-ha-eu-central-1' },
      status: {
        uid,
        technicalID: 'shoot--kyma-prod--c-new',
        seedName: 'aws-ha-eu-central-1',
        observedGeneration: 1,
        hibernated: false,
        lastOperation: { description: 'Shoot cluster has been successfully created.' },
      },
    })
    expect(objectsAt(status(shoot), 'advertisedAddresses')).toEqual(
      expect.arrayContaining([{ name: 'external', url: address }]),
    )
    expect(objectsAt(status(shoot), 'conditions').map(each => `${each.type} ${each.status}`)).toEqual([
      'APIServerAvailable True',
      'ControlPlaneHealthy True',
      'ObservabilityComponentsHealthy True',
      'EveryNodeReady True',
      'SystemComponentsHealthy True',
    ])
    const owner = { kind: 'Shoot', name: 'c-new', uid }
    for (const path of [`${MAPS}/c-new.ca-cluster`, `${AUTHORITIES}/c-new.ca-client`])
      expect(await caller.ask('GET', path)).toMatchObject({ metadata: { ownerReferences: [owner] } })
  })

  test('has no kubeconfig before it has an API server', async () => {
    const slow = await startCaller({ controllers: true, shootStepMs: 60_000 })
    slow.garden.loadAll(landscape({ seed: 1, size: 'small', at: Date.now() }))
    await slow.ask('POST', SHOOTS, { body: shootManifest('c-slow') })
    await untilOperation(slow, 'c-slow', 'Create Processing')
    const ask = () => slow.call('POST', `${SHOOTS}/c-slow/adminkubeconfig`, { body: { spec: {} } })
    expect(await ask()).toMatchObject({
      status: 422,
      body: {
        reason: 'Invalid',
        details: { name: 'c-slow', group: 'authentication.gardener.cloud', kind: 'AdminKubeconfigRequest' },
      },
    })
    const advertisedAddresses = [{ name: 'external', url: 'https://api.c-slow.example.com' }]
    await slow.ask('PATCH', `${SHOOTS}/c-slow/status`, { type: MERGE, body: { status: { advertisedAddresses } } })
    expect((await ask()).status).toBe(201)
    await slow.stop()
  })
})

describe('a changed shoot', () => {
  test('is reconciled; a label changes nothing', async () => {
    await createShoot(caller, 'c-change')
    const label = { metadata: { labels: { a: 'b' } } }
    await caller.ask('PATCH', `${SHOOTS}/c-change`, { type: MERGE, body: label })
    expect((await change('c-change', { purpose: 'production' })).status).toBe(200)
    const shoot = await untilOperation(caller, 'c-change', 'Reconcile Succeeded')
    expect(shoot).toMatchObject({ metadata: { generation: 2, labels: { a: 'b' } }, status: { observedGeneration: 2 } })
  })

  test('is reconciled for an annotation alone; with another change the annotation waits for the next reconciliation', async () => {
    await createShoot(caller, 'c-told-to')
    const order = { metadata: { annotations: { [OPERATION]: 'reconcile' } } }
    const patch = (body: JsonObject) => caller.ask('PATCH', `${SHOOTS}/c-told-to`, { type: MERGE, body })
    const ordered = await patch(order)
    expect([objectAt(ordered, 'metadata').generation, annotationsOf(ordered)[OPERATION]]).toEqual([2, undefined])
    await waitFor(async () => {
      const shoot = await caller.ask('GET', `${SHOOTS}/c-told-to`)
      return status(shoot).observedGeneration === 2 && operationOf(shoot) === 'Reconcile Succeeded' ? shoot : null
    })
    const both = await patch({ ...order, spec: { purpose: 'production' } })
    expect([objectAt(both, 'metadata').generation, annotationsOf(both)[OPERATION]]).toEqual([3, 'reconcile'])
    const next = await patch({ metadata: { labels: { a: 'b' } } })
    expect([objectAt(next, 'metadata').generation, annotationsOf(next)[OPERATION]]).toEqual([4, undefined])
  })

  test.each([
    ['region', { region: 'us-east-1' }, ['FieldValueInvalid spec.region']],
    ['provider', { provider: { type: 'gcp' } }, ['FieldValueInvalid spec.provider.type']],
    [
      'binding taken away',
      { credentialsBindingName: null },
      expect.arrayContaining(['FieldValueForbidden spec.credentialsBindingName']),
    ],
    ['network', { networking: { pods: '10.0.0.0/12' } }, ['FieldValueInvalid spec.networking.pods']],
    ['domain', { dns: { domain: 'other.example.com' } }, ['FieldValueInvalid spec.dns.domain']],
    ['having a domain', { dns: null }, ['FieldValueInvalid spec.dns']],
    [
      'workers into none',
      { provider: { workers: null } },
      ['FieldValueForbidden spec.provider.workers', 'FieldValueForbidden spec.credentialsBindingName'],
    ],
    ['purpose', { purpose: '' }, ['FieldValueNotSupported spec.purpose']],
    ['seed without a name', { seedName: '' }, ['FieldValueInvalid spec.seedName']],
    ['older Kubernetes', { kubernetes: { version: '1.33.11' } }, ['FieldValueForbidden spec.kubernetes.version']],
  ])('is refused another %s', async (_what, spec, causes) => {
    await caller.call('POST', SHOOTS, { body: shootManifest('c-fixed', { dns: { domain: 'c.example.com' } }) })
    const refused = await change('c-fixed', spec)
    expect([refused.status, causesOf(refused)]).toEqual([422, causes])
  })

  test('of the landscape is reconciled without affecting the others', async () => {
    const all = objectsAt(await caller.ask('GET', SHOOTS), 'items').filter(isOfLandscape)
    const creating = all.filter(shoot => operationOf(shoot) === 'Create Processing')
    const busy = all.filter(shoot => operationOf(shoot) === 'Reconcile Processing')
    const [healthy] = all.filter(shoot => operationOf(shoot) === 'Reconcile Succeeded')
    const name = stringAt(objectAt(healthy, 'metadata'), 'name')
    expect((await change(name, { purpose: 'evaluation' })).status).toBe(200)
    const reconciled = await waitFor(async () => {
      const shoot = await caller.ask('GET', `${SHOOTS}/${name}`)
      return status(shoot).observedGeneration === 2 && operationOf(shoot) === 'Reconcile Succeeded' ? shoot : null
    })
    expect(status(reconciled)).toMatchObject({ technicalID: status(healthy ?? {}).technicalID })
    for (const shoot of [...creating, ...busy])
      expect(await caller.ask('GET', `${SHOOTS}/${stringAt(objectAt(shoot, 'metadata'), 'name')}`)).toEqual({
        apiVersion: 'core.gardener.cloud/v1beta1',
        kind: 'Shoot',
        ...shoot,
      })
  })

  test('hibernates and wakes up', async () => {
    await createShoot(caller, 'c-sleep')
    await change('c-sleep', { hibernation: { enabled: true } })
    expect(status(await untilOperation(caller, 'c-sleep', 'Reconcile Succeeded')).hibernated).toBe(true)
    await change('c-sleep', { hibernation: { enabled: false } })
    await waitFor(async () => (status(await caller.ask('GET', `${SHOOTS}/c-sleep`)).hibernated === false ? true : null))
  })
})

describe('a deleted shoot', () => {
  test('is deleted with its certificate authorities', async () => {
    await createShoot(caller, 'c-gone')
    await deleteShoot(caller, 'c-gone')
    for (const path of [`${MAPS}/c-gone.ca-cluster`, `${AUTHORITIES}/c-gone.ca-client`])
      await waitFor(async () => ((await caller.call('GET', path)).status === 404 ? true : null))
    expect((await caller.call('POST', `${SHOOTS}/c-gone/adminkubeconfig`, { body: { spec: {} } })).status).toBe(404)
  })
})

describe('an account that refuses', () => {
  test('makes creation fail with its error code until the refusal ends', async () => {
    const binding = await caller.ask(
      'GET',
      `${BINDINGS}/${stringAt(objectAt(shootManifest('c-error'), 'spec'), 'credentialsBindingName')}`,
    )
    const reference = objectAt(binding, 'credentialsRef')
    const account = `${reference.namespace}/${reference.name}`
    caller.garden.refusals.set(account, 'ERR_INFRA_QUOTA_EXCEEDED')
    await caller.ask('POST', SHOOTS, { body: shootManifest('c-error') })
    const failed = await untilOperation(caller, 'c-error', 'Create Error')
    expect(objectsAt(status(failed), 'lastErrors')).toMatchObject([{ codes: ['ERR_INFRA_QUOTA_EXCEEDED'] }])
    expect(labelsOf(failed)['shoot.gardener.cloud/status']).toBe('unhealthy')
    caller.garden.refusals.set(account, null)
    const created = await untilOperation(caller, 'c-error', 'Create Succeeded')
    expect([status(created).lastErrors, labelsOf(created)['shoot.gardener.cloud/status']]).toEqual([
      undefined,
      'healthy',
    ])
    await expect(kubeconfigOf(caller, 'c-error')).resolves.toContain('client-certificate-data')
  })

  test('is set by a call from outside, and so is a replacement kubeconfig', async () => {
    const account = `${LANDSCAPE_NAMESPACE}/sap-aws-skr-cust-00020`
    const order = (body: JsonObject) => caller.call('POST', '/garden/refusals', { body })
    expect((await order({ account, code: 'ERR_INFRA_UNAUTHORIZED' })).status).toBe(200)
    expect([(await order({ account, code: 'ERR_UNHEARD' })).status, (await order({})).status]).toEqual([400, 400])
    await caller.ask('POST', SHOOTS, { body: shootManifest('c-told', {}, 'sap-aws-skr-cust-00020') })
    await untilOperation(caller, 'c-told', 'Create Error')
    expect((await order({ account })).status).toBe(200)
    await untilOperation(caller, 'c-told', 'Create Succeeded')
    const shoot = `${LANDSCAPE_NAMESPACE}/c-told`
    await caller.ask('POST', '/garden/shoot-kubeconfigs', { body: { shoot, kubeconfig: 'kind: Config' } })
    expect(await kubeconfigOf(caller, 'c-told')).toBe('kind: Config')
    await caller.ask('POST', '/garden/shoot-kubeconfigs', { body: { shoot } })
    expect(await kubeconfigOf(caller, 'c-told')).toContain('client-certificate-data')
  })

  test('accepts only known codes', () => {
    expect(() => caller.garden.refusals.set('n/a', 'ERR_UNHEARD' as 'ERR_INFRA_QUOTA_EXCEEDED')).toThrow('ERR_INFRA')
  })
})

test('no shoot of the landscape is unfinished at a start', () => {
  const { store } = caller.garden.services
  const shoots = [...store.collection('shoots.core.gardener.cloud').entries('')]
  const loaded = shoots.filter(stored => isOfLandscape(thaw(stored)))
  expect(loaded.length).toBeGreaterThan(50)
  expect(loaded.filter(({ fields }) => fields.life)).toEqual([])
})
