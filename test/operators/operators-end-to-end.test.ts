import { expect, onTestFinished, test, vi } from 'vitest'
import { kubeconfigFile } from '#embedded-garden/persistence.ts'
import { createGardenClient } from '#lib/garden/client/client.ts'
import { isNotFound } from '#lib/garden/client/garden-error.ts'
import { loadKubeconfig } from '#lib/garden/client/kubeconfig.ts'
import { parseAccess } from '#lib/garden/client/kubeconfig-text.ts'
import { createSecretReader } from '#lib/garden/client/secret-reader.ts'
import type { KubeObject } from '#lib/garden/resources/objects.ts'
import {
  CONFIG_MAPS,
  CREDENTIALS_BINDINGS,
  type ObjectPlace,
  type Resource,
  SECRETS,
} from '#lib/garden/resources/resource.ts'
import type { Cluster } from '#lib/operators/api/cluster.ts'
import type { CommonStatus } from '#lib/operators/api/custom-resource.ts'
import { CLUSTERS, KUBECONFIG_REQUESTS } from '#lib/operators/api/resources.ts'
import { findCondition } from '#lib/operators/framework/conditions.ts'
import { newPlace } from '../store/command-kit.ts'
import { startOperators } from './operators-process.ts'
import { addAccount, apply, KUBECTL, labelsOf, NAMESPACE, PROJECT, remove, statusOf } from './request-kit.ts'
import { sampleCluster } from './sample-cluster.ts'
import { soon } from './soon.ts'

// Processes that start a database and a garden are slow on a busy machine.
vi.setConfig({ testTimeout: 300_000 })

/** Less than the interval of the periodic check of the queue. */
const AT_ONCE_MS = 20_000

test('a request over HTTP gets an account, another waits for its cleaning, and a deletion releases it', async () => {
  const { client } = await startOperators(await newPlace())
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

test('a Cluster over HTTP becomes a shoot with access for requests, and all of it is deleted again', async () => {
  const place = await newPlace()
  const { client } = await startOperators(place, 'small')
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

  const secrets = createSecretReader({
    access: loadKubeconfig(kubeconfigFile(place.DATA_DIR, 'admin')),
    version: 'kubectl',
  })
  const { config } = await secrets.read({ namespace: NAMESPACE, name: 'kubeconfig-example.compass' })
  secrets.close()
  const inside = createGardenClient({ access: parseAccess(config?.toString() ?? '', 'it'), version: 'kubectl' })
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
