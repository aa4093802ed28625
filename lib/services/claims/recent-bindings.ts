import { isNewerVersion } from '#lib/garden/inventory/newer-version.ts'
import { epochOf } from '#lib/hap/lifecycle/change.ts'
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
 * Bindings this process read or wrote itself and the watch has not told yet. An entry is newer than what the watch told, and goes
 * once the inventory has caught up: what it hides would be hidden until the binding changes again.
 */
export class RecentBindings {
  readonly index = new PoolIndex()
  readonly #inventory: WatchedBindings
  readonly #recent = new Map<string, Recent>()

  constructor(inventory: WatchedBindings) {
    this.#inventory = inventory
  }

  /** Asks for a binding and keeps the answer; null when it does not exist. Throws what `ask` throws. */
  async read(ref: BindingRef, ask: () => Promise<Binding | null>): Promise<Binding | null> {
    const before = this.binding(ref)
    const answer = await ask()
    const known = this.binding(ref)
    // One that came or changed on the way of the answer may be a new one of the same name.
    if (answer === null) {
      if (known?.resourceVersion === before?.resourceVersion) this.#set(ref, null)
    }
    // And one that went meanwhile may be the one that was read.
    else if (known !== null || before === null || isNewer(answer, before)) this.put(answer)
    return answer
  }

  /** Keeps what was read or written, unless something newer is known: an answer may be older than what the watch told meanwhile. */
  put(binding: Binding): void {
    const key = bindingKey(binding)
    const recent = this.#recent.get(key)
    if (recent && this.#isTold(key, recent)) this.#drop(key, binding)
    const known = this.binding(binding)
    if (known !== null && !isNewer(binding, known)) return
    this.#set(binding, binding)
  }

  /** Forgets what the inventory has caught up with. To be called before the index is used. */
  refresh(): void {
    for (const [key, recent] of this.#recent) {
      if (this.#isTold(key, recent)) this.#drop(key, recent.binding ?? this.#inventory.binding(key))
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

  /** Whether the inventory knows as much, or more. */
  #isTold(key: string, { binding, watched }: Recent): boolean {
    const now = this.#inventory.binding(key)
    const hasChanged = (now?.resourceVersion ?? null) !== watched
    if (now === null || binding === null) return hasChanged
    const isAhead = isNewerVersion(binding.resourceVersion, now.resourceVersion)
    return isAhead === null ? hasChanged && epochOf(now) >= epochOf(binding) : !isAhead
  }

  #set(ref: BindingRef, binding: Binding | null): void {
    const key = bindingKey(ref)
    const watched = this.#inventory.binding(key)?.resourceVersion ?? null
    // Nothing is hidden of what the inventory does not have either.
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

/** Where versions cannot be compared, the later selection is the newer one, and of equal ones what was read last. */
function isNewer(binding: Binding, known: Binding): boolean {
  const newer = isNewerVersion(binding.resourceVersion, known.resourceVersion)
  return newer ?? epochOf(binding) >= epochOf(known)
}
