import { startServers } from './landscape.ts'
import { mixed } from './mixed.ts'
import { outage } from './outage.ts'
import { figuresOf } from './report.ts'

/**
 * A small amount of everything, for every run of the tests; `npm run stress -- claims` uses large amounts. On the
 * embedded garden, or the cluster of a kubeconfig.
 */
const AMOUNTS = {
  claims: 60,
  tenants: 8,
  processes: 2,
  seed: 1,
  inFlight: 0,
  rounds: 0,
  kills: 2,
  faults: 0,
  harm: 0,
  outageSeconds: 0,
}

/**
 * Longer than leases, connections and the freshness of caches. With a real cluster the same code runs for a shorter
 * time.
 */
const OUTAGE_SECONDS = process.argv[2] === undefined ? 40 : 5

const servers = await startServers(process.argv[2] ?? null, null)
try {
  // Both usually wait for leases.
  const reports = await Promise.all([mixed(servers, AMOUNTS), outage(servers, OUTAGE_SECONDS, 2, 1)])
  const clean = reports.filter(({ violations }) => Object.keys(violations).length === 0)
  console.log(JSON.stringify(reports.map(figuresOf), null, 2))
  console.log(`${clean.length} passed, ${reports.length - clean.length} failed`)
  process.exitCode = clean.length === reports.length ? 0 : 1
} finally {
  await servers.stop()
}
process.exit()
