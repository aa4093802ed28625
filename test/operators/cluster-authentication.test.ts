import { expect, test } from 'vitest'
import type { KubeObject } from '#lib/garden/resources/objects.ts'
import { CONFIG_MAPS, SHOOTS } from '#lib/garden/resources/resource.ts'
import { authenticationName } from '#lib/operators/cluster/authentication.ts'
import { findCondition } from '#lib/operators/framework/conditions.ts'
import { FREE, withShootLife } from '../claims/claim-world.ts'
import { waitUntil } from '../kit/wait.ts'
import { type ClusterWorld, clusterWorld } from './cluster-world.ts'

withShootLife()

const OPERATION = 'gardener.cloud/operation'
const HASH = 'operator.kyma-project.io/authentication'
const oidcConfig = { clientID: 'kyma', issuerURL: 'https://idp.example.com' }

const applied = (world: ClusterWorld, generation: number) =>
  world.seenCluster('example', ({ status }) => {
    const is = findCondition(status?.conditions, 'SpecApplied')
    const ready = findCondition(status?.conditions, 'Ready')
    return [is, ready].every(each => each?.status === 'True' && each.observedGeneration === generation)
  })

async function shootOf(world: ClusterWorld) {
  const shoot = await world.shootOf('example')
  if (shoot === null) throw new Error('There is no shoot.')
  const { metadata = {}, spec } = shoot
  const named = spec?.kubernetes?.kubeAPIServer?.structuredAuthentication?.configMapName
  return { name: metadata.name ?? '', metadata, annotations: metadata.annotations ?? {}, named }
}

/**
 * Number of reconciliations that Gardener was requested for the shoot since its creation; waits until they are done.
 */
async function reconciliations(world: ClusterWorld): Promise<number | undefined> {
  await waitUntil(async () => {
    const { metadata, status } = (await world.shootOf('example')) ?? {}
    return status?.observedGeneration === metadata?.generation && status?.lastOperation?.state === 'Succeeded'
  })
  const { metadata, annotations } = await shootOf(world)
  expect(annotations).not.toHaveProperty([OPERATION])
  return metadata.generation
}

async function configuration(world: ClusterWorld): Promise<string> {
  const { name } = await shootOf(world)
  const place = { resource: CONFIG_MAPS, namespace: world.namespace, name: authenticationName(name) }
  const { data } = await world.admin.get<KubeObject & { data?: Record<string, string> }>(place)
  return data?.['config.yaml'] ?? ''
}

test('replacing or removing an issuer costs a reconciliation of the shoot, other changes do not', async () => {
  const world = await clusterWorld({ a: FREE })
  await world.operator()
  await world.clusterOperator()
  await world.cluster('example', { oidcConfig })
  await applied(world, 1)
  expect(await reconciliations(world)).toBe(1)

  await world.editCluster('example', { oidcConfig: { issuerURL: 'https://other.example.com' } })
  await applied(world, 2)
  expect(await configuration(world)).toContain('https://other.example.com')
  expect(await reconciliations(world)).toBe(2)

  await world.editCluster('example', { administrators: [] })
  await applied(world, 3)
  // The ConfigMap does not contain this field.
  await world.editCluster('example', { oidcConfig: { signingAlgs: ['RS256'] } })
  await applied(world, 4)
  expect(await reconciliations(world)).toBe(2)

  await world.editCluster('example', { oidcConfig: null })
  await applied(world, 5)
  const { named, annotations } = await shootOf(world)
  expect(named).toBeUndefined()
  expect(annotations).not.toHaveProperty([HASH])
  expect(await reconciliations(world)).toBe(3)
})

test('reverting a change that did not reach the shoot also restores the ConfigMap', async () => {
  const world = await clusterWorld({ a: FREE })
  const { admin } = world
  await world.operator()
  let isStuck = false
  const apply: typeof admin.apply = (place, object, options) =>
    isStuck && place.resource === SHOOTS ? Promise.reject(new Error('ended')) : admin.apply(place, object, options)
  await world.clusterOperator({ garden: { ...admin, apply } })
  await world.cluster('example', { oidcConfig })
  await applied(world, 1)
  isStuck = true
  await world.editCluster('example', { oidcConfig: { clientID: 'other' } })
  await waitUntil(async () => (await configuration(world)).includes('other'))
  expect(await reconciliations(world)).toBe(1)
  await world.editCluster('example', { oidcConfig: { clientID: 'kyma' } })
  isStuck = false
  await applied(world, 3)
  expect(await configuration(world)).not.toContain('other')
  expect(await reconciliations(world)).toBe(2)
})

test('waits for an operation that another client requested for the shoot', async () => {
  const world = await clusterWorld({ a: FREE })
  const { admin, namespace } = world
  await world.operator()
  await world.clusterOperator()
  await world.cluster('example', { oidcConfig })
  await applied(world, 1)
  await reconciliations(world)
  const ask = async (operation: string | null) => {
    const { name, metadata } = await shootOf(world)
    const change = { metadata: { annotations: { [OPERATION]: operation } } }
    const { resourceVersion = '' } = metadata
    await admin.patch({ resource: SHOOTS, namespace, name }, change, { resourceVersion })
  }
  await ask('rotate-ssh-keypair')
  await world.editCluster('example', { oidcConfig: { clientID: 'other' } })
  const waiting = await world.seenCluster(
    'example',
    ({ status }) => findCondition(status?.conditions, 'SpecApplied')?.reason === 'ChangeConflicts',
  )
  expect(findCondition(waiting.status?.conditions, 'SpecApplied')?.message).toContain('rotate-ssh-keypair')
  expect((await shootOf(world)).annotations[OPERATION]).toBe('rotate-ssh-keypair')
  await ask(null)
  await applied(world, 2)
  expect(await configuration(world)).toContain('other')
  expect(await reconciliations(world)).toBe(2)
})
