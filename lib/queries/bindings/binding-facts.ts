import { findMigrationOfAccount, listAccountBindings } from '#lib/garden/inventory/account-bindings.ts'
import { sharesOfAccount } from '#lib/garden/inventory/pool-neighbours.ts'
import { applyChange, formatTimestamp } from '#lib/hap/lifecycle/change.ts'
import { verifiability } from '#lib/hap/lifecycle/cleaning.ts'
import { unholdChange } from '#lib/hap/lifecycle/hold.ts'
import { type EffectiveLimit, effectiveLimit, isOnAllowlist } from '#lib/hap/lifecycle/multi-account.ts'
import type { AccountCondition } from '#lib/hap/pools/account-condition.ts'
import { accountKey, bindingKey } from '#lib/hap/pools/binding.ts'
import { contradictionsOf, isPartOfHap, misspelledLabels } from '#lib/hap/pools/labels.ts'
import { type Pool, poolKey, providerOf } from '#lib/hap/pools/pool.ts'
import {
  accountStateAt,
  type Migration,
  type PooledBinding,
  pooledBinding,
  poolOf,
  stateAt,
} from '#lib/hap/pools/pooled-binding.ts'
import type { Shoot } from '#lib/hap/pools/shoot.ts'
import { type BindingState, stateSince } from '#lib/hap/pools/state.ts'
import { foundBy } from '#lib/hap/selection/reach.ts'
import { checkUsability, documentedUsability, fitsProvider } from '#lib/hap/selection/usability.ts'
import { policyOf } from '#lib/hap/semantics.ts'
import { areShootsRead } from '../health.ts'
import type { QueryContext } from '../query-context.ts'
import { isReached } from '../rules-by-pool.ts'

/**
 * Derived values of a binding for lists and details. All are computed lazily, because a list
 * filters most of its rows by a single field.
 */
export class BindingFacts {
  readonly pooled: PooledBinding
  readonly #context: QueryContext
  #state: BindingState | null = null
  #migration: Migration | null | undefined
  #shoots: number | null = null
  #reserved: number | null = null
  #tenants: readonly string[] | null = null
  #limit: EffectiveLimit | null | undefined
  #since: string | null | undefined

  constructor(pooled: PooledBinding, context: QueryContext) {
    this.pooled = pooled
    this.#context = context
  }

  get state(): BindingState {
    // Cached: sorting and findings read state, shoots and limit many times.
    this.#state ??= stateAt(this.pooled, this.#context.at)
    return this.#state
  }

  /** State of its account: the most restrictive of all its bindings. */
  get accountState(): BindingState {
    const bindings = listAccountBindings(this.#context.inventory, this.account)
    return bindings.length < 2 ? this.state : accountStateAt(bindings, this.#context.at)
  }

  /** State after the end of its hold; its state when it has no hold. */
  get stateWithoutHold(): BindingState {
    const { binding } = this.pooled
    if (this.state !== 'held') return this.state
    const { at } = this.#context
    const released = pooledBinding(applyChange(binding, unholdChange(binding, at)))
    return released === null ? this.state : stateAt(released, at)
  }

  /**
   * CredentialsBinding to which Gardener moved clusters of the account without its labels; null
   * when there is none.
   */
  get migration(): Migration | null {
    if (this.#migration === undefined) this.#migration = findMigrationOfAccount(this.#context.inventory, this.account)
    return this.#migration
  }

  get migrated(): boolean {
    return this.migration !== null
  }

  /** Whether Gardener moved clusters of the account to this binding. */
  get isMigrationTarget(): boolean {
    return this.migration !== null && bindingKey(this.migration.binding) === bindingKey(this.pooled.binding)
  }

  /** Whether it has no label of HAP; a migrated binding has a finding of its own. */
  get unlabelled(): boolean {
    return !isPartOfHap(this.pooled.labels) && !this.isMigrationTarget
  }

  get contradictory(): boolean {
    return !this.malformed && contradictionsOf(this.pooled.labels).length > 0
  }

  get misspelled(): boolean {
    return misspelledLabels(this.pooled.binding, this.pooled.labels).length > 0
  }

  get restored(): boolean {
    return this.pooled.binding.doubt !== undefined
  }

  get malformed(): boolean {
    return this.pooled.problems.length > 0
  }

  /** Whether a selector finds the binding, even with malformed labels. */
  get found(): boolean {
    return foundBy(this.pooled.labels) !== null
  }

  /** Whether a rule leads to its pool. */
  get reached(): boolean {
    const pool = this.pool
    return pool !== null && isReached(pool, this.#context.rules)
  }

  /** Whether Gardener accepts shoots of its hyperscaler type on the binding. */
  get providerFits(): boolean {
    return fitsProvider(this.pooled, this.#context.rules.plans)
  }

  /** Why Gardener refuses to write the binding or to use its account; null when it does not. */
  get condition(): AccountCondition | null {
    return this.#context.inventory.condition(this.pooled.binding)
  }

  /** Whether a new global account can claim its account through it: a rule leads to the pool, and its search picks it. */
  get usable(): boolean {
    const { inventory, rules, at } = this.#context
    if (this.state !== 'free' || !this.reached) return false
    if (checkUsability(this.pooled, documentedUsability(rules.plans, inventory)) !== null) return false
    return sharesOfAccount(inventory, this.account, rules.plans, at).some(
      ({ usable, bindings }) => usable && bindings.includes(this.pooled),
    )
  }

  get pool(): Pool | null {
    return poolOf(this.pooled)
  }

  get poolKey(): string | null {
    const pool = this.pool
    return pool && poolKey(pool)
  }

  get account(): string {
    return accountKey(this.pooled.binding.account)
  }

  /** Shoots on the account, through all of its bindings. */
  get shoots(): number {
    this.#shoots ??= this.#context.inventory.shootCountOfAccount(this.account)
    return this.#shoots
  }

  /** Claimed clusters of the account without a shoot. */
  get reserved(): number {
    this.#reserved ??= this.#context.inventory.reservedCountOfAccount(this.account)
    return this.#reserved
  }

  /** Clusters of the account as limits count them. */
  get clusters(): number {
    return this.shoots + this.reserved
  }

  get shootsAreRead(): boolean {
    return areShootsRead(this.#context)
  }

  /** Shoots on the account with infrastructure errors. */
  get failing(): number {
    return this.#context.inventory.failingCountOfAccount(this.account)
  }

  get stuck(): boolean {
    const { state, since, pooled } = this
    return isStuck({ state, since, holdEnd: pooled.holdEnd }, this.#context.at)
  }

  /** Whether a cleaner or a person verifies that the account is empty. */
  get verifiability(): ReturnType<typeof verifiability> {
    return verifiability(this.pooled, this.#context.cleaning.cleaners)
  }

  /** Global accounts that own the account, have a shoot on it, or a claim to it. */
  get tenants(): readonly string[] {
    this.#tenants ??= this.#allTenants()
    return this.#tenants
  }

  #allTenants(): readonly string[] {
    const tenants = new Set<string>()
    if (this.pooled.labels.tenantName !== null) tenants.add(this.pooled.labels.tenantName)
    for (const { globalAccount } of this.accountShoots) if (globalAccount !== null) tenants.add(globalAccount)
    for (const { tenant } of this.#context.inventory.awaitedOfAccount(this.account)) if (tenant) tenants.add(tenant)
    return [...tenants]
  }

  /** Shoots on the account, by name. */
  get accountShoots(): readonly Shoot[] {
    return this.#context.inventory.shootsOfAccount(this.account)
  }

  /** Other bindings that refer to the same account. */
  get others(): number {
    return this.#context.inventory.bindingCountOfAccount(this.account) - 1
  }

  /**
   * Limit of clusters on the account; null unless its tenant may own several accounts (seed 003).
   */
  get limit(): EffectiveLimit | null {
    if (this.#limit === undefined) this.#limit = this.#limitOfTenant()
    return this.#limit
  }

  #limitOfTenant(): EffectiveLimit | null {
    const { multiAccount } = this.#context.rules
    const { tenantName } = this.pooled.labels
    if (tenantName === null || !isOnAllowlist(multiAccount.allowed, tenantName)) return null
    const provider = providerOf(this.pooled.labels.hyperscalerType ?? '')
    return effectiveLimit(multiAccount.limits, provider, policyOf(this.#context.semantics))
  }

  /** Whole days since the creation of the binding. */
  get ageDays(): number {
    return Math.floor((this.#context.at - Date.parse(this.pooled.binding.createdAt)) / 86_400_000)
  }

  /** Start of its state where that is known; RFC 3339. */
  get since(): string | null {
    if (this.#since === undefined) this.#since = this.#findSince()
    return this.#since
  }

  #findSince(): string | null {
    const { binding } = this.pooled
    if (binding.deletedAt !== null) return binding.deletedAt
    const since = this.#context.clocks.of(binding, this.state) ?? stateSince(binding)
    return since === null ? null : formatTimestamp(since)
  }

  /** Whether `since` is only the first observation of the state, which may be older. */
  get sinceIsFirstLook(): boolean {
    const { binding } = this.pooled
    return binding.deletedAt === null && this.#context.clocks.isFirstLook(binding, this.state)
  }

  /** Hours since `since`; a lower bound when that is a first observation. */
  get hoursInState(): number | null {
    return this.since === null ? null : (this.#context.at - Date.parse(this.since)) / 3_600_000
  }
}

const HOUR = 3_600_000

/**
 * Duration after which a state that should end by itself counts as stuck. A quarantine needs a
 * person from the start.
 */
const STUCK_AFTER_MS: Partial<Readonly<Record<BindingState, number>>> = {
  dirty: 24 * HOUR,
  cleaning: 12 * HOUR,
  verifying: 24 * HOUR,
  quarantined: 0,
  terminating: 24 * HOUR,
}

/** Duration after the end of a hold during which the console retries to remove it. */
const HOLD_STUCK_AFTER_MS = HOUR / 6

interface StuckFacts {
  readonly state: BindingState
  /** RFC 3339; null when unknown, which is never stuck. */
  readonly since: string | null
  /** Milliseconds since 1970; null = the hold has no end. */
  readonly holdEnd: number | null
}

/** Whether a binding exceeds the usual duration of a transient state. */
export function isStuck({ state, since, holdEnd }: StuckFacts, at: number): boolean {
  if (state === 'held') return holdEnd !== null && at - holdEnd > HOLD_STUCK_AFTER_MS
  const patience = STUCK_AFTER_MS[state]
  return patience !== undefined && since !== null && at - Date.parse(since) > patience
}
