import type { BindingKind } from '#lib/hap/pools/binding.ts'
import type { OperatorObjects } from './operator-objects.ts'
import { usesOf } from './uses.ts'

/** How many Clusters, and requests that no Cluster made, have a binding beside the one that asks; 0 where it has none. */
export function otherUses(
  objects: OperatorObjects,
  binding: { readonly kind: BindingKind; readonly name: string } | null,
): number {
  return binding === null ? 0 : Math.max(0, usesOf(objects, { binding }).total - 1)
}
