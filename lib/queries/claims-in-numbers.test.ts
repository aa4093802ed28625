import { describe, expect, test } from 'vitest'
import type { Limits } from '#lib/hap/lifecycle/multi-account.ts'
import { accountKey } from '#lib/hap/pools/binding.ts'
import { poolOf } from '#lib/hap/pools/pooled-binding.ts'
import { totalClusters } from '#lib/hap/selection/usage.ts'
import { clustersOfTerms, clustersOnTerms, reservedOnTerms } from '#lib/search/shoot-terms.ts'
import type { ClusterClaim } from '#lib/store/claims/claim-clusters.ts'
import { computeConsequences } from './allowlist/consequences.ts'
import { getBindingDetail } from './bindings/binding-detail.ts'
import { listBulkOffers } from './bindings/bulk-offers.ts'
import { planBulkAction } from './bindings/bulk-plan.ts'
import { countBindings, listBindings } from './bindings/list-bindings.ts'
import { knownClusters } from './cluster-register.ts'
import { getGlobalAccountDetail } from './global-accounts/global-account-detail.ts'
import { listGlobalAccounts } from './global-accounts/global-account-list.ts'
import { getFactsOfPool } from './pools/pool-facts.ts'
import { listShoots } from './shoots/list-shoots.ts'
import { findRequest } from './simulator/find-request.ts'
import { simulate } from './simulator/simulate.ts'
import { landscapeContext } from './testing/landscape-context.ts'

/** Finds the first binding of a search, its pages, and a function that opens claims on its account. */
function startWith(q: string, limits?: Limits) {
  const { context: base, writer } = landscapeContext('demo')
  const multiAccount = { ...base.rules.multiAccount, ...(limits && { limits }) }
  const context = { ...base, rules: { ...base.rules, multiAccount } }
  const { inventory } = context
  const [found] = listBindings(context, { q, sort: '', offset: 0, limit: 1 }).rows
  const pooled = found && inventory.pools.get({ ...found, namespace: inventory.namespace })
  if (!found || !pooled) throw new Error(`The landscape has nothing that ${q} finds.`)
  const key = accountKey(found.account)
  const tenant = found.tenant ?? 'ga-of-nobody'
  const claims: ClusterClaim[] = []
  return {
    context,
    pooled,
    key,
    tenant,
    claim(count: number, cluster: string | null = null) {
      for (let n = 0; n < count; n++) {
        const id = `claim-${claims.length}`
        const binding = { kind: found.kind, namespace: inventory.namespace, name: found.name }
        const made = { id, status: 'reserved', cluster, tenant, plan: 'aws', provider: 'aws', region: '' } as const
        claims.push({ ...made, poolKey: 'aws', binding, account: key, at: '2026-11-21T06:00:00Z' })
      }
      writer.claims(claims.map(each => [each.id, each] as const))
    },
    row: () => listBindings(context, { q: `name:${found.name}`, sort: '', offset: 0, limit: 1 }).rows[0],
    found: (more: string) => countBindings(context, `name:${found.name} ${more}`),
    detail: () => getBindingDetail(context, found.kind, found.name),
    shoots: (search: string) =>
      listShoots(context, knownClusters(claims), { q: search, sort: '', offset: 0, limit: 1 }).hits,
  }
}

test('a claim without a shoot counts on every page, and the linked shoots list contains it', () => {
  const it = startWith('type:aws state:claimed shoots:>0 -eu others:0', { default: 100, providers: {} })
  const { context, key, tenant, pooled } = it
  const before = it.row()?.clusters ?? 0
  expect(before).toBe(it.row()?.shoots)
  const [ofTenant] = [getGlobalAccountDetail(context, tenant)?.row.clusters ?? 0]
  it.claim(2)
  const clusters = before + 2
  expect(it.row()).toMatchObject({ shoots: before, reserved: 2, clusters })
  expect(it.shoots(clustersOnTerms(key))).toBe(clusters)
  expect(it.shoots(reservedOnTerms(key))).toBe(2)
  expect(totalClusters(context.inventory.usage.clusters(pooled.binding))).toBe(clusters)
  expect(it.detail()?.row.clusters).toBe(clusters)
  const page = getGlobalAccountDetail(context, tenant)
  expect(page?.row).toMatchObject({ clusters: ofTenant + 2, reserved: 2 })
  expect(it.shoots(clustersOfTerms(tenant))).toBe(ofTenant + 2)
  const held = page?.holdings.flatMap(({ accounts }) => accounts).find(({ row }) => row.key === it.row()?.key)
  expect(held?.row).toMatchObject({ clusters, reserved: 2 })
  const [listed] = listGlobalAccounts(context, { q: `ga:${tenant}`, sort: '', offset: 0, limit: 1 }).rows
  expect(listed).toMatchObject({ clusters: ofTenant + 2, reserved: 2 })
  const chosen = [{ kind: pooled.binding.kind, name: pooled.binding.name }]
  expect(planBulkAction(context, 'hold', chosen, null).clusters).toBe(clusters)
  const pool = poolOf(pooled)
  const request = pool && findRequest(pool, tenant, context)
  const steps = request ? simulate(context, request).decision.steps : []
  const candidate = steps.flatMap(step => step.candidates).find(({ binding }) => binding.name === pooled.binding.name)
  expect(candidate && totalClusters(candidate.breakdown)).toBe(clusters)
})

describe('findings change with the claim, in lists and on the page', () => {
  test.each([
    { q: 'state:claimed shoots:0 others:0', claims: 1, gone: 'idle-claim', comes: null },
    { q: 'type:aws state:free shoots:0 others:0', claims: 1, gone: null, comes: 'free-used' },
    { q: 'state:dirty shoots:0 others:0', claims: 1, gone: null, comes: 'dirty-used' },
    { q: 'type:aws state:claimed shoots:1..50 others:0', claims: 'to the limit', gone: null, comes: 'full' },
    { q: 'type:aws state:claimed shoots:1..50 others:0', claims: 'over it', gone: null, comes: 'over-limit' },
  ] as const)('$q, $claims: $comes', ({ q, claims, gone, comes }) => {
    const it = startWith(q)
    const { shoots = 0, limit } = it.row() ?? {}
    const codes = () => it.detail()?.warnings.map(({ code }) => String(code)) ?? []
    const isFound = (finding: string) => it.found(`problem:${finding}`) > 0
    if (gone !== null) expect([codes().includes(gone), isFound(gone)]).toEqual([true, true])
    if (comes !== null) expect([codes().includes(comes), isFound(comes)]).toEqual([false, false])
    const room = (limit ?? 0) - shoots
    it.claim(claims === 'to the limit' ? room : claims === 'over it' ? room + 1 : claims)
    if (gone !== null) expect([codes().includes(gone), isFound(gone)]).toEqual([false, false])
    if (comes !== null) expect([codes().includes(comes), isFound(comes)]).toEqual([true, true])
    const { over, limits } = computeConsequences(it.context, it.context.rules.multiAccount)
    expect(over.before.bindings).toBe(countBindings(it.context, 'problem:over-limit'))
    if (comes === 'over-limit')
      expect(limits.find(({ provider }) => provider === 'aws')?.most).toBeGreaterThan(limit ?? 0)
  })
})

test('a free account with an open claim is not usable for a new tenant', () => {
  const it = startWith('usable type:aws others:0')
  const pool = poolOf(it.pooled)
  const empty = () => (pool ? getFactsOfPool(pool, it.context).usable : 0)
  const before = empty()
  it.claim(1)
  expect(empty()).toBe(before - 1)
  expect(it.found('usable')).toBe(0)
})

test('an action that would be refused is not offered', () => {
  const it = startWith('state:claimed shoots:0 others:0')
  const { kind, name } = it.pooled.binding
  const release = () => ({
    page: it.detail()?.actions.find(({ action }) => action === 'release')?.reason,
    bulk: listBulkOffers(it.context, [{ kind, name }]).find(({ action }) => action === 'release')?.allowed,
    plan: planBulkAction(it.context, 'release', [{ kind, name }], null).targets.length,
  })
  expect(release()).toEqual({ page: null, bulk: 1, plan: 1 })
  it.claim(1)
  expect(release()).toEqual({ page: '1 cluster is about to be placed on this account.', bulk: 0, plan: 0 })
})

test('a global account that only has a claim on a shared account is listed as a guest', () => {
  const it = startWith('shared type:aws others:0')
  expect(getGlobalAccountDetail(it.context, it.tenant)).toBeNull()
  it.claim(1)
  const detail = getGlobalAccountDetail(it.context, it.tenant)
  expect(detail).toMatchObject({ row: { clusters: 1, reserved: 1 }, guest: [{ own: 1, reserved: 1 }], holdings: [] })
  for (const { q } of detail?.guest ?? []) expect(it.shoots(q)).toBe(1)
})
