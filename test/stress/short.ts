import { startServers } from './landscape.ts'
import { mixed } from './scenarios.ts'

/** A little of everything, for every run of the tests; npm run stress:claims has the large amounts. */
const AMOUNTS = { claims: 60, tenants: 8, processes: 2, seed: 1, rounds: 0, kills: 2, faults: 0 }

const servers = await startServers(null, null)
try {
  const report = await mixed(servers, AMOUNTS)
  const isClean = Object.keys(report.violations).length === 0 && report.acknowledged > AMOUNTS.claims / 2
  console.log(JSON.stringify(report, null, 2))
  console.log(isClean ? '1 passed, 0 failed' : '0 passed, 1 failed')
  process.exitCode = isClean ? 0 : 1
} finally {
  await servers.stop()
}
process.exit()
