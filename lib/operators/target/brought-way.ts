import type { CallOptions, GardenClient } from '#lib/garden/client/client.ts'
import { orNull } from '#lib/garden/client/or-null.ts'
import type { KubeObject } from '#lib/garden/resources/objects.ts'
import { SECRETS } from '#lib/garden/resources/resource.ts'
import type { Cluster, KubeconfigSecretRef } from '#lib/operators/api/cluster.ts'
import type { TargetPlace } from './find-target.ts'
import { secretRefusal } from './secret-refusal.ts'

/** How a cluster that somebody brought is reached: by the Secret that its Cluster names. */
export type BroughtWay =
  | { readonly state: 'found'; readonly place: Extract<TargetPlace, { by: 'secret' }> }
  | { readonly state: 'missing' }
  /** The Secret is another's; `because` in sentences. */
  | { readonly state: 'refused'; readonly because: string }

/** Looks at the Secret's metadata, never at its data. Throws GardenError. */
export async function broughtWay(
  control: Pick<GardenClient, 'get'>,
  { metadata: { namespace, uid } }: Pick<Cluster, 'metadata'>,
  { name, key }: KubeconfigSecretRef,
  options: CallOptions,
): Promise<BroughtWay> {
  const secret = await orNull(control.get<KubeObject>({ resource: SECRETS, namespace, name }, options))
  if (secret === null) return { state: 'missing' }
  const because = secretRefusal(secret)
  if (because !== null) return { state: 'refused', because }
  const version = secret.metadata?.resourceVersion ?? ''
  return { state: 'found', place: { by: 'secret', namespace, name, key, uid, version } }
}
