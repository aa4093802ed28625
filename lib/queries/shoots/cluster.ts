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
  readonly #surroundings: ClusterSurroundings
  #bindingNames: readonly string[] | null | undefined
  #account: string | null | undefined
  #pool: Pool | null | undefined
  #sourced: SourcedPlan | undefined
  /** Changes of the sources when they were asked: one may learn of the cluster later. */
  #sourcedAt = 0

  constructor({ shoot, claim, known }: ClusterParts, surroundings: ClusterSurroundings) {
    this.shoot = shoot
    this.claim = claim
    this.known = known
    this.#surroundings = surroundings
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
    return binding && this.#surroundings.accounts.inventory.pools.get(binding)
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
    const binding = key === null ? null : this.#surroundings.accounts.inventory.binding(key)
    return binding && accountKey(binding.account)
  }

  /** Names of every pool its account has a binding in: there its shoot is counted. */
  get pools(): readonly string[] {
    return this.account === null ? [] : this.#surroundings.accounts.of(this.account)
  }

  /** When something happened to it last; RFC 3339. */
  get at(): string | null {
    return this.shoot ? (this.shoot.lastOperation?.at ?? null) : (this.claim?.at ?? null)
  }
}

/** The pools of accounts, each looked up once, since many shoots run on one account. */
export class AccountPools {
  readonly inventory: Inventory
  readonly #pools = new Map<string, readonly string[]>()

  constructor(inventory: Inventory) {
    this.inventory = inventory
  }

  /** Every pool an account has a binding in, where its shoots are counted; by key, and as pages write it: `aws~eu`, `aws · EU`. */
  of(account: string): readonly string[] {
    let pools = this.#pools.get(account)
    if (pools === undefined) {
      pools = this.#find(account).flatMap(poolSpellings)
      this.#pools.set(account, pools)
    }
    return pools
  }

  /** To be called when a binding changed. */
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

/** The errors of a cluster as Gardener names them and as rows show them. */
export function errorTexts({ shoot }: ClusterOrigin): readonly string[] {
  if (shoot === null || shoot.errorCodes.length === 0) return NONE
  return shoot.errorCodes.flatMap(code => [code, formatErrorCode(code)])
}

/** The last operation of a cluster, or how far its claim came, in both ways. How many percent are done changes all the time. */
export function operationTexts({ shoot, claim }: ClusterOrigin): readonly string[] {
  if (shoot === null) return claim ? [claim.status, CLAIM_LABELS[claim.status]] : []
  if (shoot.lastOperation === null) return []
  const { type, state } = shoot.lastOperation
  const byState = OPERATIONS.get(type) ?? new Map<string, readonly string[]>()
  const texts = byState.get(state) ?? textsOf(shoot.lastOperation)
  OPERATIONS.set(type, byState.set(state, texts))
  return texts
}

/** By type and state, which are few: a search asks for those of each cluster. */
const OPERATIONS = new Map<string, Map<string, readonly string[]>>()

function textsOf(operation: ShootOperation): readonly string[] {
  const { type, state, progress } = operation
  const { outcome, words } = formatOperation(operation)
  return [type, state, words.replace(`, ${progress} %`, ''), ...(outcome === 'failed' ? [outcome] : [])]
}

/** Texts with each word of those that have several: `quota exceeded` is found by `quota` too. */
export function splitWords(texts: readonly string[]): readonly string[] {
  const known = WITH_WORDS.get(texts)
  if (known !== undefined) return known
  const words = texts.flatMap(text => (text.includes(' ') ? [text, ...text.split(/,? /)] : [text]))
  WITH_WORDS.set(texts, words)
  return words
}

const WITH_WORDS = new WeakMap<readonly string[], readonly string[]>()
