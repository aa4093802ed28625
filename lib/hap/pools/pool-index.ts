import { type Binding, type BindingRef, bindingKey } from './binding.ts'
import type { Pool } from './pool.ts'
import { type PooledBinding, pooledBinding } from './pooled-binding.ts'
import { type LabelClass, type Slot, TypeIndex } from './type-index.ts'

/**
 * All bindings of HAP, indexed for the four selectors: each answers in the time its answer takes. Lists are by name and are
 * replaced, never changed, so that whoever holds one keeps the moment it was read.
 */
export class PoolIndex {
  readonly #byKey = new Map<string, PooledBinding>()
  readonly #byType = new Map<string, TypeIndex>()

  static of(bindings: Iterable<Binding>): PoolIndex {
    const index = new PoolIndex()
    for (const binding of bindings) index.put(binding)
    return index
  }

  get size(): number {
    return this.#byKey.size
  }

  /** Every binding of HAP, in no particular order. */
  values(): IterableIterator<PooledBinding> {
    return this.#byKey.values()
  }

  get(ref: BindingRef): PooledBinding | null {
    return this.#byKey.get(bindingKey(ref)) ?? null
  }

  /** Adds or replaces a binding; one without any of HAP's labels is left out. */
  put(binding: Binding): void {
    this.remove(binding)
    const pooled = pooledBinding(binding)
    if (!pooled) return
    this.#byKey.set(bindingKey(binding), pooled)
    const type = pooled.labels.hyperscalerType
    if (type === null) return
    const bindings = this.#byType.get(type) ?? new TypeIndex()
    this.#byType.set(type, bindings)
    bindings.add(pooled)
  }

  remove(ref: BindingRef): void {
    const key = bindingKey(ref)
    const pooled = this.#byKey.get(key)
    if (!pooled) return
    this.#byKey.delete(key)
    const type = pooled.labels.hyperscalerType
    const bindings = type === null ? null : this.#byType.get(type)
    if (type === null || !bindings) return
    bindings.remove(pooled)
    if (bindings.isEmpty) this.#byType.delete(type)
  }

  /** Answer of tenantSelector. */
  owned(pool: Pool, tenant: string): readonly PooledBinding[] {
    return this.#byType.get(pool.hyperscalerType)?.owned(labelClass(pool, 'dedicated'), tenant) ?? []
  }

  /** Answer of claimSelector. */
  unowned(pool: Pool): readonly PooledBinding[] {
    return this.#slot(pool, 'dedicated')?.tenantless ?? []
  }

  /** Of the answer of claimSelector what may be claimed as documented, holds aside. */
  claimable(pool: Pool): readonly PooledBinding[] {
    return this.#slot(pool, 'dedicated')?.claimable ?? []
  }

  /** Answer of anySelector. */
  dedicated(pool: Pool): readonly PooledBinding[] {
    return this.#slot(pool, 'dedicated')?.all ?? []
  }

  /** Answer of sharedSelector: dirty ones too (KEB). */
  shared(pool: Pool): readonly PooledBinding[] {
    return this.#slot(pool, 'shared')?.all ?? []
  }

  /** Every slot of a hyperscaler type, as it is now. */
  slots(hyperscalerType: string): Iterable<Slot> {
    return this.#byType.get(hyperscalerType)?.slots.values() ?? []
  }

  #slot(pool: Pool, use: LabelClass['use']): Slot | null {
    return this.#byType.get(pool.hyperscalerType)?.slot(labelClass(pool, use)) ?? null
  }
}

function labelClass(pool: Pool, use: LabelClass['use']): LabelClass {
  return { euAccess: pool.euAccess ? 'true' : 'absent', use }
}
