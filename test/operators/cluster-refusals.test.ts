import { afterEach, expect, test } from 'vitest'
import { SECRETS } from '#lib/garden/resources/resource.ts'
import type { Cluster, ClusterType } from '#lib/operators/api/cluster.ts'
import { CLOUD_PROFILES, type CloudProfileObject } from '#lib/operators/cluster/cloud-profile.ts'
import { findCondition } from '#lib/operators/framework/conditions.ts'
import { FREE, withShootLife } from '../claims/claim-world.ts'
import { waitUntil } from '../kit/wait.ts'
import { type ClusterWorld, clusterWorld, turnedOperator } from './cluster-world.ts'
import { otherCluster } from './other-cluster.ts'

withShootLife()

const SHOOTS = 'shoots.core.gardener.cloud'
const PROFILES = 'cloudprofiles.core.gardener.cloud'
const PROFILE = { resource: CLOUD_PROFILES, namespace: null, name: 'aws' }

const REFUSALS = [
  [422, 'the server found it not valid (422)', 'The operator retries when', 0],
  [403, 'an admission rule of the cluster refused it', 'The operator retries every hour and when', 1],
] as const

const REASONS: Readonly<Record<number, string>> = { 403: 'Forbidden', 409: 'Conflict', 422: 'Invalid' }

let world: ClusterWorld

afterEach(() => world.garden.faults.clear())

const said = ({ status }: Cluster, type: ClusterType) => {
  const { status: is, reason } = findCondition(status?.conditions, type) ?? {}
  return `${is} ${reason}`
}
const message = ({ status }: Cluster, type: ClusterType) => findCondition(status?.conditions, type)?.message
const seen = (type: ClusterType, wanted: string) =>
  world.seenCluster('example', cluster => said(cluster, type) === wanted)
const writes = () => world.garden.requests.count({ verb: 'patch', resource: SHOOTS })
const refuse = (verb: string, resource: string, status: number) =>
  world.garden.faults.add({
    match: { verb, resource },
    times: 0,
    mishap: { type: 'status', status, reason: REASONS[status] ?? 'InternalError' },
  })

/** An operator that checks when the test requests it, some hours later, and the errors it threw. */
async function operator() {
  const { look: after, failures } = await turnedOperator(world)
  // Its state of a Cluster may be older than its own write.
  const thrown = () => failures.filter(error => (error as { kind?: string }).kind !== 'conflict')
  return { look: (hours = 0) => after(hours * 60), thrown }
}

async function changeProfile(spec: object): Promise<void> {
  const { metadata } = await world.admin.get<CloudProfileObject>(PROFILE)
  await world.admin.patch(PROFILE, { spec }, { resourceVersion: metadata?.resourceVersion ?? '' })
}

test.each(REFUSALS)(
  'a shoot that Gardener refuses to create (%i) is retried only after a change, or hourly if it is forbidden',
  async (status, words, when, often) => {
    world = await clusterWorld({ a: FREE })
    await world.operator()
    const { look, thrown } = await operator()
    refuse('patch', SHOOTS, status)
    const before = writes()
    await world.cluster('example')
    const refused = await seen('ClusterProvisioned', 'False ShootRefused')
    const refusal = message(refused, 'ClusterProvisioned') ?? ''
    expect(refusal).toMatch(/^Could not patch Shoot .* changes\.$/)
    expect(refusal).toContain(words)
    expect(refusal).toContain(when)
    expect(said(refused, 'Ready')).toBe('False Failed')
    // The account may be marked after the first check of the Cluster: that is a change of the binding.
    await look()
    const first = writes()
    expect(first - before).toBeLessThanOrEqual(2)
    await look(24)
    await look(24)
    const later = first + 2 * often
    expect(writes()).toBe(later)
    await look(0.9)
    expect(writes()).toBe(later)
    // Another operator, or a restarted one, knows it too.
    const next = await operator()
    await next.look()
    expect(writes()).toBe(later)

    await changeProfile({ kubernetes: { versions: [{ version: '1.34.7' }, { version: '1.34.8' }] } })
    await look()
    await waitUntil(() => writes() > later)
    await look()
    const second = writes()
    await look(24)
    expect(writes()).toBe(second + often)

    world.garden.faults.clear()
    await world.editCluster('example', { infrastructure: { autoScalerMax: 7 } })
    const ready = await seen('Ready', 'True Ready')
    expect(ready.status).not.toHaveProperty('refusal')
    expect(thrown()).toEqual([])
  },
)

test.each(REFUSALS)(
  'a change that Gardener refuses (%i) is retried only after a change, or hourly if it is forbidden',
  async (status, words, _when, often) => {
    world = await clusterWorld({ a: FREE })
    await world.operator()
    const { look } = await operator()
    await world.cluster('example')
    await seen('Ready', 'True Ready')
    refuse('patch', SHOOTS, status)
    const before = writes()
    await world.editCluster('example', { infrastructure: { autoScalerMax: 9 } })
    const refused = await seen('SpecApplied', 'False ChangeForbidden')
    expect(message(refused, 'SpecApplied')).toContain(words)
    expect(said(refused, 'ClusterProvisioned')).toBe('True ShootReady')
    expect(said(refused, 'Ready')).toBe('False Failed')
    // An event before the operator receives its own status causes another attempt.
    await look()
    const first = writes()
    expect(first - before).toBeLessThanOrEqual(2)
    await look(24)
    await look(24)
    const sent = first + 2 * often
    expect(writes()).toBe(sent)
    // The earlier refusal does not apply to the new spec.
    await world.editCluster('example', { infrastructure: { autoScalerMax: 10 } })
    await world.seenCluster('example', ({ status }) => status?.observedGeneration === 3)
    await look()
    expect(writes()).toBe(sent + 1)
    world.garden.faults.clear()
    await look()
    expect(writes()).toBe(sent + 1)
    await world.editCluster('example', { infrastructure: { autoScalerMax: 11 } })
    expect((await seen('SpecApplied', 'True Applied')).status).not.toHaveProperty('refusal')
  },
)

test('a conflict with another client is reported and retried soon', async () => {
  world = await clusterWorld({ a: FREE })
  await world.operator()
  const { look } = await operator()
  refuse('patch', SHOOTS, 409)
  await world.cluster('example')
  await seen('ClusterProvisioned', 'False ShootConflicts')
  world.garden.faults.clear()
  await look()
  await seen('Ready', 'True Ready')
  refuse('patch', SHOOTS, 409)
  await world.editCluster('example', { infrastructure: { autoScalerMax: 9 } })
  await seen('SpecApplied', 'False ChangeConflicts')
  world.garden.faults.clear()
  await look()
  await seen('Ready', 'True Ready')
})

const WITHHELD = 'False SubscriptionWithheld'

test('requests no account without a CloudProfile until there is one', async () => {
  world = await clusterWorld({ a: FREE })
  const { metadata, ...profile } = await world.admin.get<CloudProfileObject>(PROFILE)
  await world.admin.delete(PROFILE)
  await world.operator()
  const { look, thrown } = await operator()
  await world.cluster('example')
  const missing = await seen('ClusterProvisioned', 'False CloudProfileUnavailable')
  expect(message(missing, 'ClusterProvisioned')).toBe('Could not get CloudProfile aws: it does not exist (404).')
  expect(said(missing, 'SubscriptionReady')).toBe(WITHHELD)
  expect(said(missing, 'Ready')).toBe('False Failed')
  await look()
  expect(await world.claims()).toEqual([])
  expect(await world.labels('a')).not.toHaveProperty('tenantName')
  await world.admin.create(PROFILE, { ...profile, metadata: { name: metadata?.name ?? '' } })
  await look()
  await seen('Ready', 'True Ready')
  expect(thrown()).toEqual([])
})

test('an account whose CloudProfile was deleted since reports it, and is used once there is one', async () => {
  world = await clusterWorld({})
  const { metadata, ...profile } = await world.admin.get<CloudProfileObject>(PROFILE)
  await world.operator()
  const { look } = await operator()
  await world.cluster('example')
  await seen('SubscriptionReady', 'False SubscriptionWaiting')
  await world.admin.delete(PROFILE)
  const before = writes()
  await world.create('a', FREE)
  const missing = await seen('ClusterProvisioned', 'False CloudProfileUnavailable')
  expect(message(missing, 'ClusterProvisioned')).toBe('Could not get CloudProfile aws: it does not exist (404).')
  expect(missing.status?.bindingRef?.name).toBe('a')
  await look()
  expect(writes()).toBe(before)
  await world.admin.create(PROFILE, { ...profile, metadata: { name: metadata?.name ?? '' } })
  await look()
  await seen('Ready', 'True Ready')
})

test.each([
  [
    'region',
    { core: { region: 'nowhere-1' } },
    'CloudProfile aws does not offer the region nowhere-1 (offered: eu-central-1).',
  ],
  [
    'machine type',
    { infrastructure: { machineType: 'm9.huge' } },
    'CloudProfile aws does not offer the machine type m9.huge (offered: m6i.large).',
  ],
  ['number of zones', { infrastructure: { numberOfZones: 4 } }, 'numberOfZones is 4, and region eu-central-1 has 3.'],
])('claims no account for a %s that the CloudProfile does not have', async (_, change, words) => {
  world = await clusterWorld({ a: FREE })
  await changeProfile({ machineTypes: [{ name: 'm6i.large' }] })
  await world.operator()
  const { look, thrown } = await operator()
  await world.cluster('example', change)
  const refused = await seen('ClusterProvisioned', 'False ShootRefused')
  expect(message(refused, 'ClusterProvisioned')).toBe(words)
  expect(said(refused, 'SubscriptionReady')).toBe(WITHHELD)
  expect(refused.status?.conditions?.find(({ type }) => type === 'Ready')).toMatchObject({
    reason: 'Failed',
    message: words,
  })
  await look()
  expect(await world.claims()).toEqual([])
  expect(await world.labels('a')).not.toHaveProperty('tenantName')
  // No account has to be released, and no shoot deleted.
  await world.removeCluster('example')
  await waitUntil(async () => (await world.readCluster('example')) === null)
  expect(thrown()).toEqual([])
})

test('a corrected machine type gets its account', async () => {
  world = await clusterWorld({ a: FREE })
  await changeProfile({ machineTypes: [{ name: 'm6i.large' }] })
  await world.operator()
  await operator()
  await world.cluster('example', { infrastructure: { machineType: 'm9.huge' } })
  await seen('SubscriptionReady', WITHHELD)
  await world.editCluster('example', { infrastructure: { machineType: 'm6i.large' } })
  await seen('Ready', 'True Ready')
  expect(await world.claims()).toEqual(['a reserved'])
})

test.each([
  [429, 'GardenerUnreachable'],
  [503, 'GardenerUnreachable'],
])('waits with the account while the CloudProfile cannot be read (%i)', async (status, reason) => {
  world = await clusterWorld({ a: FREE })
  await world.operator()
  const { look, thrown } = await operator()
  refuse('get', PROFILES, status)
  await world.cluster('example')
  const unseen = await seen('ClusterProvisioned', `Unknown ${reason}`)
  expect(said(unseen, 'SubscriptionReady')).toBe(WITHHELD)
  expect(said(unseen, 'Ready')).toBe('False InProgress')
  expect(await world.claims()).toEqual([])
  world.garden.faults.clear()
  await look()
  await seen('Ready', 'True Ready')
  expect(thrown()).toEqual([])
})

test('an unreadable CloudProfile leaves the shoot unchanged, and is reported', async () => {
  world = await clusterWorld({ a: FREE })
  await world.operator()
  const { look } = await operator()
  await world.cluster('example')
  await seen('Ready', 'True Ready')
  refuse('get', PROFILES, 403)
  const before = writes()
  await world.editCluster('example', { infrastructure: { autoScalerMax: 9 } })
  const unread = await seen('SpecApplied', 'False CloudProfileUnavailable')
  expect(message(unread, 'SpecApplied')).toMatch(
    /^Could not get .* aws: an admission rule of the cluster refused it\.$/,
  )
  expect(said(unread, 'ClusterProvisioned')).toBe('True ShootReady')
  expect(said(unread, 'AdministratorsReady')).toBe('True AdministratorsBound')
  expect(writes()).toBe(before)
  world.garden.faults.clear()
  await look()
  await seen('Ready', 'True Ready')
  expect(writes()).toBe(before + 1)
})

test.each([
  [401, 'GardenerRefused', 'Failed'],
  [403, 'GardenerRefused', 'Failed'],
  [418, 'GardenerRefused', 'Failed'],
  [429, 'GardenerUnreachable', 'InProgress'],
  [500, 'GardenerUnreachable', 'InProgress'],
])('reports that Gardener refuses reads (%i)', async (status, reason, ready) => {
  world = await clusterWorld({ a: FREE })
  await world.operator()
  const { thrown } = await operator()
  refuse('get', SHOOTS, status)
  await world.cluster('example')
  // With its account, which it also waits for until then.
  await seen('SubscriptionReady', 'True SubscriptionBound')
  const unseen = await seen('Ready', `False ${ready}`)
  expect(said(unseen, 'ClusterProvisioned')).toBe(`Unknown ${reason}`)
  expect(thrown()).toEqual([])
})

test.each([
  [403, 'False SubscriptionRefused'],
  [503, 'Unknown ControlPlaneUnavailable'],
])('reports that no account can be requested (%i)', async (status, expected) => {
  world = await clusterWorld({ a: FREE })
  const { look, thrown } = await operator()
  refuse('patch', 'subscriptionrequests.control-plane.kyma-project.io', status)
  await world.cluster('example')
  await seen('SubscriptionReady', expected)
  await look()
  expect(thrown()).toEqual([])
})

test.each([
  ['patch', SHOOTS, 403, 'Could not patch Shoot', 'a reserved'],
  ['delete', SHOOTS, 403, 'Could not delete Shoot', 'a reserved'],
  ['delete', SHOOTS, 503, 'Could not delete Shoot', 'a reserved'],
  ['get', SHOOTS, 401, 'Could not get Shoot', 'a reserved'],
  ['delete', 'subscriptionrequests.control-plane.kyma-project.io', 403, 'Could not delete SubscriptionRequest', 'a '],
])(
  'a deleted Cluster that cannot be removed (%s %s: %i) reports why, keeps its account, and is removed later',
  async (verb, resource, status, words, claim) => {
    world = await clusterWorld({ a: FREE })
    await world.operator()
    const { look } = await operator()
    await world.cluster('example')
    await seen('Ready', 'True Ready')
    refuse(verb, resource, status)
    await world.removeCluster('example')
    const stuck = await world.seenCluster('example', cluster =>
      (message(cluster, 'Ready') ?? '').startsWith('The Cluster cannot be deleted yet'),
    )
    expect(said(stuck, 'Ready')).toBe('False Deleting')
    expect(message(stuck, 'Ready')).toMatch(`The Cluster cannot be deleted yet; the operator retries. ${words}`)
    expect((await world.claims()).every(each => each.startsWith(claim))).toBe(true)
    world.garden.faults.clear()
    await waitUntil(async () => {
      await look()
      await world.service.sweep()
      return (await world.readCluster('example')) === null
    })
    expect(await world.claims()).toEqual(['a released'])
  },
)

const encoded = (data: Record<string, string>) =>
  Object.fromEntries(Object.entries(data).map(([key, value]) => [key, Buffer.from(value).toString('base64')]))

test.each([
  ['without the key', { other: 'x' }, 'False KubeconfigMissing', /^The Secret brought has no key config\./],
  [
    'without a kubeconfig',
    { config: 'no: kubeconfig' },
    'False KubeconfigInvalid',
    /^Could not open the cluster of Secret brought/,
  ],
])('a Secret %s is reported, and retried once it has changed', async (_, data, expected, words) => {
  world = await clusterWorld({})
  const { admin, namespace } = world
  const { kubeconfig } = await otherCluster()
  const place = { resource: SECRETS, namespace, name: 'brought' }
  await admin.create(place, { metadata: { name: 'brought' }, data: encoded(data) } as object)
  const { look, thrown } = await operator()
  await world.bring('example', {
    kubeconfigSecretRef: { name: 'brought', key: 'config' },
    administrators: ['u@sap.com'],
  })
  const closed = await seen('ClusterProvisioned', expected)
  expect(message(closed, 'ClusterProvisioned')).toMatch(words)
  expect(said(closed, 'AdministratorsReady')).toBe('False ClusterRefused')
  // The deletion reports no access that was never granted.
  expect(closed.status?.administratorsBegun).toBeUndefined()
  expect(said(closed, 'Ready')).toBe('False Failed')
  expect(thrown()).toEqual([])
  await admin.delete(place)
  const right = { metadata: { name: 'brought' }, data: encoded({ config: kubeconfig }) }
  await admin.create(place, right as object)
  await look()
  await seen('Ready', 'True Ready')
})

test.each([
  [403, 'KubeconfigUnreadable', 'Failed', 'an admission rule of the cluster refused it.'],
  [429, 'ControlPlaneUnavailable', 'InProgress', 'the server asks for fewer requests (429).'],
  [503, 'ControlPlaneUnavailable', 'InProgress', 'the server has a problem of its own (503).'],
])('a Secret that cannot be read (%i) is reported', async (status, reason, ready, words) => {
  world = await clusterWorld({})
  refuse('get', 'secrets', status)
  const { thrown } = await operator()
  await world.bring('example', { kubeconfigSecretRef: { name: 'brought', key: 'config' } })
  const unread = await seen('ClusterProvisioned', `Unknown ${reason}`)
  expect(message(unread, 'ClusterProvisioned')).toMatch(/^Could not get Secret brought in /)
  expect(message(unread, 'ClusterProvisioned')).toContain(words)
  expect(said(unread, 'Ready')).toBe(`False ${ready}`)
  expect(thrown()).toEqual([])
})
