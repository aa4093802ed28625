import { GardenError } from '#lib/garden/client/garden-error.ts'
import type { KubeObject } from '#lib/garden/resources/objects.ts'
import { bindingResource } from '#lib/garden/resources/resource.ts'
import type { BindingRef } from '#lib/hap/pools/binding.ts'
import { readLabels } from '#lib/hap/pools/labels.ts'
import type { ClusterContext } from './cluster-context.ts'
import { passes } from './passes.ts'

/** Whether the account of a binding is dirty as Gardener has it now; false where the binding is not to be read. Throws GardenError. */
export async function isMarkedDirty(
  { garden }: Pick<ClusterContext, 'garden'>,
  { kind, namespace, name }: BindingRef,
  signal: AbortSignal,
): Promise<boolean> {
  try {
    const place = { resource: bindingResource(kind), namespace, name }
    const { metadata } = await garden.get<KubeObject>(place, { signal })
    return readLabels(kind, metadata?.labels ?? {}).dirty === 'true'
  } catch (error) {
    // Gardener refuses the shoot for it in its own words.
    if (error instanceof GardenError && !passes(error)) return false
    throw error
  }
}
