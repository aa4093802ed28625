import { afterAll, beforeAll, expect, test } from 'vitest'
import { createGarden, type Garden } from '#embedded-garden/garden.ts'
import { LANDSCAPE_NAMESPACE } from '#embedded-garden/landscape/landscape.ts'
import { createGardenClient, type GardenClient } from '#lib/garden/client/client.ts'
import type { CredentialsBindingObject, SecretBindingObject } from '#lib/garden/resources/objects.ts'
import { CREDENTIALS_BINDINGS, type Resource, SECRET_BINDINGS, SHOOTS } from '#lib/garden/resources/resource.ts'
import type { BindingRef } from '#lib/hap/pools/binding.ts'
import type { Cluster } from '#lib/operators/api/cluster.ts'
import type { CloudProfileObject } from '#lib/operators/cluster/cloud-profile.ts'
import type { LiveShoot } from '#lib/operators/cluster/live-shoot.ts'
import { resolveChanges } from '#lib/operators/cluster/reconcile-shoot.ts'
import { FIELD_MANAGER, planShoot, type ShootManifest } from '#lib/operators/cluster/shoot-manifest.ts'
import { shootNameOf } from '#lib/operators/cluster/shoot-metadata.ts'
import { accessBy } from '../garden/access-by.ts'
import { landscape } from '../kit/landscape.ts'
import { PROVIDER_SAMPLES, sampleCluster } from './sample-cluster.ts'

const PROFILES: Resource = {
  group: 'core.gardener.cloud',
  version: 'v1beta1',
  plural: 'cloudprofiles',
  kind: 'CloudProfile',
}
const NOW = Date.parse('2026-11-21T06:00:00Z')

let garden: Garden
let client: GardenClient

beforeAll(async () => {
  garden = await createGarden({ throttle: false })
  garden.loadAll(landscape({ seed: 1, size: 'small', at: NOW }))
  client = createGardenClient({ access: accessBy(garden.kubeconfig('admin')), version: 'shoots' })
})

afterAll(async () => {
  client.close()
  await garden.stop()
})

const RESOURCES = { CredentialsBinding: CREDENTIALS_BINDINGS, SecretBinding: SECRET_BINDINGS } as const
type Kind = keyof typeof RESOURCES

/** A usable binding of a provider, of the first of these kinds that has one. */
async function bindingOf(
  provider: string,
  kinds: readonly Kind[] = ['CredentialsBinding', 'SecretBinding'],
): Promise<BindingRef> {
  const found: BindingRef[] = []
  for (const kind of kinds)
    await client.page<CredentialsBindingObject & SecretBindingObject>(
      { resource: RESOURCES[kind], namespace: LANDSCAPE_NAMESPACE },
      { limit: 500 },
      ({ metadata: { name, deletionTimestamp } = {}, provider: of }) => {
        if (of?.type === provider && deletionTimestamp === undefined && name !== undefined)
          found.push({ kind, namespace: LANDSCAPE_NAMESPACE, name })
      },
    )
  const [first] = found
  if (first === undefined) throw new Error(`The landscape has no binding of ${provider}.`)
  return first
}

async function plan(cluster: Cluster, binding: BindingRef, existing: LiveShoot | null): Promise<ShootManifest> {
  const { provider = '' } = cluster.spec.infrastructure ?? {}
  const profile = await client.get<CloudProfileObject>({ resource: PROFILES, namespace: null, name: provider })
  const name = shootNameOf(cluster.metadata.uid, LANDSCAPE_NAMESPACE.replace('garden-', ''))
  if (name === null) throw new Error('the project has too long a name')
  const order = { cluster, name, namespace: LANDSCAPE_NAMESPACE, globalAccount: 'abcd-0001', binding, profile }
  const planned = planShoot({ ...order, existing, now: NOW })
  if ('problem' in planned) throw new Error(planned.problem)
  return planned.manifest
}

const placeOf = ({ metadata: { name } }: ShootManifest) => ({ resource: SHOOTS, namespace: LANDSCAPE_NAMESPACE, name })

function apply(manifest: ShootManifest): Promise<LiveShoot> {
  const config = manifest as unknown as LiveShoot
  return client.apply<LiveShoot>(placeOf(manifest), config, { manager: FIELD_MANAGER, force: true })
}

test.each(PROVIDER_SAMPLES)('a shoot of $provider is accepted as planned', async sample => {
  const { provider, region, machineType, zones } = sample
  const cluster = sampleCluster({
    core: { region, purpose: 'Production' },
    oidcConfig: { clientID: 'kyma', issuerURL: 'https://idp.example.com' },
    infrastructure: { provider, machineType, numberOfZones: zones },
  })
  cluster.metadata.uid = `uid-${provider}`
  const binding = await bindingOf(provider)
  const made = await apply(await plan(cluster, binding, null))
  expect(made.metadata?.labels).toMatchObject({ account: 'abcd-0001', subaccount: 'abcd-0002' })
  expect(made.spec).toMatchObject({ region, purpose: 'production' })
  expect(made.spec?.credentialsBindingName ?? made.spec?.secretBindingName).toBe(binding.name)

  // Planning again finds no change, despite the defaults of the server.
  const again = resolveChanges(await plan(cluster, binding, made), made, zones)
  expect(again).toMatchObject({ needed: false, forbidden: [] })
  expect((await apply(again.manifest)).metadata?.resourceVersion).toBe(made.metadata?.resourceVersion)

  const wanted = structuredClone(cluster)
  wanted.metadata.generation = 2
  Object.assign(wanted.spec.infrastructure ?? {}, { autoScalerMax: 12 })
  Object.assign(wanted.spec.core ?? {}, { region: 'us-east-1' })
  if (provider !== 'aws') Object.assign(wanted.spec.core ?? {}, { region })
  const change = resolveChanges(await plan(wanted, binding, made), made, zones)
  expect(change.forbidden).toHaveLength(provider === 'aws' ? 1 : 0)
  expect(change.needed).toBe(true)
  const changed = await apply(change.manifest)
  expect(changed.spec?.provider?.workers?.[0]).toMatchObject({ name: 'cpu-worker-0', maximum: 12 })
  expect(changed.spec).toMatchObject({ region })
})

test('a shoot on a SecretBinding is accepted', async () => {
  const cluster = sampleCluster()
  cluster.metadata.uid = 'uid-secret-binding'
  const binding = await bindingOf('aws', ['SecretBinding'])
  const made = await apply(await plan(cluster, binding, null))
  expect(made.spec).toMatchObject({ secretBindingName: binding.name, kubernetes: { version: '1.33.11' } })
})

test('removes fields that a Cluster no longer has, and keeps those of others', async () => {
  const cluster = sampleCluster({ oidcConfig: { clientID: 'kyma', issuerURL: 'https://idp.example.com' } })
  cluster.metadata.uid = 'uid-removal'
  const binding = await bindingOf('aws')
  const made = await apply(await plan(cluster, binding, null))
  const extensions = [...(made.spec?.extensions ?? []), { type: 'shoot-cert-service' }]
  const place = placeOf(await plan(cluster, binding, made))
  const { resourceVersion = '' } = made.metadata ?? {}
  const byOthers = await client.patch<LiveShoot>(place, { spec: { extensions } }, { resourceVersion })
  const { oidcConfig: _, ...spec } = cluster.spec
  const without = { ...cluster, metadata: { ...cluster.metadata, generation: 2 }, spec }
  const { manifest, needed } = resolveChanges(await plan(without, binding, byOthers), byOthers, 3)
  expect(needed).toBe(true)
  const now = await apply(manifest)
  expect(now.spec?.extensions?.map(({ type }) => type).toSorted()).toEqual([
    'shoot-cert-service',
    'shoot-networking-filter',
  ])
  expect(now.spec?.kubernetes).not.toHaveProperty('kubeAPIServer.structuredAuthentication')
})
