import { describe, expect, test } from 'vitest'
import type { MultiAccount } from '#lib/hap/lifecycle/multi-account.ts'
import { bindingKey } from '#lib/hap/pools/binding.ts'
import { countBindings, listBindings } from '../bindings/list-bindings.ts'
import { listOwners } from '../pools/owners.ts'
import { listShoots } from '../shoots/list-shoots.ts'
import { landscapeContext } from '../testing/landscape-context.ts'
import { getGlobalAccountDetail } from './global-account-detail.ts'
import { listGlobalAccounts } from './global-account-list.ts'

const { context } = landscapeContext('demo')

function withSettings(change: Partial<MultiAccount>): typeof context {
  return { ...context, rules: { ...context.rules, multiAccount: { ...context.rules.multiAccount, ...change } } }
}

const never = (): never => {
  throw new Error('The landscape has no such global account.')
}

const rowsOf = (q: string, sort = '', of = context) => {
  const { rows, errors } = listGlobalAccounts(of, { q, sort, offset: 0, limit: 10_000 })
  expect(errors).toEqual([])
  return rows
}

const countShoots = (q: string) => {
  const { hits, errors } = listShoots(context, null, { q, sort: '', offset: 0, limit: 1 })
  expect(errors).toEqual([])
  return hits
}

describe('the list', () => {
  test('contains each global account with a binding or a shoot once', () => {
    const ids = rowsOf('').map(({ id }) => id)
    expect(ids).toHaveLength(context.inventory.globalAccounts().size)
    expect(ids).toEqual(ids.toSorted())
  })

  test.each(['', 'allowlist:false'])('each number equals the hits of its search, for the search "%s"', q => {
    const of = q === '' ? context : withSettings({ allowed: [] })
    const rows = rowsOf(q, '', of)
    expect(rows.length).toBeGreaterThan(0)
    for (const { types, accounts, overLimit, givenBack, several } of rows.slice(0, 300)) {
      for (const { q, count } of [...types, accounts, overLimit, givenBack, ...several]) {
        expect(countBindings(of, q), q).toBe(count)
      }
      expect(types.reduce((sum, { count }) => sum + count, 0)).toBe(accounts.count)
    }
  })

  test('counts an account of several bindings once, also released ones and those over the limit', () => {
    const { context: own, writer } = landscapeContext('demo')
    const row = (q: string) => rowsOf(q, '', own)[0]
    const before = row('over:>0 accounts:>2') ?? never()
    const back = row('problem:given-back') ?? never()
    for (const { id } of [before, back])
      for (const binding of own.inventory.bindingsOfTenant(id)) {
        const twin = { ...binding, name: `${binding.name}-twin`, uid: `twin of ${binding.uid}` }
        writer.bindings(twin.kind).put(bindingKey(twin), twin)
      }
    for (const { id, types, accounts, overLimit, givenBack, several } of [before, back])
      expect(row(`ga:${id}`)).toMatchObject({ types, accounts, overLimit, givenBack, several })
    const { hits, accounts } = listBindings(own, { q: before.accounts.q, sort: '', offset: 0, limit: 1 })
    expect({ hits, accounts }).toEqual({ hits: 2 * before.accounts.count, accounts: before.accounts.count })
  })

  test.each([
    ['problem:over-limit', 'over:>0'],
    ['problem:given-back', 'state:dirty,cleaning,verifying,quarantined'],
    ['fill:>100', 'over:>0'],
    ['clusters:0', '-clusters:>0'],
  ])('%s finds what %s finds', (q, other) => {
    expect(rowsOf(q).length).toBeGreaterThan(0)
    expect(rowsOf(q)).toEqual(rowsOf(other))
  })

  test('finds a global account by type, pool and name of its account', () => {
    const [row] = rowsOf('pool:aws~eu accounts:>1 clusters:>0')
    const [shoot] = row ? context.inventory.shootsOfTenant(row.id) : []
    if (!row || !shoot) throw new Error('The landscape has no global account with two accounts and a cluster.')
    for (const q of ['type:aws', 'pool:"aws · EU"', `ga:${row.id.slice(0, 10)}`, row.id, `shoot:${shoot.name}`])
      expect(rowsOf(q)).toContainEqual(row)
    expect(rowsOf(`subaccount:${shoot.subaccount}`)).toEqual([row])
  })

  test.each(['accounts', 'clusters', 'over'] as const)('sorts the highest %s first', column => {
    const figure = { accounts: 'accounts', clusters: 'clusters', over: 'overLimit' } as const
    const values = rowsOf('', `-${column}`).map(row => {
      const value = row[figure[column]]
      return typeof value === 'number' ? value : value.count
    })
    expect(values).toEqual(values.toSorted((a, b) => b - a))
  })

  test('sorts global accounts without a limit last by fill level', () => {
    const one = rowsOf('accounts:>1')[0]
    if (!one) throw new Error('No global account owns several accounts.')
    const few = withSettings({ allowed: [one.id] })
    for (const sort of ['fill', '-fill']) expect(rowsOf('', sort, few)[0]?.id).toBe(one.id)
    expect(rowsOf('fill:0..10000', '', few).map(({ id }) => id)).toEqual([one.id])
  })

  test('reports several accounts of a pool only for global accounts off the allowlist', () => {
    expect(rowsOf('problem:several-accounts')).toEqual([])
    const off = rowsOf('problem:several-accounts', '', withSettings({ allowed: [] }))
    expect(off.length).toBeGreaterThan(0)
    for (const { several } of off) expect(several.every(({ count }) => count > 1)).toBe(true)
  })

  test('counts two bindings of one account as one account', () => {
    const { context: small, writer } = landscapeContext('small')
    const off = { ...small, rules: withSettings({ allowed: [] }).rules }
    const several = () => rowsOf('problem:several-accounts', '', off).length
    const before = several()
    const one = listOwners(small).find(({ bindings }) => bindings.length === 1)?.bindings[0]
    if (!one) throw new Error('No global account owns just one account.')
    const second = { ...one.binding, kind: 'SecretBinding', name: `${one.binding.name}-second` } as const
    writer.bindings(second.kind).put(bindingKey(second), second)
    expect(several()).toBe(before)
  })
})

describe('the page', () => {
  test('shows a next request for the first pool that a rule leads to', () => {
    const { context: small, writer } = landscapeContext('small')
    const pooled = [...small.inventory.pools.values()]
    const unreached = pooled.find(({ labels }) => labels.hyperscalerType === 'alicloud' && !labels.tenantName)
    const owner = pooled.find(({ labels }) => labels.hyperscalerType === 'gcp' && labels.tenantName)?.labels.tenantName
    if (!unreached || !owner) throw new Error('The landscape has no such accounts.')
    const { binding } = unreached
    const labels = { ...binding.labels, tenantName: owner }
    writer.bindings(binding.kind).put(bindingKey(binding), { ...binding, resourceVersion: 'owned', labels })
    const detail = getGlobalAccountDetail(small, owner)
    expect(detail?.holdings[0]).toMatchObject({ key: 'alicloud', nextRequest: null })
    expect(detail?.nextRequest).toMatchObject({ plan: expect.any(String), globalAccount: owner })
  })

  test('is null for an unknown id', () => {
    for (const id of ['nobody', '', '__proto__']) expect(getGlobalAccountDetail(context, id)).toBeNull()
  })

  test('exists for a recorded global account without bindings and shoots', () => {
    const detail = getGlobalAccountDetail(context, 'former', true)
    expect(detail).toMatchObject({ row: { id: 'former', accounts: { count: 0 }, clusters: 0 }, nextRequest: null })
    const [row] = rowsOf('')
    if (row) expect(getGlobalAccountDetail(context, row.id, true)).toEqual(getGlobalAccountDetail(context, row.id))
  })

  test('shows each account and each cluster once', () => {
    for (const row of rowsOf('').slice(0, 300)) {
      const detail = getGlobalAccountDetail(context, row.id)
      if (!detail) throw new Error(`${row.id} is in the list and has no page.`)
      const { holdings, leftovers, shoots, subaccounts } = detail
      const owned = holdings.flatMap(({ accounts }) => accounts)
      expect(owned.length + leftovers.length).toBe(row.accounts.count)
      expect(shoots).toHaveLength(row.clusters)
      expect(subaccounts.reduce((sum, { clusters }) => sum + clusters, 0)).toBe(row.clusters)
      for (const { q, accounts } of holdings) expect(countBindings(context, q)).toBe(accounts.length)
      for (const { q, clusters } of subaccounts) if (q !== null) expect(countShoots(q), q).toBe(clusters)
      for (const { q, own } of detail.guest) expect(countShoots(q), q).toBe(own)
    }
  })

  test('lists an account over its limit first, with a next request for its pool', () => {
    const [row] = rowsOf('over:>0')
    const detail = row && getGlobalAccountDetail(context, row.id)
    const holding = detail?.holdings.find(({ accounts }) => accounts[0]?.row.name === row?.fullest?.name)
    expect(holding?.limit?.setting).toMatch(/^limits\./)
    expect(holding?.accounts[0]?.row.shoots).toBeGreaterThan(holding?.limit?.value ?? 0)
    expect(holding?.nextRequest).toMatchObject({ globalAccount: row?.id })
    expect(detail?.allowedBy).toBe('everybody')
  })

  test('lists the accounts of a pool by clusters, most first', () => {
    const holdings = rowsOf('accounts:>1').flatMap(({ id }) => getGlobalAccountDetail(context, id)?.holdings ?? [])
    const counts = holdings.map(({ accounts }) => accounts.map(({ row }) => row.clusters))
    expect(counts.filter(each => new Set(each).size > 1)).not.toEqual([])
    for (const each of counts) expect(each).toEqual(each.toSorted((a, b) => b - a))
  })

  test('shows a tenant of a shared pool as guest on its accounts', () => {
    const [row] = rowsOf('accounts:0 clusters:>0')
    const detail = row && getGlobalAccountDetail(context, row.id)
    expect(detail?.holdings).toEqual([])
    expect(detail?.guest.reduce((sum, { own }) => sum + own, 0)).toBe(row?.clusters)
    expect(detail?.guest.every(({ row }) => row.pool?.shared)).toBe(true)
    expect(detail?.nextRequest).toMatchObject({ globalAccount: row?.id, plan: expect.any(String) })
  })
})
