import { beforeEach, describe, expect, test } from 'vitest'
import { createInventory } from '#lib/garden/inventory/watch-inventory.ts'
import { accountKey, type Binding, bindingKey } from '#lib/hap/pools/binding.ts'
import { poolKey } from '#lib/hap/pools/pool.ts'
import { type PooledBinding, poolOf, stateAt } from '#lib/hap/pools/pooled-binding.ts'
import { shootsOfPoolsTerms } from '#lib/search/shoot-terms.ts'
import { listBindings } from '../bindings/list-bindings.ts'
import { getOverview } from '../overview.ts'
import { listShoots } from '../shoots/list-shoots.ts'
import { landscapeContext } from '../testing/landscape-context.ts'
import { listPools } from './list-pools.ts'
import { getPoolDetail } from './pool-detail.ts'
import { decideAlarms } from './pool-row.ts'

let { context, writer } = landscapeContext('small')

beforeEach(() => {
  ;({ context, writer } = landscapeContext('small'))
})

const rows = (q = '', sort = '') => listPools(context, { q, sort }).groups.flatMap(group => group.pools)
const keys = (q = '', sort = '') => rows(q, sort).map(row => row.key)

/** Bindings of a pool, free ones or all. */
function bindingsIn(key: string, state?: string): PooledBinding[] {
  return [...context.inventory.pools.values()].filter(pooled => {
    const pool = poolOf(pooled)
    return pool && poolKey(pool) === key && (state === undefined || stateAt(pooled, context.at) === state)
  })
}

function shootsOn({ binding }: PooledBinding): number {
  return context.inventory.shootCountOfAccount(accountKey(binding.account))
}

const never = (): never => {
  throw new Error('The landscape has no such binding.')
}

let changes = 0

function label({ binding }: PooledBinding, labels: Readonly<Record<string, string>>): void {
  const changed = {
    ...binding,
    resourceVersion: `changed ${changes++}`,
    labels: { ...binding.labels, ...labels },
  }
  writer.bindings(binding.kind).put(bindingKey(binding), changed)
}

describe('the pools page', () => {
  test('groups by hyperscaler with the least room first', () => {
    expect(keys()).toEqual([
      'azure~eu',
      'azure',
      'azure~shared',
      'gcp~shared',
      'gcp',
      'gcp_cf-sa30',
      'aws',
      'aws~eu',
      'aws~shared',
      'openstack_eu-de-1~shared',
      'openstack_eu-de-2~shared',
      'alicloud',
      'gdch',
    ])
    expect(keys('', 'name')[0]).toBe('alicloud')
    const { groups } = listPools(context, { q: '', sort: '-shoots' })
    for (const shoots of [
      groups.map(({ pools }) => pools[0]?.shoots),
      ...groups.map(({ pools }) => pools.map(row => row.shoots)),
    ])
      expect(shoots).toEqual(shoots.toSorted((a = 0, b = 0) => b - a))
  })

  test('counts accounts that Gardener refuses as unusable, also in the alarm of a pool that has no other', () => {
    const free = bindingsIn('aws', 'free').filter(one => shootsOn(one) === 0)
    const before = rows('type:aws eu:false shared:false')[0]
    const refuse = (bindings: readonly PooledBinding[]) =>
      writer.conditions(
        bindings.map(({ binding }) => ({
          account: accountKey(binding.account),
          binding: null,
          cause: 'credentials-missing' as const,
          since: 0,
          checkedAt: 0,
        })),
      )
    refuse(free.slice(0, 1))
    const [one] = rows('type:aws eu:false shared:false')
    expect([one?.usable, one?.unusable['credentials-missing']]).toEqual([(before?.usable ?? 0) - 1, 1])
    const q = 'pool:aws problem:unwritable'
    const { rows: found } = listBindings(context, { q, sort: '', offset: 0, limit: 9 })
    expect(found.map(({ name, problems }) => [name, problems])).toEqual([
      [free[0]?.binding.name, ['refused by Gardener']],
    ])
    expect(listBindings(context, { q: 'pool:aws usable', sort: '', offset: 0, limit: 1 }).hits).toBe(one?.usable)
    expect(getOverview(context).attention).toContainEqual({
      severity: 'warn',
      title: 'Refused by Gardener',
      count: 1,
      q: 'problem:unwritable',
    })
    refuse(free)
    expect(keys('problem:exhausted')).toContain('aws')
    refuse([])
    expect(rows('type:aws eu:false shared:false')[0]).toEqual(before)
  })

  test('reports pools without rule, and rules without pool', () => {
    expect(keys('problem:no-rule')).toEqual(['alicloud', 'gdch'])
    expect(keys('problem:no-binding')).toEqual(['gcp~shared'])
    const { hits, of, groups } = listPools(context, { q: 'problem:no-binding', sort: '' })
    expect({ hits, of }).toEqual({ hits: 0, of: 12 })
    expect(groups[0]?.pools[0]?.rules.map(({ text }) => text)).toEqual(['trial -> S'])
  })

  test('reports exhausted pools independent of the search', () => {
    expect(listPools(context, { q: '', sort: '' }).exhausted.map(({ key }) => key)).toEqual(['azure~eu'])
    for (const pooled of bindingsIn('gcp', 'free')) label(pooled, { tenantName: 'ga-new' })
    for (const pooled of bindingsIn('azure~shared')) label(pooled, { internal: 'true' })
    const view = listPools(context, { q: 'provider:aws', sort: '' })
    expect(view.exhausted.map(({ key }) => key).sort()).toEqual(['azure~eu', 'azure~shared', 'gcp'])
    expect(view.groups.map(({ provider }) => provider)).toEqual(['aws'])
  })

  test('reports low pools, which the search finds', () => {
    const low = () => listPools(context, { q: 'provider:aws', sort: '' }).low.map(({ key }) => key)
    const before = low()
    const free = bindingsIn('gcp', 'free')
    for (const pooled of free.slice(2)) label(pooled, { tenantName: 'ga-new' })
    expect(new Set(low())).toEqual(new Set([...before, 'gcp']))
    expect(keys('alarm:low')).toContain('gcp')
    expect(rows('type:gcp -shared')[0]?.water).toMatchObject({
      accounts: { low: 6, high: 8 },
      alarms: [{ reason: 'low', since: new Date(context.at).toISOString() }],
    })
    for (const pooled of free) label(pooled, { tenantName: 'ga-new' })
    expect(low()).not.toContain('gcp')
    expect(keys('alarm:low problem:exhausted')).toContain('gcp')
    for (const row of [...rows('shared'), ...rows('problem:no-rule')]) expect(row.water).toBeNull()
  })

  test('does not report a pool without rule as exhausted', () => {
    for (const pooled of bindingsIn('alicloud')) label(pooled, { tenantName: 'ga-new' })
    expect(rows('type:alicloud')[0]?.problem).toBe('no-rule')
  })

  test('counts a tenant until it releases its account', () => {
    const [pooled] = bindingsIn('gcp', 'free')
    const before = rows('type:gcp -shared')[0]?.tenants ?? Number.NaN
    if (!pooled) throw new Error('The landscape has no free gcp account.')
    label(pooled, { tenantName: 'ga-new' })
    expect(rows('type:gcp -shared')[0]?.tenants).toBe(before + 1)
    expect(getPoolDetail(context, 'gcp')?.tenants).toContainEqual({
      globalAccount: 'ga-new',
      accounts: 1,
      shoots: 0,
      q: 'pool:gcp owner:ga-new -state:dirty,cleaning,verifying,quarantined',
      shootsQ: `account:${accountKey(pooled.binding.account)} -known:database`,
    })
    label(pooled, { tenantName: 'ga-new', dirty: 'true' })
    expect(rows('type:gcp -shared')[0]?.tenants).toBe(before)
  })

  test('counts a tenant of a shared pool from its claim, before its shoot exists', () => {
    const [{ binding } = never()] = bindingsIn('aws~shared')
    const tenant = 'ga-claim-only'
    const claim = { id: 'c-1', account: accountKey(binding.account), cluster: null, tenant }
    const count = () => rows('type:aws shared')[0]?.tenants
    const before = count() ?? Number.NaN
    writer.claims([[claim.id, claim]])
    expect(count()).toBe(before + 1)
    const { q, ...used } =
      getPoolDetail(context, 'aws~shared')?.tenants.find(({ globalAccount }) => globalAccount === tenant) ?? never()
    expect(used).toMatchObject({ accounts: 1, shoots: 0 })
    const found = listBindings(context, { q: q ?? '', sort: '', offset: 0, limit: 9 })
    expect(found.rows.map(({ name }) => name)).toEqual([binding.name])
    writer.claims([[claim.id, null]])
    expect(count()).toBe(before)
  })

  test('counts the shoots of an account with bindings in two pools of a group once', () => {
    const used = bindingsIn('aws', 'claimed').find(pooled => shootsOn(pooled) > 0)
    const [other] = bindingsIn('aws~eu', 'free')
    if (!used || !other) throw new Error('The landscape has no such accounts.')
    const group = () => {
      const { groups } = listPools(context, { q: 'provider:aws', sort: '' })
      if (!groups[0]) throw new Error('The landscape has no aws pools.')
      return groups[0]
    }
    const { shoots } = group()
    const moved = { ...other.binding, resourceVersion: 'moved', account: used.binding.account }
    writer.bindings(moved.kind).put(bindingKey(moved), moved)
    const after = group()
    expect(after.shoots).toBe(shoots)
    expect(after.pools.reduce((sum, pool) => sum + pool.shoots, 0)).toBe(shoots + shootsOn(used))
    const q = shootsOfPoolsTerms(after.pools.map(({ key }) => key)) ?? ''
    expect(listShoots(context, null, { q, sort: '', offset: 0, limit: 1 }).hits).toBe(shoots)
  })
})

describe('an account of several bindings', () => {
  /** Adds a binding of the account of another one. */
  function addTwin({ binding }: PooledBinding, name: string, more: Partial<Binding> = {}): void {
    const twin = { ...binding, name, uid: `uid of ${name}`, resourceVersion: `twin ${changes++}`, ...more }
    writer.bindings(twin.kind).put(bindingKey(twin), twin)
  }
  const free = () => bindingsIn('gcp', 'free').find(one => shootsOn(one) === 0) ?? never()
  const row = (key = 'gcp') => rows().find(each => each.key === key) ?? never()
  const group = () => listPools(context, { q: 'provider:gcp', sort: '' }).groups[0] ?? never()
  const totals = () => ({ ...getOverview(context), attention: null, capacity: null, exhausted: null, low: null })

  test('of two kinds in one pool counts once, also on the overview and in the alarm', () => {
    const before = [row(), group(), totals(), decideAlarms(context.alarms(), context)]
    const pooled = free()
    addTwin(pooled, pooled.binding.name, { kind: 'SecretBinding' })
    expect([row(), group(), totals(), decideAlarms(context.alarms(), context)]).toEqual(before)
    const q = 'pool:gcp usable'
    const { hits, accounts } = listBindings(context, { q, sort: '', offset: 0, limit: 1 })
    expect({ hits, accounts }).toEqual({ hits: row().usable + 1, accounts: row().usable })
  })

  test('in two pools of a group counts once in the sums of the group and of the page', () => {
    const before = { group: group(), all: listPools(context, { q: '', sort: '' }), pool: row('gcp_cf-sa30') }
    addTwin(free(), 'in-the-other-pool', { labels: { hyperscalerType: 'gcp_cf-sa30' } })
    expect(row('gcp_cf-sa30')).toMatchObject({ accounts: before.pool.accounts + 1, usable: before.pool.usable + 1 })
    const { accounts, states, usable, shoots } = before.group
    expect(group()).toMatchObject({ accounts, states, usable, shoots })
    const { groups: _, low: _low, ...all } = listPools(context, { q: '', sort: '' })
    expect(all).toMatchObject({ accounts: before.all.accounts, states: before.all.states })
  })

  test('of which one is dirty is dirty in each of its pools', () => {
    const before = { group: group(), pools: [row(), row('gcp_cf-sa30')] }
    addTwin(free(), 'dirty-twin', { labels: { hyperscalerType: 'gcp_cf-sa30', dirty: 'true' } })
    const changed = [row(), row('gcp_cf-sa30')].map(({ usable, accounts, states: { free, dirty } }, index) => {
      const was = before.pools[index] ?? never()
      return [usable - was.usable, accounts - was.accounts, free - was.states.free, dirty - was.states.dirty]
    })
    expect(changed).toEqual([
      [-1, 0, -1, 1],
      [0, 1, 0, 1],
    ])
    expect(group().states.dirty).toBe(before.group.states.dirty + 1)
  })

  test('without a hyperscaler type on one of them is not an account without a pool', () => {
    const { poolless } = listPools(context, { q: '', sort: '' })
    addTwin(free(), 'no-type', { labels: { euAccess: 'true' } })
    expect(listPools(context, { q: '', sort: '' }).poolless).toEqual({ ...poolless, count: poolless.count + 1 })
  })
})

describe('the page of a pool', () => {
  test('exists for a pool that only a rule names', () => {
    const detail = getPoolDetail(context, 'gcp~shared')
    expect(detail?.row).toMatchObject({ accounts: 0, problem: 'no-binding' })
    expect(detail?.selectors.map(({ requirements }) => requirements)).toEqual([
      ['hyperscalerType=gcp', '!euAccess', 'shared=true'],
    ])
  })

  test('does not exist for a pool that only a rule names while bindings are unread', () => {
    const { inventory } = createInventory({
      namespace: 'garden-kyma-prod',
      kinds: ['CredentialsBinding'],
      clock: () => 0,
      schedule: () => {},
    })
    expect(getPoolDetail({ ...context, inventory }, 'gcp~shared')).toBeNull()
  })

  test('contains the selectors with their shell commands', () => {
    const [claim, any] = getPoolDetail(context, 'aws~eu')?.selectors ?? []
    expect(claim?.requirements.at(-1)).toBe('!tenantName')
    expect(any?.command).toBe(
      "kubectl get credentialsbindings,secretbindings -n garden-kyma-prod -l 'hyperscalerType=aws,euAccess=true,shared!=true,!dirty'",
    )
  })

  test.each(['', 'nothing', 'aws~', 'aws~shared~eu', 'x,shared=true', '../bindings'])(
    'does not exist for "%s"',
    key => {
      expect(getPoolDetail(context, key)).toBeNull()
    },
  )
})

describe('waiting claims', () => {
  const WAITING = new Map([
    ['azure~eu', 2],
    ['gcp', 1],
    ['openstack_eu-nl-1~shared', 3],
    ['nothing like a pool~~', 4],
  ])
  const queued = (q = '', sort = '') =>
    listPools(context, { q, sort }, WAITING).groups.flatMap(({ pools }) =>
      pools.map(({ key, waiting }) => [key, waiting]),
    )

  test('appear with their pool, even when only they name it', () => {
    expect(Object.fromEntries(queued())).toMatchObject({
      'azure~eu': 2,
      gcp: 1,
      aws: 0,
      'openstack_eu-nl-1~shared': 3,
    })
    const before = listPools(context, { q: '', sort: '' })
    const after = listPools(context, { q: '', sort: '' }, WAITING)
    expect([after.hits, after.of, after.accounts]).toEqual([before.hits, before.of, before.accounts])
    const [only, ...others] = after.groups.flatMap(({ pools }) => pools).filter(row => row.problem === 'only-queue')
    expect(others).toEqual([])
    expect(only).toMatchObject({ accounts: 0, waiting: 3 })
  })

  test('sort and find pools', () => {
    expect(queued('waiting:>0', '-waiting')).toEqual([
      ['openstack_eu-nl-1~shared', 3],
      ['azure~eu', 2],
      ['gcp', 1],
    ])
    expect(queued('problem:only-queue')).toEqual([['openstack_eu-nl-1~shared', 3]])
  })

  test('make a pool without accounts exhausted, for search and overview too', () => {
    const waiting = new Map([...WAITING, ['gcp~shared', 1]])
    const exhausted = ['azure~eu', 'gcp~shared', 'openstack_eu-nl-1~shared']
    const view = listPools(context, { q: 'problem:exhausted', sort: '' }, waiting)
    expect(view.groups.flatMap(({ pools }) => pools.map(({ key }) => key)).sort()).toEqual(exhausted)
    expect(view.exhausted.map(({ key }) => key).sort()).toEqual(exhausted)
    const first = getOverview(context, waiting)
    expect(first.exhausted.map(({ key }) => key).sort()).toEqual(exhausted)
    expect(first.capacity.map(({ key }) => key)).toEqual(expect.arrayContaining(exhausted))
    expect(keys('problem:exhausted')).toEqual(['azure~eu'])
  })

  test('are unknown without the database', () => {
    expect(new Set(rows().map(({ waiting }) => waiting))).toEqual(new Set([null]))
    expect(keys('', 'waiting')).toEqual(keys('', '-waiting'))
    expect(keys('waiting:0')).toEqual([])
    expect(getPoolDetail(context, 'aws')?.row.waiting).toBeNull()
  })

  test('give a pool a page that otherwise has none', () => {
    expect(getPoolDetail(context, 'openstack_eu-nl-1~shared', WAITING)?.row).toMatchObject({ accounts: 0, waiting: 3 })
    expect(getPoolDetail(context, 'nobody', WAITING)).toBeNull()
    expect(getPoolDetail(context, 'nobody', new Map([['nobody', 1]]))?.row).toMatchObject({
      problem: 'only-queue',
      waiting: 1,
      rules: [],
    })
  })
})
