import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { type GardenProcess, startGarden } from '#lib/runtime/garden-process.ts'
import { startTestConsole, type TestConsole } from '../kit/console.ts'
import { freePort } from '../kit/free-port.ts'
import { startPostgres } from '../store/postgres/start-postgres.ts'
import { Landscape } from '../stress/landscape.ts'
import { POOL_LABELS } from '../stress/pools.ts'

interface WorldOptions {
  /** A real API server; null: its own embedded garden. */
  readonly kubeconfig: string | null
  /** null: its own PostgreSQL server. */
  readonly databaseUrl: string | null
  readonly accounts: number
  readonly seed: number
}

const SHARED = 5
/** Time for each lifecycle step of a shoot in the embedded garden. */
const SHOOT_STEP_MS = 200

/** A Gardener, a database and a console, which can be restarted. */
export class World {
  readonly url: string
  readonly metricsPort: number
  readonly landscape: Landscape
  readonly kubeconfig: string
  readonly #folder: string
  readonly #gardenOptions: Parameters<typeof startGarden>[0]
  readonly #stopDatabase: () => Promise<void>
  #garden: GardenProcess | null
  #console: TestConsole | null = null

  private constructor(parts: {
    readonly port: number
    readonly metricsPort: number
    readonly landscape: Landscape
    readonly kubeconfig: string
    readonly folder: string
    readonly garden: GardenProcess | null
    readonly gardenOptions: Parameters<typeof startGarden>[0]
    readonly stopDatabase: () => Promise<void>
  }) {
    this.url = `http://127.0.0.1:${parts.port}`
    this.metricsPort = parts.metricsPort
    this.landscape = parts.landscape
    this.kubeconfig = parts.kubeconfig
    this.#folder = parts.folder
    this.#garden = parts.garden
    this.#gardenOptions = parts.gardenOptions
    this.#stopDatabase = parts.stopDatabase
  }

  static async start({ kubeconfig: given, databaseUrl, accounts, seed }: WorldOptions): Promise<World> {
    const folder = mkdtempSync(path.join(tmpdir(), 'hap-soak-'))
    const gardenOptions = {
      dataDir: path.join(folder, 'garden'),
      size: 'small',
      seed,
      throttle: false,
      faults: true,
      shootStepMs: SHOOT_STEP_MS,
    } as const
    const garden = given === null ? await startGarden(gardenOptions) : null
    const postgres = databaseUrl === null ? await startPostgres() : null
    const kubeconfig = given ?? garden?.kubeconfigFile('admin') ?? ''
    const server = garden ? 'embedded garden' : 'cluster'
    const servers = {
      kubeconfig,
      server,
      databaseUrl: databaseUrl ?? postgres?.url ?? '',
      stop: async () => {},
    } as const
    const landscape = await Landscape.create(servers, 'soak')
    const names = Array.from({ length: accounts }, (_, n) => `own-${String(n).padStart(4, '0')}`)
    await landscape.addAccounts(names, POOL_LABELS.own)
    const shared = Array.from({ length: SHARED }, (_, n) => `shared-${n}`)
    await landscape.addAccounts(shared, POOL_LABELS.shared)
    const stopDatabase = async () => postgres?.stop()
    const [port, metricsPort] = [await freePort(), await freePort()]
    const world = new World({ port, metricsPort, landscape, kubeconfig, folder, garden, gardenOptions, stopDatabase })
    await world.#startConsole()
    return world
  }

  get isEmbedded(): boolean {
    return this.#garden !== null
  }

  get pid(): number {
    return this.#console?.process.pid ?? 0
  }

  /** Restarts the console: terminated, as by a rolling update, or killed. Returns its exit code. */
  async restartConsole(how: 'SIGTERM' | 'SIGKILL'): Promise<number> {
    const old = this.#console
    if (how === 'SIGKILL') old?.process.kill(how)
    const code = (await old?.stop()) ?? 0
    await this.#startConsole()
    return code
  }

  /** Stops the embedded garden, waits, and restarts it on the same port with its data. */
  async restartGarden(downMs: number): Promise<void> {
    if (this.#garden === null) return
    await this.#garden.stop()
    await new Promise(resolve => setTimeout(resolve, downMs))
    this.#garden = await startGarden(this.#gardenOptions)
  }

  async stop(): Promise<void> {
    await this.#console?.stop()
    this.landscape.close()
    await this.#garden?.stop()
    await this.#stopDatabase()
    rmSync(this.#folder, { recursive: true, force: true })
  }

  async #startConsole(): Promise<void> {
    const { landscape, kubeconfig } = this
    this.#console = await startTestConsole(
      {
        DATABASE_URL: landscape.databaseUrl,
        KUBECONFIG: kubeconfig,
        ...(this.isEmbedded && { HAP_KCP_KUBECONFIG: kubeconfig }),
        HAP_NAMESPACE: landscape.namespace,
        HAP_SESSION_SECRET: 'of-the-soak-and-of-nothing-else-at-all',
        HAP_SESSION_IDLE: '24h',
        HAP_SESSION_LONGEST: '168h',
        HAP_WRITES_PER_SECOND: '0',
        HAP_METRICS_PORT: String(this.metricsPort),
        DATA_DIR: path.join(this.#folder, 'console'),
      },
      { port: Number(new URL(this.url).port) },
    )
  }
}
