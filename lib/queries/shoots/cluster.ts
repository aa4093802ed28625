import type { Inventory } from '#lib/garden/inventory/inventory.ts'
import { bindingKeyOf, bindingRefOf } from '#lib/garden/inventory/shoot-table.ts'
import { accountKey, type BindingRef, bindingKey } from '#lib/hap/pools/binding.ts'
import { type Pool, parsePoolKey, poolKey, poolSpellings } from '#lib/hap/pools/pool.ts'
import { type PooledBinding, poolOf } from '#lib/hap/pools/pooled-binding.ts'
import {
  CLAIM_LABELS,
  formatErrorCode,
  formatOperation,
  type KnownTo,
  type Shoot,
  type ShootOperation,
} from '#lib/hap/pools/shoot.ts'
import type { ClusterClaim } from '#lib/store/claims/claim-clusters.ts'
import { countChanges, type PlanSource, resolvePlan, type SourcedPlan } from './plan-source.ts'

interface ClusterParts {
  readonly shoot: Shoot | null
  readonly claim: ClusterClaim | null
  readonly known: KnownTo | null
}

/** Data that all clusters of a list share. */
export interface ClusterSurroundings {
  readonly accounts: AccountPools
  readonly plans: readonly PlanSource[]
}

/**
 * A row of the shoots list with derived values for search and sort. All are computed lazily,
 * because a list filters most of its rows by a single field.
 */
export class Cluster {
  /** Null when Gardener has no shoot. */
  readonly shoot: Shoot | null
  /** Null when the database has no claim, or was not read. */
  readonly claim: ClusterClaim | null
  /** Null when the database does not answer. */
  readonly known: KnownTo | null
  readonly #surroundings: ClusterSurroundings
  #bindingNames: readonly string[] | null | undefined
  #account: string | null | undefined
  #pool: Pool | null | undefined
  #sourced: SourcedPlan | undefined
  /** Version of the plan sources at the last read; a source may learn of the cluster later. */
  #sourcedAt = 0

  constructor({ shoot, claim, known }: ClusterParts, surroundings: ClusterSurroundings) {
    this.shoot = shoot
    this.claim = claim
    this.known = known
    this.#surroundings = surroundings
  }

  /** Null for a claim without a cluster name. */
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

  /** Plan and platform region with their sources. */
  get sourced(): SourcedPlan {
    const { plans } = this.#surroundings
    const changes = countChanges(plans)
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

  /**
   * Binding that the shoot refers to, even when it does not exist; otherwise the binding of its
   * claim.
   */
  get binding(): BindingRef | null {
    const { shoot, claim } = this
    return shoot === null ? (claim?.binding ?? null) : bindingRefOf(shoot)
  }

  /** Name and key of its binding; null without one. */
  get bindingNames(): readonly string[] | null {
    if (this.#bindingNames === undefined) {
      const { binding } = this
      this.#bindingNames = binding && [binding.name, bindingKey(binding)]
    }
    return this.#bindingNames
  }

  /** Its binding in HAP. */
  get pooled(): PooledBinding | null {
    const { binding } = this
    return binding && this.#surroundings.accounts.inventory.pools.get(binding)
  }

  get pool(): Pool | null {
    // Cached: sorting reads pool and account many times.
    if (this.shoot === null) return this.#findPool()
    if (this.#pool === undefined) this.#pool = this.#findPool()
    return this.#pool
  }

  #findPool(): Pool | null {
    const { claim, pooled } = this
    if (pooled) return poolOf(pooled)
    return this.shoot === null && claim?.poolKey ? parsePoolKey(claim.poolKey) : null
  }

  /** Key of its account; null without workers, and while its binding is unknown. */
  get account(): string | null {
    if (this.#account === undefined) this.#account = this.#findAccount()
    return this.#account
  }

  #findAccount(): string | null {
    if (this.shoot === null) return this.claim?.account ?? null
    const key = bindingKeyOf(this.shoot)
    const binding = key === null ? null : this.#surroundings.accounts.inventory.binding(key)
    return binding && accountKey(binding.account)
  }

  /**
   * Spellings of each pool that its account has a binding in, because all of these count the shoot.
   */
  get pools(): readonly string[] {
    return this.account === null ? [] : this.#surroundings.accounts.of(this.account)
  }

  /** Last event; RFC 3339. */
  get at(): string | null {
    return this.shoot ? (this.shoot.lastOperation?.at ?? null) : (this.claim?.at ?? null)
  }
}

/** Caches the pools of accounts, because many shoots share an account. */
export class AccountPools {
  readonly inventory: Inventory
  readonly #pools = new Map<string, readonly string[]>()

  constructor(inventory: Inventory) {
    this.inventory = inventory
  }

  /**
   * Returns both spellings of each pool that the account has a binding in: `aws~eu`, `aws · EU`.
   */
  of(account: string): readonly string[] {
    let pools = this.#pools.get(account)
    if (pools === undefined) {
      pools = this.#find(account).flatMap(poolSpellings)
      this.#pools.set(account, pools)
    }
    return pools
  }

  /** Clears the cache after a change of a binding. */
  forget(): void {
    this.#pools.clear()
  }

  #find(account: string): readonly string[] {
    return this.inventory.bindingsOfAccount(account).flatMap(binding => {
      const pooled = this.inventory.pools.get(binding)
      const pool = pooled?.labels.hyperscalerType ? poolOf(pooled) : null
      return pool ? [poolKey(pool)] : []
    })
  }
}

const NONE: readonly string[] = []

type ClusterOrigin = Pick<Cluster, 'shoot' | 'claim'>

/** Errors of a cluster as Gardener's codes and as displayed. */
export function errorTexts({ shoot }: ClusterOrigin): readonly string[] {
  if (shoot === null || shoot.errorCodes.length === 0) return NONE
  return shoot.errorCodes.flatMap(code => [code, formatErrorCode(code)])
}

/**
 * Last operation of a cluster, or status of its claim, as code and as displayed. The percentage is
 * left out because it changes constantly.
 */
export function operationTexts({ shoot, claim }: ClusterOrigin): readonly string[] {
  if (shoot === null) return claim ? [claim.status, CLAIM_LABELS[claim.status]] : []
  if (shoot.lastOperation === null) return []
  const { type, state } = shoot.lastOperation
  const byState = OPERATIONS.get(type) ?? new Map<string, readonly string[]>()
  const texts = byState.get(state) ?? textsOf(shoot.lastOperation)
  OPERATIONS.set(type, byState.set(state, texts))
  return texts
}

/** Cached by type and state, which are few: a search reads the texts of each cluster. */
const OPERATIONS = new Map<string, Map<string, readonly string[]>>()

function textsOf(operation: ShootOperation): readonly string[] {
  const { type, state, progress } = operation
  const { outcome, words } = formatOperation(operation)
  return [type, state, words.replace(`, ${progress}%`, ''), ...(outcome === 'failed' ? [outcome] : [])]
}

/** Adds the single words of each text, so that `quota` finds `quota exceeded`. */
export function splitWords(texts: readonly string[]): readonly string[] {
  const known = SEARCH_TEXTS.get(texts)
  if (known !== undefined) return known
  const words = texts.flatMap(text => (text.includes(' ') ? [text, ...text.split(/,? /)] : [text]))
  SEARCH_TEXTS.set(texts, words)
  return words
}

const SEARCH_TEXTS = new WeakMap<readonly string[], readonly string[]>()
