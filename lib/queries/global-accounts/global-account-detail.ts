import { globalAccountTarget } from '#lib/hap/audit/target.ts'
import type { EffectiveLimit } from '#lib/hap/lifecycle/multi-account.ts'
import { accountKey, type BindingKind } from '#lib/hap/pools/binding.ts'
import { type Pool, poolKey } from '#lib/hap/pools/pool.ts'
import type { PooledBinding } from '#lib/hap/pools/pooled-binding.ts'
import type { Shoot } from '#lib/hap/pools/shoot.ts'
import { exclusion } from '#lib/hap/selection/search.ts'
import { checkUsability } from '#lib/hap/selection/usability.ts'
import { policyOf } from '#lib/hap/semantics.ts'
import { compareText } from '#lib/hap/text.ts'
import type { SimulatorQuery } from '#lib/paths.ts'
import { IN_GARDENER, NOT_RELEASING } from '#lib/search/shoot-terms.ts'
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
  /** Binding that the shoot refers to; null for a shoot without workers. */
  readonly through: { readonly kind: BindingKind; readonly name: string } | null
}

/**
 * An account with clusters of the global account that it does not own: a shared one, or one of
 * another owner.
 */
interface GuestAccount {
  readonly row: BindingRow
  /** Clusters of this global account on it. */
  readonly own: number
  /** Of these, claimed clusters without a shoot. */
  readonly reserved: number
  /** Finds exactly these clusters. */
  readonly q: string
}

interface Subaccount {
  readonly id: string | null
  readonly clusters: number
  /** Finds exactly these clusters; null for clusters without a subaccount. */
  readonly q: string | null
}

/** Content of the page of a global account. */
export interface GlobalAccountDetail {
  readonly row: GlobalAccountRow
  /**
   * Reason for the right to own several accounts of a pool: named, or everybody may; null without
   * the right.
   */
  readonly allowedBy: 'name' | 'everybody' | null
  /** By pool key. */
  readonly holdings: readonly Holding[]
  /** Bindings whose label names it without being its own: released, shared, or without a type. */
  readonly leftovers: readonly BindingRow[]
  readonly guest: readonly GuestAccount[]
  /** By name. */
  readonly shoots: readonly OwnShoot[]
  /** Most clusters first; a null id groups clusters without a subaccount. */
  readonly subaccounts: readonly Subaccount[]
  /**
   * Next request for an owned pool, otherwise for a pool with its clusters; null when no rule leads
   * to any.
   */
  readonly nextRequest: SimulatorQuery | null
}

/**
 * Returns the detail of a global account; null for an id without bindings, shoots and open claims.
 * For a `recorded` id, it returns an empty detail once the inventory is completely read.
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
          q: `account:${account} ga:${id} ${reserved === 0 ? IN_GARDENER : NOT_RELEASING}`,
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
  /** Whether it can get clusters while it has room. */
  readonly takes: boolean
  /** Whether it is released once it is empty: claimed, or on hold. */
  readonly returns: boolean
}

/** Bindings of one pool that a global account owns, without released ones. */
export interface Holding {
  readonly key: string
  readonly pool: Pool
  /** Limit of clusters per account; null where none applies. */
  readonly limit: EffectiveLimit | null
  /** Most clusters first, in the order in which new clusters use them. */
  readonly accounts: readonly HeldAccount[]
  /** Finds exactly these accounts. */
  readonly q: string
  /** Next request for the pool; null when no rule leads to it. */
  readonly nextRequest: SimulatorQuery | null
}

/** Describes the accounts of an owner in its pool. */
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

function takes(pooled: PooledBinding, { semantics, at, rules, inventory: { usage } }: QueryContext): boolean {
  const config = { ...rules, policy: policyOf(semantics), at }
  return exclusion(pooled, config) === null && checkUsability(pooled, { ...config, usage }) === null
}

function returns({ state }: BindingFacts): boolean {
  return state === 'claimed' || state === 'held'
}

/**
 * Whether the database has a claim, a state change or an action of a global account. Throws
 * StoreError.
 */
export async function isRecorded(db: Db, tenant: string): Promise<boolean> {
  const found = await Promise.all([
    db.claim.findFirst({ where: { tenant }, select: { id: true } }),
    db.stateChange.findFirst({ where: { tenant }, select: { id: true } }),
    db.auditEntry.findFirst({ where: { targets: { has: globalAccountTarget(tenant) } }, select: { seq: true } }),
  ])
  return found.some(row => row !== null)
}
