import type { AccountCondition, SubjectCondition } from '#lib/hap/pools/account-condition.ts'
import { type Account, type Binding, type BindingKind, type BindingRef, bindingKey } from '#lib/hap/pools/binding.ts'
import type { PoolIndex } from '#lib/hap/pools/pool-index.ts'
import type { Shoot } from '#lib/hap/pools/shoot.ts'
import type { ClusterCount, UsageSource } from '#lib/hap/selection/usage.ts'
import { AccountCounts, createUsage } from './account-counts.ts'
import type { Changes } from './change-log.ts'
import type { AccountClaim } from './claim-table.ts'
import type { SourceFreshness, SourceName } from './freshness.ts'
import type { InventoryState } from './inventory-writer.ts'
import { compareNames } from './name-groups.ts'
import { bindingKeyOf } from './shoot-table.ts'

/**
 * The indexed read model of one Gardener namespace: bindings, shoots, and the open claims of the
 * database, which count as clusters before their shoots exist. Reads are synchronous and do not
 * copy. Returned lists never change.
 */
export class Inventory {
  readonly namespace: string
  /** Clusters of accounts, for the engine. */
  readonly usage: UsageSource
  readonly #state: InventoryState
  readonly #counts: AccountCounts

  constructor(state: InventoryState) {
    this.#state = state
    this.#counts = new AccountCounts(state)
    this.namespace = state.namespace
    this.usage = createUsage(this)
  }

  /** Grows with each change of data or freshness; equal versions give equal answers. */
  get version(): number {
    return this.#state.log.version
  }

  /** Live index of HAP's bindings for the engine. */
  get pools(): PoolIndex {
    return this.#state.bindings.pools
  }

  get bindingCount(): number {
    return this.#state.bindings.size
  }

  get shootCount(): number {
    return this.#state.shoots.size
  }

  /** Whether the inventory contains bindings of this kind and namespace. */
  covers({ kind, namespace }: Pick<BindingRef, 'kind' | 'namespace'>): boolean {
    return namespace === this.namespace && this.freshness().some(({ source }) => source === kind)
  }

  /** Number of bindings of a kind, with or without labels of HAP. */
  bindingsOfKind(kind: BindingKind): number {
    return this.#state.bindings.countOf(kind)
  }

  binding(key: string): Binding | null {
    return this.#state.bindings.get(key)
  }

  /** Unordered; includes bindings without labels of HAP. */
  bindings(): IterableIterator<Binding> {
    return this.#state.bindings.values()
  }

  /** Whether a binding of HAP's kinds has no label of HAP. */
  isUnlabelled(binding: Binding): boolean {
    return this.#state.bindings.isUnlabelled(binding)
  }

  /** Ordered by name. */
  bindingsOfAccount(key: string): readonly Binding[] {
    return this.#state.bindings.byAccount.of(key)
  }

  /** Bindings whose tenantName is this global account. */
  bindingsOfTenant(globalAccount: string): readonly Binding[] {
    return this.#state.bindings.byTenant.of(globalAccount)
  }

  shoot(key: string): Shoot | null {
    return this.#state.shoots.get(key)
  }

  /** resourceVersion up to which a shoot is known; null for an unknown shoot. */
  shootVersion(key: string): string | null {
    return this.#state.shoots.version(key)
  }

  /** In no particular order. */
  shoots(): IterableIterator<Shoot> {
    return this.#state.shoots.values()
  }

  shootsOfBinding(key: string): readonly Shoot[] {
    return this.#state.shoots.byBinding.of(key)
  }

  shootsOfTenant(globalAccount: string): readonly Shoot[] {
    return this.#state.shoots.byTenant.of(globalAccount)
  }

  /** Shoots of every binding of the account, by name. */
  shootsOfAccount(key: string): readonly Shoot[] {
    const groups = this.bindingsOfAccount(key).map(binding => this.shootsOfBinding(bindingKey(binding)))
    const [first = [], ...others] = groups.filter(group => group.length > 0)
    return others.length === 0 ? first : [...first, ...others.flat()].sort(compareNames)
  }

  /** Account of a shoot; null for one without workers or with a missing binding. */
  accountOfShoot(shoot: Shoot): Account | null {
    const key = bindingKeyOf(shoot)
    return (key && this.binding(key)?.account) || null
  }

  /** Shoots whose binding does not exist or is not known yet. */
  *unresolvedShoots(): Generator<Shoot> {
    const { byBinding } = this.#state.shoots
    for (const key of byBinding.keys()) if (this.binding(key) === null) yield* byBinding.of(key)
  }

  /** Open claims of an account, as last read from the database. */
  claimsOfAccount(key: string): readonly AccountClaim[] {
    return this.#state.claims.ofAccount(key)
  }

  /** Open claims of a global account, as last read from the database. */
  claimsOfTenant(globalAccount: string): readonly AccountClaim[] {
    return this.#state.claims.ofTenant(globalAccount)
  }

  /** Open claims of an account whose shoots do not exist. */
  awaitedOfAccount(key: string): readonly AccountClaim[] {
    return this.#counts.of(key).awaited
  }

  /** Releasing claims of an account, as last read from the database. */
  givenBackOfAccount(key: string): readonly AccountClaim[] {
    return this.#state.givenBack.ofAccount(key)
  }

  /** Open claims of a global account whose shoots do not exist, on any account. */
  awaitedOfTenant(globalAccount: string): readonly AccountClaim[] {
    const accounts = new Set(this.#state.claims.ofTenant(globalAccount).map(({ account }) => account))
    return [...accounts].flatMap(key => this.#counts.of(key).awaited.filter(({ tenant }) => tenant === globalAccount))
  }

  /** Why Gardener refuses a binding or its account, as last known; null for a usable account. */
  condition(binding: Binding): AccountCondition | null {
    const { sources, conditions } = this.#state
    const since = sources.unserved.get(binding.kind)
    if (since === undefined) return conditions.of(binding)
    return { cause: 'kind-not-served', since, checkedAt: sources.checkedAt(binding.kind) ?? since }
  }

  /** Every account condition, in no particular order. */
  conditions(): Iterable<SubjectCondition> {
    return this.#state.conditions.values()
  }

  /** Every global account with a binding, a shoot or an open claim, once. */
  globalAccounts(): ReadonlySet<string> {
    const { bindings, shoots, claims } = this.#state
    return new Set([...bindings.byTenant.keys(), ...shoots.byTenant.keys(), ...claims.tenants()])
  }

  /** Clusters of an account: shoots, and claims whose shoots do not exist. */
  clusterCountOfAccount(key: string): ClusterCount {
    return this.#counts.of(key).clusters
  }

  /** Clusters of an account whose shoots do not exist. */
  reservedCountOfAccount(key: string): number {
    return this.#counts.of(key).awaited.length
  }

  /** Number of shoots on an account, without claims. */
  shootCountOfAccount(key: string): number {
    return this.#counts.of(key).shoots
  }

  /** Number of shoots on an account with infrastructure errors. */
  failingCountOfAccount(key: string): number {
    return this.#counts.of(key).failing
  }

  /** Number of bindings that refer to an account. */
  bindingCountOfAccount(key: string): number {
    return this.#counts.of(key).bindings
  }

  /** Shoots with infrastructure errors, grouped by binding. */
  *failingShoots(): Generator<Shoot> {
    const { failing } = this.#state.shoots
    for (const key of failing.keys()) yield* failing.of(key)
  }

  /** Whether Gardener serves a kind of binding. If not, the last known bindings stay in force. */
  isServed(kind: BindingKind): boolean {
    return !this.#state.sources.unserved.has(kind)
  }

  /** Freshness of each source. */
  freshness(): readonly SourceFreshness[] {
    return this.#state.sources.freshness()
  }

  /** resourceVersion up to which everything of a source is here; null while that is unknown. */
  reached(source: SourceName): string | null {
    return this.#state.sources.reached(source)
  }

  /** Changes after a version; null when that is too old: read everything again. */
  changesSince(version: number): Changes | null {
    return this.#state.log.since(version)
  }

  /** Calls the listener after changes, at most ten times a second; changesSince returns the changes. */
  subscribe(listener: (version: number) => void): () => void {
    return this.#state.notifier.subscribe(() => listener(this.version))
  }
}
