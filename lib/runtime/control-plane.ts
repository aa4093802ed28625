import type { Env } from '#lib/env.ts'
import { createGardenClient, type GardenClient } from '#lib/garden/client/client.ts'
import { loadKubeconfig } from '#lib/garden/client/kubeconfig.ts'
import { VERSION } from '#lib/version.ts'
import type { Shutdown } from './shutdown.ts'

/**
 * The client of Kyma's control plane: by HAP_KCP_KUBECONFIG, else the embedded garden's; null where there is neither. Throws
 * KubeconfigError.
 */
export function controlPlaneClient(
  { HAP_KCP_KUBECONFIG: kubeconfig }: Pick<Env, 'HAP_KCP_KUBECONFIG'>,
  garden: { readonly client: GardenClient; readonly embedded: boolean },
  shutdown: Shutdown,
): GardenClient | null {
  if (kubeconfig === null) return garden.embedded ? garden.client : null
  const access = loadKubeconfig(kubeconfig, { variable: 'HAP_KCP_KUBECONFIG' })
  const client = createGardenClient({ access, version: VERSION })
  shutdown.add(() => client.close())
  return client
}
