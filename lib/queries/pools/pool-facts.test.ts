import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Inventory } from '#lib/garden/inventory/inventory.ts'
import { compareNames } from '#lib/garden/inventory/name-groups.ts'
import { shootKey } from '#lib/garden/inventory/shoot-table.ts'
import { createInventory } from '#lib/garden/inventory/watch-inventory.ts'
import { ANNOTATIONS, accountKey, type Binding, bindingKey } from '#lib/hap/pools/binding.ts'
import { poolKey } from '#lib/hap/pools/pool.ts'
import { countStates, type PooledBinding, pooledBinding, poolOf, stateAt } from '#lib/hap/pools/pooled-binding.ts'
import type { Shoot } from '#lib/hap/pools/shoot.ts'
import { isReleasedState } from '#lib/hap/pools/state.ts'
import { NONE_UNUSABLE } from '#lib/hap/selection/usability.ts'
import type { QueryContext } from '../query-context.ts'
import { landscapeContext } from '../testing/landscape-context.ts'
import { getPoolFacts } from './pool-facts.ts'

const NAMESPACE = 'garden-kyma'
const HOUR = 3_600_000
const { context: settings } = landscapeContext('small')

const choose = (...values: readonly (string | null)[]) => fc.constantFrom(...values)

/** Few names cause shared accounts, changes of the pool, and shoots that precede their binding. */
const bindings = fc.record({
  kind: fc.constantFrom('CredentialsBinding', 'SecretBinding'),
  name: fc.constantFrom('a', 'b', 'c', 'd'),
  account: fc.constantFrom('one', 'two', 'three'),
  labels: fc.record({
    hyperscalerType: choose('aws', 'aws', 'gcp', '', null),
    tenantName: choose('ga-1', 'ga-2', null),
    shared: choose('true', null, null),
    euAccess: choose('true', null, null),
    dirty: choose('true', null, null, null),
  }),
  holdUntil: choose(null, null, '1970-01-01T02:00:00Z', 'for ever'),
  isRestored: fc.constantFrom(false, false, false, true),
})

const shoots = fc.record({
  name: fc.constantFrom('s-1', 's-2', 's-3', 's-4', 's-5'),
  kind: fc.constantFrom('CredentialsBinding', 'SecretBinding'),
  binding: choose('a', 'b', 'c', 'd', null),
  globalAccount: choose('ga-1', 'ga-2', 'ga-3', null),
})

const claims = fc.record({
  id: fc.constantFrom('c-1', 'c-2', 'c-3'),
  account: fc
    .constantFrom('one', 'two', 'three')
    .map(name => accountKey({ kind: 'Secret', namespace: NAMESPACE, name })),
  cluster: choose('s-1', 's-2', null),
  tenant: fc.constantFrom('ga-1', 'ga-2', 'ga-4', ''),
})

const conditions = fc.uniqueArray(fc.constantFrom('one', 'two', 'three')).map(names =>
  names.map(name => ({
    account: accountKey({ kind: 'Secret', namespace: NAMESPACE, name }),
    binding: null,
    cause: 'credentials-missing' as const,
    since: 0,
    checkedAt: 0,
  })),
)

const changes = fc.oneof(
  conditions.map(given => ({ what: 'refuse', given }) as const),
  bindings.map(given => ({ what: 'bind', given }) as const),
  bindings.map(given => ({ what: 'unbind', given }) as const),
  shoots.map(given => ({ what: 'run', given }) as const),
  shoots.map(given => ({ what: 'end', given }) as const),
  claims.map(given => ({ what: 'claim', given }) as const),
  claims.map(given => ({ what: 'unclaim', given }) as const),
  fc.integer({ min: 0, max: 4 }).map(hours => ({ what: 'read', at: hours * HOUR }) as const),
)

test.each([4096, 3])('incremental counts equal a full count, with %i remembered changes', kept => {
  fc.assert(
    fc.property(fc.array(changes, { maxLength: 60 }), steps => {
      const { inventory, writer } = createInventory({
        namespace: NAMESPACE,
        kinds: ['CredentialsBinding'],
        clock: () => 0,
        schedule: () => {},
        changesKept: kept,
      })
      steps.forEach((step, index) => {
        if (step.what === 'bind') {
          const binding = bindingOf(step.given, index)
          writer.bindings(binding.kind).put(bindingKey(binding), binding)
        } else if (step.what === 'unbind') {
          const binding = bindingOf(step.given, index)
          writer.bindings(binding.kind).remove(bindingKey(binding))
        } else if (step.what === 'run') writer.shoots().put(shootKey(shootOf(step.given)), shootOf(step.given))
        else if (step.what === 'end') writer.shoots().remove(shootKey(shootOf(step.given)))
        else if (step.what === 'refuse') writer.conditions(step.given)
        else if (step.what === 'claim') writer.claims([[step.given.id, step.given]])
        else if (step.what === 'unclaim') writer.claims([[step.given.id, null]])
        else expectEqual(inventory, step.at)
      })
      for (const hours of [3, 1]) expectEqual(inventory, hours * HOUR)
    }),
    { numRuns: 400 },
  )
})

function expectEqual(inventory: Inventory, at: number): void {
  const context = { ...settings, inventory, at }
  const { pools, poolless, accounts } = getPoolFacts(context)
  const all = inOrder(inventory)
  const expected = Map.groupBy(all, pooled => {
    const pool = poolOf(pooled)
    return pool?.hyperscalerType ? poolKey(pool) : null
  })
  const none = expected.get(null) ?? []
  expect(accounts).toBe(accountsOf(all).size)
  expect(poolless).toEqual({ accounts: accountsOf(none).size, bindings: none.length, states: statesOf(none, context) })
  expected.delete(null)
  expect(Object.fromEntries(pools)).toEqual(
    Object.fromEntries(Array.from(expected, ([key, ofPool]) => [key, countedAnew(ofPool, context)])),
  )
}

function accountsOf(all: readonly PooledBinding[]): ReadonlySet<string> {
  return new Set(all.map(({ binding }) => accountKey(binding.account)))
}

/** Every binding of an account that has labels of HAP, also of a kind that is in no pool. */
function everyBinding(account: string, inventory: Inventory): readonly PooledBinding[] {
  return inventory.bindingsOfAccount(account).flatMap(binding => pooledBinding(binding) ?? [])
}

function stateOf(account: string, { inventory, at }: QueryContext) {
  const all = everyBinding(account, inventory)
  const states = all.map(pooled => stateAt(pooled, at))
  const first = (['dirty', 'held', 'claimed', 'shared', 'malformed'] as const).find(state => states.includes(state))
  return first ?? 'free'
}

function statesOf(all: readonly PooledBinding[], context: QueryContext) {
  const counts: Record<string, number> = { ...countStates([], 0) }
  for (const account of accountsOf(all)) {
    const state = stateOf(account, context)
    counts[state] = (counts[state] ?? 0) + 1
  }
  return counts
}

function inOrder({ pools }: Inventory): readonly PooledBinding[] {
  return Array.from(pools.values()).sort((a, b) => compareNames(a.binding, b.binding))
}

/** Counts with a full scan of the bindings of a pool. */
function countedAnew(all: readonly PooledBinding[], context: QueryContext): object {
  const { inventory, at } = context
  const tenants = new Map<string, { accounts: number; shoots: number }>()
  const add = (tenant: string, accounts: number, shoots: number) => {
    const known = tenants.get(tenant) ?? { accounts: 0, shoots: 0 }
    tenants.set(tenant, { accounts: known.accounts + accounts, shoots: known.shoots + shoots })
  }
  const unusable: Record<string, number> = { ...NONE_UNUSABLE }
  let usable = 0
  let shoots = 0
  for (const [account, bindings] of Map.groupBy(all, ({ binding }) => accountKey(binding.account))) {
    const running = inventory.shootsOfAccount(account)
    shoots += running.length
    const owners = new Set(
      bindings.flatMap(pooled => (isReleasedState(stateAt(pooled, at)) ? [] : pooled.labels.tenantName || [])),
    )
    const isShared = bindings[0]?.labels.shared === 'true'
    const names = new Set(running.map(({ name }) => name))
    const claimed = inventory.claimsOfAccount(account).filter(({ cluster }) => !cluster || !names.has(cluster))
    const guests = running.flatMap(({ globalAccount }) => globalAccount ?? [])
    const users = isShared ? [...owners, ...guests, ...claimed.flatMap(({ tenant }) => tenant || [])] : owners
    for (const user of new Set(users)) add(user, 1, 0)
    if (isShared) for (const guest of guests) add(guest, 0, 1)
    else for (const owner of [...owners].slice(0, 1)) add(owner, 0, running.length)
    const isCleaned = everyBinding(account, inventory).some(({ labels }) => labels.dirty === 'true')
    const isEmpty = stateOf(account, context) === 'free' && running.length === 0 && claimed.length === 0
    const offered = bindings.filter(one => (isShared ? stateAt(one, at) === 'shared' && !isCleaned : isEmpty))
    const causes = offered.map(({ binding, labels }) => {
      if (binding.doubt) return 'restored'
      return labels.hyperscalerType === 'aws' ? (inventory.condition(binding)?.cause ?? null) : 'provider-type'
    })
    const [cause] = causes
    if (causes.includes(null)) usable++
    else if (cause) unusable[cause] = (unusable[cause] ?? 0) + 1
  }
  return {
    pool: all[0] && poolOf(all[0]),
    accounts: accountsOf(all).size,
    states: statesOf(all, context),
    tenants,
    shoots,
    usable,
    unusable,
  }
}

type Given<Arbitrary> = Arbitrary extends fc.Arbitrary<infer Value> ? Value : never

function bindingOf(
  { kind, name, account, labels, holdUntil, isRestored }: Given<typeof bindings>,
  index: number,
): Binding {
  const until = holdUntil === null || holdUntil === 'for ever' ? {} : { [ANNOTATIONS.holdUntil]: holdUntil }
  return {
    kind,
    namespace: NAMESPACE,
    name,
    uid: `${kind} ${name}`,
    resourceVersion: `${index}`,
    account: { kind: 'Secret', namespace: NAMESPACE, name: account },
    providers: ['aws'],
    labels: Object.fromEntries(
      Object.entries(labels).flatMap(([label, value]) => (value === null ? [] : [[label, value]])),
    ),
    annotations: holdUntil === null ? {} : { [ANNOTATIONS.hold]: 'why', ...until },
    createdAt: '1970-01-01T00:00:00Z',
    deletedAt: null,
    ...(isRestored && { doubt: 'restored' }),
  }
}

function shootOf({ name, kind, binding, globalAccount }: Given<typeof shoots>): Shoot {
  return {
    namespace: NAMESPACE,
    name,
    uid: name,
    binding: binding === null ? null : { kind, name: binding },
    globalAccount,
    subaccount: null,
    runtimeId: null,
    provider: 'aws',
    region: 'eu-central-1',
    createdAt: '1970-01-01T00:00:00Z',
    deletedAt: null,
    hibernated: false,
    lastOperation: null,
    errorCodes: [],
  }
}
