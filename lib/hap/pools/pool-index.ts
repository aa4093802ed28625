import { compareText } from '../text.ts'
import { type Binding, type BindingRef, bindingKey } from './binding.ts'
import type { Pool } from './pool.ts'
import { type PooledBinding, pooledBinding } from './pooled-binding.ts'

/**
 * Index of all bindings of HAP for the four selectors; a lookup costs no more than its result.
 * Lists are sorted by name and never mutated, so that a caller may hold one as a snapshot.
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

  /** All bindings, unordered. */
  values(): IterableIterator<PooledBinding> {
    return this.#byKey.values()
  }

  get(ref: BindingRef): PooledBinding | null {
    return this.#byKey.get(bindingKey(ref)) ?? null
  }

  /** Adds or replaces a binding; ignores one without HAP's labels. */
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

  /** Result of tenantSelector. */
  owned(pool: Pool, tenant: string): readonly PooledBinding[] {
    return this.#byType.get(pool.hyperscalerType)?.owned(labelClass(pool, 'dedicated'), tenant) ?? []
  }

  /** Result of claimSelector. */
  unowned(pool: Pool): readonly PooledBinding[] {
    return this.#slot(pool, 'dedicated')?.tenantless ?? []
  }

  /** Bindings of claimSelector that the documents allow to claim, apart from holds. */
  claimable(pool: Pool): readonly PooledBinding[] {
    return this.#slot(pool, 'dedicated')?.claimable ?? []
  }

  /** Result of anySelector. */
  dedicated(pool: Pool): readonly PooledBinding[] {
    return this.#slot(pool, 'dedicated')?.all ?? []
  }

  /** Result of sharedSelector, which includes dirty bindings (KEB). */
  shared(pool: Pool): readonly PooledBinding[] {
    return this.#slot(pool, 'shared')?.all ?? []
  }

  /** Current slots of a hyperscaler type. */
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

/**
 * Label values that the selectors distinguish: euAccess absent, `true` or another value; shared
 * `true`, otherwise dirty absent or present.
 */
interface LabelClass {
  readonly euAccess: 'absent' | 'true' | 'other'
  readonly use: 'shared' | 'dedicated' | 'dirty'
}

/** Bindings of one hyperscaler type and label class, by name. Lists are never mutated. */
export interface Slot {
  readonly labelClass: LabelClass
  readonly all: readonly PooledBinding[]
  /** Bindings without tenantName. */
  readonly tenantless: readonly PooledBinding[]
  /**
   * Tenantless bindings that the documents allow to claim: not terminating, malformed, restored or
   * internal; holds are checked by the caller.
   */
  readonly claimable: readonly PooledBinding[]
}

type Slots = ReadonlyMap<string, Slot>

/** Bindings of one hyperscaler type. */
class TypeIndex {
  #slots: Slots = new Map()
  readonly #owners = new Map<string, readonly PooledBinding[]>()

  get isEmpty(): boolean {
    return this.#slots.size === 0
  }

  /** Current slots; later changes replace the map. */
  get slots(): Slots {
    return this.#slots
  }

  slot(labelClass: LabelClass): Slot | null {
    return this.#slots.get(classKey(labelClass)) ?? null
  }

  /** Bindings of one label class that a tenant owns. */
  owned(labelClass: LabelClass, tenant: string): readonly PooledBinding[] {
    return this.#owners.get(ownerKey(classKey(labelClass), tenant)) ?? []
  }

  add(pooled: PooledBinding): void {
    this.#change(pooled, withBinding)
  }

  remove(pooled: PooledBinding): void {
    this.#change(pooled, withoutBinding)
  }

  #change(pooled: PooledBinding, edit: typeof withBinding): void {
    const labelClass = labelClassOf(pooled)
    const key = classKey(labelClass)
    const slot = this.#slots.get(key) ?? { labelClass, all: [], tenantless: [], claimable: [] }
    const changed = {
      labelClass,
      all: edit(slot.all, pooled),
      tenantless: pooled.labels.tenantName === null ? edit(slot.tenantless, pooled) : slot.tenantless,
      claimable: isClaimable(pooled) ? edit(slot.claimable, pooled) : slot.claimable,
    }
    const slots = new Map(this.#slots)
    if (changed.all.length > 0) slots.set(key, changed)
    else slots.delete(key)
    this.#slots = slots
    if (pooled.labels.tenantName !== null) this.#changeOwner(ownerKey(key, pooled.labels.tenantName), pooled, edit)
  }

  #changeOwner(key: string, pooled: PooledBinding, edit: typeof withBinding): void {
    const owned = edit(this.#owners.get(key) ?? [], pooled)
    if (owned.length > 0) this.#owners.set(key, owned)
    else this.#owners.delete(key)
  }
}

function isClaimable(pooled: PooledBinding): boolean {
  const { binding, labels, terminating, problems } = pooled
  const isKnown = !terminating && problems.length === 0 && binding.doubt === undefined
  return isKnown && labels.tenantName === null && labels.internal === null
}

function labelClassOf({ labels }: PooledBinding): LabelClass {
  const euAccess = labels.euAccess === null ? 'absent' : labels.euAccess === 'true' ? 'true' : 'other'
  if (labels.shared === 'true') return { euAccess, use: 'shared' }
  return { euAccess, use: labels.dirty === null ? 'dedicated' : 'dirty' }
}

function classKey({ euAccess, use }: LabelClass): string {
  return `${euAccess} ${use}`
}

function ownerKey(key: string, tenant: string): string {
  return `${key}/${tenant}`
}

/**
 * Order of lists from the Kubernetes API, and therefore of KEB: by name; kind and namespace break
 * ties.
 */
export function compareBindings(a: Binding, b: Binding): number {
  return compareText(a.name, b.name) || compareText(a.kind, b.kind) || compareText(a.namespace, b.namespace)
}

/**
 * Returns a sorted list with one more binding; decisions hold the old list, so it is not mutated.
 */
function withBinding(list: readonly PooledBinding[], added: PooledBinding): readonly PooledBinding[] {
  return list.toSpliced(positionOf(list, added), 0, added)
}

function withoutBinding(list: readonly PooledBinding[], removed: PooledBinding): readonly PooledBinding[] {
  const place = positionOf(list, removed)
  return list[place] === removed ? list.toSpliced(place, 1) : list
}

/** Merges sorted lists. */
export function mergeBindings(lists: readonly (readonly PooledBinding[])[]): readonly PooledBinding[] {
  const filled = lists.filter(list => list.length > 0)
  const [only] = filled
  if (!only) return []
  return filled.length === 1 ? only : filled.flat().sort((a, b) => compareBindings(a.binding, b.binding))
}

function positionOf(list: readonly PooledBinding[], wanted: PooledBinding): number {
  let low = 0
  let high = list.length
  while (low < high) {
    const middle = (low + high) >>> 1
    const found = list[middle]
    if (found && compareBindings(found.binding, wanted.binding) < 0) low = middle + 1
    else high = middle
  }
  return low
}
