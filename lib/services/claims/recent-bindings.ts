import { epochOf } from '#lib/hap/lifecycle/epoch.ts'
import { type Binding, type BindingRef, bindingKey } from '#lib/hap/pools/binding.ts'
import { PoolIndex } from '#lib/hap/pools/pool-index.ts'

/** What is needed of an inventory: the binding as the watch last told it. */
export interface WatchedBindings {
  binding(key: string): Binding | null
}

interface Recent {
  /** Null: it does not exist any more. */
  readonly binding: Binding | null
  /** resourceVersion of the inventory's when this was read. */
  readonly watched: string | null
}

/**
 * Bindings this process read or wrote itself and the watch has not told yet. An entry goes once the inventory has moved on to
 * at least its epoch.
 */
export class RecentBindings {
  readonly index = new PoolIndex()
  readonly #inventory: WatchedBindings
  readonly #recent = new Map<string, Recent>()

  constructor(inventory: WatchedBindings) {
    this.#inventory = inventory
  }

  put(ref: BindingRef, binding: Binding | null): void {
    const key = bindingKey(ref)
    const watched = this.#inventory.binding(key)?.resourceVersion ?? null
    if (binding !== null && binding.resourceVersion === watched) {
      this.#drop(key, ref)
      return
    }
    this.#recent.set(key, { binding, watched })
    if (binding === null) this.index.remove(ref)
    else this.index.put(binding)
  }

  /** Forgets what the inventory has caught up with. To be called before the index is used. */
  refresh(): void {
    for (const [key, { binding, watched }] of this.#recent) {
      const now = this.#inventory.binding(key)
      if ((now?.resourceVersion ?? null) === watched) continue
      if (now === null || binding === null || epochOf(now) >= epochOf(binding)) this.#drop(key, binding ?? now)
    }
  }

  get size(): number {
    return this.#recent.size
  }

  has(ref: BindingRef): boolean {
    return this.#recent.has(bindingKey(ref))
  }

  /** The binding as it is known best; null when it does not exist. */
  binding(ref: BindingRef): Binding | null {
    const key = bindingKey(ref)
    const recent = this.#recent.get(key)
    return recent ? recent.binding : this.#inventory.binding(key)
  }

  #drop(key: string, ref: BindingRef | null): void {
    this.#recent.delete(key)
    if (ref !== null) this.index.remove(ref)
  }
}
