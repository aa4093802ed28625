import { globalAccountTarget } from '#lib/hap/audit/target.ts'
import type { EffectiveLimit } from '#lib/hap/lifecycle/multi-account.ts'
import { accountKey, type BindingKind } from '#lib/hap/pools/binding.ts'
import { type Pool, poolKey } from '#lib/hap/pools/pool.ts'
import type { PooledBinding } from '#lib/hap/pools/pooled-binding.ts'
import type { Shoot } from '#lib/hap/pools/shoot.ts'
import { exclusion } from '#lib/hap/selection/search.ts'
import { checkUsability } from '#lib/hap/selection/usability.ts'
import { policyOf } from '#lib/hap/semantics.ts'
import { compareText } from '#lib/hap/text/text.ts'
import type { SimulatorQuery } from '#lib/paths.ts'
import { IN_GARDENER, NOT_GIVEN_BACK } from '#lib/search/shoot-terms.ts'
import type { Db } from '#lib/store/database/client.ts'
import { BindingFacts } from '../bindings/binding-facts.ts'
import { BINDING_LIST, type BindingRow } from '../bindings/binding-list.ts'
import { isEverythingRead } from '../health.ts'
import { type Owner, ownedSearch } from '../pools/owners.ts'
import type { QueryContext } from '../query-context.ts'
import { findNextRequest } from '../simulator/find-request.ts'
import { GlobalAccountFacts } from './global-account-facts.ts'
import { GLOBAL_ACCOUNT_LIST, type GlobalAccountRow } from './global-account-list.ts'

/** A cluster of a global account. */
export interface OwnShoot {
  readonly shoot: Shoot
  /** The binding it names; null for one without workers. */
  readonly through: { readonly kind: BindingKind; readonly name: string } | null
}

/** An account of others that a global account has clusters on: a shared one, or one that is not its own. */
interface GuestAccount {
  readonly row: BindingRow
  /** Of the clusters on it those of this global account. */
  readonly own: number
  /** Of these, clusters that are claimed and whose shoots do not exist. */
  readonly reserved: number
  /** Finds just these. */
  readonly q: string
}

interface Subaccount {
  readonly id: string | null
  readonly clusters: number
  /** Finds just these clusters; null for those that name none. */
  readonly q: string | null
}

export interface GlobalAccountDetail {
  readonly row: GlobalAccountRow
  /** How it comes that it may own several accounts of a pool: named, or everybody may; null when it may not. */
  readonly allowedBy: 'name' | 'everybody' | null
  /** By pool. */
  readonly holdings: readonly Holding[]
  /** Bindings whose label names it and that are not its own: given back, shared, or without a type. */
  readonly leftovers: readonly BindingRow[]
  readonly guest: readonly GuestAccount[]
  /** By name. */
  readonly shoots: readonly OwnShoot[]
  /** Subaccounts with clusters, those with most first; null stands for clusters that name none. */
  readonly subaccounts: readonly Subaccount[]
  /** Its next request: for a pool it owns accounts of, else for one it has clusters in; null when no rule leads to any. */
  readonly nextRequest: SimulatorQuery | null
}

/**
 * Everything the inventory knows of a global account; null for an id that no binding, no shoot and no open claim names. Of one that
 * is `recorded` that it has nothing, once that is certain.
 */
export function getGlobalAccountDetail(
  context: QueryContext,
  id: string,
  recorded = false,
): GlobalAccountDetail | null {
  const facts = new GlobalAccountFacts(id, context)
  const isMissed = recorded && isEverythingRead(context)
  if (facts.bindings.length === 0 && facts.clusters === 0 && !isMissed) return null
  const own = new Set(facts.owned.flatMap(({ bindings }) => bindings))
  const holdings = facts.owned.map(owner => describeHolding(owner, context)).sort((a, b) => compareText(a.key, b.key))
  const guest = listGuestAccounts(facts, context)
  return {
    row: GLOBAL_ACCOUNT_LIST.toRow(facts),
    allowedBy: allowedBy(facts, context),
    holdings,
    leftovers: facts.bindings.filter(({ pooled }) => !own.has(pooled)).map(BINDING_LIST.toRow),
    guest,
    shoots: facts.shoots.map(shoot => ({ shoot, through: shoot.binding })),
    subaccounts: listSubaccounts(facts),
    nextRequest:
      holdings.find(holding => holding.nextRequest !== null)?.nextRequest ?? findGuestRequest(facts, guest, context),
  }
}

function allowedBy({ onAllowlist, id }: GlobalAccountFacts, { rules }: QueryContext): GlobalAccountDetail['allowedBy'] {
  if (!onAllowlist) return null
  return rules.multiAccount.allowed.includes(id) ? 'name' : 'everybody'
}

function listGuestAccounts(
  { id, bindings, shoots }: GlobalAccountFacts,
  context: QueryContext,
): readonly GuestAccount[] {
  const { inventory } = context
  const labelled = new Set(bindings.map(({ account }) => account))
  const counts = new Map<string, { readonly own: number; readonly reserved: number }>()
  const count = (account: string, reserved: number) => {
    if (labelled.has(account)) return
    const before = counts.get(account) ?? { own: 0, reserved: 0 }
    counts.set(account, { own: before.own + 1, reserved: before.reserved + reserved })
  }
  for (const shoot of shoots) {
    const account = inventory.accountOfShoot(shoot)
    if (account !== null) count(accountKey(account), 0)
  }
  for (const { account } of inventory.awaitedOfTenant(id)) count(account, 1)
  return Array.from(counts)
    .flatMap(([account, { own, reserved }]) =>
      inventory
        .bindingsOfAccount(account)
        .flatMap(binding => inventory.pools.get(binding) ?? [])
        .slice(0, 1)
        .map(pooled => ({
          row: BINDING_LIST.toRow(new BindingFacts(pooled, context)),
          own,
          reserved,
          q: `account:${account} ga:${id} ${reserved === 0 ? IN_GARDENER : NOT_GIVEN_BACK}`,
        })),
    )
    .sort((a, b) => b.own - a.own || compareText(a.row.key, b.row.key))
}

function findGuestRequest(
  { id }: GlobalAccountFacts,
  guest: readonly GuestAccount[],
  context: QueryContext,
): SimulatorQuery | null {
  const pools = new Map(guest.flatMap(({ row: { pool } }) => (pool ? [[poolKey(pool), pool] as const] : [])))
  for (const pool of pools.values()) {
    const request = findNextRequest(pool, id, context)
    if (request !== null) return request
  }
  return null
}

function listSubaccounts({ id: globalAccount, shoots }: GlobalAccountFacts): readonly Subaccount[] {
  const groups = Map.groupBy(shoots, ({ subaccount }) => subaccount)
  return Array.from(groups, ([id, own]) => ({
    id,
    clusters: own.length,
    q: id === null ? null : `ga:${globalAccount} subaccount:${id} ${IN_GARDENER}`,
  })).sort((a, b) => b.clusters - a.clusters || compareText(a.id ?? '', b.id ?? ''))
}

/** An account of a global account. */
export interface HeldAccount {
  readonly row: BindingRow
  /** Whether it may get clusters, were there room. */
  readonly takes: boolean
  /** Whether it would be given back once it is empty: claimed, or on hold. */
  readonly returns: boolean
}

/** What a global account owns of one pool; what it has given back is not among it. */
export interface Holding {
  readonly key: string
  readonly pool: Pool
  /** Most clusters each of the accounts should carry; null where none applies. */
  readonly limit: EffectiveLimit | null
  /** The most populated first, as new clusters come to them. */
  readonly accounts: readonly HeldAccount[]
  /** Finds exactly the accounts. */
  readonly q: string
  /** Its next request for the pool; null when no rule leads there. */
  readonly nextRequest: SimulatorQuery | null
}

/** What an owner has of its pool. */
function describeHolding({ globalAccount, pool, bindings }: Owner, context: QueryContext): Holding {
  const facts = bindings.map(pooled => new BindingFacts(pooled, context))
  return {
    key: poolKey(pool),
    pool,
    limit: facts[0]?.limit ?? null,
    accounts: facts
      .toSorted((a, b) => b.clusters - a.clusters)
      .map(one => ({ row: BINDING_LIST.toRow(one), takes: takes(one.pooled, context), returns: returns(one) })),
    q: ownedSearch(globalAccount, pool),
    nextRequest: findNextRequest(pool, globalAccount, context),
  }
}

function takes(
  pooled: PooledBinding,
  { semantics, at, rules: { plans }, inventory: { usage } }: QueryContext,
): boolean {
  const policy = policyOf(semantics)
  return exclusion(pooled, policy, at) === null && checkUsability(pooled, { plans, usage, policy }) === null
}

function returns({ state }: BindingFacts): boolean {
  return state === 'claimed' || state === 'held'
}

/** Whether the database has anything of a global account: a claim, a state of a binding, or an action. Throws StoreError. */
export async function isRecorded(db: Db, tenant: string): Promise<boolean> {
  const found = await Promise.all([
    db.claim.findFirst({ where: { tenant }, select: { id: true } }),
    db.stateChange.findFirst({ where: { tenant }, select: { id: true } }),
    db.auditEntry.findFirst({ where: { targets: { has: globalAccountTarget(tenant) } }, select: { seq: true } }),
  ])
  return found.some(row => row !== null)
}
