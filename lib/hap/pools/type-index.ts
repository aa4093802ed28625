import { withBinding, withoutBinding } from './binding-order.ts'
import type { PooledBinding } from './pooled-binding.ts'

/** What the four selectors tell apart: euAccess absent, `true` or neither; shared `true`, else dirty absent or not. */
export interface LabelClass {
  readonly euAccess: 'absent' | 'true' | 'other'
  readonly use: 'shared' | 'dedicated' | 'dirty'
}

/** All bindings of one hyperscaler type and one label class, by name. Lists are replaced, never changed. */
export interface Slot {
  readonly labelClass: LabelClass
  readonly all: readonly PooledBinding[]
  /** Without tenantName. */
  readonly tenantless: readonly PooledBinding[]
  /** Of the tenantless, those that may be claimed as documented: neither terminating, malformed, restored nor internal; holds aside. */
  readonly claimable: readonly PooledBinding[]
}

type Slots = ReadonlyMap<string, Slot>

/** The bindings of one hyperscaler type. */
export class TypeIndex {
  #slots: Slots = new Map()
  readonly #owners = new Map<string, readonly PooledBinding[]>()

  get isEmpty(): boolean {
    return this.#slots.size === 0
  }

  /** The slots as they are now; later changes make new ones. */
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
