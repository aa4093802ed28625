import type { Env } from '#lib/env.ts'
import { type Access, loadInCluster, loadKubeconfig } from '#lib/garden/client/kubeconfig.ts'
import { type GardenProcess, type StartOptions, startGarden } from '#lib/runtime/garden-process.ts'
import { log } from '#lib/telemetry/log.ts'
import type { Shutdown } from './shutdown.ts'
import { StartError } from './start-report.ts'

interface ClusterAccess {
  readonly access: Access
  readonly embedded: boolean
}

/** Access to the landscape: `configured`, else to the embedded garden, which this starts. Throws StartError when the garden does not start. */
export async function openClusterAccess(
  configured: Access | null,
  env: Env,
  shutdown: Shutdown,
): Promise<ClusterAccess> {
  if (configured !== null) return { access: configured, embedded: false }
  const garden = new GardenSupervisor({
    dataDir: env.DATA_DIR,
    size: env.HAP_GARDEN_SIZE,
    seed: env.HAP_GARDEN_SEED,
  })
  shutdown.add(() => garden.stop(), 'The embedded garden')
  return { access: loadKubeconfig(await garden.start()), embedded: true }
}

/** KUBECONFIG, else the cluster this pod runs in, else null. Throws KubeconfigError. */
export function loadConfiguredAccess(env: Pick<Env, 'KUBECONFIG' | 'KUBERNETES_SERVICE_HOST'>): Access | null {
  if (env.KUBECONFIG !== null) return loadKubeconfig(env.KUBECONFIG)
  return env.KUBERNETES_SERVICE_HOST === null ? null : loadInCluster()
}

/** The landscape as every page shows it. */
export interface LandscapeName {
  readonly name: string
  readonly namespace: string
  /** Whether this is the embedded garden, which holds demo data only. */
  readonly embedded: boolean
}

/** Name and namespace of the landscape, from the settings, else from the context of the kubeconfig. Throws StartError without a namespace. */
export function resolveLandscapeName(env: Env, access: Access, embedded: boolean): LandscapeName {
  const namespace = env.HAP_NAMESPACE ?? access.namespace
  if (namespace === null) {
    throw new StartError(
      'The kubeconfig names no namespace. Set HAP_NAMESPACE to the namespace of the Gardener project. Example: HAP_NAMESPACE=garden-kyma-prod',
    )
  }
  return { name: env.HAP_LANDSCAPE ?? (embedded ? 'demo' : access.context), namespace, embedded }
}

const RESTART_MS = 1_000

/** Runs the embedded garden as a child process, so that a large list never blocks the pages, and restarts it when it ends. */
export class GardenSupervisor {
  readonly #options: StartOptions
  #garden: GardenProcess | null = null
  #stopping = false

  constructor(options: StartOptions) {
    this.#options = options
  }

  /** The first start. Returns the kubeconfig file of the console's user; throws StartError. */
  async start(): Promise<string> {
    try {
      return (await this.#launch()).kubeconfigFile('operator')
    } catch (error) {
      throw new StartError(error instanceof Error ? error.message : 'The embedded garden did not start.')
    }
  }

  async stop(): Promise<void> {
    this.#stopping = true
    await this.#garden?.stop()
  }

  async #launch(): Promise<GardenProcess> {
    const garden = await startGarden({
      ...this.#options,
      onErrorLine: line => log().warn({ line }, 'the embedded garden reports an error'),
    })
    this.#garden = garden
    // stop() was called during the start and stopped the previous process only.
    if (this.#stopping) await garden.stop()
    garden.onExit(({ code }) => {
      if (this.#stopping) return
      log().error({ code }, 'the embedded garden ended; starting it again')
      this.#relaunchSoon()
    })
    return garden
  }

  #relaunchSoon(): void {
    setTimeout(() => {
      if (this.#stopping) return
      this.#launch().catch((error: unknown) => {
        log().error({ err: error }, 'the embedded garden did not start; trying again')
        this.#relaunchSoon()
      })
    }, RESTART_MS)
  }
}
