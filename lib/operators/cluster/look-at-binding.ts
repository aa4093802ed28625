import { GardenError } from '#lib/garden/client/garden-error.ts'
import { projectOrThrow } from '#lib/garden/client/read-object.ts'
import { Interner } from '#lib/garden/inventory/interner.ts'
import { bindingProjection } from '#lib/garden/inventory/project-binding.ts'
import type { KubeObject } from '#lib/garden/resources/objects.ts'
import { bindingResource } from '#lib/garden/resources/resource.ts'
import type { Binding, BindingRef } from '#lib/hap/pools/binding.ts'
import type { ClusterContext } from './cluster-context.ts'

/** A binding as Gardener has it now. */
export interface SeenBinding {
  /** Another one whenever it has changed. Of one that is not to be read, why: that may be what a shoot is refused for. */
  readonly version: string
  /** Null of one that is not to be read. */
  readonly binding: Binding | null
}

/** Reads the binding a shoot is made on. Throws GardenError where Gardener cannot be asked now. */
export async function lookAtBinding(
  { garden }: Pick<ClusterContext, 'garden'>,
  { kind, namespace, name }: BindingRef,
  signal: AbortSignal,
): Promise<SeenBinding> {
  try {
    const place = { resource: bindingResource(kind), namespace, name }
    const binding = projectOrThrow(
      bindingProjection(kind, new Interner()),
      await garden.get<KubeObject>(place, { signal }),
    )
    return { version: `${binding?.uid} ${binding?.resourceVersion}`, binding }
  } catch (error) {
    if (error instanceof GardenError && !error.isTransient) return { version: error.kind, binding: null }
    throw error
  }
}
