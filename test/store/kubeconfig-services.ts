import { afterAll, beforeAll, beforeEach } from 'vitest'
import type { KubeconfigContext } from '#lib/services/kubeconfigs/kubeconfig-context.ts'
import { AccessGrants } from '#lib/services/tokens/access-grants.ts'
import { AuditLog } from '#lib/store/audit/audit-log.ts'
import { listAudit } from '#lib/store/audit/records.ts'
import type { Store } from '#lib/store/store.ts'
import { type KubeconfigWorld, NAMESPACE, startKubeconfigWorld } from '../operators/kubeconfig-world.ts'
import { testStore } from './test-store.ts'

export const VIEWER = { id: 'viewer', name: 'vera', role: 'viewer' } as const
export const OPERATOR = { id: 'operator', name: 'olga', role: 'operator' } as const
export const ADMIN = { id: 'admin', name: 'anna', role: 'admin' } as const
export type Caller = typeof VIEWER | typeof OPERATOR | typeof ADMIN

/** The dependencies of kubeconfig services: one world for a test file, another database for each test. */
class KubeconfigServices {
  world!: KubeconfigWorld
  store!: Store
  context!: KubeconfigContext

  async start(): Promise<void> {
    this.world = await startKubeconfigWorld()
  }

  async renew(): Promise<void> {
    const { world } = this
    this.store = await testStore()
    this.context = {
      control: world.client,
      secrets: world.secrets,
      namespace: NAMESPACE,
      exceptions: new Map(),
      audit: new AuditLog(this.store),
      grants: new AccessGrants({ store: this.store, tokens: null, onDeprecated: () => undefined }),
      clock: world.clock,
    }
  }

  /** Input to act on a request in its current state. */
  async seen(name: string, more: object = {}) {
    const { uid, generation } = (await this.world.request(name)).metadata
    return { seen: { uid, generation }, reason: 'ticket 4711', ...more }
  }

  /** Makes a request, and returns its kubeconfig. */
  async issued(name: string): Promise<string> {
    await this.world.apply(name)
    await this.world.settle(name)
    return (await this.world.kubeconfig(name)) ?? ''
  }

  /** Entries of the audit log, newest first. */
  async said(): Promise<readonly string[]> {
    const entries = await listAudit(this.store.db, {}, { limit: 20 })
    return entries.map(({ action, outcome, detail }) => `${action} ${outcome}: ${detail}`)
  }
}

/** A call as the API makes it. */
export const call = (user: Caller, input: object) => ({ user, requestId: 'r-1', signedInAt: null, input })

/** Call once in a test file. */
export function kubeconfigServices(): KubeconfigServices {
  const services = new KubeconfigServices()
  beforeAll(() => services.start())
  beforeEach(() => services.renew())
  afterAll(() => services.world?.stop())
  return services
}
