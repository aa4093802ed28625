import { accountKey, type Binding, type BindingKind } from '#lib/hap/pools/binding.ts'
import { readLabels } from '#lib/hap/pools/labels.ts'
import { poolKey } from '#lib/hap/pools/pool.ts'
import { PoolIndex } from '#lib/hap/pools/pool-index.ts'
import { poolOf } from '#lib/hap/pools/pooled-binding.ts'
import { NameGroups } from './name-groups.ts'

/** All bindings of the inventory with their indexes. Every change goes through `replace`, so that none can be forgotten. */
export class BindingTable {
  readonly pools = new PoolIndex()
  readonly byAccount = new NameGroups<Binding>(binding => accountKey(binding.account))
  readonly byTenant = new NameGroups(tenantOf)
  readonly #byKey = new Map<string, Binding>()
  readonly #counts = new Map<BindingKind, number>()
  readonly #pooledKinds: ReadonlySet<BindingKind>

  /** `pooledKinds`: kinds that count as HAP bindings; others only tell which account a shoot is on. */
  constructor(pooledKinds: Iterable<BindingKind>) {
    this.#pooledKinds = new Set(pooledKinds)
  }

  get size(): number {
    return this.#byKey.size
  }

  /** Of one kind. */
  countOf(kind: BindingKind): number {
    return this.#counts.get(kind) ?? 0
  }

  get(key: string): Binding | null {
    return this.#byKey.get(key) ?? null
  }

  values(): IterableIterator<Binding> {
    return this.#byKey.values()
  }

  /** Puts `after` under its key, or removes the key when null. Out: what was there before. */
  replace(key: string, after: Binding | null): Binding | null {
    const before = this.get(key)
    if (after === null) this.#byKey.delete(key)
    else this.#byKey.set(key, after)
    const { kind } = after ?? before ?? {}
    if (kind !== undefined)
      this.#counts.set(kind, this.countOf(kind) + Number(after !== null) - Number(before !== null))
    this.byAccount.replace(before, after)
    this.byTenant.replace(before, after)
    if (after !== null && this.#pooledKinds.has(after.kind)) this.pools.put(after)
    else if (before !== null) this.pools.remove(before)
    return before
  }

  /** Key of the pool a binding stands in; null for one outside HAP or without a type. */
  poolKeyOf(binding: Binding): string | null {
    const pooled = this.pools.get(binding)
    const pool = pooled && poolOf(pooled)
    return pool && poolKey(pool)
  }
}

/** The global account a binding is labelled with; null when it is nobody's. */
export function tenantOf(binding: Binding): string | null {
  return readLabels(binding.kind, binding.labels).tenantName || null
}
