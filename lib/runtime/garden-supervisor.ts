import { type GardenProcess, type StartOptions, startGarden } from '#lib/runtime/garden-process.ts'
import { log } from '#lib/telemetry/log.ts'
import { StartError } from './start-error.ts'

const RESTART_MS = 1_000

/** Keeps the embedded garden running as a process of its own, so that a large list never stalls the pages. */
export class GardenSupervisor {
  readonly #options: StartOptions
  #garden: GardenProcess | null = null
  #stopping = false

  constructor(options: StartOptions) {
    this.#options = options
  }

  /** Starts it for the first time. Returns the kubeconfig file of the console's user; throws StartError. */
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
      onComplaint: line => log().warn({ line }, 'the embedded garden complains'),
    })
    this.#garden = garden
    // stop() stopped the one before.
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
