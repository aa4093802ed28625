import {
  CoreV1Api,
  CustomObjectsApi,
  KubeConfig,
  KubernetesObjectApi,
  setHeaderOptions,
  Watch,
} from '@kubernetes/client-node'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { type Caller, namespace, startCaller } from '../../../test/embedded-garden/caller.ts'
import { ManualClock } from '../../../test/kit/clock.ts'
import { waitFor } from '../../../test/kit/wait.ts'

// Processes and timers are slow on a busy machine.
vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 })

const GROUP = { group: 'security.gardener.cloud', version: 'v1alpha1', namespace: 'n', plural: 'credentialsbindings' }
const clock = new ManualClock()
let caller: Caller
let config: KubeConfig

beforeAll(async () => {
  caller = await startCaller({ clock })
  config = new KubeConfig()
  config.loadFromString(caller.garden.kubeconfig('admin'))
  await caller.ask('POST', '/api/v1/namespaces', { body: namespace('n') })
})

afterAll(() => caller.stop())

const secret = { apiVersion: 'v1', kind: 'Secret', metadata: { name: 's', namespace: 'n' }, stringData: { k: 'v' } }
const binding = {
  apiVersion: 'security.gardener.cloud/v1alpha1',
  kind: 'CredentialsBinding',
  metadata: { name: 'b', namespace: 'n' },
  provider: { type: 'aws' },
  credentialsRef: { apiVersion: 'v1', kind: 'Secret', name: 's', namespace: 'n' },
}

describe('the official client', () => {
  test('finds kinds by discovery, and writes and reads them', async () => {
    const api = KubernetesObjectApi.makeApiClient(config)
    await api.create(secret)
    const made = await api.create(binding)
    expect(made).toMatchObject({ metadata: { labels: { 'provider.extensions.gardener.cloud/aws': 'true' } } })
    const read = await api.read(binding)
    expect(read).toEqual(made)
    const patched = await api.patch({ ...binding, metadata: { ...binding.metadata, labels: { a: 'b' } } })
    expect(patched.metadata?.labels).toMatchObject({ a: 'b' })
    const list = await api.list(
      'security.gardener.cloud/v1alpha1',
      'CredentialsBinding',
      'n',
      undefined,
      undefined,
      undefined,
      undefined,
      'a=b',
    )
    expect(list.items.map(item => item.metadata?.name)).toEqual(['b'])
    await expect(api.create(binding)).rejects.toMatchObject({ code: 409 })
  })

  test('reads and patches custom objects', async () => {
    const api = config.makeApiClient(CustomObjectsApi)
    const list = (await api.listNamespacedCustomObject({ ...GROUP, limit: 1 })) as { items: unknown[] }
    expect(list.items).toHaveLength(1)
    const patched = await api.patchNamespacedCustomObject(
      { ...GROUP, name: 'b', body: [{ op: 'add', path: '/metadata/labels/c', value: 'd' }] },
      setHeaderOptions('Content-Type', 'application/json-patch+json'),
    )
    expect(patched).toMatchObject({ metadata: { labels: { a: 'b', c: 'd' } } })
  })

  test('parses the kinds of Kubernetes into its own types', async () => {
    const api = config.makeApiClient(CoreV1Api)
    const { items } = await api.listNamespacedSecret({ namespace: 'n' })
    expect(items[0]?.data).toEqual({ k: 'dg==' })
    expect(items[0]?.metadata?.creationTimestamp).toBeInstanceOf(Date)
  })

  test('watches', async () => {
    const { metadata } = (await config.makeApiClient(CustomObjectsApi).listNamespacedCustomObject(GROUP)) as {
      metadata: { resourceVersion: string }
    }
    const seen: string[] = []
    const ended = new Promise<unknown>((resolve, reject) => {
      new Watch(config)
        .watch(
          `/apis/${GROUP.group}/${GROUP.version}/namespaces/n/${GROUP.plural}`,
          { resourceVersion: metadata.resourceVersion, timeoutSeconds: 3 },
          (type, object) => void seen.push(`${type} ${object.metadata.name}`),
          resolve,
        )
        .catch(reject)
    })
    await KubernetesObjectApi.makeApiClient(config).delete(binding)
    await waitFor(() => seen[0] ?? null)
    clock.advance(3_000)
    await ended
    expect(seen).toEqual(['DELETED b'])
  })
})
