import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { createGarden, type Garden } from '#embedded-garden/garden.ts'
import { createGardenClient } from '#lib/garden/client/client.ts'
import type { KubeObject } from '#lib/garden/resources/objects.ts'
import { CLUSTERS } from '#lib/operators/api/resources.ts'
import { createEventRecorder } from '#lib/operators/framework/event-recorder.ts'
import { type ChartServer, example, nameOf, startChartServer } from '#lib/operators/testing/chart-server.ts'
import { getKindState, type OperatorObjects } from '#lib/queries/operators/operator-objects.ts'
import { accessBy } from '../../test/garden/access-by.ts'
import { soon } from '../../test/operators/soon.ts'
import { watchOperatorObjects } from './start-control-plane.ts'

const NAMESPACE = 'cluster-operator'
const KINDS = ['Cluster', 'SubscriptionRequest', 'KubeconfigRequest'] as const

let server: ChartServer
const closing: (() => unknown)[] = []

beforeAll(async () => {
  server = await startChartServer(['hap-cluster-reader'])
})
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close()
})
afterAll(() => server.stop())

function clientOf(garden: Garden, token?: string) {
  const kubeconfig = garden.kubeconfig('admin')
  const text = token === undefined ? kubeconfig : kubeconfig.replace(garden.token('admin'), token)
  const client = createGardenClient({ access: accessBy(text), version: 'test' })
  closing.push(() => client.close())
  return client
}

function follow(garden: Garden, token?: string): OperatorObjects {
  const followed = watchOperatorObjects({
    client: clientOf(garden, token),
    namespace: NAMESPACE,
    staleAfterMs: 60_000,
  })
  closing.push(() => followed.stop())
  return followed.objects
}

const statesOf = (objects: OperatorObjects) => KINDS.map(kind => getKindState(objects, kind).state)

test('an applied object appears and notifies subscribers', async () => {
  const objects = follow(server.garden)
  await soon(() => statesOf(objects)).toEqual(['live', 'live', 'live'])
  let notifications = 0
  closing.push(objects.subscribe(() => notifications++))
  const { version } = objects
  const [cluster, request, kubeconfig] = KINDS.map(kind => example(kind))
  for (const [index, made] of [cluster, request, kubeconfig].entries())
    await server.create(KINDS[index] ?? 'Cluster', made ?? {})
  const key = (made = {}) => ({ namespace: NAMESPACE, name: nameOf(made) })
  await soon(() => objects.clusters.get(key(cluster))?.spec.core?.region).toBe('eu-central-1')
  await soon(() => objects.subscriptions.get(key(request))?.spec.provider).toBe('aws')
  await soon(() => objects.kubeconfigs.by('cluster', `${NAMESPACE}/example-cluster`).length).toBe(1)
  expect(objects.version).toBeGreaterThan(version)
  await soon(() => notifications).toBeGreaterThan(0)
})

test('a kubeconfig in a status does not stay in memory', async () => {
  const objects = follow(server.garden)
  const made = example('KubeconfigRequest')
  await server.create('KubeconfigRequest', made)
  await server.setStatus('KubeconfigRequest', nameOf(made), { kubeconfig: 'c2VjcmV0', fingerprint: '0a1b' })
  const kept = () => objects.kubeconfigs.get({ namespace: NAMESPACE, name: nameOf(made) })
  await soon(() => kept()?.status?.fingerprint).toBe('0a1b')
  expect(JSON.stringify(kept())).not.toContain('c2VjcmV0')
})

test('reads the events of an object by uid, newest first', async () => {
  const objects = follow(server.garden)
  const client = clientOf(server.garden)
  const made = example('Cluster')
  await server.create('Cluster', made)
  const place = { resource: CLUSTERS, namespace: NAMESPACE, name: nameOf(made) }
  const cluster = await client.get<KubeObject>(place)
  const events = createEventRecorder({ client, controller: 'test', instance: 'test' })
  closing.push(() => events.stop())
  const uid = cluster.metadata?.uid ?? ''
  const notesOf = async () => (await objects.eventsOf(uid)).map(({ note }) => note)
  for (const [reason, note] of [
    ['First', 'It has begun.'],
    ['Second', 'It goes on.'],
  ] as const) {
    events.record(CLUSTERS, cluster, { type: 'Normal', reason, action: 'Test', note })
    await soon(async () => (await notesOf()).includes(note)).toBe(true)
  }
  expect(await notesOf()).toEqual(['It goes on.', 'It has begun.'])
  expect(await objects.eventsOf('another-uid')).toEqual([])
})

test('a control plane without the kinds serves none of them, which is not a failure', async () => {
  const garden = await createGarden({ throttle: false })
  closing.push(() => garden.stop())
  const objects = follow(garden)
  await soon(() => statesOf(objects)).toEqual(['absent', 'absent', 'absent'])
  expect(getKindState(objects, 'SubscriptionRequest').message).toContain('does not know subscriptionrequests')
})

test('without a control plane there is none', () => {
  expect(getKindState(null, 'Cluster').state).toBe('no-control-plane')
})

test('names the kind that the user may not read', async () => {
  // Permits only Clusters.
  const objects = follow(server.garden, 'hap-cluster-reader')
  await soon(() => statesOf(objects)).toEqual(['live', 'refused', 'refused'])
  expect(getKindState(objects, 'KubeconfigRequest').message).toContain('kubeconfigrequests')
})
