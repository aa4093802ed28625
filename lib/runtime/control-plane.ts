import type { Env } from '#lib/env.ts'
import { createGardenClient, type GardenClient } from '#lib/garden/client/client.ts'
import { type Access, loadKubeconfig } from '#lib/garden/client/kubeconfig.ts'
import { VERSION } from '#lib/version.ts'
import type { Shutdown } from './shutdown.ts'

/** Kyma's control plane, as it is reached. */
export interface ControlPlane {
  readonly client: GardenClient
  readonly access: Access
}

/** Kyma's control plane by HAP_KCP_KUBECONFIG, else the embedded garden; null where there is neither. Throws KubeconfigError. */
export function openControlPlane(
  { HAP_KCP_KUBECONFIG: kubeconfig }: Pick<Env, 'HAP_KCP_KUBECONFIG'>,
  { client, access, embedded }: ControlPlane & { readonly embedded: boolean },
  shutdown: Shutdown,
): ControlPlane | null {
  if (kubeconfig === null) return embedded ? { client, access } : null
  const named = loadKubeconfig(kubeconfig, { variable: 'HAP_KCP_KUBECONFIG' })
  const itsClient = createGardenClient({ access: named, version: VERSION })
  shutdown.add(() => itsClient.close())
  return { client: itsClient, access: named }
}
