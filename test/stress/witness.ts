import { setTimeout as sleep } from 'node:timers/promises'
import { createGardenClient, type GardenClient } from '#lib/garden/client/client.ts'
import { GardenError } from '#lib/garden/client/garden-error.ts'
import { loadKubeconfig } from '#lib/garden/client/kubeconfig.ts'
import { Interner } from '#lib/garden/inventory/interner.ts'
import { bindingProjection } from '#lib/garden/inventory/project-binding.ts'
import type { KubeObject } from '#lib/garden/resources/objects.ts'
import { CREDENTIALS_BINDINGS } from '#lib/garden/resources/resource.ts'
import type { Binding } from '#lib/hap/pools/binding.ts'

/** A version of a binding, with the time in milliseconds when it was received. */
export interface Version extends Binding {
  readonly seenAt: number
}

/** Timeout of the watch, so that it is not restarted: a busy server retains old versions only for seconds. */
const WHOLE_SCENARIO_SECONDS = 86_400
/** A live connection receives a bookmark about every minute. */
const SILENCE_MS = 600_000
/** Pause before a broken watch continues from the latest bookmark or version. */
const PAUSE_MS = 100

/** Watches every version of every binding independently: the history to check. */
export class Witness {
  /** In the order of the server. */
  readonly history: Version[] = []
  readonly #client: GardenClient
  readonly #namespace: string
  readonly #project = bindingProjection('CredentialsBinding', new Interner())
  readonly #end = new AbortController()
  #watching: Promise<void> = Promise.resolve()
  #version = '0'

  private constructor(kubeconfig: string, namespace: string) {
    this.#client = createGardenClient({ access: loadKubeconfig(kubeconfig), version: 'witness' })
    this.#namespace = namespace
  }

  static async start(kubeconfig: string, namespace: string): Promise<Witness> {
    const witness = new Witness(kubeconfig, namespace)
    for (const binding of await witness.now()) witness.history.push({ ...binding, seenAt: Date.now() })
    witness.#watching = witness.#watch()
    return witness
  }

  /** Lists all bindings. */
  async now(): Promise<readonly Binding[]> {
    const bindings: Binding[] = []
    const take = (object: KubeObject) => {
      const binding = this.#project(object)
      if (binding) bindings.push(binding)
    }
    const { resourceVersion } = await this.#client.page(this.#collection(), { limit: 100_000 }, take)
    if (this.#version === '0') this.#version = resourceVersion
    return bindings
  }

  /** Waits until the watch has received the state of a list, and ends it. */
  async stop(): Promise<readonly Binding[]> {
    const last = await this.now()
    const missing = () => last.filter(binding => !this.#hasSeen(binding))
    for (let tries = 0; missing().length > 0 && tries < 200; tries++) await sleep(50)
    if (missing().length > 0) throw new Error(`The watch did not deliver ${missing().length} versions.`)
    this.#end.abort()
    await this.#watching
    this.#client.close()
    return last
  }

  /** A list may be older than the versions that the watch has received since. */
  #hasSeen({ name, resourceVersion }: Binding): boolean {
    return this.history.findLast(each => each.name === name && each.resourceVersion === resourceVersion) !== undefined
  }

  #collection() {
    return { resource: CREDENTIALS_BINDINGS, namespace: this.#namespace }
  }

  async #watch(): Promise<void> {
    while (!this.#end.signal.aborted) {
      try {
        const options = {
          resourceVersion: this.#version,
          timeoutSeconds: WHOLE_SCENARIO_SECONDS,
          silenceMs: SILENCE_MS,
          signal: this.#end.signal,
        }
        for await (const { type, object } of await this.#client.watch<KubeObject>(this.#collection(), options)) {
          this.#version = object.metadata?.resourceVersion ?? this.#version
          const binding = type === 'BOOKMARK' || type === 'DELETED' ? null : this.#project(object)
          if (binding) this.history.push({ ...binding, seenAt: Date.now() })
        }
      } catch (error) {
        if (this.#end.signal.aborted) return
        // A history with a gap proves nothing.
        if (error instanceof GardenError && error.kind === 'gone') throw error
        await sleep(PAUSE_MS)
      }
    }
  }
}
