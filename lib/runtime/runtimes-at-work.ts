import type { Env } from '#lib/env.ts'
import { createGardenClient, type GardenClient } from '#lib/garden/client/client.ts'
import { loadKubeconfig } from '#lib/garden/client/kubeconfig.ts'
import { type LiveRuntimes, watchRuntimes } from '#lib/garden/kim/watch-runtimes.ts'
import { VERSION } from '#lib/version.ts'
import type { Shutdown } from './shutdown.ts'

/**
 * Follows what Kyma's infrastructure manager knows of clusters: in the cluster of HAP_KCP_KUBECONFIG, else in the embedded
 * garden; null where there is neither. Throws KubeconfigError.
 */
export function runtimesAtWork(
  settings: Pick<Env, 'HAP_KCP_KUBECONFIG' | 'HAP_KCP_NAMESPACE' | 'HAP_STALE_AFTER'>,
  garden: { readonly client: GardenClient; readonly embedded: boolean },
  shutdown: Shutdown,
): LiveRuntimes | null {
  const client = settings.HAP_KCP_KUBECONFIG === null ? null : controlPlane(settings.HAP_KCP_KUBECONFIG, shutdown)
  if (client === null && !garden.embedded) return null
  const live = watchRuntimes({
    client: client ?? garden.client,
    namespace: settings.HAP_KCP_NAMESPACE,
    staleAfterMs: settings.HAP_STALE_AFTER * 1000,
  })
  shutdown.add(() => live.stop())
  return live
}

function controlPlane(kubeconfig: string, shutdown: Shutdown): GardenClient {
  const access = loadKubeconfig(kubeconfig, { variable: 'HAP_KCP_KUBECONFIG' })
  const client = createGardenClient({ access, version: VERSION })
  shutdown.add(() => client.close())
  return client
}
