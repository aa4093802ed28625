import { NEXT_CHANGES, type NextChange, permissionChange } from '#lib/hap/impact/multi-account-impact.ts'
import {
  type EffectiveLimit,
  effectiveLimit,
  isOnAllowlist,
  MULTI_ACCOUNT_OFF,
  type MultiAccount,
} from '#lib/hap/lifecycle/multi-account.ts'
import { changeBetween, isUnchanged } from '#lib/hap/lifecycle/multi-account-change.ts'
import { accountKey } from '#lib/hap/pools/binding.ts'
import { providerOf } from '#lib/hap/pools/pool.ts'
import { totalClusters } from '#lib/hap/selection/usage.ts'
import { policyOf } from '#lib/hap/semantics.ts'
import { compareText } from '#lib/hap/text.ts'
import {
  type Concerned,
  countAccountsAndBindings,
  countConcerned,
  findOverLimit,
  listOwners,
  type Owner,
} from '../pools/owners.ts'
import type { QueryContext } from '../query-context.ts'
import { computeOwnerImpact, type OwnerImpact } from './owner-impact.ts'

/** Effect of proposed settings on the current inventory, compared with the settings in force. */
export interface Consequences {
  /** Semantics of the comparison; KEB's own count of clusters is estimated from shoots. */
  readonly semantics: QueryContext['semantics']
  readonly rights: RightChanges
  /** Accounts with more clusters than their limit, before and after. */
  readonly over: { readonly before: Concerned; readonly after: Concerned }
  /** Global accounts that lose the right and own several accounts of one pool. */
  readonly stranded: number
  /** Number of global accounts, by what happens to their next cluster in one of their pools. */
  readonly next: Readonly<Record<NextChange, number>>
  /** Owners with a change, worst first; limited to MAX_ROWS. */
  readonly rows: readonly OwnerImpact[]
  /** Number of owners with a change, including those beyond MAX_ROWS. */
  readonly changed: number
  readonly limits: readonly LimitRow[]
  /** Accounts and shoots by id, for ids of either allowlist that the inventory knows. */
  readonly known: Readonly<Record<string, Omit<Concerned, 'globalAccounts'>>>
}

const MAX_ROWS = 100

/** Evaluates decisions, limits and findings under the current and the `proposed` settings. */
export function computeConsequences(before: QueryContext, proposed: MultiAccount): Consequences {
  const after = { ...before, rules: { ...before.rules, multiAccount: proposed } }
  const unchanged = isUnchanged(changeBetween(before.rules.multiAccount, proposed))
  const owners = listOwners(before)
  const over = { before: findOverLimit(before), after: findOverLimit(after) }
  const compared = { before, after, overBefore: new Set(over.before), overAfter: new Set(over.after) }
  const impacts = unchanged ? [] : owners.map(owner => computeOwnerImpact(owner, compared))
  const rows = impacts.filter(impact => rank(impact) < RANKS.length).sort(byRank)
  return {
    semantics: before.semantics,
    rights: countRightChanges(before, proposed.allowed),
    over: { before: countConcerned(over.before, before), after: countConcerned(over.after, before) },
    stranded: new Set(rows.filter(isStranded).map(({ globalAccount }) => globalAccount)).size,
    next: countNext(impacts),
    rows: rows.slice(0, MAX_ROWS),
    changed: rows.length,
    limits: listLimits(after, owners),
    known: describeKnown([...new Set(before.rules.multiAccount.allowed).union(new Set(proposed.allowed))], before),
  }
}

/** What would change if multiple accounts were off: the default, which settings of an upgrade replace until they are confirmed. */
export interface OffEffect {
  /** Global accounts that would no longer be allowed multiple accounts. */
  readonly globalAccounts: number
  /** Number of these that own several accounts of one pool. */
  readonly stranded: number
  /** Global accounts whose next cluster would wait or be refused. */
  readonly blocked: number
}

/** Computes what would change if multiple accounts were off. */
export function computeOffEffect(context: QueryContext): OffEffect {
  const { rights, stranded, next } = computeConsequences(context, MULTI_ACCOUNT_OFF)
  return { globalAccounts: rights.loses.globalAccounts, stranded, blocked: next.stops + next.waits }
}

function isStranded({ right, accounts }: OwnerImpact): boolean {
  return right === 'loses' && accounts > 1
}

/** Worst first; an owner that matches none has no change. */
const RANKS: readonly ((impact: OwnerImpact) => boolean)[] = [
  ({ next }) => next === 'stops',
  ({ next }) => next === 'waits',
  ({ newlyOver }) => newlyOver > 0,
  isStranded,
  ({ next }) => next === 'claims',
  ({ next }) => next === 'moves',
  ({ right }) => right === 'loses',
  ({ next }) => next === 'reuses',
  ({ noLongerOver }) => noLongerOver > 0,
  ({ right }) => right === 'gains',
]

function rank(impact: OwnerImpact): number {
  const found = RANKS.findIndex(fits => fits(impact))
  return found < 0 ? RANKS.length : found
}

function byRank(a: OwnerImpact, b: OwnerImpact): number {
  return (
    rank(a) - rank(b) ||
    b.shoots - a.shoots ||
    compareText(a.globalAccount, b.globalAccount) ||
    compareText(a.pool, b.pool)
  )
}

function countNext(impacts: readonly OwnerImpact[]): Consequences['next'] {
  const count = (change: NextChange) =>
    new Set(impacts.flatMap(({ next, globalAccount }) => (next === change ? [globalAccount] : []))).size
  return Object.fromEntries(NEXT_CHANGES.map(change => [change, count(change)])) as Record<NextChange, number>
}

function describeKnown(ids: readonly string[], { inventory }: QueryContext): Consequences['known'] {
  const known = inventory.globalAccounts()
  return Object.fromEntries(
    ids
      .filter(id => known.has(id))
      .map(id => [
        id,
        { ...countAccountsAndBindings(inventory.bindingsOfTenant(id)), shoots: inventory.shootsOfTenant(id).length },
      ]),
  )
}

/** Global accounts of the inventory that may own several accounts. */
interface RightChanges {
  /** Global accounts of the inventory. */
  readonly known: number
  /** Number that may, before and after. */
  readonly before: number
  readonly after: number
  readonly gains: Concerned
  readonly loses: Concerned
}

/** Counts the global accounts of the inventory that enter or leave the allowlist. */
function countRightChanges({ inventory, rules }: QueryContext, allowed: readonly string[]): RightChanges {
  const before = rules.multiAccount.allowed
  const ids = [...inventory.globalAccounts()]
  const having = (list: readonly string[]) => ids.filter(id => isOnAllowlist(list, id)).length
  const changed = (change: 'gains' | 'loses'): Concerned => {
    const found = ids.filter(id => permissionChange(id, before, allowed) === change)
    return {
      globalAccounts: found.length,
      ...countAccountsAndBindings(found.flatMap(id => inventory.bindingsOfTenant(id))),
      shoots: found.reduce((sum, id) => sum + inventory.shootsOfTenant(id).length, 0),
    }
  }
  return {
    known: ids.length,
    before: having(before),
    after: having(allowed),
    gains: changed('gains'),
    loses: changed('loses'),
  }
}

/** The limit of one provider, with its usage. */
export interface LimitRow {
  readonly provider: string
  readonly limit: EffectiveLimit
  /** A number is set that has no effect: it names a plan or an alias, or KEB has no such field. */
  readonly unread: boolean
  /** Accounts with an owner. */
  readonly accounts: number
  /** Highest number of clusters on one of them. */
  readonly most: number
}

/** Lists each provider of the inventory, the plans and the settings, by name. */
function listLimits(
  { inventory, rules: { multiAccount, plans }, semantics }: QueryContext,
  owners: readonly Owner[],
): readonly LimitRow[] {
  const { limits } = multiAccount
  const own = limits?.providers ?? {}
  const offered = [...plans.byName.values()].flatMap(plan => plan.providers ?? [])
  const used = new Map<string, { accounts: Set<string>; most: number }>()
  for (const { binding, labels } of owners.flatMap(owner => owner.bindings)) {
    const provider = providerOf(labels.hyperscalerType ?? '')
    const known = used.get(provider) ?? { accounts: new Set(), most: 0 }
    const clusters = totalClusters(inventory.usage.clusters(binding))
    used.set(provider, {
      accounts: known.accounts.add(accountKey(binding.account)),
      most: Math.max(known.most, clusters),
    })
  }
  const providers = new Set([...offered, ...used.keys(), ...Object.keys(own)])
  providers.delete('')
  return [...providers].sort(compareText).map(provider => {
    const limit = effectiveLimit(limits, provider, policyOf(semantics))
    const set = Object.hasOwn(own, provider) && own[provider] !== 0
    const isPlan = plans.byName.has(provider) && !offered.includes(provider) && !used.has(provider)
    const unread = set && (isPlan || limit.setting !== `limits.${provider}`)
    const { accounts, most = 0 } = used.get(provider) ?? {}
    return { provider, limit, unread, accounts: accounts?.size ?? 0, most }
  })
}
