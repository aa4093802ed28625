import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { createGardenClient } from '#lib/garden/client/client.ts'
import { loadKubeconfig } from '#lib/garden/client/kubeconfig.ts'
import { holderOf, LEASES, type LeaseObject } from '#lib/operators/framework/lease.ts'
import { startGarden } from '#lib/runtime/garden-process.ts'
import { buildConsole } from '../../scripts/build/build-console.ts'
import { amountOf, commandOptions } from '../../scripts/command-options.ts'
import { startTestConsole, type TestConsole } from '../kit/console.ts'
import { freePort } from '../kit/free-port.ts'
import { startPostgres } from '../store/postgres/start-postgres.ts'
import { startBalancer } from './balancer.ts'
import { signIn, streamEvents } from './clients.ts'

const HELP = `Usage: npm run stress -- replicas [--replicas N] [--streams N] [--clients N]

N consoles (default 3) on one PostgreSQL and one embedded Gardener, behind a balancer that does what a Service does. While --clients
(default 3) claim accounts and --streams (default 20) follow events, each console is restarted in turn as a rolling update does it: out of the
balancer, terminated, restarted, and back once it is ready. Checks that no request is lost, every acknowledged claim exists afterwards,
every stream continues, and the operators have one leader: no console leads twice, and never more than one at a time. Prints
JSON; exit code 1 after any violation.`

const values = commandOptions(HELP, {
  replicas: { type: 'string', default: '3' },
  streams: { type: 'string', default: '20' },
  clients: { type: 'string', default: '3' },
})
const amount = (name: keyof typeof values) => amountOf(HELP, `--${name}`, values[name])
const [replicas, streams, clients] = [amount('replicas'), amount('streams'), amount('clients')]
/** Pause between two claims of a client. */
const PAUSE_MS = 500
const DELAY_MS = 1_000

await buildConsole()
const folder = mkdtempSync(path.join(tmpdir(), 'hap-replicas-'))
const postgres = await startPostgres()
const garden = await startGarden({ dataDir: path.join(folder, 'garden'), size: 'demo', seed: 1, throttle: false })
const balancer = await startBalancer()
const kubeconfig = garden.kubeconfigFile('operator')
/** Metrics port of each console. */
const metrics = new Map<number, number>()

async function start(number: number): Promise<TestConsole> {
  const metricsPort = await freePort()
  metrics.set(number, metricsPort)
  return startTestConsole({
    HAP_METRICS_PORT: String(metricsPort),
    DATABASE_URL: postgres.url,
    KUBECONFIG: kubeconfig,
    HAP_KCP_KUBECONFIG: kubeconfig,
    HAP_URL: balancer.url,
    HAP_SESSION_SECRET: 'of-the-stress-test-of-replicas-and-nothing-else',
    HAP_WRITES_PER_SECOND: '0',
    DATA_DIR: path.join(folder, `console-${number}`),
  })
}
const portOf = ({ url }: TestConsole) => Number(new URL(url).port)

const consoles = await Promise.all(Array.from({ length: replicas }, (_, number) => start(number)))
for (const each of consoles) balancer.ready.add(portOf(each))
const cookie = await signIn(balancer.url)
const ending = new AbortController()

const acknowledged: string[] = []
const troubles: string[] = []
async function claimAndClaim(client: number): Promise<void> {
  for (let n = 0; !ending.signal.aborted; n++) {
    const key = `replicas-${client}-${n}`
    try {
      const answer = await fetch(`${balancer.url}/api/v1/claims`, {
        method: 'POST',
        headers: { cookie, 'content-type': 'application/json', 'idempotency-key': key, origin: balancer.url },
        body: JSON.stringify({
          plan: 'aws',
          platformRegion: 'cf-eu11',
          globalAccount: `ga-replicas-${client}-${n % 5}`,
        }),
      })
      const body = await answer.json()
      if (answer.status === 201 || answer.status === 200 || answer.status === 202) acknowledged.push(body.id)
      else if (answer.status !== 422) troubles.push(`${key}: ${answer.status} ${JSON.stringify(body)}`)
    } catch (error) {
      troubles.push(`${key}: ${error instanceof Error ? error.message : error}`)
    }
    await sleep(PAUSE_MS)
  }
}

const admin = createGardenClient({ access: loadKubeconfig(garden.kubeconfigFile('admin')), version: 'replicas' })
const leaders: string[] = []
async function watchLease(): Promise<void> {
  while (!ending.signal.aborted) {
    const place = { resource: LEASES, namespace: 'kcp-system', name: 'hap-operators' }
    const holder = holderOf(await admin.get<LeaseObject>(place).catch(() => ({})))
    if (holder !== null && holder !== leaders.at(-1)) leaders.push(holder)
    await sleep(200)
  }
}

/** Number of polls of all consoles, and the maximum of simultaneous leaders. */
const leading = { looks: 0, most: 0 }
async function watchLeaders(): Promise<void> {
  let before: readonly number[] = []
  while (!ending.signal.aborted) {
    const ports = [...metrics.values()]
    const lead = await Promise.all(ports.map(leads))
    const now = ports.filter((_, n) => lead[n])
    // They respond one after the other: a console that led in the previous poll and still leads has led during that whole poll.
    const ledThroughout = before.some(port => now.includes(port))
    leading.looks++
    leading.most = Math.max(leading.most, ledThroughout ? before.length : Math.min(before.length, 1))
    before = now
    await sleep(200)
  }
}

/** Whether the operators run in a console; a stopped one does not lead. */
async function leads(port: number): Promise<boolean> {
  try {
    const answer = await fetch(`http://127.0.0.1:${port}/metrics`, { signal: AbortSignal.timeout(5_000) })
    return /^hap_operators_leader(?:\{.*\})? 1$/m.test(await answer.text())
  } catch {
    return false
  }
}

const feeds = Array.from({ length: streams }, () => streamEvents(balancer.url, cookie, ending.signal))
const load = [watchLease(), watchLeaders(), ...Array.from({ length: clients }, (_, client) => claimAndClaim(client))]
await sleep(5_000)
for (const [number, old] of consoles.entries()) {
  balancer.ready.delete(portOf(old))
  await sleep(DELAY_MS)
  const code = await old.stop()
  if (code !== 0) troubles.push(`console ${number} ended with code ${code}`)
  consoles[number] = await start(number)
  balancer.ready.add(portOf(consoles[number]))
}
const restarted = Date.now()
await sleep(12_000)
const silent = feeds.filter(({ receivedAt }) => receivedAt() < restarted).length
ending.abort()
await Promise.all(load)

const missing: string[] = []
for (const id of acknowledged) {
  const answer = await fetch(`${balancer.url}/api/v1/claims/${id}`, { headers: { cookie } })
  if (!answer.ok) missing.push(`${id}: ${answer.status}`)
}
const again = new Set(leaders).size !== leaders.length
const violations = [
  ...balancer.lost.map(each => `lost: ${each}`),
  ...troubles,
  ...missing.map(each => `missing claim ${each}`),
  ...(silent > 0 ? [`${silent} streams received nothing after the restarts`] : []),
  ...(leaders.length === 0 || leading.most === 0 ? ['no console led'] : []),
  ...(leading.most > 1 ? [`${leading.most} consoles led at once`] : []),
  ...(again ? [`leaders that came back: ${leaders.join(', ')}`] : []),
  ...(acknowledged.length === 0 ? ['no claim was answered'] : []),
]
const connects = feeds.reduce((sum, { connects }) => sum + connects(), 0)
console.log(
  JSON.stringify(
    {
      replicas,
      claims: acknowledged.length,
      streams,
      reconnects: connects - streams,
      leaders: leaders.length,
      leading,
      violations: violations.length,
      examples: violations.slice(0, 8),
    },
    null,
    2,
  ),
)
await Promise.all(consoles.map(each => each.stop()))
balancer.close()
admin.close()
await garden.stop()
await postgres.stop()
rmSync(folder, { recursive: true, force: true })
process.exit(violations.length === 0 ? 0 : 1)
