import type { GardenClient } from '#lib/garden/client/client.ts'
import { GardenError } from '#lib/garden/client/garden-error.ts'
import type { KubeObject } from '#lib/garden/resources/objects.ts'
import { bindingResource } from '#lib/garden/resources/resource.ts'
import type { BindingChange } from '#lib/hap/lifecycle/change.ts'
import { isNarrowing } from '#lib/hap/lifecycle/narrowing.ts'
import type { Binding } from '#lib/hap/pools/binding.ts'

interface SendOptions {
  readonly dryRun?: boolean
  readonly withinMs: number
}

/**
 * The one way a binding is written: under the resourceVersion and the uid of the object that was read, and of a binding in doubt only
 * what restricts its use. Throws GardenError.
 */
export async function patchBinding(
  client: Pick<GardenClient, 'patch'>,
  binding: Binding,
  change: BindingChange,
  options: SendOptions,
): Promise<KubeObject> {
  const { kind, namespace, name, uid, resourceVersion, doubt } = binding
  if (doubt !== undefined && !isNarrowing(binding, change)) {
    throw new GardenError({
      kind: 'forbidden',
      doing: `write ${kind} ${name}`,
      because: RESTORED,
      obstacle: 'restored',
    })
  }
  const place = { resource: bindingResource(kind), namespace, name }
  return client.patch<KubeObject>(place, { metadata: { ...change } }, { ...options, resourceVersion, uid })
}

const RESTORED = 'it was restored or recreated, and nothing proves that it is in the state its labels say.'
