import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { User } from '#lib/auth/session.ts'
import { ConsistentShoots } from '#lib/garden/consistent-shoots.ts'
import { type LiveInventory, watchInventory } from '#lib/garden/inventory/watch-inventory.ts'
import { CREDENTIALS_BINDINGS } from '#lib/garden/resources/resource.ts'
import { createBindingWrites } from '#lib/garden/writes/binding-writes.ts'
import { WriteQueue } from '#lib/garden/writes/write-queue.ts'
import type { Action } from '#lib/hap/actions/action.ts'
import { DEFAULT_PLANS } from '#lib/hap/plans/plan.ts'
import { bindingKey } from '#lib/hap/pools/binding.ts'
import { pooledBinding, stateAt } from '#lib/hap/pools/pooled-binding.ts'
import { accountClaims } from '#lib/services/actions/account-claims.ts'
import { createActionService } from '#lib/services/actions/action-service.ts'
import { AuditLog } from '#lib/store/audit/audit-log.ts'
import { listAudit } from '#lib/store/audit/records.ts'
import { openEmbedded } from '#lib/store/database/embedded.ts'
import { type OpenStore, openStoreOn } from '#lib/store/open-store.ts'
import { ACTION_STEPS, CLEANING } from '../garden/action-steps.ts'
import { type Cluster, prepareCluster } from './cluster.ts'

const OPERATOR: User = { id: '3', name: 'olga', role: 'operator' }

const LABELS: Readonly<Record<keyof typeof ACTION_STEPS, Readonly<Record<string, string>>>> = {
  free: { hyperscalerType: 'aws' },
  claimed: { hyperscalerType: 'aws', tenantName: 'ga-1' },
  shared: { hyperscalerType: 'aws', shared: 'true' },
  malformed: { hyperscalerType: 'aws', dirty: 'false' },
}

let cluster: Cluster
let store: OpenStore
let live: LiveInventory

beforeAll(async () => {
  cluster = await prepareCluster()
  for (const [name, labels] of Object.entries(LABELS)) {
    await cluster.create(CREDENTIALS_BINDINGS, {
      apiVersion: 'security.gardener.cloud/v1alpha1',
      kind: 'CredentialsBinding',
      metadata: { name, labels },
      provider: { type: 'aws' },
      credentialsRef: { apiVersion: 'v1', kind: 'Secret', name, namespace: cluster.namespace },
    })
  }
  const silent = { slow: () => {}, down: () => {}, up: () => {}, migrated: () => {} }
  store = await openStoreOn(await openEmbedded({ folder: null }), 60_000, silent)
  live = watchInventory({
    client: cluster.operator,
    namespace: cluster.namespace,
    kinds: ['CredentialsBinding'],
    staleAfterMs: 60_000,
  })
  await live.ready(AbortSignal.timeout(60_000))
})

afterAll(async () => {
  await live?.stop()
  await store?.close()
  await cluster?.stop()
})

/** The binding in the inventory, once it has this version. */
async function seen(name: string, version?: string) {
  const key = bindingKey({ kind: 'CredentialsBinding', namespace: cluster.namespace, name })
  return vi.waitFor(
    () => {
      const binding = live.inventory.binding(key)
      if (binding === null) throw new Error(`${key} is not in the inventory`)
      if (version !== undefined) expect(binding.resourceVersion).toBe(version)
      return binding
    },
    { timeout: 60_000 },
  )
}

async function versionOf(name: string): Promise<string> {
  const place = { resource: CREDENTIALS_BINDINGS, namespace: cluster.namespace, name }
  return (await cluster.admin.get(place)).metadata?.resourceVersion ?? ''
}

function service() {
  const queue = new WriteQueue(0)
  return createActionService({
    inventory: live.inventory,
    writes: createBindingWrites({ client: cluster.operator, queue }),
    client: cluster.operator,
    shoots: new ConsistentShoots({ client: cluster.operator, inventory: live.inventory }),
    claims: accountClaims(store, 'this process'),
    audit: new AuditLog(store),
    noteState: () => {},
    cleaning: CLEANING,
    allowed: () => [],
    plans: () => DEFAULT_PLANS,
    now: Date.now,
  })
}

function perform(action: Action, name: string, more: object = {}) {
  const binding = { kind: 'CredentialsBinding', namespace: cluster.namespace, name }
  return service().perform(action, OPERATOR, { binding, reason: 'ticket 4711', ...more }, { requestId: 'r-1' })
}

test.each(Object.keys(ACTION_STEPS) as (keyof typeof ACTION_STEPS)[])(
  'every action on a %s account is written by a real server and recorded',
  async from => {
    let binding = await seen(from)
    for (const [action, after, more] of ACTION_STEPS[from]) {
      const result = await perform(action, from, { ...more, seenVersion: binding.resourceVersion })
      expect(result).toMatchObject({ status: 'done', after, note: null })
      binding = await seen(from, await versionOf(from))
      const pooled = pooledBinding(binding)
      expect(pooled && stateAt(pooled, Date.now())).toBe(after)
    }
    const [last] = await listAudit(store.db, {}, { limit: 1 })
    expect(last).toMatchObject({ action: ACTION_STEPS[from].at(-1)?.[0], outcome: 'accepted' })
  },
)

test('does not overwrite a binding that changed since it was seen', async () => {
  const { resourceVersion: seenVersion } = await seen('shared', await versionOf('shared'))
  const place = { resource: CREDENTIALS_BINDINGS, namespace: cluster.namespace, name: 'shared' }
  await cluster.admin.patch(place, { metadata: { labels: { internal: 'true' } } }, { resourceVersion: seenVersion })
  const now = await versionOf('shared')
  expect(await perform('hold', 'shared', { seenVersion })).toMatchObject({ status: 'changed' })
  expect(await versionOf('shared')).toBe(now)
})
