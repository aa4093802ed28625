import { expect, test } from 'vitest'
import { ACTIONS } from '#lib/hap/actions/action.ts'
import { ANNOTATIONS, accountKey, bindingKey } from '#lib/hap/pools/binding.ts'
import { listPools } from '../pools/list-pools.ts'
import { landscapeContext } from '../testing/landscape-context.ts'
import { listBulkOffers, NO_LONGER_EXISTS } from './bulk-offers.ts'
import { planBulkAction } from './bulk-plan.ts'
import { listMatchingBindings } from './list-bindings.ts'

const { context } = landscapeContext('demo')
const MISSING = { kind: 'SecretBinding', name: 'nobody' } as const

const chosen = (q: string, most = 5_000) => {
  const { rows } = listMatchingBindings(context, { q, sort: '' }, most)
  return rows.map(({ kind, name }) => ({ kind, name }))
}

test('limits a selection and reports the number of all hits', () => {
  const all = listMatchingBindings(context, { q: '', sort: '' }, 5_000)
  expect(all.rows).toHaveLength(all.hits)
  const some = listMatchingBindings(context, { q: '', sort: '-name' }, 10)
  expect(some).toMatchObject({ hits: all.hits, rows: { length: 10 } })
  expect(some.rows.at(0)?.name).toBe(
    all.rows
      .map(({ name }) => name)
      .toSorted()
      .at(-1),
  )
  const slip = listMatchingBindings(context, { q: 'sate:dirty', sort: '' }, 10)
  expect(slip).toMatchObject({ hits: 0, rows: [], errors: [{ message: expect.stringContaining('sate') }] })
})

test('offers each action with the number of allowed bindings and the reasons of refusals', () => {
  const idle = chosen('state:claimed shoots:0 others:0')
  const used = chosen('state:claimed shoots:>0 others:0', 4)
  const offers = listBulkOffers(context, [...idle, ...used, MISSING])
  expect(offers.map(({ action }) => action)).toEqual(ACTIONS)
  const release = offers.find(({ action }) => action === 'release')
  expect(release).toMatchObject({ allowed: idle.length, dangerous: true })
  expect(release?.refusals.reduce((sum, { count }) => sum + count, 0)).toBeLessThanOrEqual(used.length + 1)
  expect(offers.find(({ action }) => action === 'hold')).toMatchObject({
    allowed: idle.length + used.length,
    dangerous: false,
    refusals: [{ text: NO_LONGER_EXISTS, count: 1 }],
  })
})

test('a plan contains targets with their versions, and skipped bindings', () => {
  const free = chosen('state:free shoots:0 others:0 pool:azure', 3)
  const claimed = chosen('state:claimed shoots:>0', 1)
  const plan = planBulkAction(context, 'mark-dirty', [...free, ...claimed, MISSING], null)
  expect(plan.targets.map(({ kind, name }) => ({ kind, name }))).toEqual(free)
  for (const { kind, name, seenVersion, before, after } of plan.targets) {
    const ref = { kind, namespace: context.inventory.namespace, name }
    expect(seenVersion).toBe(context.inventory.pools.get(ref)?.binding.resourceVersion)
    expect([before, after]).toEqual(['free', 'dirty'])
  }
  expect(plan.leftOut.map(({ name }) => name)).toEqual([claimed[0]?.name, MISSING.name])
  expect(plan.leftOut[1]?.reason).toBe(NO_LONGER_EXISTS)
  expect(plan.dangers).toEqual([{ text: 'The contents of the account may be deleted.', count: 3 }])
  expect(plan.shifts).toMatchObject([{ pool: 'azure' }])
  const [shift] = plan.shifts
  expect((shift?.before ?? 0) - (shift?.after ?? 0)).toBe(3)
})

test('a plan counts global accounts that need another account, and the free accounts of the pool', () => {
  const { pools, namespace } = context.inventory
  const alone = chosen('state:claimed pool:azure -eu').find(one => {
    const [hold] = planBulkAction(context, 'hold', [one], null).nextRequests
    return hold?.tenants === 1
  })
  if (!alone) throw new Error('Every global account has several.')
  const pooled = pools.get({ ...alone, namespace })
  const free = chosen('state:free shoots:0 pool:azure -eu')
  const [next] = planBulkAction(context, 'hold', [alone], null).nextRequests
  expect(next).toMatchObject({ pool: pooled?.labels.hyperscalerType, tenants: 1 })
  // The same action takes accounts from the pool that they would need.
  const both = planBulkAction(context, 'hold', [alone, ...free.slice(0, 2)], null)
  expect(both.nextRequests).toEqual([{ ...next, free: (next?.free ?? 0) - 2 }])
  expect(planBulkAction(context, 'hold', free.slice(0, 2), null).nextRequests).toEqual([])
})

test('a plan counts a global account with several accounts only when it loses all of them', () => {
  const { pools, namespace } = context.inventory
  const tenantOf = (one: (typeof claimed)[number]) => pools.get({ ...one, namespace })?.labels.tenantName ?? ''
  const claimed = chosen('state:claimed pool:aws -eu')
  const several = [...Map.groupBy(claimed, tenantOf).values()].find(({ length }) => length > 1)
  if (!several) throw new Error('No global account has several.')
  expect(planBulkAction(context, 'hold', several.slice(1), null).nextRequests).toEqual([])
  expect(planBulkAction(context, 'hold', several, null).nextRequests).toMatchObject([{ pool: 'aws', tenants: 1 }])
})

test('a plan shows distinct changes with counts, and each cluster once', () => {
  const free = chosen('state:free shoots:0 others:0 pool:azure -eu', 3)
  const used = chosen('state:claimed shoots:>1 others:0', 2)
  const said = { reason: 'quota', by: 'Omar' }
  const plan = planBulkAction(context, 'hold', [...free, ...used, ...used], null, said)
  expect(plan.changes.reduce((sum, { count }) => sum + count, 0)).toBe(plan.targets.length)
  for (const { count, first, lines } of plan.changes) {
    expect(plan.targets[first]).toBeDefined()
    expect(lines.filter(({ values }) => values > count)).toEqual([])
    expect(lines).toContainEqual(
      expect.objectContaining({ change: 'added', key: ANNOTATIONS.hold, value: 'quota', values: 1 }),
    )
  }
  const names = used.flatMap(({ kind, name }) => {
    const binding = context.inventory.pools.get({ kind, namespace: context.inventory.namespace, name })?.binding
    return binding ? context.inventory.shootsOfAccount(accountKey(binding.account)).map(shoot => shoot.name) : []
  })
  expect(plan.named.map(({ name }) => name)).toEqual(names)
  expect(plan.clusters).toBe(names.length)
})

test('a free account in use changes no pool', () => {
  const rows = listPools(context, { q: '', sort: '' }).groups.flatMap(({ pools }) =>
    pools.filter(({ shared }) => !shared),
  )
  const free = rows.flatMap(pool => {
    const [first] = pool.rules.length > 0 ? chosen(`state:free usable pool:${pool.key}`, 1) : []
    return first ? [{ pool, first }] : []
  })
  expect(free.some(({ pool }) => pool.usable < pool.states.free)).toBe(true)
  for (const { pool, first } of free) {
    const { shifts } = planBulkAction(context, 'mark-dirty', [first], null)
    expect(shifts, pool.key).toMatchObject([{ before: pool.usable, after: pool.usable - 1 }])
  }
  const used = chosen('state:free shoots:>0', 1)
  expect(used).toHaveLength(1)
  expect(planBulkAction(context, 'hold', used, null)).toMatchObject({ targets: [{ before: 'free' }], shifts: [] })
})

test('a hold keeps clusters in place, and its end must be in the future', () => {
  const used = chosen('state:claimed shoots:>0 others:0', 2)
  const plan = planBulkAction(context, 'hold', used, context.at + 1)
  expect(plan.clusters).toBe(plan.targets.reduce((sum, { clusters }) => sum + clusters, 0))
  expect(plan.clusters).toBeGreaterThan(1)
  expect(planBulkAction(context, 'hold', used, context.at).leftOut[0]?.reason).toBe(
    'The end of the hold is not in the future.',
  )
})

test('existing holds keep their reason and end', () => {
  const [held, idle] = [chosen('state:held'), chosen('state:claimed shoots:0 others:0', 2)]
  expect(held.length).toBeGreaterThan(0)
  const plan = planBulkAction(context, 'hold', [...held, ...idle], null)
  expect(plan.targets.map(({ name }) => name)).toEqual(idle.map(({ name }) => name))
  const reason = 'Already on hold. Edit the hold on the page of the binding.'
  expect(plan.leftOut).toEqual(held.map(each => ({ ...each, reason })))
  expect(listBulkOffers(context, [...held, ...idle]).find(({ action }) => action === 'hold')).toMatchObject({
    allowed: idle.length,
    refusals: [{ text: reason, count: held.length }],
  })
})

test('dirty bindings of one account become free only when all of them are selected', () => {
  const { context: own, writer } = landscapeContext('small')
  const [first] = listMatchingBindings(
    own,
    { q: 'state:dirty shoots:0 others:0 kind:CredentialsBinding', sort: '' },
    1,
  ).rows
  const binding = first && own.inventory.pools.get({ ...first, namespace: own.inventory.namespace })?.binding
  if (!binding) throw new Error('there is no dirty binding')
  const twin = { ...binding, name: 'twin', uid: 'uid-twin' }
  writer.bindings('CredentialsBinding').put(bindingKey(twin), twin)
  const alone = planBulkAction(own, 'confirm-clean', [binding], null)
  expect(alone).toMatchObject({ targets: [{ before: 'dirty', after: 'held' }], shifts: [] })
  const both = planBulkAction(own, 'confirm-clean', [binding, twin], null)
  expect(both.targets.map(({ after }) => after)).toEqual(['free', 'free'])
  expect(both.dangers).toEqual([{ text: 'The account can be assigned to another global account.', count: 2 }])
  const [shift] = both.shifts
  expect((shift?.after ?? 0) - (shift?.before ?? 0)).toBe(1)
})
