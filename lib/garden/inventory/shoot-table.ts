import { onePerProcess } from '#lib/across-bundles.ts'
import { type BindingRef, bindingKey } from '#lib/hap/pools/binding.ts'
import { infrastructureErrors, type Shoot } from '#lib/hap/pools/shoot.ts'
import { NameGroups } from './name-groups.ts'

/** Identity of a shoot as one string, `garden-kyma/c-7f3a2b1`. */
export function shootKey(shoot: Pick<Shoot, 'namespace' | 'name'>): string {
  return `${shoot.namespace}/${shoot.name}`
}

/** The binding a shoot names, whether that exists or not; null for workerless ones. */
export function bindingRefOf(shoot: Shoot): BindingRef | null {
  if (shoot.binding === null) return null
  let ref = refs.get(shoot)
  if (ref === undefined) {
    ref = { ...shoot.binding, namespace: shoot.namespace }
    refs.set(shoot, ref)
  }
  return ref
}

/** Lists look up twenty thousand of them: bindingKey knows only a ref that it met before. */
const refs = onePerProcess('binding-refs', () => new WeakMap<Shoot, BindingRef>())

/** Key of the binding a shoot names, whether that exists or not; null for workerless ones. */
export function bindingKeyOf(shoot: Shoot): string | null {
  const ref = bindingRefOf(shoot)
  return ref && bindingKey(ref)
}

/** All shoots of the inventory with their indexes. */
export class ShootTable {
  readonly byTenant = new NameGroups<Shoot>(shoot => shoot.globalAccount)
  /** By the key of the binding they name: a shoot may come before its binding. */
  readonly byBinding = new NameGroups(bindingKeyOf)
  /** Of `byBinding` those that report infrastructure errors: few, and asked for with every list of bindings. */
  readonly failing = new NameGroups<Shoot>(shoot =>
    infrastructureErrors(shoot).length > 0 ? bindingKeyOf(shoot) : null,
  )
  readonly #byKey = new Map<string, Shoot>()
  /** resourceVersions by key, which change more often than what is kept of a shoot. */
  readonly #versions = new Map<string, string>()

  get size(): number {
    return this.#byKey.size
  }

  get(key: string): Shoot | null {
    return this.#byKey.get(key) ?? null
  }

  /** resourceVersion that the watch delivered last; null for a shoot that is not here. */
  version(key: string): string | null {
    return this.#versions.get(key) ?? null
  }

  keys(): IterableIterator<string> {
    return this.#byKey.keys()
  }

  values(): IterableIterator<Shoot> {
    return this.#byKey.values()
  }

  /** Puts `after` under its key, or removes the key when null. Out: what was there before. */
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

  /** Notes the resourceVersion of a shoot that is here. */
  setVersion(key: string, version: string): void {
    this.#versions.set(key, version)
  }

  /** Shoots on one binding have one ref, and with it one key. */
  #shareRef(shoot: Shoot): void {
    const key = bindingKeyOf(shoot)
    const other = key === null ? null : this.byBinding.first(key)
    const ref = other && refs.get(other)
    if (ref) refs.set(shoot, ref)
  }
}

/**
 * Of some shoots those that name one of these bindings, as all of one account are. A binding nobody knows may be the twin of the
 * same name and another kind that a migration leaves: its shoots count.
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
