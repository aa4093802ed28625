import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { KubeConfig } from '@kubernetes/client-node'
import { SWEEP_MS } from '#lib/runtime/start-claims.ts'
import { cuttingProxy } from '../store/cutting-proxy.ts'
import type { Servers } from './landscape.ts'
import { RECOVERY_MS } from './recoveries.ts'
import type { Report } from './report.ts'
import { Stage } from './stage.ts'

/** New clients per second. */
const RATE = 2
const AROUND_MS = 4_000
/** Requests in flight before an outage are finished after this time. */
const UNDER_WAY_MS = 1_000

/**
 * Clients retry while the database, and then the API server, is unreachable for `seconds`. During the outage no new
 * claim is acknowledged; afterwards every client gets an account, without a restart.
 */
export async function outage(servers: Servers, seconds: number, processes: number, seed: number): Promise<Report> {
  const database = await cuttingProxy(servers.databaseUrl)
  const api = await cuttingProxy(serverOf(servers.kubeconfig))
  const count = Math.ceil(RATE * (2 * seconds + 60))
  const stage = await Stage.open(servers, {
    scenario: 'outage',
    seed,
    processes,
    own: count + 10,
    shared: 0,
    sweepMs: SWEEP_MS,
    patienceMs: 2 * seconds * 1_000 + 2 * RECOVERY_MS,
    through: {
      kubeconfig: kubeconfigThrough(servers.kubeconfig, api.url),
      databasePort: new URL(database.url).port,
    },
  })
  // Claims that reached the server before the outage may be acknowledged without it.
  const ways = [
    { what: 'database', way: database, servedBefore: () => stage.tenantsInDatabase() },
    { what: 'API server', way: api, servedBefore: () => tenantsOnBindings(stage) },
  ]
  const clients = arrivals(stage)
  await sleep(AROUND_MS)
  for (const { what, way, servedBefore } of ways) {
    way.cut()
    const cutAt = Date.now()
    await sleep(UNDER_WAY_MS)
    const before = await servedBefore()
    await sleep(seconds * 1_000)
    const during = stage.acknowledgedBetween(cutAt, Date.now()).filter(({ tenant }) => !before.has(tenant)).length
    if (during > 0) stage.violated('acknowledged during an outage', `${during} without ${what}`)
    way.mend()
    const mendedAt = Date.now()
    while (stage.acknowledgedBetween(mendedAt, Date.now()).length === 0 && Date.now() < mendedAt + RECOVERY_MS)
      await sleep(100)
    const recoveryMs = Date.now() - mendedAt
    stage.extra[what] = { downSeconds: seconds, acknowledgedDuring: during, recoveryMs }
    if (recoveryMs >= RECOVERY_MS) stage.violated('slow recovery', `${what}: ${recoveryMs} ms`)
    await sleep(AROUND_MS)
  }
  await clients.end()
  const report = await stage.close()
  for (const { way } of ways) await way.close()
  return report
}

/** A new tenant at fixed intervals; each retries until it gets a response. */
function arrivals(stage: Stage): { end(): Promise<void> } {
  const under: Promise<unknown>[] = []
  const timer = setInterval(() => {
    const name = `tenant-${under.length}`
    under.push(stage.claim(name, name, 'own'))
  }, 1_000 / RATE)
  return {
    async end() {
      clearInterval(timer)
      await Promise.all(under)
    },
  }
}

function serverOf(kubeconfig: string): string {
  const config = new KubeConfig()
  config.loadFromFile(kubeconfig)
  return config.getCurrentCluster()?.server ?? ''
}

/** The same kubeconfig with another address of the server. */
function kubeconfigThrough(kubeconfig: string, url: string): string {
  const file = path.join(path.dirname(kubeconfig), 'through-a-proxy.yaml')
  const text = readFileSync(kubeconfig, 'utf8').replace(serverOf(kubeconfig), new URL(url).origin)
  writeFileSync(file, text, { mode: 0o600 })
  return file
}

/** Tenants whose labels the API server has, regardless of the database. */
async function tenantsOnBindings(stage: Stage): Promise<ReadonlySet<string>> {
  return new Set((await stage.bindings()).flatMap(({ labels }) => labels.tenantName ?? []))
}
