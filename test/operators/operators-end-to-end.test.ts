import { expect, onTestFinished, test, vi } from 'vitest'
import { kubeconfigFile } from '#lib/embedded-garden/persistence.ts'
import { createGardenClient, type GardenClient, type ObjectPlace } from '#lib/garden/client/client.ts'
import { isNotFound } from '#lib/garden/client/garden-error.ts'
import { loadKubeconfig } from '#lib/garden/client/kubeconfig.ts'
import { accessOfText } from '#lib/garden/client/kubeconfig-text.ts'
import { createSecretReader } from '#lib/garden/client/secret-reader.ts'
import type { KubeObject } from '#lib/garden/resources/objects.ts'
import { CONFIG_MAPS, CREDENTIALS_BINDINGS, type Resource, SECRETS } from '#lib/garden/resources/resource.ts'
import type { Cluster } from '#lib/operators/api/cluster.ts'
import type { CommonStatus } from '#lib/operators/api/custom-resource.ts'
import { CLUSTERS, KUBECONFIG_REQUESTS, SUBSCRIPTION_REQUESTS } from '#lib/operators/api/resources.ts'
import type { SubscriptionRequest } from '#lib/operators/api/subscription-request.ts'
import { findCondition } from '#lib/operators/framework/conditions.ts'
import { accountObjects } from '../claims/account-objects.ts'
import { newFolder, startOperators } from './operators-process.ts'
import { sampleCluster } from './sample-cluster.ts'
import { soon } from './soon.ts'

// Processes that start a database and a garden take their time on a busy machine.
vi.setConfig({ testTimeout: 300_000 })

const KUBECTL = { manager: 'kubectl', force: true }
const PROJECT = 'garden-kyma-prod'
const NAMESPACE = 'kcp-system'
/** Less than the queue of claims would be looked at again by itself. */
const AT_ONCE_MS = 20_000

async function addAccount(client: GardenClient, name: string, labels: Record<string, string> = {}): Promise<void> {
  const [secret, binding] = accountObjects(PROJECT, name, { hyperscalerType: 'aws', ...labels })
  await client.create({ resource: SECRETS, namespace: PROJECT }, secret as KubeObject)
  await client.create({ resource: CREDENTIALS_BINDINGS, namespace: PROJECT }, binding as KubeObject)
}

async function labelsOf(client: GardenClient, name: string): Promise<Record<string, string>> {
  const { metadata } = await client.get<KubeObject>({ resource: CREDENTIALS_BINDINGS, namespace: PROJECT, name })
  return { ...metadata?.labels }
}

/** What `kubectl apply` of a SubscriptionRequest sends. */
async function apply(client: GardenClient, name: string, tenant: string): Promise<void> {
  const spec = {
    provider: 'aws',
    subscriptionSelector: `globalaccount:${tenant} || shared`,
    plan: 'aws',
    platformRegion: 'cf-eu10',
    region: 'eu-central-1',
  }
  const place = { resource: SUBSCRIPTION_REQUESTS, namespace: NAMESPACE, name }
  await client.apply<KubeObject & { spec: object }>(place, { spec }, KUBECTL)
}

const place = (name: string) => ({ resource: SUBSCRIPTION_REQUESTS, namespace: NAMESPACE, name })

async function statusOf(client: GardenClient, name: string) {
  const { status } = await client.get<SubscriptionRequest>(place(name))
  const ready = findCondition(status?.conditions, 'Ready')
  const { gardenerSecretName, bindingRef, position } = status ?? {}
  return { ready: `${ready?.status} ${ready?.reason}`, gardenerSecretName, bindingRef, position }
}

async function remove(client: GardenClient, name: string): Promise<void> {
  await client.delete(place(name))
  await soon(() => client.get(place(name)).then(() => false, isNotFound), 60_000).toBe(true)
}

test('a request over HTTP gets an account, another waits for the cleaning of one, and deletion gives back', async () => {
  const { client } = await startOperators(newFolder())
  await addAccount(client, 'a-1')
  await apply(client, 'first', 't-1')
  await soon(() => statusOf(client, 'first'), 60_000).toEqual({
    ready: 'True Claimed',
    gardenerSecretName: 'a-1',
    bindingRef: { kind: 'CredentialsBinding', namespace: PROJECT, name: 'a-1' },
    position: undefined,
  })
  expect(await labelsOf(client, 'a-1')).toMatchObject({ tenantName: 't-1' })

  await apply(client, 'second', 't-2')
  await soon(() => statusOf(client, 'second'), 60_000).toMatchObject({ ready: 'False PoolEmpty', position: 1 })
  await remove(client, 'first')
  expect(await labelsOf(client, 'a-1')).toMatchObject({ dirty: 'true' })
  expect(await statusOf(client, 'second')).toMatchObject({ ready: 'False PoolEmpty' })

  const account = { resource: CREDENTIALS_BINDINGS, namespace: PROJECT, name: 'a-1' }
  const { metadata } = await client.get<KubeObject>(account)
  const resourceVersion = metadata?.resourceVersion ?? ''
  await client.patch(account, { metadata: { labels: { dirty: null, tenantName: null } } }, { resourceVersion })
  await soon(() => statusOf(client, 'second'), AT_ONCE_MS).toMatchObject({
    ready: 'True Claimed',
    gardenerSecretName: 'a-1',
    position: undefined,
  })
  expect(await labelsOf(client, 'a-1')).toMatchObject({ tenantName: 't-2' })
})

test('a process that is killed in the middle of claims leaves nothing behind: each request gets one account in the end', async () => {
  const folder = newFolder()
  const names = ['1', '2', '3', '4', '5']
  const first = await startOperators(folder)
  for (const name of names) await addAccount(first.client, `a-${name}`)
  await Promise.all(names.map(name => apply(first.client, `r-${name}`, `t-${name}`)))
  const taken = async (client: GardenClient) => {
    const all = await Promise.all(names.map(name => labelsOf(client, `a-${name}`)))
    return all.flatMap(({ tenantName = null }) => tenantName ?? [])
  }
  await expect.poll(() => taken(first.client), { timeout: 60_000, interval: 5 }).not.toEqual([])
  await first.end('SIGKILL')

  const { client } = await startOperators(folder)
  for (const name of names)
    await soon(async () => (await statusOf(client, `r-${name}`)).ready, 90_000).toMatch(/^True /)
  expect((await taken(client)).toSorted()).toEqual(names.map(name => `t-${name}`))
  for (const name of names) await remove(client, `r-${name}`)
  for (const name of names) expect(await labelsOf(client, `a-${name}`)).toMatchObject({ dirty: 'true' })
})

test('a Cluster over HTTP becomes a shoot with access for those who ask, and all of it goes again', async () => {
  const folder = newFolder()
  const { client } = await startOperators(folder, 'small')
  const cluster = { resource: CLUSTERS, namespace: NAMESPACE, name: 'example' }
  const kubeconfig = { resource: KUBECONFIG_REQUESTS, namespace: NAMESPACE, name: 'example.compass' }
  const readyOf = async (object: ObjectPlace) => {
    const { status } = await client.get<KubeObject & { status?: CommonStatus<string, string> }>(object)
    const { status: is, reason } = findCondition(status?.conditions, 'Ready') ?? {}
    return `${is} ${reason}`
  }
  const goes = async (object: ObjectPlace) => {
    await client.delete(object)
    await soon(() => client.get(object).then(() => false, isNotFound), 120_000).toBe(true)
  }
  const { labels } = sampleCluster().metadata
  await client.apply<KubeObject & { spec: object }>(
    cluster,
    { metadata: { labels: { ...labels } }, spec: sampleCluster().spec },
    KUBECTL,
  )
  const asked = { cluster: 'example', clusterRole: { rules: READS }, expiration: 3600 }
  await client.apply<KubeObject & { spec: object }>(kubeconfig, { spec: asked }, KUBECTL)
  await soon(() => readyOf(cluster), 120_000).toBe('True Ready')
  await soon(() => readyOf(kubeconfig), 60_000).toBe('True Issued')

  const secrets = createSecretReader({ access: loadKubeconfig(kubeconfigFile(folder, 'admin')), version: 'kubectl' })
  const { config } = await secrets.read({ namespace: NAMESPACE, name: 'kubeconfig-example.compass' })
  secrets.close()
  const inside = createGardenClient({ access: accessOfText(config?.toString() ?? '', 'it'), version: 'kubectl' })
  onTestFinished(() => inside.close())
  const list = (resource: Resource) => inside.page({ resource, namespace: 'default' }, { limit: 1 }, () => undefined)
  await list(CONFIG_MAPS)
  await expect(list(SECRETS)).rejects.toMatchObject({ kind: 'forbidden' })

  const { status } = await client.get<KubeObject & Cluster>(cluster)
  await goes(kubeconfig)
  await expect(list(CONFIG_MAPS)).rejects.toMatchObject({ kind: 'unauthenticated' })
  await goes(cluster)
  expect(await labelsOf(client, status?.bindingRef?.name ?? '')).toMatchObject({ dirty: 'true' })
})

const READS = [{ apiGroups: [''], resources: ['configmaps'], verbs: ['get', 'list'] }]
