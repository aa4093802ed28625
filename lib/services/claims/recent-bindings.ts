import { isNewerVersion } from '#lib/garden/resources/resource.ts'
import { epochOf } from '#lib/hap/lifecycle/change.ts'
import { accountKey, type Binding, type BindingRef, bindingKey } from '#lib/hap/pools/binding.ts'
import type { Pool } from '#lib/hap/pools/pool.ts'
import { mergeBindings, PoolIndex, type Slot } from '#lib/hap/pools/pool-index.ts'
import type { PooledBinding } from '#lib/hap/pools/pooled-binding.ts'
import { claimStart } from '#lib/hap/selection/search.ts'

/** The inventory's bindings, as the watch delivered them. */
interface WatchedBindings {
  binding(key: string): Binding | null
}

interface Recent {
  /** Null when the binding does not exist. */
  readonly binding: Binding | null
  /** resourceVersion of the inventory's copy when the entry was made; null if the inventory had none. */
  readonly watched: string | null
}

/**
 * Cache of bindings that this process read or wrote and that the watch has not delivered yet. An
 * entry is newer than the inventory's copy and is dropped once the inventory has caught up.
 */
export class RecentBindings {
  readonly index = new PoolIndex()
  readonly #inventory: WatchedBindings
  readonly #recent = new Map<string, Recent>()

  constructor(inventory: WatchedBindings) {
    this.#inventory = inventory
  }

  /** Reads a binding through `ask` and caches the answer; null when it does not exist. Throws the errors of `ask`. */
  async read(ref: BindingRef, ask: () => Promise<Binding | null>): Promise<Binding | null> {
    const before = this.binding(ref)
    const answer = await ask()
    const known = this.binding(ref)
    // A binding that appeared or changed during the read may be a new object of the same name: it stays.
    if (answer === null) {
      if (known?.resourceVersion === before?.resourceVersion) this.#set(ref, null)
    }
    // A binding that disappeared during the read may be the one in the answer: the answer is not cached.
    else if (known !== null || before === null || isNewer(answer, before)) this.put(answer)
    return answer
  }

  /** Caches a binding that was read or written, unless a newer one is known. */
  put(binding: Binding): void {
    const key = bindingKey(binding)
    const recent = this.#recent.get(key)
    if (recent && this.#isCaughtUp(key, recent)) this.#drop(key, binding)
    const known = this.binding(binding)
    if (known !== null && !isNewer(binding, known)) return
    this.#set(binding, binding)
  }

  /** Drops entries that the inventory has caught up with. Callers run it before they use the index. */
  refresh(): void {
    for (const [key, recent] of this.#recent) {
      if (this.#isCaughtUp(key, recent)) this.#drop(key, recent.binding ?? this.#inventory.binding(key))
    }
  }

  get size(): number {
    return this.#recent.size
  }

  has(ref: BindingRef): boolean {
    return this.#recent.has(bindingKey(ref))
  }

  /** The newest known version of a binding; null when it does not exist. */
  binding(ref: BindingRef): Binding | null {
    const key = bindingKey(ref)
    const recent = this.#recent.get(key)
    return recent ? recent.binding : this.#inventory.binding(key)
  }

  /** Whether the inventory's copy is as new as the entry, or newer. */
  #isCaughtUp(key: string, { binding, watched }: Recent): boolean {
    const now = this.#inventory.binding(key)
    const hasChanged = (now?.resourceVersion ?? null) !== watched
    if (now === null || binding === null) return hasChanged
    const isAhead = isNewerVersion(binding.resourceVersion, now.resourceVersion)
    return isAhead === null ? hasChanged && epochOf(now) >= epochOf(binding) : !isAhead
  }

  #set(ref: BindingRef, binding: Binding | null): void {
    const key = bindingKey(ref)
    const watched = this.#inventory.binding(key)?.resourceVersion ?? null
    // The inventory does not have the binding either, so there is nothing to hide.
    if (binding === null && watched === null) this.#recent.delete(key)
    else this.#recent.set(key, { binding, watched })
    if (binding === null) this.index.remove(ref)
    else this.index.put(binding)
  }

  #drop(key: string, ref: BindingRef | null): void {
    this.#recent.delete(key)
    if (ref !== null) this.index.remove(ref)
  }
}

/** Compares resourceVersions; if they cannot be compared, the higher epoch is newer, and of equal epochs the one read last. */
function isNewer(binding: Binding, known: Binding): boolean {
  const newer = isNewerVersion(binding.resourceVersion, known.resourceVersion)
  return newer ?? epochOf(binding) >= epochOf(known)
}

/** Maximum number of free bindings in the reasons of a decision. */
const SHOWN = 20

type List = readonly PooledBinding[]

/** Keys of accounts. */
export type Accounts = Pick<ReadonlySet<string>, 'has' | 'size'>

/**
 * The index of the inventory, overlaid with the bindings of RecentBindings and without the accounts
 * of `without`. Copies only the pools that are read.
 */
export class OverlaidIndex extends PoolIndex {
  readonly #base: PoolIndex
  readonly #recent: RecentBindings
  readonly #without: Accounts

  readonly #tenant: string

  /** `tenant`: the tenant of the claim. */
  constructor(base: PoolIndex, recent: RecentBindings, tenant: string, without: Accounts) {
    super()
    this.#tenant = tenant
    this.#base = base
    this.#recent = recent
    this.#without = without
  }

  override get size(): number {
    return [...this.values()].length
  }

  override *values(): IterableIterator<PooledBinding> {
    yield* this.#merged([...this.#base.values()], [...this.#recent.index.values()])
  }

  override get(ref: BindingRef): PooledBinding | null {
    const pooled = (this.#recent.has(ref) ? this.#recent.index : this.#base).get(ref)
    return pooled && this.#isIncluded(pooled) ? pooled : null
  }

  override owned(pool: Pool, tenant: string): List {
    return this.#merged(this.#base.owned(pool, tenant), this.#recent.index.owned(pool, tenant))
  }

  override unowned(pool: Pool): List {
    return this.#merged(this.#base.unowned(pool), this.#recent.index.unowned(pool))
  }

  override claimable(pool: Pool): List {
    return this.#merged(this.#base.claimable(pool), this.#recent.index.claimable(pool))
  }

  override dedicated(pool: Pool): List {
    return this.#merged(this.#base.dedicated(pool), this.#recent.index.dedicated(pool))
  }

  override shared(pool: Pool): List {
    return this.#merged(this.#base.shared(pool), this.#recent.index.shared(pool))
  }

  /**
   * The bindings that a decision lists in its reasons: all shared ones, the tenant's own, and the first
   * SHOWN free ones, since a pool has thousands.
   */
  override *slots(hyperscalerType: string): Iterable<Slot> {
    for (const euAccess of [true, false]) {
      const classOf = (use: Slot['labelClass']['use']) => ({ euAccess: euAccess ? 'true' : 'absent', use }) as const
      const shared = this.shared({ hyperscalerType, euAccess, shared: true })
      if (shared.length > 0) yield { labelClass: classOf('shared'), all: shared, tenantless: [], claimable: [] }
      const pool = { hyperscalerType, euAccess, shared: false }
      const free = this.claimable(pool)
      const start = claimStart(this.#tenant, hyperscalerType, free.length)
      const wrapped = Math.min(start, Math.max(0, start + SHOWN - free.length))
      const next = [...free.slice(0, wrapped), ...free.slice(start, start + SHOWN)]
      const all = mergeBindings([this.owned(pool, this.#tenant), next])
      if (all.length > 0) yield { labelClass: classOf('dedicated'), all, tenantless: next, claimable: next }
    }
  }

  #merged(base: List, recent: List): List {
    const current =
      this.#recent.size === 0 && this.#without.size === 0 ? base : base.filter(one => this.#isCurrent(one))
    return mergeBindings([current, this.#without.size === 0 ? recent : recent.filter(one => this.#isIncluded(one))])
  }

  #isCurrent(pooled: PooledBinding): boolean {
    return !this.#recent.has(pooled.binding) && this.#isIncluded(pooled)
  }

  #isIncluded({ binding }: PooledBinding): boolean {
    return this.#without.size === 0 || !this.#without.has(accountKey(binding.account))
  }
}
