import { type BindingRef, bindingKey } from '#lib/hap/pools/binding.ts'
import { infrastructureErrors, type Shoot } from '#lib/hap/pools/shoot.ts'
import { onePerProcess } from '#lib/util/across-bundles.ts'
import { NameGroups } from './name-groups.ts'

/** Key of a shoot, `garden-kyma/c-7f3a2b1`. */
export function shootKey(shoot: Pick<Shoot, 'namespace' | 'name'>): string {
  return `${shoot.namespace}/${shoot.name}`
}

/** Binding that a shoot names, existing or not; null for a workerless shoot. */
export function bindingRefOf(shoot: Shoot): BindingRef | null {
  if (shoot.binding === null) return null
  let ref = refs.get(shoot)
  if (ref === undefined) {
    ref = { ...shoot.binding, namespace: shoot.namespace }
    refs.set(shoot, ref)
  }
  return ref
}

/** Cached: lists look up twenty thousand refs, and bindingKey caches by ref. */
const refs = onePerProcess('binding-refs', () => new WeakMap<Shoot, BindingRef>())

/** Key of the binding a shoot names, whether that exists or not; null for workerless ones. */
export function bindingKeyOf(shoot: Shoot): string | null {
  const ref = bindingRefOf(shoot)
  return ref && bindingKey(ref)
}

/** All shoots of the inventory with their indexes. */
export class ShootTable {
  readonly byTenant = new NameGroups<Shoot>(shoot => shoot.globalAccount)
  /** By the key of their binding: a shoot may arrive before its binding. */
  readonly byBinding = new NameGroups(bindingKeyOf)
  /** Shoots of `byBinding` with infrastructure errors: few, and read with every list of bindings. */
  readonly failing = new NameGroups<Shoot>(shoot =>
    infrastructureErrors(shoot).length > 0 ? bindingKeyOf(shoot) : null,
  )
  readonly #byKey = new Map<string, Shoot>()
  /** resourceVersions by key, which change more often than the projection. */
  readonly #versions = new Map<string, string>()

  get size(): number {
    return this.#byKey.size
  }

  get(key: string): Shoot | null {
    return this.#byKey.get(key) ?? null
  }

  /** Latest resourceVersion from the watch; null for an unknown shoot. */
  version(key: string): string | null {
    return this.#versions.get(key) ?? null
  }

  keys(): IterableIterator<string> {
    return this.#byKey.keys()
  }

  values(): IterableIterator<Shoot> {
    return this.#byKey.values()
  }

  /** Sets or, with null, removes a shoot. Returns the previous one. */
  replace(key: string, after: Shoot | null): Shoot | null {
    const before = this.get(key)
    if (after !== null) this.#shareRef(after)
    if (after === null) {
      this.#byKey.delete(key)
      this.#versions.delete(key)
    } else this.#byKey.set(key, after)
    this.byTenant.replace(before, after)
    this.byBinding.replace(before, after)
    this.failing.replace(before, after)
    return before
  }

  /** Sets the resourceVersion of a known shoot. */
  setVersion(key: string, version: string): void {
    this.#versions.set(key, version)
  }

  /** Shoots of one binding share one ref and its key. */
  #shareRef(shoot: Shoot): void {
    const key = bindingKeyOf(shoot)
    const other = key === null ? null : this.byBinding.first(key)
    const ref = other && refs.get(other)
    if (ref) refs.set(shoot, ref)
  }
}

/**
 * Filters shoots that name one of these bindings, such as those of one account. An unknown binding
 * may be the twin of the same name and another kind that a migration leaves: its shoots count.
 */
export function filterShootsOn(
  inventory: { binding(key: string): unknown },
  shoots: readonly Shoot[],
  bindings: readonly BindingRef[],
): readonly Shoot[] {
  const keys = new Set(bindings.map(bindingKey))
  const names = new Set(bindings.map(({ name }) => name))
  return shoots.filter(({ binding: named, namespace }) => {
    if (named === null) return false
    const key = bindingKey({ ...named, namespace })
    return keys.has(key) || (names.has(named.name) && inventory.binding(key) === null)
  })
}
