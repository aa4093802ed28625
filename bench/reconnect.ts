import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { LANDSCAPE_NAMESPACE } from '#embedded-garden/landscape/landscape.ts'
import { createGardenClient } from '#lib/garden/client/client.ts'
import { watchInventory } from '#lib/garden/inventory/watch-inventory.ts'
import { SHOOTS } from '#lib/garden/resources/resource.ts'
import { openEmbeddedGarden } from '#lib/runtime/embedded-garden.ts'
import { accessBy } from '../test/garden/access-by.ts'
import { waitUntil } from '../test/kit/wait.ts'
import type { Bench } from './bench.ts'
import { startKubeApiserver } from './lib/kube-apiserver.ts'
import { share } from './lib/shared.ts'

/** Long enough that the backoff between attempts grows. */
const OUTAGE_MS = 20_000
/** Time for which a starting kube-apiserver refuses all requests. */
const REFUSALS_MS = 2_000
/** Number of inventories. Each waits random times, so the worst counts. */
const FOLLOWERS = 5
const WAIT = { everyMs: 20, withinMs: 120_000 }

const EMBEDDED = { unit: 's', budget: 3, process: 'reconnect' } as const
/** Runs both concurrently, because they wait nearly all of the time. */
const embeddedOutages = share(() => Promise.all([afterRestart(), afterExpiry()]))

/** Time after an outage, from the first successful list of another client until every source of an inventory is live. */
export const benches: Bench[] = [
  { ...EMBEDDED, name: 'reconnect: embedded garden, restart', run: async () => (await embeddedOutages())[0] },
  { ...EMBEDDED, name: 'reconnect: embedded garden, versions expired', run: async () => (await embeddedOutages())[1] },
  { name: 'reconnect: kube-apiserver, restart', unit: 's', budget: 3, run: afterRealRestart },
]

async function afterRestart(): Promise<number> {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'bench-reconnect-'))
  const open = () => openEmbeddedGarden({ dataDir, size: 'small', seed: 1, throttle: false, faults: true })
  let garden = await open()
  try {
    return await measured(garden.kubeconfig('viewer'), async () => {
      await garden.stop()
      await sleep(OUTAGE_MS)
      garden = await open()
      garden.faults.add({ times: 0, mishap: { type: 'status', status: 403, reason: 'Forbidden' } })
      await sleep(REFUSALS_MS)
      garden.faults.clear()
    })
  } finally {
    await garden.stop()
    rmSync(dataDir, { recursive: true })
  }
}

async function afterExpiry(): Promise<number> {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'bench-reconnect-'))
  const garden = await openEmbeddedGarden({ dataDir, size: 'small', seed: 1, throttle: false, faults: true })
  try {
    return await measured(garden.kubeconfig('viewer'), async () => {
      garden.services.aggregatedApi.stop()
      await sleep(OUTAGE_MS)
      // The response to every version from before the outage is 410 Expired.
      garden.services.store.put('namespaces', { apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'later' } })
      garden.services.store.forgetHistory()
      garden.services.aggregatedApi.start()
    })
  } finally {
    await garden.stop()
    rmSync(dataDir, { recursive: true })
  }
}

async function afterRealRestart(): Promise<number> {
  const server = await startKubeApiserver()
  try {
    return await measured(server.kubeconfig, () => server.restart(), server.namespace)
  } finally {
    await server.stop()
  }
}

/** Seconds from the end of an outage, as another client sees it, until the slowest inventory is live. */
async function measured(
  kubeconfig: string,
  outage: () => Promise<void>,
  namespace = LANDSCAPE_NAMESPACE,
): Promise<number> {
  const clients: { close(): void }[] = []
  const connect = () => {
    const client = createGardenClient({ access: accessBy(kubeconfig), version: 'bench' })
    clients.push(client)
    return client
  }
  const followers = Array.from({ length: FOLLOWERS }, () =>
    watchInventory({
      client: connect(),
      namespace,
      kinds: ['CredentialsBinding', 'SecretBinding'],
      staleAfterMs: 30_000,
    }),
  )
  const areLive = () => followers.every(({ inventory }) => inventory.freshness().every(({ phase }) => phase === 'live'))
  const other = connect()
  const answers = () =>
    other
      .page({ resource: SHOOTS, namespace }, { limit: 1 }, () => undefined)
      .then(
        () => true,
        () => false,
      )
  try {
    await waitUntil(areLive, { ...WAIT, what: 'every source is live at first' })
    const over = outage()
    await waitUntil(() => !areLive(), { ...WAIT, what: 'the outage is noticed' })
    await waitUntil(async () => !(await answers()), { ...WAIT, what: 'another client is refused' })
    await waitUntil(answers, { ...WAIT, what: 'another client is served' })
    const servedAt = performance.now()
    await waitUntil(areLive, { ...WAIT, what: 'every source is live again' })
    const seconds = (performance.now() - servedAt) / 1000
    await over
    return seconds
  } finally {
    for (const follower of followers) await follower.stop()
    for (const client of clients) client.close()
  }
}
