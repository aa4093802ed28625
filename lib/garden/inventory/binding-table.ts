import { type AccountCondition, type SubjectCondition, subjectOf } from '#lib/hap/pools/account-condition.ts'
import { accountKey, type Binding, type BindingKind, bindingKey } from '#lib/hap/pools/binding.ts'
import { readLabels } from '#lib/hap/pools/labels.ts'
import { poolKey } from '#lib/hap/pools/pool.ts'
import { PoolIndex } from '#lib/hap/pools/pool-index.ts'
import { poolOf } from '#lib/hap/pools/pooled-binding.ts'
import { NameGroups } from './name-groups.ts'

/** All bindings with their indexes. `replace` is the only write, so that no index is forgotten. */
export class BindingTable {
  readonly pools = new PoolIndex()
  readonly byAccount = new NameGroups<Binding>(binding => accountKey(binding.account))
  readonly byTenant = new NameGroups(tenantOf)
  readonly #byKey = new Map<string, Binding>()
  readonly #counts = new Map<BindingKind, number>()
  readonly #pooledKinds: ReadonlySet<BindingKind>

  /** `pooledKinds`: kinds that count as HAP bindings; others only map shoots to accounts. */
  constructor(pooledKinds: Iterable<BindingKind>) {
    this.#pooledKinds = new Set(pooledKinds)
  }

  get size(): number {
    return this.#byKey.size
  }

  /** Number of bindings of a kind. */
  countOf(kind: BindingKind): number {
    return this.#counts.get(kind) ?? 0
  }

  get(key: string): Binding | null {
    return this.#byKey.get(key) ?? null
  }

  values(): IterableIterator<Binding> {
    return this.#byKey.values()
  }

  /** Sets or, with null, removes a binding. Returns the previous one. */
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

  /** Whether a binding of a pooled kind has no label of HAP. */
  isUnlabelled(binding: Binding): boolean {
    return this.#pooledKinds.has(binding.kind) && this.pools.get(binding) === null
  }

  /** Key of a binding's pool; null for a binding outside HAP or without a type. */
  poolKeyOf(binding: Binding): string | null {
    const pooled = this.pools.get(binding)
    const pool = pooled && poolOf(pooled)
    return pool && poolKey(pool)
  }
}

/** Global account in a binding's labels, or null. */
export function tenantOf(binding: Binding): string | null {
  return readLabels(binding.kind, binding.labels).tenantName || null
}

/** Conditions of accounts that Gardener refuses, as last read from the database. */
export class ConditionTable {
  #bySubject: ReadonlyMap<string, SubjectCondition> = new Map()

  /**
   * Condition of a binding's account, else of the binding itself, which a recreated binding does
   * not inherit.
   */
  of(binding: Binding): AccountCondition | null {
    if (this.#bySubject.size === 0) return null
    const account = accountKey(binding.account)
    const own = subjectOf({ account, binding: { key: bindingKey(binding), uid: binding.uid } })
    return this.#bySubject.get(account) ?? this.#bySubject.get(own) ?? null
  }

  values(): Iterable<SubjectCondition> {
    return this.#bySubject.values()
  }

  /** Replaces all conditions. Returns the accounts whose condition began, changed or ended. */
  replace(conditions: Iterable<SubjectCondition>): ReadonlySet<string> {
    const next = new Map(Array.from(conditions, each => [subjectOf(each), each]))
    const before = this.#bySubject
    this.#bySubject = next
    const subjects = new Set([...before.keys(), ...next.keys()])
    return new Set(
      [...subjects].flatMap(subject => {
        const [was, is] = [before.get(subject), next.get(subject)]
        const isSame = was?.cause === is?.cause && was?.since === is?.since && was?.checkedAt === is?.checkedAt
        return isSame ? [] : ((is ?? was)?.account ?? [])
      }),
    )
  }
}
