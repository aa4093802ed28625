import { afterAll, beforeAll, expect, test } from 'vitest'
import { GardenError } from '#lib/garden/client/garden-error.ts'
import type { KubeObject } from '#lib/garden/resources/objects.ts'
import { CREDENTIALS_BINDINGS } from '#lib/garden/resources/resource.ts'
import { isAllowed } from '../garden/is-allowed.ts'
import { type Cluster, prepareCluster } from './cluster.ts'

let cluster: Cluster

beforeAll(async () => {
  cluster = await prepareCluster()
})

afterAll(() => cluster?.stop())

let made = 0
async function binding(labels: Record<string, string> = { hyperscalerType: 'aws' }) {
  const name = `aws-${++made}`
  const object = await cluster.create(CREDENTIALS_BINDINGS, {
    apiVersion: 'security.gardener.cloud/v1alpha1',
    kind: 'CredentialsBinding',
    metadata: { name, labels },
    provider: { type: 'aws' },
    credentialsRef: { apiVersion: 'v1', kind: 'Secret', name, namespace: cluster.namespace },
  })
  return {
    place: { resource: CREDENTIALS_BINDINGS, namespace: cluster.namespace, name },
    resourceVersion: versionOf(object),
  }
}

function versionOf({ metadata }: KubeObject): string {
  return metadata?.resourceVersion ?? ''
}

function kindOf(outcome: PromiseSettledResult<unknown>): string {
  if (outcome.status === 'fulfilled') return 'ok'
  return outcome.reason instanceof GardenError ? outcome.reason.kind : String(outcome.reason)
}

test('exactly one of five claims with the same resourceVersion succeeds, the others conflict', async () => {
  const { place, resourceVersion } = await binding()
  const claims = ['a', 'b', 'c', 'd', 'e'].map(tenantName =>
    cluster.operator.patch<KubeObject>(place, { metadata: { labels: { tenantName } } }, { resourceVersion }),
  )
  const outcomes = (await Promise.allSettled(claims)).map(kindOf)
  expect(outcomes.toSorted()).toEqual(['conflict', 'conflict', 'conflict', 'conflict', 'ok'])
})

test('a dry run shows the result and changes nothing', async () => {
  const { place, resourceVersion } = await binding()
  const change = { metadata: { labels: { dirty: 'true' } } }
  const would = await cluster.operator.patch<KubeObject>(place, change, { resourceVersion, dryRun: true })
  expect(would.metadata?.labels).toMatchObject({ dirty: 'true' })
  expect(versionOf(await cluster.operator.get(place))).toBe(resourceVersion)
})

test('a patch that changes nothing keeps the resourceVersion', async () => {
  const { place, resourceVersion } = await binding()
  const same = await cluster.operator.patch<KubeObject>(
    place,
    { metadata: { labels: { hyperscalerType: 'aws' } } },
    { resourceVersion },
  )
  expect(versionOf(same)).toBe(resourceVersion)
})

test('an invalid label value is refused as invalid, with our own message', async () => {
  const { place, resourceVersion } = await binding()
  const change = { metadata: { labels: { tenantName: 'x,shared=true' } } }
  const outcome = await Promise.allSettled([cluster.operator.patch(place, change, { resourceVersion })])
  expect(outcome.map(kindOf)).toEqual(['invalid'])
})

test('names the missing permission of a role', async () => {
  const { place, resourceVersion } = await binding()
  const change = { metadata: { labels: { dirty: 'true' } } }
  const failure = await cluster.viewer.patch(place, change, { resourceVersion }).catch((error: unknown) => error)
  expect(failure).toBeInstanceOf(GardenError)
  expect(failure).toMatchObject({ kind: 'forbidden', permission: { verb: 'patch', resource: 'credentialsbindings' } })
  const permission = {
    verb: 'patch',
    resource: 'credentialsbindings',
    group: 'security.gardener.cloud',
    namespace: cluster.namespace,
  }
  expect(await isAllowed(cluster.viewer, permission)).toBe(false)
  expect(await isAllowed(cluster.operator, permission)).toBe(true)
})

test('a watch from an expired version fails with "gone"', async () => {
  const watch = async () => {
    const options = { resourceVersion: '1', timeoutSeconds: 10, silenceMs: 20_000 }
    const events = await cluster.viewer.watch({ resource: CREDENTIALS_BINDINGS, namespace: cluster.namespace }, options)
    for await (const event of events) throw new Error(`an event came: ${event.type}`)
  }
  await expect(watch()).rejects.toMatchObject({ kind: 'gone' })
})

test('a missing object is reported as not found', async () => {
  const place = { resource: CREDENTIALS_BINDINGS, namespace: cluster.namespace, name: 'nowhere' }
  await expect(cluster.viewer.get(place)).rejects.toMatchObject({ kind: 'not-found' })
})
