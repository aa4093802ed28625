import type { Action } from '#lib/hap/actions/action.ts'
import type { DiffLine } from '#lib/hap/actions/diff.ts'
import { type ActionFacts, dirtySiblings } from '#lib/hap/actions/facts.ts'
import { BULK_CONSEQUENCES, type NextRequests } from '#lib/hap/actions/job.ts'
import { type ActionInput, planAction } from '#lib/hap/actions/plan-action.ts'
import { bulkExclusion, type DistinctChange, distinctChanges, planTogether } from '#lib/hap/actions/plan-together.ts'
import type { AccountCluster } from '#lib/hap/lifecycle/account-clusters.ts'
import { type Account, accountKey, type BindingKind, bindingKey } from '#lib/hap/pools/binding.ts'
import { type Pool, parsePoolKey, poolKey, poolName } from '#lib/hap/pools/pool.ts'
import { type PooledBinding, poolOf, stateAt } from '#lib/hap/pools/pooled-binding.ts'
import type { BindingState } from '#lib/hap/pools/state.ts'
import { checkUsability, documentedUsability, type UsabilityContext } from '#lib/hap/selection/usability.ts'
import type { QueryContext } from '../query-context.ts'
import { isReached } from '../rules-by-pool.ts'
import { createFactsReader } from './action-facts.ts'
import { absenceOf, type Counted, type SelectedBinding, Tally } from './bulk-offers.ts'

/** A binding that allows the action, at the version of the plan. */
interface PlannedTarget {
  readonly kind: BindingKind
  readonly name: string
  readonly seenVersion: string
  readonly uid: string
  readonly account: Account
  readonly before: BindingState
  readonly after: BindingState
  readonly clusters: number
}

/** A selected binding that the action skips. */
interface SkippedTarget {
  readonly kind: BindingKind
  readonly name: string
  readonly reason: string
}

/** A pool whose number of usable accounts changes. */
interface PoolShift {
  readonly key: string
  readonly pool: string
  readonly before: number
  readonly after: number
}

/** Effect of an action on a selection, by the current inventory. */
export interface BulkPlan {
  readonly targets: readonly PlannedTarget[]
  readonly leftOut: readonly SkippedTarget[]
  /** Sentences. */
  readonly consequence: string
  readonly dangers: readonly Counted[]
  readonly shifts: readonly PoolShift[]
  /** Of global accounts that lose their only account in a pool. */
  readonly nextRequests: readonly NextRequests[]
  /** Distinct changes of labels and annotations, each with its number of bindings. */
  readonly changes: readonly DistinctChange[]
  /** Clusters on the accounts of the targets. */
  readonly clusters: number
  /** The first MAX_NAMED of them. */
  readonly named: readonly BulkCluster[]
}

/** Author of the action, with a placeholder while no reason is entered. */
type ActionAuthor = Pick<ActionInput, 'by' | 'reason'>

const PLACEHOLDER_AUTHOR: ActionAuthor = { reason: 'any', by: 'anybody' }

const MAX_DANGERS = 5

/** Plans an action for a selection; skips bindings that refuse it and reports why. */
export function planBulkAction(
  context: QueryContext,
  action: Action,
  chosen: readonly SelectedBinding[],
  until: number | null,
  author = PLACEHOLDER_AUTHOR,
): BulkPlan {
  const { inventory } = context
  const usability = documentedUsability(context.rules.plans, inventory)
  const factsOf = createFactsReader(context)
  const targets: PlannedTarget[] = []
  const names = new Set(chosen.map(({ kind, name }) => `${kind} ${name}`))
  const leftOut: SkippedTarget[] = []
  const dangers = new Tally()
  const diffs: (readonly DiffLine[])[] = []
  const affected = new AffectedClusters()
  const lost = new LostAccounts()
  const usable = new UsableAccounts(usability)
  for (const { kind, name } of chosen) {
    const ref = { kind, namespace: inventory.namespace, name }
    const pooled = inventory.pools.get(ref)
    const facts = pooled && factsOf(pooled)
    // The last binding of an account includes its siblings, when all of them are selected.
    const areAll = facts && dirtySiblings(facts).every(({ binding }) => names.has(`${binding.kind} ${binding.name}`))
    const plan = areAll ? planTogether : planAction
    const planned = facts && plan(action, facts, { ...author, until })
    if (!planned || !('plan' in planned)) {
      leftOut.push({ kind, name, reason: planned?.reason ?? absenceOf(context, ref) })
      continue
    }
    const aside = bulkExclusion(action, facts)
    if (aside !== null) {
      leftOut.push({ kind, name, reason: aside })
      continue
    }
    const { before, after, danger, clusters, diff } = planned.plan
    diffs.push(diff)
    affected.add(facts.pooled, clusters)
    const { resourceVersion, uid, account } = facts.pooled.binding
    targets.push({
      kind,
      name,
      seenVersion: resourceVersion,
      uid,
      account,
      before,
      after,
      clusters: clusters.length,
    })
    if (danger !== null) dangers.add(danger)
    if (before === 'claimed' && after !== 'claimed') lost.add(facts)
    usable.add(facts, after)
  }
  const shifts = usable.shifts()
  return {
    targets,
    leftOut,
    consequence: BULK_CONSEQUENCES[action],
    dangers: dangers.top(MAX_DANGERS),
    shifts,
    nextRequests: lost.nextRequests(name => shifts.find(({ pool }) => pool === name)?.after ?? null),
    changes: distinctChanges(diffs),
    clusters: affected.count,
    named: affected.named,
  }
}

/** A cluster on the account of a target. */
interface BulkCluster {
  /** Uid of the shoot, or id of the claim. */
  readonly id: string
  /** Null for a claim without a shoot. */
  readonly name: string | null
  readonly region: string | null
  /** Selected binding of the account. */
  readonly binding: string
}

/** Maximum number of clusters that the plan names. */
const MAX_NAMED = 200

/** Collects clusters once per account, even when two targets share an account. */
class AffectedClusters {
  readonly #accounts = new Set<string>()
  readonly #named: BulkCluster[] = []
  #count = 0

  add({ binding }: PooledBinding, clusters: readonly AccountCluster[]): void {
    const account = accountKey(binding.account)
    if (this.#accounts.has(account)) return
    this.#accounts.add(account)
    this.#count += clusters.length
    for (const { shoot, claim } of clusters.slice(0, MAX_NAMED - this.#named.length))
      this.#named.push({
        id: shoot?.uid ?? claim?.id ?? '',
        name: shoot?.name ?? null,
        region: shoot?.region ?? null,
        binding: binding.name,
      })
  }

  /** Number of all clusters. */
  get count(): number {
    return this.#count
  }

  /** The first MAX_NAMED clusters. */
  get named(): readonly BulkCluster[] {
    return this.#named
  }
}

/** An account with targets in a pool. */
interface TargetAccount {
  readonly facts: ActionFacts
  /** States of its targets after the action, by bindingKey. */
  readonly after: Map<string, BindingState>
}

/** Computes how many accounts of each pool become usable or unusable; an account counts once for its targets. */
class UsableAccounts {
  readonly #usability: UsabilityContext
  readonly #accounts = new Map<string, TargetAccount>()

  constructor(usability: UsabilityContext) {
    this.#usability = usability
  }

  add(facts: ActionFacts, after: BindingState): void {
    const pool = poolOf(facts.pooled)
    if (pool === null) return
    const { binding } = facts.pooled
    const key = `${poolKey(pool)} ${accountKey(binding.account)}`
    const account = this.#accounts.get(key) ?? { facts, after: new Map() }
    this.#accounts.set(key, account)
    account.after.set(bindingKey(binding), after)
  }

  /** Lists the pools with a change. */
  shifts(): readonly PoolShift[] {
    const shifts = new Map<string, { readonly pool: Pool; readonly before: number; readonly change: number }>()
    for (const { facts, after } of this.#accounts.values()) {
      const pool = poolOf(facts.pooled)
      if (pool === null || facts.clusters.length > 0) continue
      const all = [facts.pooled, ...facts.siblings]
      const isOffered = checkUsability(facts.pooled, this.#usability) === null
      const before = Number(isOffered && all.every(each => stateAt(each, facts.at) === 'free'))
      const then = (each: PooledBinding) => after.get(bindingKey(each.binding)) ?? stateAt(each, facts.at)
      const change = Number(isOffered && all.every(each => then(each) === 'free')) - before
      if (change === 0) continue
      const known = shifts.get(poolKey(pool)) ?? { pool, before: facts.usableInPool + before, change: 0 }
      shifts.set(poolKey(pool), { ...known, change: known.change + change })
    }
    return Array.from(shifts, ([key, { pool, before, change }]) => {
      return { key, pool: poolName(pool), before, after: before + change }
    })
  }
}

/** Collects claimed accounts that the action takes from their global accounts. */
class LostAccounts {
  readonly #names = new Set<string>()
  readonly #lost: { readonly tenant: string; readonly pool: string; readonly facts: ActionFacts }[] = []

  add(facts: ActionFacts): void {
    const { binding, labels } = facts.pooled
    const pool = poolOf(facts.pooled)
    if (pool === null || labels.tenantName === null) return
    this.#names.add(nameOf(binding))
    this.#lost.push({ tenant: labels.tenantName, pool: poolName(pool), facts })
  }

  /**
   * Counts per pool the global accounts without another account there. `freeIn` returns the free
   * accounts of a pool that the action changes.
   */
  nextRequests(freeIn: (pool: string) => number | null): readonly NextRequests[] {
    const alone = this.#lost.filter(({ facts }) => facts.peers.every(({ binding }) => this.#names.has(nameOf(binding))))
    return [...Map.groupBy(alone, ({ pool }) => pool)].map(([pool, lost]) => ({
      pool,
      tenants: new Set(lost.map(({ tenant }) => tenant)).size,
      free: Math.max(0, freeIn(pool) ?? lost[0]?.facts.usableInPool ?? 0),
    }))
  }
}

function nameOf({ kind, name }: SelectedBinding): string {
  return `${kind} ${name}`
}

/** Filters pools that gain accounts for new requests; a pool that no rule leads to gains none. */
export function filterGainingPools(
  { rules }: Pick<QueryContext, 'rules'>,
  { shifts }: Pick<BulkPlan, 'shifts'>,
): BulkPlan['shifts'] {
  return shifts.filter(({ key, before, after }) => {
    const pool = parsePoolKey(key)
    return pool !== null && after > before && isReached(pool, rules)
  })
}
