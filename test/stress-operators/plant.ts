import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createGardenClient, type GardenClient } from '#lib/garden/client/client.ts'
import { loadKubeconfig } from '#lib/garden/client/kubeconfig.ts'
import type { KubeObject } from '#lib/garden/resources/objects.ts'
import { CREDENTIALS_BINDINGS, SECRETS } from '#lib/garden/resources/resource.ts'
import { type GardenProcess, startGarden } from '#lib/runtime/garden-process.ts'
import { accountObjects } from '../claims/account-objects.ts'
import { clusterTarget } from '../contract/cluster-target.ts'
import { HttpClient } from '../contract/http-client.ts'
import type { SimulatedProvider } from '../operators/simulated-provider.ts'
import { startPostgres } from '../store/postgres/start-postgres.ts'
import { inParallel } from '../stress/landscape.ts'
import { type ConsoleProcess, startConsoleProcess } from './console-process.ts'
import { type ControlPlane, gardenControlPlane, realControlPlane } from './control-plane.ts'
import type { Amounts } from './scenario.ts'

/** All servers that a console with operators uses, each in its own process. */
export interface Plant {
  readonly control: ControlPlane
  /** Administrator of the Gardener project. */
  readonly garden: GardenClient
  readonly project: string
  readonly console: ConsoleProcess
  /** The database of the console. */
  readonly databaseUrl: string
  stop(): Promise<void>
}

const PROJECT = 'garden-kyma-prod'

interface PlantOptions extends Pick<Amounts, 'seed' | 'kubeconfig'> {
  /** Free accounts, all of AWS. */
  readonly accounts: readonly string[]
  /** Whether the server of `kubeconfig` is also that of every shoot. */
  readonly shootsToo: boolean
  /** Whether Gardener limits the rate of writes of bindings, like a real one, and the console too; default true. */
  readonly spaced?: boolean
  /** The simulation of the provider whose accounts are cleaned; default: none are. */
  readonly played?: SimulatedProvider
  /** Adds objects before the console starts. */
  prepare?(garden: GardenClient, project: string): Promise<void>
  /** Called when everything but the console has started. */
  beforeConsole?(): void
}

/** Starts a Gardener, a control plane, PostgreSQL and a console. */
export async function startPlant(options: PlantOptions): Promise<Plant> {
  const { seed, kubeconfig, accounts, shootsToo, spaced = true, played = null } = options
  const folder = mkdtempSync(path.join(tmpdir(), 'hap-stress-operators-'))
  const endings: (() => Promise<void>)[] = [
    async () => rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 }),
  ]
  const stop = async () => {
    for (const end of endings.toReversed()) await end()
  }
  try {
    const postgres = await startPostgres()
    endings.push(() => postgres.stop())
    const server = await startGarden({
      dataDir: path.join(folder, 'garden'),
      size: 'small',
      seed,
      throttle: false,
      faults: true,
      ...(shootsToo && kubeconfig !== null && { shootKubeconfig: kubeconfig }),
    })
    endings.push(() => server.stop())
    const garden = createGardenClient({ access: loadKubeconfig(server.kubeconfigFile('admin')), version: 'stress' })
    endings.push(async () => garden.close())
    await addAccounts(garden, accounts)
    await options.prepare?.(garden, PROJECT)
    if (spaced) await switchThrottleOn(server)
    const control = await (kubeconfig === null
      ? gardenControlPlane(server.kubeconfigFile('admin'))
      : realControlPlane(kubeconfig))
    endings.push(() => control.stop())
    options.beforeConsole?.()
    const settings = {
      KUBECONFIG: server.kubeconfigFile('operator'),
      HAP_KCP_KUBECONFIG: kubeconfig ?? server.kubeconfigFile('operator'),
      HAP_KCP_NAMESPACE: control.namespace,
      HAP_NAMESPACE: PROJECT,
      DATABASE_URL: postgres.url,
      DATA_DIR: path.join(folder, 'console'),
      ...(!spaced && { HAP_WRITES_PER_SECOND: '0' }),
      ...(played && CLEANING),
    }
    const console = await startConsoleProcess(settings, played)
    endings.push(() => console.stop())
    return { control, garden, project: PROJECT, console, databaseUrl: postgres.url, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

const CLEANING = { HAP_CLEANERS: 'aws', HAP_CLEANERS_DELETE: 'on' }

async function addAccounts(garden: GardenClient, names: readonly string[]): Promise<void> {
  await inParallel(names, 8, async name => {
    const [secret, binding] = accountObjects(PROJECT, name, { hyperscalerType: 'aws' })
    await garden.create({ resource: SECRETS, namespace: PROJECT }, secret as KubeObject)
    await garden.create({ resource: CREDENTIALS_BINDINGS, namespace: PROJECT }, binding as KubeObject)
  })
}

/** The preparation is not rate-limited. */
async function switchThrottleOn(server: GardenProcess): Promise<void> {
  const { connection, identify } = clusterTarget(server.kubeconfigFile('admin'))
  const http = new HttpClient(connection)
  const call = { method: 'POST', path: '/garden/throttle-on', headers: identify('admin'), body: null }
  const { status } = await http.send(call)
  http.close()
  if (status !== 200) throw new Error(`The throttle of the garden cannot be switched on: ${status}`)
}
