import { expect, onTestFinished, test } from 'vitest'
import type { GardenClient, MergePatch } from '#lib/garden/client/client.ts'
import { SECRETS } from '#lib/garden/resources/resource.ts'
import type { Cluster } from '#lib/operators/api/cluster.ts'
import { administratorSelector, type ClusterRoleBindingObject } from '#lib/operators/cluster/administrator-bindings.ts'
import { findCondition } from '#lib/operators/framework/conditions.ts'
import { CLUSTER_ROLE_BINDINGS, listAll } from '#lib/operators/kubeconfig/steps/cluster-objects.ts'
import { FREE, withShootLife } from '../claims/claim-world.ts'
import { waitUntil } from '../kit/wait.ts'
import { clusterWorld, turnedOperator } from './cluster-world.ts'
import { otherCluster } from './other-cluster.ts'

withShootLife()

const PEOPLE = ['cluster-admin other.id@sap.com', 'cluster-admin user.id@sap.com']
const OPENED = { verb: 'create', resource: 'shoots.core.gardener.cloud/adminkubeconfig' }

const isReady = ({ status }: Cluster) => findCondition(status?.conditions, 'Ready')?.status === 'True'

/** All bindings of administrators in a cluster, regardless of their labels. */
async function administratorsIn(client: GardenClient): Promise<readonly ClusterRoleBindingObject[]> {
  const all = await listAll<ClusterRoleBindingObject>(client, { resource: CLUSTER_ROLE_BINDINGS, namespace: null })
  return all.filter(({ metadata }) => metadata?.name?.startsWith('hap-admin-'))
}

const usersOf = (bindings: readonly ClusterRoleBindingObject[]) =>
  bindings.map(({ roleRef, subjects }) => `${roleRef?.name} ${subjects?.map(({ name }) => name)}`).toSorted()

type Tamper = (client: GardenClient, binding: ClusterRoleBindingObject) => Promise<unknown>

const placeOf = ({ metadata }: ClusterRoleBindingObject) => ({
  resource: CLUSTER_ROLE_BINDINGS,
  namespace: null,
  name: metadata?.name ?? '',
})
const patch: (change: MergePatch) => Tamper = change => (client, binding) =>
  client.patch(placeOf(binding), change, { resourceVersion: binding.metadata?.resourceVersion ?? '' })
const stranger = [{ apiGroup: 'rbac.authorization.k8s.io', kind: 'User', name: 'stranger@sap.com' }]
const labels = { 'operator.kyma-project.io/managed-by': null, 'operator.kyma-project.io/cluster-uid': null }

test.each<[string, Tamper]>([
  ['deleted', (client, binding) => client.delete(placeOf(binding))],
  ['assigned to another user', patch({ subjects: stranger })],
  ['stripped of its labels', patch({ metadata: { labels } })],
  ['stripped of its labels and assigned to another user', patch({ metadata: { labels }, subjects: stranger })],
])('restores a ClusterRoleBinding that is %s at the next check, after six hours', async (_, tamper) => {
  const world = await clusterWorld({ a: FREE })
  await world.operator()
  const { look } = await turnedOperator(world)
  const { metadata } = await world.cluster('example')
  const { status } = await world.seenCluster('example', isReady)
  const { namespace = '', name = '', uid = '' } = status?.shootRef ?? {}
  expect(status?.administratorsCheck).toMatchObject({ clusterUid: uid })
  const { client, close } = await world.enter({ by: 'shoot', namespace, name, uid })
  onTestFinished(close)
  const [first] = await administratorsIn(client)
  await tamper(client, first as ClusterRoleBindingObject)
  const opened = world.garden.requests.count(OPENED)
  await look(5 * 60 + 50)
  // Each check costs Gardener a certificate.
  expect(world.garden.requests.count(OPENED)).toBe(opened)
  expect((await world.readCluster('example'))?.status).toEqual(status)
  await look(20)
  expect(world.garden.requests.count(OPENED)).toBe(opened + 1)
  const now = await administratorsIn(client)
  expect(usersOf(now)).toEqual(PEOPLE)
  const selector = administratorSelector(metadata.uid)
  const ours = { resource: CLUSTER_ROLE_BINDINGS, namespace: null, labelSelector: selector }
  expect(await listAll(client, ours)).toHaveLength(2)
})

test('checks after six hours without an event', async () => {
  const world = await clusterWorld({ a: FREE })
  await world.operator()
  const first = await world.clusterOperator()
  await world.cluster('example')
  const { status } = await world.seenCluster('example', isReady)
  await first.stop()
  const { namespace = '', name = '', uid = '' } = status?.shootRef ?? {}
  const { client, close } = await world.enter({ by: 'shoot', namespace, name, uid })
  onTestFinished(close)
  for (const binding of await administratorsIn(client)) await client.delete(placeOf(binding))
  // Two seconds before it is due.
  const aheadMs = Date.parse(status?.administratorsCheck?.time ?? '') + 6 * 3_600_000 - 2_000 - Date.now()
  await world.clusterOperator({ now: () => Date.now() + aheadMs })
  await waitUntil(async () => (await administratorsIn(client)).length === PEOPLE.length)
})

test('a cluster that is replaced behind its Secret gets its administrators', async () => {
  const world = await clusterWorld({})
  const { admin, namespace } = world
  const secret = { resource: SECRETS, namespace, name: 'brought' }
  const data = (kubeconfig: string) => ({ config: Buffer.from(kubeconfig).toString('base64') })
  const cluster = async () => {
    const { client, kubeconfig } = await otherCluster()
    const place = { resource: { group: '', version: 'v1', plural: 'namespaces', kind: 'Namespace' }, namespace: null }
    const { metadata } = await client.get({ ...place, name: 'kube-system' })
    return { client, data: data(kubeconfig), uid: metadata?.uid }
  }
  const [one, two] = [await cluster(), await cluster()]
  await admin.create(secret, { metadata: { name: 'brought' }, data: one.data } as object)
  const { look } = await turnedOperator(world)
  const administrators = ['user.id@sap.com', 'other.id@sap.com']
  await world.bring('example', { kubeconfigSecretRef: { name: 'brought', key: 'config' }, administrators })
  const { status } = await world.seenCluster('example', isReady)
  expect(status?.administratorsCheck?.clusterUid).toBe(one.uid)
  expect(usersOf(await administratorsIn(one.client))).toEqual(PEOPLE)
  await admin.delete(secret)
  await admin.create(secret, { metadata: { name: 'brought' }, data: two.data } as object)
  await look(1)
  expect(usersOf(await administratorsIn(two.client))).toEqual(PEOPLE)
  expect((await world.readCluster('example'))?.status?.administratorsCheck?.clusterUid).toBe(two.uid)
})
