import { bindingKeyOf, bindingRefOf } from '#lib/garden/inventory/shoot-table.ts'
import { accountKey, type BindingRef, bindingKey } from '#lib/hap/pools/binding.ts'
import { type Pool, parsePoolKey } from '#lib/hap/pools/pool.ts'
import { type PooledBinding, poolOf } from '#lib/hap/pools/pooled-binding.ts'
import type { KnownTo, Shoot } from '#lib/hap/pools/shoot.ts'
import type { ClusterClaim } from '#lib/store/claims/claim-clusters.ts'
import { changesOf, type PlanSource, resolvePlan, type SourcedPlan } from '../rules/plan-source.ts'
import type { AccountPools } from './account-pools.ts'

interface ClusterParts {
  readonly shoot: Shoot | null
  readonly claim: ClusterClaim | null
  readonly known: KnownTo | null
}

/** What every line of one list shares. */
export interface ClusterSurroundings {
  readonly accounts: AccountPools
  readonly plans: readonly PlanSource[]
}

/** A line of the list of shoots, with what it is searched and sorted by; read lazily, since most are only filtered. */
export class Cluster {
  /** Null where Gardener shows none. */
  readonly shoot: Shoot | null
  /** Null where the database knows none, or was not asked. */
  readonly claim: ClusterClaim | null
  /** Null when the database does not answer. */
  readonly known: KnownTo | null
  readonly #around: ClusterSurroundings
  #bindingNames: readonly string[] | null | undefined
  #account: string | null | undefined
  #pool: Pool | null | undefined
  #sourced: SourcedPlan | undefined
  /** Changes of the sources when they were asked: one may learn of the cluster later. */
  #sourcedAt = 0

  constructor({ shoot, claim, known }: ClusterParts, around: ClusterSurroundings) {
    this.shoot = shoot
    this.claim = claim
    this.known = known
    this.#around = around
  }

  /** Null for a claim whose cluster nobody named yet. */
  get name(): string | null {
    return this.shoot ? this.shoot.name : (this.claim?.cluster ?? null)
  }

  get globalAccount(): string | null {
    return this.shoot ? this.shoot.globalAccount : (this.claim?.tenant ?? null)
  }

  get plan(): string | null {
    return this.sourced.plan?.value ?? null
  }

  get platformRegion(): string | null {
    return this.sourced.platformRegion?.value ?? null
  }

  /** Plan and platform region with who tells them. */
  get sourced(): SourcedPlan {
    const { plans } = this.#around
    const changes = changesOf(plans)
    if (this.#sourced === undefined || this.#sourcedAt !== changes) {
      this.#sourced = resolvePlan(this, plans)
      this.#sourcedAt = changes
    }
    return this.#sourced
  }

  get provider(): string {
    return (this.shoot ?? this.claim)?.provider ?? ''
  }

  get region(): string {
    return (this.shoot ?? this.claim)?.region ?? ''
  }

  /** The binding the shoot names, whether it exists or not; else the one its claim was given. */
  get binding(): BindingRef | null {
    const { shoot, claim } = this
    return shoot === null ? (claim?.binding ?? null) : bindingRefOf(shoot)
  }

  /** Its binding's name, and its key; null without one. */
  get bindingNames(): readonly string[] | null {
    if (this.#bindingNames === undefined) {
      const { binding } = this
      this.#bindingNames = binding && [binding.name, bindingKey(binding)]
    }
    return this.#bindingNames
  }

  /** Its binding as one of HAP's. */
  get pooled(): PooledBinding | null {
    const { binding } = this
    return binding && this.#around.accounts.inventory.pools.get(binding)
  }

  get pool(): Pool | null {
    // Sorting asks many times; so for the account.
    if (this.shoot === null) return this.#findPool()
    if (this.#pool === undefined) this.#pool = this.#findPool()
    return this.#pool
  }

  #findPool(): Pool | null {
    const { claim, pooled } = this
    if (pooled) return poolOf(pooled)
    return this.shoot === null && claim?.poolKey ? parsePoolKey(claim.poolKey) : null
  }

  /** Key of its account; null without workers, and while its binding is not known. */
  get account(): string | null {
    if (this.#account === undefined) this.#account = this.#findAccount()
    return this.#account
  }

  #findAccount(): string | null {
    if (this.shoot === null) return this.claim?.account ?? null
    const key = bindingKeyOf(this.shoot)
    const binding = key === null ? null : this.#around.accounts.inventory.binding(key)
    return binding && accountKey(binding.account)
  }

  /** Names of every pool its account has a binding in: there its shoot is counted. */
  get pools(): readonly string[] {
    return this.account === null ? [] : this.#around.accounts.of(this.account)
  }

  /** When something happened to it last; RFC 3339. */
  get at(): string | null {
    return this.shoot ? (this.shoot.lastOperation?.at ?? null) : (this.claim?.at ?? null)
  }
}
