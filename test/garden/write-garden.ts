import { createGarden, type Garden, type GardenOptions } from '#embedded-garden/garden.ts'
import { LANDSCAPE_NAMESPACE } from '#embedded-garden/landscape/landscape.ts'
import { createGardenClient, type GardenClient } from '#lib/garden/client/client.ts'
import { type BindingWrites, createBindingWrites } from '#lib/garden/writes/binding-writes.ts'
import { WriteQueue } from '#lib/garden/writes/write-queue.ts'
import type { BindingKind, BindingRef } from '#lib/hap/pools/binding.ts'
import { QUICK_PATIENCE_MS, QUICK_WRITES, quickClient } from '../kit/clock.ts'
import { landscape } from '../kit/landscape.ts'
import { accessBy } from './access-by.ts'

/** Prefix of the User-Agent of the writers, for faults that affect only them. */
export const WRITER = 'hap-console/writer'

interface WriterOptions {
  /** Replaces the permissions of the operator. */
  readonly token?: string
  readonly perSecond?: number
  readonly attemptMs?: number
  readonly withinMs?: number
  /** Gives up unanswered reads soon. */
  readonly impatient?: boolean
}

export interface WriteGarden {
  readonly garden: Garden
  /** Writes as the operator, without a rate limit unless `perSecond` is given. */
  writer(options?: WriterOptions): BindingWrites
  /** A client of the operator, affected by the same faults. */
  readonly client: GardenClient
  /** A client with all permissions, not affected by faults. */
  readonly admin: GardenClient
  /** Observes the garden besides the writers, not affected by faults. */
  readonly observer: BindingWrites
  ref(name: string, kind?: BindingKind): BindingRef
  stop(): Promise<void>
}

/** An embedded garden with the small landscape for writes; short timeouts, and no limits by default. */
export async function startWriteGarden(options: GardenOptions = {}): Promise<WriteGarden> {
  const garden = await createGarden({ throttle: false, faults: true, refuseSecretDataTo: 'hap-console', ...options })
  garden.loadAll(landscape({ seed: 1, size: 'small', at: Date.now() }))
  const clients: GardenClient[] = []
  const clientFor = (as: 'admin' | 'operator', version: string, token?: string) => {
    const access = accessBy(garden.kubeconfig(as), config => {
      if (token !== undefined) config.users = config.users.map(user => ({ ...user, token }))
    })
    const client = createGardenClient({ access, version })
    clients.push(client)
    return client
  }
  const admin = clientFor('admin', 'observer')
  return {
    garden,
    client: clientFor('operator', 'writer'),
    admin,
    observer: createBindingWrites({ client: admin, queue: new WriteQueue(0) }),
    writer: ({ token, perSecond = 0, attemptMs = 10_000, withinMs = QUICK_PATIENCE_MS, impatient = false } = {}) =>
      createBindingWrites({
        client: impatient
          ? quickClient(clientFor('operator', 'writer', token))
          : clientFor('operator', 'writer', token),
        queue: new WriteQueue(perSecond),
        timing: { ...QUICK_WRITES, attemptMs, withinMs },
      }),
    ref: (name, kind = 'CredentialsBinding') => ({ kind, namespace: LANDSCAPE_NAMESPACE, name }),
    async stop() {
      for (const client of clients) client.close()
      await garden.stop()
    },
  }
}
