import { setTimeout as sleep } from 'node:timers/promises'
import { createGardenClient, type GardenClient } from '#lib/garden/client/client.ts'
import { loadKubeconfig } from '#lib/garden/client/kubeconfig.ts'
import { CREDENTIALS_BINDINGS, resourcePath } from '#lib/garden/resources/resource.ts'
import type { Landscape } from '../stress/landscape.ts'

const PAUSE_MS = 500
/** Much longer than a restart. */
const TRIES = 240

/** A client of Gardener that adds clusters and accounts, and retries during restarts. */
export class Garden {
  readonly #landscape: Landscape
  readonly #client: GardenClient

  constructor(landscape: Landscape) {
    this.#landscape = landscape
    this.#client = createGardenClient({ access: loadKubeconfig(landscape.kubeconfig), version: 'soak' })
  }

  addShoot(name: string, binding: string, tenant: string): Promise<void> {
    return insist(() => this.#landscape.addShoot(name, binding, tenant))
  }

  removeShoot(name: string): Promise<void> {
    return insist(() => this.#landscape.removeShoot(name))
  }

  addAccount(name: string, labels: Readonly<Record<string, string>>): Promise<void> {
    return insist(() => this.#landscape.addAccounts([name], labels))
  }

  /** Deletes a binding. */
  async removeBinding(name: string): Promise<void> {
    const path = resourcePath({ resource: CREDENTIALS_BINDINGS, namespace: this.#landscape.namespace, name })
    await insist(() => this.#client.request({ doing: 'delete a binding', permission: null, method: 'DELETE', path }))
  }

  close(): void {
    this.#client.close()
  }
}

async function insist(work: () => Promise<unknown>): Promise<void> {
  for (let tries = 0; ; tries++) {
    try {
      await work()
      return
    } catch (error) {
      if (tries === TRIES) throw error
      await sleep(PAUSE_MS)
    }
  }
}
