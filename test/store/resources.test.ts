import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { User } from '#lib/auth/session.ts'
import { NO_AUTH_TIME, SIGN_IN_AGAIN } from '#lib/auth/sign-in-time.ts'
import { createGardenClient, type GardenClient } from '#lib/garden/client/client.ts'
import { GardenError } from '#lib/garden/client/garden-error.ts'
import type { KubeObject } from '#lib/garden/resources/objects.ts'
import { CLUSTERS, SUBSCRIPTION_REQUESTS } from '#lib/operators/api/resources.ts'
import { type ChartServer, startChartServer } from '#lib/operators/testing/chart-server.ts'
import { CLUSTER_CREATION, createCluster } from '#lib/services/resources/cluster-creation.ts'
import { previewCreation } from '#lib/services/resources/create-resource.ts'
import { deleteCluster, deleteSubscription } from '#lib/services/resources/delete-resource.ts'
import { resourceResolver } from '#lib/services/resources/resolve-resources.ts'
import type { ResourceContext } from '#lib/services/resources/resource-call.ts'
import { createSubscription } from '#lib/services/resources/subscription-creation.ts'
import { AccessGrants } from '#lib/services/tokens/access-grants.ts'
import { AuditLog } from '#lib/store/audit/audit-log.ts'
import { listAudit } from '#lib/store/audit/records.ts'
import type { Store } from '#lib/store/store.ts'
import { accessBy } from '../garden/access-by.ts'
import { testStore } from './test-store.ts'

const VIEWER = { id: 'viewer', name: 'vera', role: 'viewer' } as const
const OPERATOR = { id: 'operator', name: 'olga', role: 'operator' } as const
const ADMIN = { id: 'admin', name: 'anna', role: 'admin' } as const
type Caller = User

const NAMESPACE = 'cluster-operator'

let server: ChartServer
let client: GardenClient
let store: Store
let context: ResourceContext

beforeAll(async () => {
  server = await startChartServer()
  client = createGardenClient({ access: accessBy(server.garden.kubeconfig('admin')), version: 'test' })
})

beforeEach(async () => {
  store = await testStore()
  const grants = new AccessGrants({ store, tokens: null, onDeprecated: () => undefined })
  context = { control: client, namespace: NAMESPACE, audit: new AuditLog(store), grants, now: store.now }
})

afterAll(async () => {
  client.close()
  await server.stop()
})

const call = (user: Caller, input: object) => ({ user, requestId: 'r-1', input, signedInAt: null })
const said = async () =>
  (await listAudit(store.db, {}, { limit: 20 })).map(({ action, outcome, detail }) => `${action} ${outcome}: ${detail}`)

const INFRASTRUCTURE = {
  provider: 'aws',
  machineType: 'm5.xlarge',
  autoScalerMin: 1,
  autoScalerMax: 3,
  numberOfZones: 1,
  subscriptionSelector: 'globalaccount:ga-1 || shared',
}
const cluster = (name: string, spec: object = {}, more: object = {}) => ({
  name,
  labels: { plan: 'trial', globalaccountid: 'ga-1', subaccountid: '' },
  spec: JSON.parse(JSON.stringify({ core: { region: 'eu-central-1' }, infrastructure: INFRASTRUCTURE, ...spec })),
  reason: 'a customer asked for it',
  ...more,
})
const subscription = (name: string, spec: object = {}) => ({
  name,
  spec: { provider: 'aws', subscriptionSelector: 'ga-1', ...spec },
  reason: 'a customer asked for it',
})

const readCluster = (name: string) => client.get({ resource: CLUSTERS, namespace: NAMESPACE, name })

async function seen(resource: typeof CLUSTERS, name: string, more: object = {}) {
  const { metadata } = await client.get<{ metadata: { uid: string; generation: number } }>({
    resource,
    namespace: NAMESPACE,
    name,
  })
  return { seen: { uid: metadata.uid, generation: metadata.generation }, reason: 'it is not used', ...more }
}

describe('a Cluster', () => {
  test('is created as requested, and recorded', async () => {
    expect(await createCluster(context, call(OPERATOR, cluster('made')))).toEqual({ kind: 'created', name: 'made' })
    expect(await readCluster('made')).toMatchObject({
      metadata: { labels: { plan: 'trial', globalaccountid: 'ga-1' } },
      spec: { infrastructure: INFRASTRUCTURE },
    })
    expect(await listAudit(store.db, {}, { limit: 9 })).toMatchObject([
      {
        action: 'create cluster',
        actor: 'olga',
        reason: 'a customer asked for it',
        outcome: 'accepted',
        targets: [`Cluster/${NAMESPACE}/made`, 'GlobalAccount/ga-1'],
        wanted: { spec: { core: { region: 'eu-central-1' } } },
      },
    ])
  })

  const machines = (fields: object) => ({ infrastructure: { ...INFRASTRUCTURE, ...fields } })
  test.each<[string, object, string]>([
    ['Bad Name', {}, 'name'],
    ['no-region', { core: undefined }, 'spec'],
    ['brought', { infrastructure: undefined, kubeconfigSecretRef: { name: 'mine', key: 'config' } }, 'spec'],
    ['few', machines({ autoScalerMin: 5, autoScalerMax: 3 }), 'spec.infrastructure.autoScalerMax'],
    ['selector', machines({ subscriptionSelector: 'everybody || nobody' }), 'spec.infrastructure.subscriptionSelector'],
    ['provider', machines({ provider: 'own' }), 'spec.infrastructure.provider'],
    ['system', { administrators: ['system:anonymous'] }, 'spec.administrators[0]'],
    ['made', {}, 'name'],
  ])('%s %j reports the invalid field before anything is written', async (name, spec, field) => {
    const result = await createCluster(context, call(ADMIN, cluster(name, spec)))
    expect(result).toMatchObject({ kind: 'invalid', problems: [{ field }] })
    expect((await said())[0]).toMatch(/^create cluster refused: /)
    if (name !== 'made') await expect(readCluster(name)).rejects.toThrow()
  })

  test('reports all problems at once', async () => {
    const input = cluster('Bad Name', {
      ...machines({ machineType: '<b>', subscriptionSelector: 'everybody || nobody' }),
      administrators: ['olga', 'system:anonymous'],
    })
    const { problems } = await previewCreation(context, CLUSTER_CREATION, { user: OPERATOR, signedInAt: null, input })
    expect(problems.map(({ field }) => field)).toEqual([
      'name',
      'spec.infrastructure.machineType',
      'spec.infrastructure.subscriptionSelector',
      'spec.administrators[1]',
    ])
  })

  test('its preview shows the manifest and writes nothing', async () => {
    const preview = { user: OPERATOR, signedInAt: null, input: { ...cluster('previewed'), reason: undefined } }
    const { yaml, problems } = await previewCreation(context, CLUSTER_CREATION, preview)
    expect(problems).toEqual([])
    expect(yaml).toMatch(
      /^apiVersion: operator.kyma-project.io\/v1alpha1\nkind: Cluster\nmetadata:\n {2}name: previewed\n/,
    )
    await expect(readCluster('previewed')).rejects.toThrow()
    expect(await said()).toEqual([])
  })

  test('needs a reason', async () => {
    const result = await createCluster(context, call(OPERATOR, cluster('silent', {}, { reason: ' ' })))
    expect(result).toMatchObject({ problems: [{ field: 'reason', message: 'a reason is required' }] })
  })

  test('is deleted by an administrator who types its name, if it is the one that was seen', async () => {
    await createCluster(context, call(OPERATOR, cluster('leaving')))
    const input = await seen(CLUSTERS, 'leaving')
    const remove = (user: Caller, more: object = {}) =>
      deleteCluster(context, call(user, { ...input, confirmed: 'leaving', ...more }), 'leaving')
    await expect(remove(OPERATOR)).rejects.toMatchObject({ status: 403, message: 'Requires the admin role.' })
    await expect(remove(ADMIN, { confirmed: 'leavin' })).rejects.toMatchObject({ status: 400 })
    await expect(remove(ADMIN, { reason: '' })).rejects.toMatchObject({ status: 400 })
    await expect(remove(ADMIN, { seen: { ...input.seen, uid: 'another' } })).rejects.toMatchObject({ status: 409 })
    await expect(remove(ADMIN, { seen: { ...input.seen, generation: 7 } })).rejects.toMatchObject({ status: 409 })
    expect(await readCluster('leaving')).toBeDefined()
    await remove(ADMIN)
    await expect(readCluster('leaving')).rejects.toMatchObject({ kind: 'not-found' })
    await expect(remove(ADMIN)).rejects.toMatchObject({ status: 404, message: 'There is no Cluster leaving.' })
    const log = await said()
    expect(log.filter(line => line.startsWith('delete cluster refused'))).toHaveLength(6)
    expect(log[1]).toBe(
      'delete cluster accepted: Nothing has been created yet; its subscription request is deleted too.',
    )
  })
})

test.each([
  ['a Cluster', 'Cluster', CLUSTERS, deleteCluster],
  ['a SubscriptionRequest with an account', 'SubscriptionRequest', SUBSCRIPTION_REQUESTS, deleteSubscription],
] as const)('%s is deleted by an OIDC user only after a recent sign-in', async (_, kind, resource, remove) => {
  const name = `proved-${resource.plural}`
  await (kind === 'Cluster'
    ? createCluster(context, call(OPERATOR, cluster(name)))
    : createSubscription(context, call(OPERATOR, subscription(name))))
  const bindingRef = { kind: 'CredentialsBinding', namespace: 'garden-kyma', name: 'aws-1' }
  if (kind === 'SubscriptionRequest') await server.setStatus(kind, name, { bindingRef })
  const otto = { ...ADMIN, id: 'oidc:otto', name: 'otto' }
  const input = await seen(resource, name, { confirmed: name })
  const by = (signedInAt: number | null) => remove(context, { ...call(otto, input), signedInAt }, name)
  await expect(by(null)).rejects.toMatchObject({ status: 403, message: expect.stringContaining(NO_AUTH_TIME) })
  await expect(by(store.now() - 301_000)).rejects.toMatchObject({ status: 403, message: SIGN_IN_AGAIN })
  expect(await said()).toContain(
    `delete ${kind === 'Cluster' ? 'cluster' : 'subscription request'} refused: ${SIGN_IN_AGAIN}`,
  )
  await by(store.now())
  await expect(client.get({ resource, namespace: NAMESPACE, name })).rejects.toMatchObject({ kind: 'not-found' })
})

test('rejects and records a failed deletion while the control plane is unavailable', async () => {
  await createSubscription(context, call(OPERATOR, subscription('kept')))
  const refusal = new GardenError({ kind: 'unavailable', doing: 'delete it', because: 'it is restarted.' })
  const control: ResourceContext['control'] = {
    ...client,
    delete: async (place, options) => {
      if (!options?.dryRun) throw refusal
      return client.delete(place, options)
    },
  }
  const input = await seen(SUBSCRIPTION_REQUESTS, 'kept')
  await expect(deleteSubscription({ ...context, control }, call(OPERATOR, input), 'kept')).rejects.toBe(refusal)
  expect((await said())[0]).toBe('delete subscription request failed: It failed. Could not delete it: it is restarted.')
})

test('a waiting SubscriptionRequest is withdrawn without a recent sign-in', async () => {
  await createSubscription(context, call(OPERATOR, subscription('withdrawn')))
  const otto = { ...OPERATOR, id: 'oidc:otto' }
  await deleteSubscription(context, call(otto, await seen(SUBSCRIPTION_REQUESTS, 'withdrawn')), 'withdrawn')
})

describe('a SubscriptionRequest', () => {
  test('is created, and deleted again', async () => {
    const made = await createSubscription(context, call(OPERATOR, subscription('asked')))
    expect(made).toEqual({ kind: 'created', name: 'asked' })
    const input = await seen(SUBSCRIPTION_REQUESTS, 'asked')
    await deleteSubscription(context, call(OPERATOR, input), 'asked')
    expect((await said())[0]).toBe(
      'delete subscription request accepted: The request leaves the queue without an account.',
    )
    expect(await listAudit(store.db, {}, { limit: 1 })).toMatchObject([{ before: { uid: input.seen.uid } }])
  })

  test.each([
    [{ subscriptionSelector: 'a || b' }, 'spec.subscriptionSelector'],
    [{ provider: 'own' }, 'spec.provider'],
    [{ cluster: 'Not A Shoot' }, 'spec.cluster'],
    [{ unknown: 1 }, 'spec'],
  ])('with %j is refused with the invalid field', async (spec, field) => {
    const result = await createSubscription(context, call(OPERATOR, subscription('wrong', spec)))
    expect(result).toMatchObject({ kind: 'invalid', problems: [{ field }] })
  })

  test('of a Cluster cannot be deleted directly, and one with an account only with its name typed', async () => {
    const owner = { apiVersion: 'operator.kyma-project.io/v1alpha1', kind: 'Cluster', name: 'made', uid: 'u-1' }
    for (const [name, ownerReferences] of [
      ['owned', [owner]],
      ['bound', []],
    ] as const) {
      await client.create({ resource: SUBSCRIPTION_REQUESTS, namespace: NAMESPACE }, {
        metadata: { name, ownerReferences },
        spec: subscription(name).spec,
      } as object)
    }
    const owned = deleteSubscription(context, call(OPERATOR, await seen(SUBSCRIPTION_REQUESTS, 'owned')), 'owned')
    await expect(owned).rejects.toMatchObject({ status: 409, message: expect.stringContaining('Cluster made') })
    await server.setStatus('SubscriptionRequest', 'bound', {
      bindingRef: { kind: 'CredentialsBinding', namespace: 'garden-kyma', name: 'aws-1' },
    })
    const input = await seen(SUBSCRIPTION_REQUESTS, 'bound')
    await expect(deleteSubscription(context, call(OPERATOR, input), 'bound')).rejects.toMatchObject({ status: 400 })
    await deleteSubscription(context, call(OPERATOR, { ...input, confirmed: 'bound' }), 'bound')
    expect((await said())[0]).toContain('The account aws-1 will be released.')
  })
})

test('refuses and records each attempt without the role', async () => {
  await createCluster(context, call(OPERATOR, cluster('guarded')))
  await createSubscription(context, call(OPERATOR, subscription('guarded')))
  const before = (await said()).length
  for (const attempt of [
    async () => createCluster(context, call(VIEWER, cluster('denied'))),
    async () => createSubscription(context, call(VIEWER, subscription('denied'))),
    async () => deleteCluster(context, call(VIEWER, await seen(CLUSTERS, 'guarded')), 'guarded'),
    async () => deleteSubscription(context, call(VIEWER, await seen(SUBSCRIPTION_REQUESTS, 'guarded')), 'guarded'),
  ])
    await expect(attempt()).rejects.toMatchObject({ status: 403 })
  const preview = { user: VIEWER, signedInAt: null, input: cluster('denied') }
  await expect(previewCreation(context, CLUSTER_CREATION, preview)).rejects.toMatchObject({ status: 403 })
  expect(await said()).toHaveLength(before + 4)
  expect(await readCluster('guarded')).toBeDefined()
})

test('only an admin imports an existing cluster, since its Secret grants access to any server', async () => {
  const input = cluster('lab', {
    core: undefined,
    infrastructure: undefined,
    kubeconfigSecretRef: { name: 'mine', key: 'config' },
    administrators: ['olga'],
  })
  await expect(createCluster(context, call(OPERATOR, input))).rejects.toMatchObject({ status: 403 })
  expect((await said())[0]).toBe('create cluster refused: Requires the admin role.')
  const preview = (user: Caller) => previewCreation(context, CLUSTER_CREATION, { user, signedInAt: null, input })
  await expect(preview(OPERATOR)).rejects.toMatchObject({ status: 403 })
  expect((await preview(ADMIN)).problems).toEqual([])
  expect(await createCluster(context, call(ADMIN, input))).toEqual({ kind: 'created', name: 'lab' })
})

test('resolves open audit entries later', async () => {
  let now = Date.now()
  const { resolve } = resourceResolver(context, () => now)
  const at = new Date(now).toISOString()
  const outcomeOf = async (action: string, before: object | null = null) => {
    const entry = { action, at, before, targets: [`Cluster/${NAMESPACE}/left`] }
    return (await resolve(entry as unknown as Parameters<typeof resolve>[0]))?.outcome ?? null
  }
  const deleted = { uid: 'of-another' }
  expect(await outcomeOf('delete cluster', deleted)).toBeNull()
  now += 130_000
  expect(await outcomeOf('create cluster')).toBeNull()
  expect(await outcomeOf('delete cluster', deleted)).toBe('accepted')
  await createCluster(context, call(OPERATOR, cluster('left')))
  expect(await outcomeOf('create cluster')).toBe('accepted')
  const { metadata } = await client.get<KubeObject>({ resource: CLUSTERS, namespace: NAMESPACE, name: 'left' })
  expect(await outcomeOf('delete cluster', { uid: metadata?.uid })).toBe('failed')
  expect(await outcomeOf('delete cluster', deleted)).toBe('accepted')
  expect(await outcomeOf('delete cluster')).toBeNull()
})
