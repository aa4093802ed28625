import { describe, expect, test } from 'vitest'
import { Contact } from '#lib/garden/reflector/contact.ts'
import { accountKey, bindingKey } from '#lib/hap/pools/binding.ts'
import { formatErrorCode, KNOWN_TO, type Shoot } from '#lib/hap/pools/shoot.ts'
import { compareText } from '#lib/hap/text.ts'
import { ON_FAILING_ACCOUNTS } from '#lib/search/shoot-terms.ts'
import { listAccountErrors } from '../bindings/infrastructure-errors.ts'
import { countBindings } from '../bindings/list-bindings.ts'
import { type KnownClusters, knownClusters } from '../cluster-register.ts'
import { getPoolFacts } from '../pools/pool-facts.ts'
import type { QueryContext } from '../query-context.ts'
import { claimFor, landscapeContext } from '../testing/landscape-context.ts'
import { listShootFields, listShoots } from './list-shoots.ts'
import type { PlanSource } from './plan-source.ts'
import type { ShootRow } from './shoot-list.ts'

const { context } = landscapeContext('small')
const { inventory } = context
const shoots = [...inventory.shoots()].filter(shoot => inventory.accountOfShoot(shoot) !== null)

function shootAt(index: number): Shoot {
  const shoot = shoots[index]
  if (!shoot) throw new Error('The landscape has too few shoots.')
  return shoot
}

const countShoots = (of: QueryContext, known: KnownClusters | null, q: string) =>
  listShoots(of, known, { q, sort: '', offset: 0, limit: 1 }).hits

const view = (q: string, claims = [claimFor(shootAt(0), context)], sort = '') =>
  listShoots(context, knownClusters(claims), { q, sort, offset: 0, limit: 1_000 })

describe('the field known', () => {
  const [first, second] = [shootAt(0), shootAt(1)]
  const claim = claimFor(first, context)
  const of = inventory.shootCount

  test.each([
    { name: 'by its name', claims: [claim], both: 1, database: 0 },
    { name: 'by its runtime id', claims: [{ ...claim, cluster: first.runtimeId }], both: 1, database: 0 },
    { name: 'twice', claims: [claim, { ...claim, id: 'second', cluster: first.runtimeId }], both: 1, database: 0 },
    { name: 'on another account', claims: [{ ...claim, account: 'Secret/elsewhere/x' }], both: 0, database: 1 },
    { name: 'that is gone', claims: [{ ...claim, cluster: 'gone' }], both: 0, database: 1 },
    { name: 'without a name yet', claims: [{ ...claim, cluster: null }], both: 0, database: 1 },
    { name: 'and another one', claims: [claim, claimFor(second, context)], both: 2, database: 0 },
    { name: 'none', claims: [], both: 0, database: 0 },
  ])('a claim for it $name', ({ claims, both, database }) => {
    const { known, of: all } = view('', claims)
    expect(known).toEqual({ both, gardener: of - both, database })
    expect(all).toBe(of + database)
    for (const to of ['both', 'gardener', 'database'] as const)
      expect(countShoots(context, knownClusters(claims), `known:${to}`), to).toBe(known?.[to])
  })

  test('is null without the database, which does not affect shoots of Gardener', () => {
    const { rows, known, hits } = listShoots(context, null, { q: '', sort: '', offset: 0, limit: 10 })
    expect(hits).toBe(of)
    expect(known).toBeNull()
    expect(rows.map(row => row.known)).toEqual(rows.map(() => null))
    expect(countShoots(context, null, 'known:gardener')).toBe(0)
    expect(countShoots(context, null, '-known:database')).toBe(of)
  })

  test('is never database before all shoots are read', () => {
    const { context: unread, sources } = landscapeContext('small')
    sources.add('Shoot', new Contact({ clock: () => context.at, staleAfterMs: 60_000, onChange: () => {} }))
    expect(countShoots(unread, knownClusters([{ ...claim, cluster: 'gone' }]), 'known:database')).toBe(0)
  })
})

test('a claim without a shoot shows the data of the database', () => {
  const claim = { ...claimFor(shootAt(0), context), cluster: 'gone', plan: 'aws', status: 'reserved' } as const
  const [row] = view('known:database', [claim]).rows
  expect(row).toMatchObject({
    name: 'gone',
    globalAccount: claim.tenant,
    plan: 'aws',
    region: claim.region,
    claimed: 'reserved',
    lastOperation: null,
    known: 'database',
    at: claim.at,
  })
  expect(row?.account && accountKey(row.account)).toBe(claim.account)
})

test('a shoot is found by each value of its row', () => {
  const shoot = shootAt(0)
  const account = inventory.accountOfShoot(shoot)
  for (const q of [
    shoot.name,
    `name:${shoot.name}`,
    String(shoot.globalAccount),
    `ga:${shoot.globalAccount}`,
    `provider:${shoot.provider} region:${shoot.region}`,
    `binding:${shoot.binding?.name}`,
    `account:${account?.name}`,
    `runtime:${shoot.runtimeId}`,
    `operation:${shoot.lastOperation?.type} operation:${shoot.lastOperation?.state}`,
    'known:both',
  ])
    expect(
      view(q).rows.map(({ name }) => name),
      q,
    ).toContain(shoot.name)
})

test('a search without field only matches names and global accounts', () => {
  const { region } = shootAt(0)
  expect(countShoots(context, null, region)).toBe(0)
  expect(countShoots(context, null, `region:${region}`)).toBeGreaterThan(0)
})

describe('the list finds as many shoots as other pages count', () => {
  test('on an account', () => {
    for (const { binding } of inventory.pools.values()) {
      const key = accountKey(binding.account)
      const found = countShoots(context, knownClusters([]), `account:${key} -known:database`)
      expect(found, bindingKey(binding)).toBe(inventory.shootCountOfAccount(key))
    }
  })

  test('of a pool', () => {
    for (const [key, { shoots: count }] of getPoolFacts(context).pools)
      expect(countShoots(context, null, `pool:${key} -known:database`), key).toBe(count)
  })

  test('with errors on an account, and in total', () => {
    const errors = listAccountErrors(context)
    expect(errors.length).toBeGreaterThan(0)
    for (const { account, shoots: count } of errors)
      expect(countShoots(context, null, `account:${accountKey(account)} error:infrastructure`)).toBe(count)
    const { failing, hits } = view('error:infrastructure')
    expect(hits).toBe(failing)
  })

  test.each(['', 'error:infrastructure', 'name:c-'])(
    'counts bindings of accounts with errors, also for the search %j',
    q => {
      const { failingAccounts } = view(q)
      expect(failingAccounts).toBeGreaterThan(0)
      expect(failingAccounts).toBe(countBindings(context, ON_FAILING_ACCOUNTS))
    },
  )
})

test.each<[string, (row: ShootRow) => string | null]>([
  ['name', ({ name }) => name],
  ['ga', ({ globalAccount }) => globalAccount],
  ['plan', ({ plan }) => plan],
  ['type', ({ pool, provider }) => pool?.hyperscalerType ?? provider],
  ['region', ({ region }) => region || null],
  ['binding', ({ binding }) => binding?.name ?? null],
  ['account', ({ account }) => account && accountKey(account)],
  ['known', ({ known }) => String(KNOWN_TO.indexOf(known ?? 'both'))],
  ['when', ({ at }) => at],
])('sorts all rows by %s in both directions, with missing values last', (sort, textOf) => {
  const claims = [claimFor(shootAt(0), context), { ...claimFor(shootAt(1), context), cluster: null }]
  const names = view('', claims)
    .rows.map(({ name }) => name)
    .sort()
  for (const [order, direction] of [
    [sort, 1],
    [`-${sort}`, -1],
  ] as const) {
    const { rows } = view('', claims, order)
    expect(rows.map(({ name }) => name).sort()).toEqual(names)
    const values = rows.map(textOf)
    const present = values.filter(value => value !== null)
    expect(values.slice(present.length)).toEqual(Array(values.length - present.length).fill(null))
    expect(present).toEqual(present.toSorted((a, b) => direction * compareText(a, b)))
  }
})

test('sorts shoots with errors first by operation', () => {
  const errors = view('', [], 'operation').rows.map(({ errorCodes }) => errorCodes.length > 0)
  expect(errors).toContain(true)
  expect(errors).toEqual(errors.toSorted((a, b) => Number(b) - Number(a)))
})

describe('the plan of a shoot', () => {
  const [first, second] = [shootAt(0), shootAt(1)]
  const plans = new Map([
    [first, 'aws'],
    [second, 'trial'],
  ])
  let changes = 0
  const kim: PlanSource = {
    origin: 'kim',
    get changes() {
      return changes
    },
    of: ({ shoot }) => {
      const plan = [...plans].find(([{ name }]) => name === shoot?.name)?.[1]
      return plan === undefined ? null : { plan, platformRegion: null }
    },
  }
  const [claims] = context.plans
  const asked: QueryContext = { ...context, plans: claims ? [claims, kim] : [kim] }
  const found = (q: string, known: KnownClusters | null = null) =>
    listShoots(asked, known, { q, sort: '-plan', offset: 0, limit: 2 })

  test('comes from the first source that knows it, in row, search and order', () => {
    expect(found('').rows.map(({ name, plan }) => [name, plan])).toEqual([
      [second.name, 'trial'],
      [first.name, 'aws'],
    ])
    expect(found('plan:aws').rows.map(({ name }) => name)).toEqual([first.name])
    expect(found('-plan:aws').hits).toBe(inventory.shootCount - 1)
    const known = knownClusters([{ ...claimFor(first, context), plan: 'preview' }])
    expect([found('plan:preview', known).hits, found('plan:aws', known).hits]).toEqual([1, 0])
  })

  test('changes when a source learns it', () => {
    plans.set(first, 'free')
    changes++
    expect([found('plan:free').hits, found('plan:aws').hits]).toEqual([1, 0])
  })

  test('is an example of the search box', () => {
    const field = listShootFields(asked, null).find(({ name }) => name === 'plan')
    expect(field?.examples).toEqual(['free', 'trial', 'unknown'])
  })
})

test('occurring values are examples of the search box', () => {
  const examples = (name: string) => listShootFields(context, null).find(field => field.name === name)?.examples
  expect(examples('region')).toContain(shootAt(0).region)
  expect(examples('error')).toContain('infrastructure')
  expect(examples('operation')).toContain('Succeeded')
  expect(examples('operation')).toEqual(expect.arrayContaining(['Reconciled', 'failed', 'Reconcile failed']))
  for (const code of new Set(shoots.flatMap(({ errorCodes }) => errorCodes)))
    expect(examples('error')).toEqual(expect.arrayContaining([code, formatErrorCode(code)]))
})

test('displayed errors and operations can be searched', () => {
  const codes = [...new Set(shoots.flatMap(({ errorCodes }) => errorCodes))]
  expect(codes.length).toBeGreaterThan(0)
  for (const code of codes) {
    const words = formatErrorCode(code)
    expect(countShoots(context, null, `error:"${words}"`)).toBe(countShoots(context, null, `error:${code}`))
    const [first = ''] = words.split(' ')
    expect(countShoots(context, null, `error:${first}`)).toBeGreaterThan(0)
  }
  const failed = shoots.filter(({ lastOperation }) => ['Failed', 'Error'].includes(lastOperation?.state ?? ''))
  expect(failed.length).toBeGreaterThan(0)
  expect(countShoots(context, null, 'operation:failed')).toBe(failed.length)
  expect(countShoots(context, null, 'operation:"reconcile failed"')).toBe(
    failed.filter(({ lastOperation }) => lastOperation?.type === 'Reconcile').length,
  )
  expect(countShoots(context, null, 'operation:Succeeded operation:reconciled')).toBeGreaterThan(0)
})

test('a claim is found by its displayed status', () => {
  const claims = [{ ...claimFor(shootAt(0), context), cluster: 'gone', status: 'reserved' as const }]
  for (const q of ['operation:reserved', 'operation:"claimed, no shoot yet"', 'operation:claimed'])
    expect(view(q, claims).hits, q).toBe(1)
})
