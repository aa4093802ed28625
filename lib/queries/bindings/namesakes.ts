import { BINDING_KINDS, type BindingRef } from '#lib/hap/pools/binding.ts'
import type { QueryContext } from '../query-context.ts'

/** The bindings of HAP with a name, of whatever kind. */
export function namesakes({ inventory }: QueryContext, name: string): readonly BindingRef[] {
  const { namespace } = inventory
  return BINDING_KINDS.map(kind => ({ kind, namespace, name })).filter(ref => inventory.pools.get(ref) !== null)
}
