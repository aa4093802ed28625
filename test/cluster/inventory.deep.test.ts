import { isDeepStrictEqual } from 'node:util'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { createRandom } from '#embedded-garden/landscape/random.ts'
import { createGardenClient } from '#lib/garden/client/client.ts'
import { loadKubeconfig } from '#lib/garden/client/kubeconfig.ts'
import { type LiveInventory, watchInventory } from '#lib/garden/inventory/watch-inventory.ts'
import { CREDENTIALS_BINDINGS, SECRETS, SHOOTS } from '#lib/garden/resources/resource.ts'
import { freshPicture } from '../garden/live-garden.ts'
import { pictureOf } from '../garden/reference.ts'
import { type Cluster, prepareCluster } from './cluster.ts'
import { loadSmallLandscape } from './small-landscape.ts'

let cluster: Cluster
let live: LiveInventory

beforeAll(async () => {
  cluster = await prepareCluster()
  await loadSmallLandscape(cluster)
  live = watchInventory({
    client: cluster.viewer,
    namespace: cluster.namespace,
    kinds: ['CredentialsBinding', 'SecretBinding'],
    staleAfterMs: 60_000,
    pageSize: 7,
  })
  expect(await live.ready(AbortSignal.timeout(60_000))).toBe(true)
})

afterAll(async () => {
  await live?.stop()
  await cluster?.stop()
})

const WITHIN = { timeout: 60_000, interval: 100 }

async function expectUpToDate() {
  const fresh = await freshPicture(cluster.admin, cluster.namespace)
  await vi.waitFor(() => expect(isDeepStrictEqual(pictureOf(live.inventory, fresh), fresh)).toBe(true), WITHIN)
}

test('the first paged list is complete', async () => {
  expect(live.inventory.bindingCount).toBeGreaterThan(30)
  expect(live.inventory.shootCount).toBe(200)
  await expectUpToDate()
})

test('creations, patches and deletions arrive by watch, as a fresh list has them', async () => {
  const random = createRandom(7, 'cluster')
  const names = [...live.inventory.bindings()]
    .filter(({ kind }) => kind === 'CredentialsBinding')
    .map(({ name }) => name)
  for (let step = 0; step < 60; step++) {
    const name = random.pick(names)
    const place = { resource: CREDENTIALS_BINDINGS, namespace: cluster.namespace, name }
    const { metadata } = await cluster.admin.get(place)
    const labels = { dirty: random.pick([null, 'true', 'false']), tenantName: random.pick([null, 'ga-1', 'ga-2']) }
    await cluster.admin.patch(place, { metadata: { labels } }, { resourceVersion: metadata?.resourceVersion ?? '' })
    const shoot = `c-${step}`
    const spec = { credentialsBindingName: name, region: 'eu-central-1', provider: { type: 'aws' } }
    await cluster.create(SHOOTS, {
      apiVersion: 'core.gardener.cloud/v1beta1',
      kind: 'Shoot',
      metadata: { name: shoot },
      spec,
    })
    if (random.chance(0.4)) await cluster.remove(SHOOTS, shoot)
  }
  await expectUpToDate()
})

describe('Secrets as bindings', () => {
  test('are followed as metadata, without their data', async () => {
    const secret = {
      apiVersion: 'v1',
      kind: 'Secret',
      metadata: { name: 'aws-1', labels: { 'hyperscaler-type': 'aws', 'tenant-name': 'ga-1' } },
      stringData: { key: 'never-read' },
    }
    await cluster.create(SECRETS, secret)
    const client = createGardenClient({ access: loadKubeconfig(cluster.kubeconfigs.operator), version: 'test' })
    const secrets = watchInventory({ client, namespace: cluster.namespace, kinds: ['Secret'], staleAfterMs: 60_000 })
    expect(await secrets.ready(AbortSignal.timeout(60_000))).toBe(true)
    const binding = secrets.inventory.binding(`Secret/${cluster.namespace}/aws-1`)
    expect(binding).toMatchObject({ labels: { 'hyperscaler-type': 'aws' }, account: { kind: 'Secret', name: 'aws-1' } })
    expect(JSON.stringify([...secrets.inventory.bindings()])).not.toContain('never-read')
    await secrets.stop()
    client.close()
  })
})

test('reports a kind that the role may not list by name, and still watches the others', async () => {
  const secrets = watchInventory({
    client: cluster.viewer,
    namespace: cluster.namespace,
    kinds: ['CredentialsBinding', 'Secret'],
    staleAfterMs: 60_000,
  })
  expect(await secrets.ready(AbortSignal.timeout(60_000))).toBe(true)
  // The inventory is ready after the lists; a source is live once its watch is open, which may be later.
  await vi.waitFor(() => {
    const phases = Object.fromEntries(secrets.inventory.freshness().map(({ source, phase }) => [source, phase]))
    expect(phases).toMatchObject({ CredentialsBinding: 'live', Shoot: 'live', Secret: 'refused' })
  }, WITHIN)
  const refused = secrets.inventory.freshness().find(({ source }) => source === 'Secret')
  expect(refused?.error?.permission).toMatchObject({ verb: 'list', resource: 'secrets' })
  await secrets.stop()
})
