import { FINDINGS, isFound } from '#lib/hap/analysis/findings.ts'
import { isOnAllowlist } from '#lib/hap/lifecycle/multi-account.ts'
import { countAccounts } from '#lib/hap/pools/binding.ts'
import type { Shoot } from '#lib/hap/pools/shoot.ts'
import { isReleasedState } from '#lib/hap/pools/state.ts'
import { BindingFacts } from '../bindings/binding-facts.ts'
import { accountKeys, listOwners, type Owner } from '../pools/owners.ts'
import { getPoolFacts } from '../pools/pool-facts.ts'
import type { BaseContext, QueryContext } from '../query-context.ts'

/**
 * Problems of a global account: those of its accounts, and two that concern all of them together.
 */
export const GLOBAL_ACCOUNT_PROBLEMS = [...FINDINGS, 'several-accounts', 'given-back'] as const

type GlobalAccountProblem = (typeof GLOBAL_ACCOUNT_PROBLEMS)[number]

/**
 * Derived values of a global account for lists and details. All are computed lazily, because a list
 * filters most of its rows by a single field.
 */
export class GlobalAccountFacts {
  readonly id: string
  readonly #context: QueryContext
  #bindings: readonly BindingFacts[] | null = null
  #owned: readonly Owner[] | null = null
  #fullest: BindingFacts | null | undefined
  #reserved: number | null = null

  constructor(id: string, context: QueryContext) {
    this.id = id
    this.#context = context
  }

  /** Bindings whose label names it, by name, including released ones. */
  get bindings(): readonly BindingFacts[] {
    const { inventory } = this.#context
    this.#bindings ??= inventory
      .bindingsOfTenant(this.id)
      .flatMap(binding => inventory.pools.get(binding) ?? [])
      .map(pooled => new BindingFacts(pooled, this.#context))
    return this.#bindings
  }

  /** Its bindings by pool, without released ones. */
  get owned(): readonly Owner[] {
    this.#owned ??= listOwners(
      this.#context,
      this.bindings.map(({ pooled }) => pooled),
    )
    return this.#owned
  }

  /** Its shoots on all accounts, by name. */
  get shoots(): readonly Shoot[] {
    return this.#context.inventory.shootsOfTenant(this.id)
  }

  /** Claimed clusters of it without a shoot, on all accounts. */
  get reserved(): number {
    this.#reserved ??= this.#context.inventory.awaitedOfTenant(this.id).length
    return this.#reserved
  }

  get clusters(): number {
    return this.shoots.length + this.reserved
  }

  /** Keys of the pools that count it as tenant. */
  get pools(): readonly string[] {
    return listPoolsInUse(this.id, this.#context)
  }

  get onAllowlist(): boolean {
    return isOnAllowlist(this.#context.rules.multiAccount.allowed, this.id)
  }

  /** Pools with several accounts of it, although it may only own one. */
  get several(): readonly Owner[] {
    return this.onAllowlist ? [] : this.owned.filter(({ bindings }) => accountKeys(bindings).size > 1)
  }

  /**
   * Account with the least room, or with most clusters where no limit applies; null without
   * accounts.
   */
  get fullest(): BindingFacts | null {
    if (this.#fullest === undefined) this.#fullest = this.#leastRoom()
    return this.#fullest
  }

  #leastRoom(): BindingFacts | null {
    let best: BindingFacts | null = null
    for (const one of this.bindings)
      if (!isReleasedState(one.state) && (best === null || fillOf(one) > fillOf(best))) best = one
    return best
  }

  /** Number of accounts whose bindings name it, including released ones. */
  get accounts(): number {
    return countAccountsOf(this.bindings)
  }

  /** Number of accounts that it released and that are not clean yet. */
  get givenBack(): number {
    return countAccountsOf(this.bindings.filter(({ state }) => isReleasedState(state)))
  }

  /** Number of accounts over their limit. */
  get overLimit(): number {
    return countAccountsOf(this.bindings.filter(facts => isFound('over-limit', facts)))
  }

  get problems(): readonly GlobalAccountProblem[] {
    const found = FINDINGS.filter(finding => this.bindings.some(facts => isFound(finding, facts)))
    const own = [this.several.length > 0 && 'several-accounts', this.givenBack > 0 && 'given-back'] as const
    return [...found, ...own.filter(problem => problem !== false)]
  }
}

/** Counts the accounts of some bindings. */
export function countAccountsOf(bindings: readonly BindingFacts[]): number {
  return countAccounts(bindings.map(({ pooled }) => pooled.binding))
}

/** Clusters relative to the limit; without a limit, the number of clusters. */
function fillOf({ clusters, limit }: BindingFacts): number {
  return limit === null ? clusters : computeFillLevel(clusters, limit.value)
}

/** Clusters relative to the limit, 1 = full. A limit of 0 is exceeded by the first cluster. */
export function computeFillLevel(clusters: number, limit: number): number {
  if (limit > 0) return clusters / limit
  return clusters === 0 ? 1 : Number.POSITIVE_INFINITY
}

interface InUse {
  readonly version: number
  readonly byTenant: ReadonlyMap<string, readonly string[]>
}

/** Cached per context, because lists read it for each row. */
const known = new WeakMap<BaseContext, InUse>()

const NO_POOLS: readonly string[] = []

/** Lists the keys of pools that count the global account as tenant, as the pools page does. */
function listPoolsInUse(globalAccount: string, context: BaseContext): readonly string[] {
  const { version } = context.inventory
  const before = known.get(context)
  const inUse = before?.version === version ? before : { version, byTenant: poolsByTenant(context) }
  known.set(context, inUse)
  return inUse.byTenant.get(globalAccount) ?? NO_POOLS
}

function poolsByTenant(context: BaseContext): InUse['byTenant'] {
  const pools = new Map<string, string[]>()
  for (const [key, { tenants }] of getPoolFacts(context).pools) {
    for (const tenant of tenants.keys()) {
      const keys = pools.get(tenant)
      if (keys) keys.push(key)
      else pools.set(tenant, [key])
    }
  }
  return pools
}
