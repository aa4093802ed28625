import { GardenError } from '#lib/garden/client/garden-error.ts'
import type { KubeObject } from '#lib/garden/resources/objects.ts'
import { bindingResource } from '#lib/garden/resources/resource.ts'
import type { BindingRef } from '#lib/hap/pools/binding.ts'
import { type HapLabels, readLabels } from '#lib/hap/pools/labels.ts'
import type { ClusterContext } from './cluster-context.ts'
import { passes } from './passes.ts'

/** A binding as Gardener has it now. */
export interface SeenBinding {
  /** Another one whenever it has changed. Of one that is not to be read, why: that may be what a shoot is refused for. */
  readonly version: string
  /** Null of one that is not to be read. */
  readonly labels: HapLabels | null
}

/** Reads the binding a shoot is made on. Throws GardenError where Gardener cannot be asked now. */
export async function lookAtBinding(
  { garden }: Pick<ClusterContext, 'garden'>,
  { kind, namespace, name }: BindingRef,
  signal: AbortSignal,
): Promise<SeenBinding> {
  try {
    const place = { resource: bindingResource(kind), namespace, name }
    const { metadata } = await garden.get<KubeObject>(place, { signal })
    const { uid, resourceVersion, labels = {} } = metadata ?? {}
    return { version: `${uid} ${resourceVersion}`, labels: readLabels(kind, labels) }
  } catch (error) {
    if (error instanceof GardenError && !passes(error)) return { version: error.kind, labels: null }
    throw error
  }
}
