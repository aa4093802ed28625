import { FINDINGS, isFound } from '#lib/hap/analysis/findings.ts'
import { isOnAllowlist } from '#lib/hap/lifecycle/multi-account.ts'
import type { Shoot } from '#lib/hap/pools/shoot.ts'
import { isReleasedState } from '#lib/hap/pools/state.ts'
import { BindingFacts } from '../bindings/binding-facts.ts'
import { accountKeys, listOwners, type Owner } from '../pools/owners.ts'
import { getPoolFacts } from '../pools/pool-facts.ts'
import type { BaseContext, QueryContext } from '../query-context.ts'

/** What is wrong with a global account: anything that is with one of its accounts, and two things that only show with all of them. */
export const GLOBAL_ACCOUNT_PROBLEMS = [...FINDINGS, 'several-accounts', 'given-back'] as const

type GlobalAccountProblem = (typeof GLOBAL_ACCOUNT_PROBLEMS)[number]

/** What lists search and sort a global account by; read lazily, since most rows are only filtered. */
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

  /** Bindings whose label names it, by name; also those it has given back. */
  get bindings(): readonly BindingFacts[] {
    const { inventory } = this.#context
    this.#bindings ??= inventory
      .bindingsOfTenant(this.id)
      .flatMap(binding => inventory.pools.get(binding) ?? [])
      .map(pooled => new BindingFacts(pooled, this.#context))
    return this.#bindings
  }

  /** What it owns, pool by pool. */
  get owned(): readonly Owner[] {
    this.#owned ??= listOwners(
      this.#context,
      this.bindings.map(({ pooled }) => pooled),
    )
    return this.#owned
  }

  /** Its shoots, on whichever account, by name. */
  get shoots(): readonly Shoot[] {
    return this.#context.inventory.shootsOfTenant(this.id)
  }

  /** Clusters that are claimed for it and whose shoots do not exist, on whichever account. */
  get reserved(): number {
    this.#reserved ??= this.#context.inventory.awaitedOfTenant(this.id).length
    return this.#reserved
  }

  get clusters(): number {
    return this.shoots.length + this.reserved
  }

  /** Keys of the pools whose tenant it is. */
  get pools(): readonly string[] {
    return listPoolsInUse(this.id, this.#context)
  }

  get onAllowlist(): boolean {
    return isOnAllowlist(this.#context.rules.multiAccount.allowed, this.id)
  }

  /** Pools it has several accounts of although it may have one. */
  get several(): readonly Owner[] {
    return this.onAllowlist ? [] : this.owned.filter(({ bindings }) => accountKeys(bindings).size > 1)
  }

  /** Of its accounts the one with the least room; null when it has none. Without limits, the one with most clusters. */
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

  get givenBack(): number {
    return this.bindings.filter(({ state }) => isReleasedState(state)).length
  }

  get overLimit(): number {
    return this.bindings.filter(facts => isFound('over-limit', facts)).length
  }

  get problems(): readonly GlobalAccountProblem[] {
    const found = FINDINGS.filter(finding => this.bindings.some(facts => isFound(finding, facts)))
    const own = [this.several.length > 0 && 'several-accounts', this.givenBack > 0 && 'given-back'] as const
    return [...found, ...own.filter(problem => problem !== false)]
  }
}

/** Clusters of an account for each one it should carry; without a limit, the clusters. */
function fillOf({ clusters, limit }: BindingFacts): number {
  return limit === null ? clusters : computeFillLevel(clusters, limit.value)
}

/** How full an account is, 1 = just full. One that should carry none is over its limit with the first. */
export function computeFillLevel(clusters: number, limit: number): number {
  if (limit > 0) return clusters / limit
  return clusters === 0 ? 1 : Number.POSITIVE_INFINITY
}

interface InUse {
  readonly version: number
  readonly byTenant: ReadonlyMap<string, readonly string[]>
}

/** Lists ask for each of their rows, all in one context. */
const known = new WeakMap<BaseContext, InUse>()

const NO_POOLS: readonly string[] = []

/** Keys of the pools whose tenant a global account is, as the pages of pools count tenants. */
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
