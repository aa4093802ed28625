import { parseArgs } from 'node:util'
import { env } from '#lib/env.ts'
import { LEAST_FOR_EVERY_CELL } from './every-cell.ts'
import { startServers } from './landscape.ts'
import { CONNECTIONS } from './messages.ts'
import { figuresOf, type Report, sumOf } from './report.ts'
import { SCENARIOS } from './scenarios.ts'
import { whereItRan } from './where.ts'

const HELP = `Usage: npm run stress:claims -- [--claims N] [--tenants T] [--processes P] [--seed S] [--kubeconfig FILE]
  [--faults] [--fault-count N] [--kills N] [--outage SECONDS] [--rounds N] [--in-flight N] [--only SCENARIO,…]

Claims accounts with P real processes against one API server and one PostgreSQL (DATABASE_URL, else its own), and judges the
history afterwards. Scenarios: ${Object.keys(SCENARIOS).join(', ')}; faults, kills and outage only when asked for. From ${LEAST_FOR_EVERY_CELL} faults on
each kind has to come to each call. Prints JSON; exit code 1 after any violation.`

const { values } = parseArgs({
  options: {
    claims: { type: 'string', default: '1000' },
    tenants: { type: 'string' },
    processes: { type: 'string', default: '3' },
    seed: { type: 'string', default: '1' },
    rounds: { type: 'string' },
    kills: { type: 'string' },
    outage: { type: 'string' },
    'in-flight': { type: 'string' },
    'fault-count': { type: 'string' },
    faults: { type: 'boolean', default: false },
    kubeconfig: { type: 'string' },
    only: { type: 'string' },
    help: { type: 'boolean', default: false },
  },
})
if (values.help) {
  console.log(HELP)
  process.exit(0)
}

const claims = Number(values.claims)
const amounts = {
  claims,
  tenants: Number(values.tenants ?? Math.max(1, Math.round(claims / 10))),
  processes: Number(values.processes),
  // All of them at once: a process takes in as many as it works on, and its clients are patient.
  inFlight: Number(values['in-flight'] ?? claims),
  seed: Number(values.seed),
  rounds: Number(values.rounds ?? claims),
  kills: Number(values.kills ?? 20),
  faults: Number(values['fault-count'] ?? claims),
  harm: 0,
  outageSeconds: Number(values.outage ?? 10),
}
const named = values.only?.split(',') ?? ['first', 'limit', 'shared', 'replay', 'race']
const asked = { faults: values.faults, kills: values.kills !== undefined, outage: values.outage !== undefined }
const more = Object.entries(asked).flatMap(([name, wanted]) => (wanted ? [name] : []))
const chosen = new Set([...named, ...more])
const servers = await startServers(values.kubeconfig ?? null, env().DATABASE_URL)
const reports: Report[] = []
try {
  for (const name of chosen) {
    const scenario = SCENARIOS[name]
    if (!scenario) throw new Error(`There is no scenario ${name}.\n${HELP}`)
    for (const report of [await scenario(servers, amounts)].flat()) {
      reports.push(report)
      console.error(`${report.scenario}: ${JSON.stringify(report.violations)} in ${report.seconds} s`)
    }
  }
} finally {
  await servers.stop()
}

const summary = {
  server: servers.server,
  ...whereItRan(),
  ...amounts,
  bounds: { databaseConnectionsPerProcess: CONNECTIONS },
  ...sumOf(reports),
  scenarios: reports.map(figuresOf),
}
console.log(JSON.stringify(summary, null, 2))
const clean = reports.filter(report => Object.keys(report.violations).length === 0).length
console.error(`${clean} passed, ${reports.length - clean} failed`)
process.exit(Object.keys(summary.violations).length === 0 ? 0 : 1)
