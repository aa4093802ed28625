import { describe, expect, test } from 'vitest'
import { RUNNING_LOW } from '#lib/hap/pools/alarm.ts'
import { accountKey, bindingKey } from '#lib/hap/pools/binding.ts'
import { BINDING_STATES } from '#lib/hap/pools/state.ts'
import { paths } from '#lib/paths.ts'
import { listBindings } from '#lib/queries/bindings/list-bindings.ts'
import { listGlobalAccounts } from '#lib/queries/global-accounts/global-account-list.ts'
import type { ListRequest, ListWindow } from '#lib/queries/lists/list-window.ts'
import { getOverview } from '#lib/queries/overview.ts'
import { listPools, type PoolsView } from '#lib/queries/pools/list-pools.ts'
import { getPoolDetail } from '#lib/queries/pools/pool-detail.ts'
import { listShoots } from '#lib/queries/shoots/list-shoots.ts'
import { landscapeContext } from '#lib/queries/testing/landscape-context.ts'
import { allShoots, shootsOfPool, shootsOfPools } from '../shoots/shoot-links.ts'
import {
  bindingsOfPool,
  bindingsOfPools,
  bindingsOfView,
  tenantsOfPool,
  tenantsOfPools,
  unusableOfPool,
  usableOfPool,
  usableOfPools,
} from './pool-links.ts'

const SEARCHES = ['', 'provider:aws', 'shared', '-eu free:>1', 'problem:no-rule', 'state:malformed', 'rule:trial']

describe.each(['small', 'demo'] as const)('every number of the %s landscape links to as many rows', size => {
  const { context, writer } = landscapeContext(size)
  // Claims without a cluster on shared accounts, for a new global account and for an existing one.
  const shared = Array.from(context.inventory.pools.values()).filter(({ labels }) => labels.shared === 'true')
  const old = [...context.inventory.globalAccounts()].slice(0, 1)
  writer.claims(
    shared.flatMap(({ binding }, index) =>
      ['ga-claim-only', ...old].map(tenant => {
        const id = `${tenant} ${index}`
        return [id, { id, account: accountKey(binding.account), cluster: null, tenant }] as const
      }),
    ),
  )

  const lists = {
    '/bindings': request => listBindings(context, request),
    '/shoots': request => listShoots(context, null, request),
    '/global-accounts': request => listGlobalAccounts(context, request),
  } satisfies Record<string, (request: ListRequest) => Pick<ListWindow<unknown>, 'hits' | 'errors'>>

  /**
   * Rows of the list at an address. Checks the search too, because an invalid one would match no
   * row.
   */
  const rowsAt = (href: string | null) => {
    if (href === null) return 'no address'
    const { pathname, searchParams } = new URL(href, 'http://console')
    const list = lists[pathname as keyof typeof lists]
    const { hits, errors } = list({ q: searchParams.get('q') ?? '', sort: '', offset: 0, limit: 1 })
    expect(errors).toEqual([])
    return hits
  }
  const bindingsAt = (q: string) => `/bindings?${new URLSearchParams({ q })}`
  const rowsOf = (q: string) => rowsAt(bindingsAt(q))
  /** Number of accounts of the bindings at an address. */
  const accountsAt = (href: string | null) => {
    if (href === null) return 'no address'
    const { pathname, searchParams } = new URL(href, 'http://console')
    expect(pathname).toBe('/bindings')
    const { accounts, errors } = listBindings(context, {
      q: searchParams.get('q') ?? '',
      sort: '',
      offset: 0,
      limit: 1,
    })
    expect(errors).toEqual([])
    return accounts
  }
  const rowsOfPools = (view: PoolsView) => view.groups.flatMap(({ pools }) => pools)

  test.each(SEARCHES)('pools page, searched for "%s"', q => {
    const view = listPools(context, { q, sort: '' })
    expect(view.errors).toEqual([])
    expect(rowsOfPools(view).length).toBeGreaterThan(0)
    for (const row of rowsOfPools(view)) {
      expect(accountsAt(bindingsOfPool(row.key)), row.key).toBe(row.accounts)
      expect(accountsAt(usableOfPool(row.key)), row.key).toBe(row.usable)
      expect(rowsAt(tenantsOfPool(row.key)), row.key).toBe(row.tenants)
      expect(rowsAt(shootsOfPool(row.key)), row.key).toBe(row.shoots)
      for (const state of BINDING_STATES) expect(accountsAt(bindingsOfPool(row.key, state))).toBe(row.states[state])
    }
    for (const { provider, pools, accounts, states, usable, tenants, shoots } of view.groups) {
      if (accounts === 0) continue
      expect(accountsAt(bindingsOfPools(pools)), provider).toBe(accounts)
      expect(accountsAt(usableOfPools(pools)), provider).toBe(usable)
      expect(rowsAt(tenantsOfPools(pools)), provider).toBe(tenants)
      expect(rowsAt(shootsOfPools(pools)), provider).toBe(shoots)
      for (const state of BINDING_STATES) expect(accountsAt(bindingsOfPools(pools, state))).toBe(states[state])
    }
    expect(accountsAt(bindingsOfView(view))).toBe(view.accounts)
    for (const state of BINDING_STATES) expect(accountsAt(bindingsOfView(view, state)), state).toBe(view.states[state])
  })

  test('bindings in no pool', () => {
    const { poolless, accounts, groups } = listPools(context, { q: '', sort: '' })
    expect(rowsOf(poolless.q)).toBe(poolless.count)
    expect(accountsAt(bindingsAt(poolless.q))).toBeGreaterThanOrEqual(poolless.accounts)
    expect(groups.reduce((sum, group) => sum + group.accounts, poolless.accounts)).toBeGreaterThanOrEqual(accounts)
  })

  test('each pool and its tenants', () => {
    const keys = rowsOfPools(listPools(context, { q: '', sort: '' })).flatMap(({ key, pool }) => (pool ? [key] : []))
    expect(keys.length).toBeGreaterThan(8)
    for (const key of keys) {
      const detail = getPoolDetail(context, key)
      expect(detail?.row.key).toBe(key)
      expect(detail?.bindings.length).toBe(Math.min(12, detail?.bindingCount ?? 0))
      expect(detail?.tenants.length).toBe(Math.min(20, detail?.row.tenants ?? 0))
      for (const { q, accounts, shootsQ, shoots } of detail?.tenants ?? []) {
        expect(q === null ? 0 : accountsAt(bindingsAt(q))).toBe(accounts)
        expect(rowsAt(shootsQ && paths.shoots({ q: shootsQ })), shootsQ ?? key).toBe(shoots)
      }
    }
  })

  test('overview', () => {
    const { states, accounts, shoots, stuck, errors, attention, capacity, unreachable, exhausted, low } =
      getOverview(context)
    expect(BINDING_STATES.map(state => accountsAt(bindingsAt(`account-state:${state}`)))).toEqual(
      BINDING_STATES.map(state => states[state]),
    )
    expect(accountsAt('/bindings')).toBe(accounts)
    expect(rowsAt(allShoots())).toBe(shoots)
    for (const excerpt of [stuck, errors]) {
      expect(excerpt.count).toBeGreaterThan(0)
      expect(rowsOf(excerpt.q)).toBe(excerpt.count)
      expect(excerpt.rows.length).toBeLessThanOrEqual(excerpt.count)
    }
    for (const { q, count, title } of attention) expect(rowsOf(q), title).toBe(count)
    for (const [q, pools] of [
      ['problem:exhausted', exhausted],
      [RUNNING_LOW, low],
    ] as const)
      expect(
        rowsOfPools(listPools(context, { q, sort: '' }))
          .map(({ key }) => key)
          .sort(),
        q,
      ).toEqual(pools.map(({ key }) => key).sort())
    expect(low.length).toBeGreaterThan(0)
    for (const { key, accounts: of } of capacity) expect(accountsAt(bindingsOfPool(key))).toBe(of)
    expect(
      rowsOfPools(listPools(context, { q: 'problem:no-rule,no-binding', sort: '' }))
        .map(({ key }) => key)
        .sort(),
    ).toEqual(unreachable.map(({ key }) => key).sort())
  })
})

describe('a pool whose free accounts cannot be claimed', () => {
  const world = () => {
    const { context, writer } = landscapeContext('small')
    const usable = listBindings(context, { q: 'pool:aws usable', sort: '', offset: 0, limit: 500 }).rows
    const bindings = usable.flatMap(({ key }) => context.inventory.binding(key) ?? [])
    const put = (...changed: typeof bindings) => {
      for (const each of changed) writer.bindings(each.kind).put(bindingKey(each), { ...each, resourceVersion: '9' })
    }
    const find = () => {
      const view = listPools(context, { q: '', sort: '' })
      const row = view.groups.flatMap(({ pools }) => pools).find(({ key }) => key === 'aws')
      const hits = (href: string) => {
        const q = new URL(href, 'http://console').searchParams.get('q') ?? ''
        const { hits: count, errors } = listBindings(context, { q, sort: '', offset: 0, limit: 1 })
        expect(errors).toEqual([])
        return count
      }
      return { row, usable: hits(usableOfPool('aws')), unusable: hits(unusableOfPool('aws')) }
    }
    expect(bindings.length).toBeGreaterThan(0)
    return { bindings, put, find }
  }

  test('counts restored ones as unusable, and links to them', () => {
    const { bindings, put, find } = world()
    const before = find()
    put(...bindings.map(each => ({ ...each, doubt: 'restored' as const })))
    const { row, usable, unusable } = find()
    expect(row).toMatchObject({ usable: 0, problem: 'exhausted', unusable: { restored: bindings.length } })
    expect([usable, unusable - before.unusable]).toEqual([0, bindings.length])
  })

  test('finds no usable row where another binding of the account is dirty', () => {
    const { bindings, put, find } = world()
    put(...bindings.map(each => ({ ...each, name: `${each.name}-old`, labels: { ...each.labels, dirty: 'true' } })))
    const { row, usable } = find()
    expect([row?.usable, usable]).toEqual([0, 0])
  })
})

test('returns no path for more pools than a search can name', () => {
  const many = Array.from({ length: 200 }, (_, index) => ({ key: `openstack_region-${index}~shared`, accounts: 1 }))
  expect(bindingsOfPools(many)).toBeNull()
  expect(bindingsOfPools(many.slice(0, 20))).not.toBeNull()
  expect(bindingsOfPools([{ key: 'gcp~shared', accounts: 0 }])).toBeNull()
})
