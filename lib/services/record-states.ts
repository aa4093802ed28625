import type { Inventory } from '#lib/garden/inventory/inventory.ts'
import { BINDING_KINDS, type BindingRef, bindingKey } from '#lib/hap/pools/binding.ts'
import type { PooledBinding } from '#lib/hap/pools/pooled-binding.ts'
import { listKnownBindings, observeBindings, snapshotOf } from '#lib/store/states/binding-states.ts'
import type { Store } from '#lib/store/store.ts'

interface RecorderOptions {
  readonly store: Store
  readonly inventory: Inventory
  /** Whether every binding has been read: only then a missing one counts as deleted. */
  readonly isComplete: () => boolean
  readonly now?: () => number
}

/**
 * All bindings are compared after this time: holds expire without an event, and the database may
 * have been unavailable.
 */
const COMPARE_ALL_MS = 60_000

/** Stores the changes of bindings that the inventory shows, whatever their cause. */
export class StateRecorder {
  readonly #options: RecorderOptions
  readonly #now: () => number
  /** Last stored version of the inventory; null: compare everything. */
  #version: number | null = null
  #comparedAt = 0

  constructor(options: RecorderOptions) {
    this.#options = options
    this.#now = options.now ?? options.store.now
  }

  /**
   * Called periodically, not concurrently. Returns the number of changes; a failed run is repeated
   * by the next one.
   */
  async record(): Promise<number> {
    const { inventory, store, isComplete } = this.#options
    if (!isComplete() || store.health().state !== 'up') return 0
    const at = this.#now()
    const version = inventory.version
    const changes = this.#version === null ? null : inventory.changesSince(this.#version)
    const all = this.#version === null || changes === null || at - this.#comparedAt >= COMPARE_ALL_MS
    if (!all && changes.bindings.size === 0) {
      this.#version = version
      return 0
    }
    const { present, gone } = all ? await this.#everything() : this.#these(changes.bindings)
    this.#version = null
    const count = await observeBindings(store, {
      present: present.map(pooled => snapshotOf(pooled, at)),
      gone,
      at: new Date(at),
    })
    this.#version = version
    if (all) this.#comparedAt = at
    return count
  }

  async #everything(): Promise<Seen> {
    const { inventory, store } = this.#options
    const present = [...inventory.pools.values()]
    const keys = new Set(present.map(({ binding }) => bindingKey(binding)))
    const known = await listKnownBindings(store.db, inventory.namespace)
    return { present, gone: known.filter(ref => !keys.has(bindingKey(ref))) }
  }

  #these(keys: ReadonlySet<string>): Seen {
    const refs = [...keys].flatMap(key => refOf(key) ?? [])
    const found = refs.map(ref => ({ ref, pooled: this.#options.inventory.pools.get(ref) }))
    return {
      present: found.flatMap(({ pooled }) => pooled ?? []),
      gone: found.filter(({ pooled }) => pooled === null).map(({ ref }) => ref),
    }
  }
}

interface Seen {
  readonly present: readonly PooledBinding[]
  readonly gone: readonly BindingRef[]
}

/** The inverse of bindingKey: names contain no slash. */
function refOf(key: string): BindingRef | null {
  const [first, namespace, name] = key.split('/')
  const kind = BINDING_KINDS.find(each => each === first)
  return kind === undefined || namespace === undefined || name === undefined ? null : { kind, namespace, name }
}
