import { describe, expect, test } from 'vitest'
import { GardenError } from '#lib/garden/client/garden-error.ts'
import { SECRETS, SHOOTS } from '#lib/garden/resources/resource.ts'
import type { Cluster, ClusterType } from '#lib/operators/api/cluster.ts'
import { CLUSTERS } from '#lib/operators/api/resources.ts'
import { administratorSelector, type ClusterRoleBindingObject } from '#lib/operators/cluster/administrator-bindings.ts'
import { shootNameOf } from '#lib/operators/cluster/shoot-metadata.ts'
import { findCondition } from '#lib/operators/framework/conditions.ts'
import { CLUSTER_ROLE_BINDINGS, listAll } from '#lib/operators/kubeconfig/steps/cluster-objects.ts'
import { FREE, withShootLife } from '../claims/claim-world.ts'
import { waitUntil } from '../kit/wait.ts'
import { clusterWorld } from './cluster-world.ts'
import { otherCluster } from './other-cluster.ts'

withShootLife()

const said = ({ status }: Cluster, type: ClusterType) => {
  const condition = findCondition(status?.conditions, type)
  return condition === null ? null : `${condition.status} ${condition.reason}`
}
const conditionsOf = ({ status }: Cluster) =>
  Object.fromEntries((status?.conditions ?? []).map(({ type, status: is, reason }) => [type, `${is} ${reason}`]))

describe('a Cluster', () => {
  test('gets an account, a shoot and administrators, and releases all of them', async () => {
    const world = await clusterWorld({ a: FREE })
    await world.operator()
    await world.clusterOperator()
    const made = await world.cluster('example')
    const ready = await world.seenCluster('example', cluster => said(cluster, 'Ready') === 'True Ready')
    expect(conditionsOf(ready)).toEqual({
      Ready: 'True Ready',
      Accepted: 'True SpecValid',
      SubscriptionReady: 'True SubscriptionBound',
      ClusterProvisioned: 'True ShootReady',
      SpecApplied: 'True Applied',
      AdministratorsReady: 'True AdministratorsBound',
      APIServerAvailable: 'True HealthzRequestSucceeded',
      ControlPlaneHealthy: 'True ControlPlaneRunning',
      EveryNodeReady: 'True EveryNodeReady',
      SystemComponentsHealthy: 'True SystemComponentsRunning',
      ObservabilityComponentsHealthy: 'True ObservabilityComponentsRunning',
    })
    expect(ready.status).toMatchObject({
      bindingRef: { kind: 'CredentialsBinding', name: 'a' },
      administrators: ['user.id@sap.com', 'other.id@sap.com'],
      lastOperation: { state: 'Succeeded' },
    })
    const shoot = await world.shootOf('example')
    expect(shoot).toMatchObject({
      metadata: {
        labels: { account: 't-1', subaccount: 's-1' },
        annotations: { 'infrastructuremanager.kyma-project.io/runtime-id': made.metadata.uid },
      },
      spec: { credentialsBindingName: 'a', region: 'eu-central-1', purpose: 'production' },
    })
    // The claim has the cluster.
    const { claims } = await world.service.list({ offset: 0, limit: 10 })
    expect(claims.map(({ cluster, status }) => [cluster, status])).toEqual([[shoot?.metadata?.name, 'reserved']])

    await world.removeCluster('example')
    await world.seenCluster('example', cluster => said(cluster, 'ClusterProvisioned') === 'False ShootDeleting')
    // The account is not released before its shoot is deleted.
    expect(await world.labels('a')).not.toHaveProperty('dirty')
    await waitUntil(async () => {
      await world.service.sweep()
      return (await world.readCluster('example')) === null
    })
    expect(await world.read('example')).toBeNull()
    expect(await world.claims()).toEqual(['a released'])
    expect(await world.labels('a')).toMatchObject({ dirty: 'true' })
  })

  test('waits for an account, and is created once there is one', async () => {
    const world = await clusterWorld({})
    await world.operator()
    await world.clusterOperator()
    await world.cluster('example')
    const waiting = await world.seenCluster(
      'example',
      cluster => said(cluster, 'SubscriptionReady') === 'False SubscriptionWaiting',
    )
    expect(conditionsOf(waiting)).toMatchObject({
      Ready: 'False Waiting',
      ClusterProvisioned: 'False WaitingForSubscription',
    })
    expect(findCondition(waiting.status?.conditions, 'Ready')?.message).toMatch(/Position in the queue: 1/)
    await world.create('a', FREE)
    await world.seenCluster('example', cluster => cluster.status?.shootRef !== undefined)
  })

  test('is changed as far as Gardener allows', async () => {
    const world = await clusterWorld({ a: FREE })
    await world.operator()
    await world.clusterOperator()
    await world.cluster('example')
    await world.seenCluster('example', cluster => said(cluster, 'Ready') === 'True Ready')
    await world.editCluster('example', {
      administrators: ['new.id@sap.com'],
      infrastructure: { autoScalerMax: 9, numberOfZones: 1 },
    })
    const failed = await world.seenCluster(
      'example',
      cluster => said(cluster, 'SpecApplied') === 'False ChangeForbidden',
    )
    expect(findCondition(failed.status?.conditions, 'SpecApplied')?.message).toMatch(/keeps its 3 zones/)
    await waitUntil(
      async () =>
        (await world.shootOf('example'))?.spec?.provider?.workers?.some(
          worker => (worker as { maximum?: number }).maximum === 9,
        ) ?? false,
    )
    await world.seenCluster('example', ({ status }) => status?.administrators?.join() === 'new.id@sap.com')
  })

  test('whose shoot another client deletes reports it, and creates no other', async () => {
    const world = await clusterWorld({ a: FREE })
    await world.operator()
    const { controller } = await world.clusterOperator()
    await world.cluster('example')
    const { status, metadata } = await world.seenCluster('example', cluster => said(cluster, 'Ready') === 'True Ready')
    const place = { resource: SHOOTS, namespace: world.namespace, name: status?.shootRef?.name ?? '' }
    const { metadata: shoot } = await world.admin.get(place)
    const change = { metadata: { annotations: { 'confirmation.gardener.cloud/deletion': 'true' } } }
    await world.admin.patch(place, change, { resourceVersion: shoot?.resourceVersion ?? '' })
    await world.admin.delete(place)
    const gone = await world.seenCluster(
      'example',
      cluster => said(cluster, 'ClusterProvisioned') === 'False ShootGone',
    )
    expect(said(gone, 'Ready')).toBe('False Failed')
    controller.touch({ namespace: world.namespace, name: metadata.name })
    await waitUntil(() => controller.metrics().depth + controller.metrics().working === 0)
    expect(await world.shootOf('example')).toBeNull()
    await world.removeCluster('example')
    await waitUntil(async () => {
      await world.service.sweep()
      return (await world.readCluster('example')) === null
    })
    expect(await world.claims()).toEqual(['a released'])
  })

  test('reports that Gardener is unreachable, and keeps its status', async () => {
    const world = await clusterWorld({ a: FREE })
    const { admin } = world
    await world.operator()
    const first = await world.clusterOperator()
    await world.cluster('example')
    const { status } = await world.seenCluster('example', cluster => said(cluster, 'Ready') === 'True Ready')
    await first.stop()
    const down = () =>
      Promise.reject(new GardenError({ kind: 'unreachable', doing: 'get it', because: 'there is no response.' }))
    const { patch, apply, delete: remove } = admin
    await world.clusterOperator({ garden: { get: down, patch, apply, delete: remove } })
    const unknown = await world.seenCluster('example', cluster => said(cluster, 'Ready') === 'False InProgress')
    expect(said(unknown, 'ClusterProvisioned')).toBe('Unknown GardenerUnreachable')
    expect(said(unknown, 'AdministratorsReady')).toBe('True AdministratorsBound')
    expect(unknown.status).toMatchObject({ shootRef: status?.shootRef, bindingRef: status?.bindingRef })
  })

  test('keeps its account when its plan changes, and reports it', async () => {
    const world = await clusterWorld({ a: FREE })
    const { admin, namespace } = world
    await world.operator()
    await world.clusterOperator()
    await world.cluster('example')
    const { metadata } = await world.seenCluster('example', cluster => cluster.status?.shootRef !== undefined)
    const place = { resource: CLUSTERS, namespace, name: metadata.name }
    await waitUntil(async () => {
      const { resourceVersion } = (await admin.get<Cluster>(place)).metadata
      const done = admin.patch(place, { metadata: { labels: { plan: 'preview' } } }, { resourceVersion })
      return done.then(
        () => true,
        () => false,
      )
    })
    const message = /^The account is a\. It is kept/
    await world.seenCluster('example', ({ status }) =>
      message.test(findCondition(status?.conditions, 'SubscriptionReady')?.message ?? ''),
    )
    expect((await world.seen('example', () => true)).spec.plan).toBe('aws')
  })

  test('does not touch a shoot that belongs to another owner', async () => {
    const world = await clusterWorld({ a: FREE })
    const { namespace, admin } = world
    const made = await world.cluster('example')
    const name = shootNameOf(made.metadata.uid, '') ?? ''
    // Its binding does not exist: a claim would follow a shoot with a known account.
    world.shoot(name, 'absent', 't-1')
    await world.operator()
    await world.clusterOperator()
    await world.seenCluster('example', cluster => said(cluster, 'ClusterProvisioned') === 'False ShootForeign')
    await world.removeCluster('example')
    await waitUntil(async () => {
      await world.service.sweep()
      return (await world.readCluster('example')) === null
    })
    expect((await admin.get({ resource: SHOOTS, namespace, name })).metadata).not.toHaveProperty('deletionTimestamp')
  })

  test.each([
    ['ERR_INFRA_UNAUTHORIZED', 'AccountUnauthorized'],
    ['ERR_INFRA_QUOTA_EXCEEDED', 'AccountQuotaExceeded'],
  ] as const)('on a failing account reports it: %s', async (code, reason) => {
    const world = await clusterWorld({ a: FREE })
    const { garden, namespace } = world
    garden.refusals.set(`${namespace}/a`, code)
    await world.operator()
    await world.clusterOperator()
    await world.cluster('example')
    const failed = await world.seenCluster(
      'example',
      cluster => said(cluster, 'ClusterProvisioned') === `False ${reason}`,
    )
    expect(said(failed, 'Ready')).toBe('False Failed')
    expect(findCondition(failed.status?.conditions, 'ClusterProvisioned')?.message).toMatch(
      new RegExp(`^The account of CredentialsBinding a has a problem: .*${code}`),
    )
    garden.refusals.clear()
  })

  test('mirrors the conditions of its shoot in Gardener, also while it does not run, and no others', async () => {
    const world = await clusterWorld({ a: FREE })
    const { garden, namespace, admin } = world
    garden.refusals.set(`${namespace}/a`, 'ERR_INFRA_QUOTA_EXCEEDED')
    await world.operator()
    await world.clusterOperator()
    await world.cluster('example')
    const failed = await world.seenCluster('example', ({ status }) => status?.lastOperation?.state === 'Error')
    expect(conditionsOf(failed)).toMatchObject({ APIServerAvailable: 'Unknown ShootIsBeingCreated' })
    expect(findCondition(failed.status?.conditions, 'APIServerAvailable')?.message).toBe(
      'Progressing: It is being created.',
    )
    const place = { resource: SHOOTS, namespace, name: failed.status?.shootRef?.name ?? '', subresource: 'status' }
    const unhealthy = { status: 'False', reason: 'NodeUnhealthy', message: 'Node n-1 is not ready.' }
    const conditions = ['Unlisted', 'EveryNodeReady'].map(type => ({ type, ...unhealthy }))
    const { metadata } = await admin.get(place)
    await admin.patch(place, { status: { conditions } }, { resourceVersion: metadata?.resourceVersion ?? '' })
    const nodes = await world.seenCluster(
      'example',
      ({ status }) => findCondition(status?.conditions, 'EveryNodeReady')?.status === 'False',
    )
    expect(nodes.status?.conditions?.slice(-1)).toMatchObject([{ type: 'EveryNodeReady', ...unhealthy }])
    expect(Object.keys(conditionsOf(nodes))).toEqual([
      'Ready',
      'Accepted',
      'SubscriptionReady',
      'ClusterProvisioned',
      'SpecApplied',
      'AdministratorsReady',
      'EveryNodeReady',
    ])
    garden.refusals.clear()
  })

  test('binds its administrators, and no one else, to cluster-admin', async () => {
    const world = await clusterWorld({ a: FREE })
    await world.operator()
    await world.clusterOperator()
    const { metadata } = await world.cluster('example')
    const { status } = await world.seenCluster('example', cluster => said(cluster, 'Ready') === 'True Ready')
    const { namespace = '', name = '', uid = '' } = status?.shootRef ?? {}
    const { client, close } = await world.enter({ by: 'shoot', namespace, name, uid })
    const users = async () => {
      const collection = {
        resource: CLUSTER_ROLE_BINDINGS,
        namespace: null,
        labelSelector: administratorSelector(metadata.uid),
      }
      const bindings = await listAll<ClusterRoleBindingObject>(client, collection)
      return bindings
        .map(({ roleRef, subjects }) => `${roleRef?.name} ${subjects?.map(subject => subject.name)}`)
        .toSorted()
    }
    expect(await users()).toEqual(['cluster-admin other.id@sap.com', 'cluster-admin user.id@sap.com'])
    await world.editCluster('example', { administrators: ['user.id@sap.com', 'third.id@sap.com'] })
    await world.seenCluster('example', cluster => cluster.status?.administrators?.includes('third.id@sap.com') ?? false)
    expect(await users()).toEqual(['cluster-admin third.id@sap.com', 'cluster-admin user.id@sap.com'])
    close()
  })
})

describe('an imported Cluster', () => {
  test('needs its Secret, then gets administrators, which are deleted with it', async () => {
    const world = await clusterWorld({})
    const { admin, namespace } = world
    const { client: inside, kubeconfig } = await otherCluster()
    await world.clusterOperator()
    const kubeconfigSecretRef = { name: 'brought', key: 'config' }
    const { metadata } = await world.bring('own', { kubeconfigSecretRef, administrators: ['user.id@sap.com'] })
    const missing = await world.seenCluster(
      'own',
      cluster => said(cluster, 'ClusterProvisioned') === 'False KubeconfigMissing',
    )
    expect(said(missing, 'Ready')).toBe('False Failed')
    const data = { config: Buffer.from(kubeconfig).toString('base64') }
    const secret = { metadata: { name: 'brought' }, data }
    await admin.create({ resource: SECRETS, namespace }, secret)
    // No change of the Cluster is needed.
    await world.seenCluster('own', cluster => said(cluster, 'Ready') === 'True Ready')
    await admin.delete({ resource: SECRETS, namespace, name: 'brought' })
    await world.seenCluster('own', cluster => said(cluster, 'ClusterProvisioned') === 'False KubeconfigMissing')
    await admin.create({ resource: SECRETS, namespace }, secret)
    await world.seenCluster('own', cluster => said(cluster, 'Ready') === 'True Ready')
    await world.editCluster('own', { administrators: ['user.id@sap.com', 'other.id@sap.com'] })
    const ready = await world.seenCluster(
      'own',
      cluster => said(cluster, 'Ready') === 'True Ready' && cluster.status?.administrators?.length === 2,
    )
    expect(conditionsOf(ready)).toMatchObject({
      SubscriptionReady: 'True NotNeeded',
      ClusterProvisioned: 'True KubeconfigProvided',
      AdministratorsReady: 'True AdministratorsBound',
    })
    const collection = {
      resource: CLUSTER_ROLE_BINDINGS,
      namespace: null,
      labelSelector: administratorSelector(metadata.uid),
    }
    expect(await listAll(inside, collection)).toHaveLength(2)
    // Another cluster in place of the first has no administrators yet.
    for (const { metadata: binding } of await listAll(inside, collection))
      await inside.delete({ ...collection, name: binding?.name ?? '' })
    const place = { resource: SECRETS, namespace, name: 'brought' }
    const { metadata: present } = await admin.get(place)
    const relabelled = { metadata: { labels: { replaced: 'true' } } }
    await admin.patch(place, relabelled, { resourceVersion: present?.resourceVersion ?? '' })
    await waitUntil(async () => (await listAll(inside, collection)).length === 2)
    await world.removeCluster('own')
    await waitUntil(async () => (await world.readCluster('own')) === null)
    expect(await listAll(inside, collection)).toEqual([])
  })
})
