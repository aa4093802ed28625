import { describe, expect, onTestFinished, test } from 'vitest'
import { parseEnv } from '#lib/env.ts'
import { type Collection, createGardenClient, type GardenClient } from '#lib/garden/client/client.ts'
import { isNotFound } from '#lib/garden/client/garden-error.ts'
import type { Access } from '#lib/garden/client/kubeconfig.ts'
import type { KubeObject } from '#lib/garden/resources/objects.ts'
import { type ObjectPlace, resourcePath } from '#lib/garden/resources/resource.ts'
import { CLUSTERS, SUBSCRIPTION_REQUESTS } from '#lib/operators/api/resources.ts'
import type { SubscriptionRequest } from '#lib/operators/api/subscription-request.ts'
import { findCondition } from '#lib/operators/framework/conditions.ts'
import { holderOf, LEASES, type LeaseObject } from '#lib/operators/framework/lease.ts'
import { chartDefinitions, chartRoles } from '#lib/operators/testing/chart.ts'
import type { RunningOperators } from '#lib/queries/operators/controllers.ts'
import { Shutdown } from '#lib/runtime/shutdown.ts'
import { startOperators } from '#lib/runtime/start-operators.ts'
import { StartError } from '#lib/runtime/start-report.ts'
import { FREE, type World, world } from '../claims/claim-world.ts'
import { testRules } from '../claims/schedules/test-rules.ts'
import { accessBy } from '../garden/access-by.ts'
import { createUnlessThere, defineResources } from '../kit/definitions.ts'
import { INTACT } from './request-world.ts'
import { soon } from './soon.ts'

const LEASE = 'hap-operators'

/** A user with the ClusterRoles of the operators, bound like the chart does, and no others. */
async function operatorsUser({ admin, namespace, garden }: World): Promise<Access> {
  const rbac = { group: 'rbac.authorization.k8s.io', version: 'v1' }
  const cluster = { ...rbac, plural: 'clusterroles', kind: 'ClusterRole' }
  const bind = async (role: string, binding: Collection) => {
    const found = chartRoles().find(each => (each.metadata as { name?: string }).name === role)
    await createUnlessThere(admin, cluster, found ?? {})
    await admin.create(binding, {
      metadata: { name: namespace },
      roleRef: { apiGroup: rbac.group, kind: 'ClusterRole', name: role },
      subjects: [{ kind: 'ServiceAccount', namespace, name: 'operators' }],
    } as KubeObject)
  }
  await bind('hap-operators', { namespace, resource: { ...rbac, plural: 'rolebindings', kind: 'RoleBinding' } })
  await bind('hap-operators-sweep', {
    namespace: null,
    resource: { ...rbac, plural: 'clusterrolebindings', kind: 'ClusterRoleBinding' },
  })
  const accounts = { group: '', version: 'v1', plural: 'serviceaccounts', kind: 'ServiceAccount' }
  await admin.create({ resource: accounts, namespace }, { metadata: { name: 'operators' } })
  const place = { resource: accounts, namespace, name: 'operators', subresource: 'token' }
  const { status } = await admin.request<{ status?: { token?: string } }>({
    doing: 'get a token',
    permission: { verb: 'create', resource: 'serviceaccounts/token', group: '', namespace },
    method: 'POST',
    path: resourcePath(place),
    contentType: 'application/json',
    body: JSON.stringify({ apiVersion: 'authentication.k8s.io/v1', kind: 'TokenRequest', spec: {} }),
  })
  return accessBy(garden.kubeconfig('viewer').replaceAll(garden.token('viewer'), status?.token ?? ''))
}

const users = new Map<World, Promise<Access>>()

function userOf(base: World): Promise<Access> {
  const user = users.get(base) ?? operatorsUser(base)
  users.set(base, user)
  return user
}

interface StartedOperators {
  readonly shutdown: Shutdown
  readonly atWork: RunningOperators
  /** Number of checks so far whether the control plane serves the kinds. */
  checks(): number
}

/** Starts another process with the operators. `lease`: with its own lease it leads besides others. */
async function start(
  base: World,
  {
    running = base,
    settings = {},
    lease = LEASE,
  }: { running?: Pick<World, 'service' | 'inventory'>; settings?: Record<string, string>; lease?: string } = {},
): Promise<StartedOperators> {
  const env = parseEnv({ HAP_KCP_NAMESPACE: base.namespace, ...settings })
  if (!env.ok) throw new Error(env.problems[0]?.problem)
  const shutdown = new Shutdown(error => base.errors.push(error))
  const access = await userOf(base)
  const connected = createGardenClient({ access, version: 'test' })
  let checks = 0
  const client: GardenClient = {
    ...connected,
    page: (collection, ...rest) => {
      if (collection.resource === CLUSTERS) checks++
      return connected.page(collection, ...rest)
    },
  }
  shutdown.add(() => client.close())
  onTestFinished(() => shutdown.run())
  const atWork = startOperators(
    env.env,
    {
      controlPlane: { client: underLease(client, lease), access },
      garden: base.admin,
      inventory: running.inventory,
      claims: running.service,
      landscape: INTACT,
      rules: () => testRules(),
      shootNamespace: base.namespace,
      timeOfClaims: Date.now,
    },
    shutdown,
    { pollMs: 50, lease: { retryMs: 100 } },
  )
  return { shutdown, atWork, checks: () => checks }
}

function underLease(client: GardenClient, name: string): GardenClient {
  const renamed = <P extends ObjectPlace>(place: P): P => (place.resource === LEASES ? { ...place, name } : place)
  return {
    ...client,
    get: (place, options) => client.get(renamed(place), options),
    create: (place, object, options) =>
      client.create(place, place.resource === LEASES ? { ...object, metadata: { name } } : object, options),
    update: (place, object, options) => client.update(renamed(place), object, options),
  }
}

async function holder({ admin, namespace }: World, name = LEASE): Promise<string | null> {
  try {
    return holderOf(await admin.get<LeaseObject>({ resource: LEASES, namespace, name }))
  } catch (error) {
    if (isNotFound(error)) return null
    throw error
  }
}

const spec = {
  provider: 'aws',
  subscriptionSelector: 'globalaccount:t-1',
  plan: 'aws',
  platformRegion: 'cf-eu10',
  region: 'eu-central-1',
}

async function request({ admin, namespace }: World, name: string): Promise<void> {
  const object = { metadata: { name }, spec } as unknown as SubscriptionRequest
  await admin.create({ resource: SUBSCRIPTION_REQUESTS, namespace }, object)
}

async function ready({ admin, namespace }: World, name: string): Promise<string | undefined> {
  const { status } = await admin.get<SubscriptionRequest>({ resource: SUBSCRIPTION_REQUESTS, namespace, name })
  return findCondition(status?.conditions, 'Ready')?.reason
}

describe('the operators of a process', () => {
  test('start once the control plane serves their kinds, and release the lease at the end', async () => {
    const base = await world({ a: FREE })
    const { shutdown, atWork, checks } = await start(base)
    await soon(checks).toBeGreaterThan(2)
    expect(await holder(base)).toBeNull()
    await defineResources(base.admin, chartDefinitions())
    await soon(() => holder(base)).not.toBeNull()
    await request(base, 'r')
    await soon(() => ready(base, 'r')).toBe('Claimed')
    const signal = AbortSignal.timeout(10_000)
    expect(await atWork.lead(signal)).toMatchObject({ name: atWork.identity, since: expect.stringMatching(/^20.*Z$/) })
    const readings = () => atWork.controllers().map(({ name, metrics }) => [name, metrics.runs > 0, metrics.errors])
    await soon(async () => readings()).toEqual([
      ['subscription', true, 0],
      ['cluster', false, 0],
      ['kubeconfig', false, 0],
    ])
    await shutdown.run()
    expect(atWork.controllers()).toEqual([])
    expect(await holder(base)).toBeNull()
    await start(base)
    await soon(() => holder(base)).not.toBeNull()
  })

  test('do not start without the role, nor with invalid exceptions', async () => {
    const base = await world({})
    await defineResources(base.admin, chartDefinitions())
    const { atWork } = await start(base, { settings: { HAP_ROLES: 'web' } })
    expect(atWork).toMatchObject({ identity: null })
    expect(await atWork.lead(AbortSignal.timeout(10_000))).toBeNull()
    // Without a lease of this process, another one becomes the leader.
    const others = await start(base)
    await soon(() => holder(base)).toBe(others.atWork.identity)
    const settings = { HAP_KUBECONFIG_EXCEPTIONS: 'compass' }
    await expect(start(base, { settings })).rejects.toThrow(StartError)
  })

  test('of two leading processes assign one account to one request', async () => {
    const base = await world({ a: FREE, b: FREE, c: FREE })
    await defineResources(base.admin, chartDefinitions())
    await start(base)
    await start(base, { running: await base.start('p2'), lease: 'another' })
    await soon(() => holder(base)).not.toBeNull()
    await soon(() => holder(base, 'another')).not.toBeNull()
    await request(base, 'r')
    await soon(() => ready(base, 'r')).toBe('Claimed')
    const taken = async () => {
      const all = await Promise.all(['a', 'b', 'c'].map(name => base.labels(name)))
      return all.filter(labels => 'tenantName' in labels).length
    }
    expect(await taken()).toBe(1)
    const { admin, namespace } = base
    await admin.delete({ resource: SUBSCRIPTION_REQUESTS, namespace, name: 'r' })
    await soon(() => ready(base, 'r').catch(isNotFound)).toBe(true)
    const { claims } = await base.service.list({ offset: 0, limit: 10 })
    expect(claims.map(({ status }) => status)).toEqual(['released'])
    expect(await taken()).toBe(1)
  })
})
