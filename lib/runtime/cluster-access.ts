import type { Env } from '#lib/env.ts'
import { type Access, loadInCluster, loadKubeconfig } from '#lib/garden/client/kubeconfig.ts'
import { GardenSupervisor } from './garden-supervisor.ts'
import type { Shutdown } from './shutdown.ts'
import { StartError } from './start-error.ts'

interface ClusterAccess {
  readonly access: Access
  readonly embedded: boolean
}

/**
 * Access to the landscape: `outer`, else to the embedded garden, which is started. Throws StartError
 * when the garden does not start.
 */
export async function clusterAccess(outer: Access | null, env: Env, shutdown: Shutdown): Promise<ClusterAccess> {
  if (outer !== null) return { access: outer, embedded: false }
  const garden = new GardenSupervisor({
    dataDir: env.DATA_DIR,
    size: env.HAP_GARDEN_SIZE,
    seed: env.HAP_GARDEN_SEED,
  })
  shutdown.add(() => garden.stop(), 'The embedded garden')
  return { access: loadKubeconfig(await garden.start()), embedded: true }
}

/** KUBECONFIG, else the cluster this pod runs in, else null. Throws KubeconfigError. */
export function outerAccess(env: Pick<Env, 'KUBECONFIG' | 'KUBERNETES_SERVICE_HOST'>): Access | null {
  if (env.KUBECONFIG !== null) return loadKubeconfig(env.KUBECONFIG)
  return env.KUBERNETES_SERVICE_HOST === null ? null : loadInCluster()
}

/** What every page shows about where it looks. */
export interface LandscapeName {
  readonly name: string
  readonly namespace: string
  /** Whether it is the embedded garden, where nothing is at stake. */
  readonly embedded: boolean
}

/** Name and namespace of the landscape: the settings, else what the kubeconfig's context says. Throws StartError without a namespace. */
export function resolveLandscapeName(env: Env, access: Access, embedded: boolean): LandscapeName {
  const namespace = env.HAP_NAMESPACE ?? access.namespace
  if (namespace === null) {
    throw new StartError(
      'The kubeconfig names no namespace. Set HAP_NAMESPACE to the namespace of the Gardener project. Example: HAP_NAMESPACE=garden-kyma-prod',
    )
  }
  return { name: env.HAP_LANDSCAPE ?? (embedded ? 'demo' : access.context), namespace, embedded }
}
