import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { createGarden, type Garden } from '#embedded-garden/garden.ts'
import { createGardenClient, type GardenClient } from '#lib/garden/client/client.ts'
import type { KubeObject } from '#lib/garden/resources/objects.ts'
import { NAMESPACES, SECRETS } from '#lib/garden/resources/resource.ts'
import { keyOf } from '#lib/operators/framework/reconciler.ts'
import { createWatchStore } from '#lib/operators/framework/watch-store.ts'
import { accessBy } from '../../../test/garden/access-by.ts'
import { importedSecrets, namesOnly } from './imported-secrets.ts'

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 })

const NAMESPACE = 'kcp'
let garden: Garden
let admin: GardenClient

const clientOf = (persona: 'admin' | 'viewer') =>
  createGardenClient({ access: accessBy(garden.kubeconfig(persona)), version: 'test' })

beforeAll(async () => {
  garden = await createGarden({ throttle: false })
  admin = clientOf('admin')
  await admin.create({ resource: NAMESPACES, namespace: null }, { metadata: { name: NAMESPACE } })
  const metadata = { name: 'way', labels: { told: 'label' }, annotations: { told: 'annotation' } }
  const data = { config: Buffer.from('kept from us').toString('base64') }
  await admin.create({ resource: SECRETS, namespace: NAMESPACE }, { metadata, data } as KubeObject)
})

afterAll(async () => {
  admin.close()
  await garden.stop()
})

function follow(client: GardenClient) {
  const store = createWatchStore<KubeObject>({
    client,
    collection: { resource: SECRETS, namespace: NAMESPACE },
    staleAfterMs: 60_000,
    strip: namesOnly,
  })
  onTestFinished(() => store.stop())
  return store
}

test('caches only identity and version of a Secret', async () => {
  const store = follow(admin)
  await store.ready(new AbortController().signal)
  const [secret, ...others] = store.all()
  expect(others).toEqual([])
  expect(Object.keys(secret?.metadata ?? {}).sort()).toEqual([
    'creationTimestamp',
    'name',
    'namespace',
    'resourceVersion',
    'uid',
  ])
  expect(Object.keys(secret ?? {}).sort()).toEqual(['apiVersion', 'kind', 'metadata'])
})

test('without permission to watch Secrets controllers start, and freshness names the watch', async () => {
  const viewer = clientOf('viewer')
  onTestFinished(() => viewer.close())
  const source = importedSecrets(follow(viewer), secret => [keyOf(secret)])
  expect(await source.ready(new AbortController().signal)).toBe(true)
  await expect
    .poll(() => source.freshness(), { timeout: 20_000 })
    .toMatchObject({
      phase: 'refused',
      resource: 'secrets of clusters that were brought',
    })
})
