import { type BindingRef, bindingKey } from '#lib/hap/pools/binding.ts'
import type { Shoot } from '#lib/hap/pools/shoot.ts'
import type { Inventory } from './inventory.ts'

/**
 * Of some shoots those that name one of these bindings, as all of one account are. A binding nobody knows may be the twin of the
 * same name and another kind that a migration leaves: its shoots count.
 */
export function shootsNaming(
  inventory: Pick<Inventory, 'binding'>,
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
