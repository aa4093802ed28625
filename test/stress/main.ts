import { env } from '#lib/env.ts'
import { amountOf, commandOptions, namesOf } from '../../scripts/command-options.ts'
import { LEAST_FOR_EVERY_CELL } from './every-cell.ts'
import { startServers } from './landscape.ts'
import { CONNECTIONS } from './messages.ts'
import { figuresOf, type Report, sumOf } from './report.ts'
import { runFacts } from './run-facts.ts'
import { SCENARIOS } from './scenarios.ts'

const HELP = `Usage: npm run stress -- claims [--claims N] [--tenants T] [--processes P] [--seed S] [--kubeconfig FILE]
  [--faults] [--fault-count N] [--kills N] [--outage SECONDS] [--rounds N] [--in-flight N] [--only SCENARIO,…]

Claims accounts with P real processes against one API server and one PostgreSQL (DATABASE_URL, else its own), and judges the
history afterwards. Scenarios: ${Object.keys(SCENARIOS).join(', ')}; faults, kills and outage run only on request. From ${LEAST_FOR_EVERY_CELL} faults on
each kind of fault has to hit each call. Prints JSON; exit code 1 after any violation.`

const values = commandOptions(HELP, {
  claims: { type: 'string' },
  tenants: { type: 'string' },
  processes: { type: 'string' },
  seed: { type: 'string' },
  rounds: { type: 'string' },
  kills: { type: 'string' },
  outage: { type: 'string' },
  'in-flight': { type: 'string' },
  'fault-count': { type: 'string' },
  faults: { type: 'boolean', default: false },
  kubeconfig: { type: 'string' },
  only: { type: 'string', default: 'first,limit,shared,replay,race' },
})

const claims = amount('claims', 1_000)
const amounts = {
  claims,
  tenants: amount('tenants', Math.max(1, Math.round(claims / 10))),
  processes: amount('processes', 3),
  // All of them at the same time: a process accepts as many as it works on, and its clients wait.
  inFlight: amount('in-flight', claims),
  seed: amount('seed', 1),
  rounds: amount('rounds', claims),
  kills: amount('kills', 20),
  faults: amount('fault-count', claims),
  harm: 0,
  outageSeconds: amount('outage', 10),
}
const named = namesOf(HELP, '--only', values.only, Object.keys(SCENARIOS))
const asked = { faults: values.faults, kills: values.kills !== undefined, outage: values.outage !== undefined }
const more = Object.entries(asked).flatMap(([name, wanted]) => (wanted ? [name] : []))
const chosen = new Set([...named, ...more])
const servers = await startServers(values.kubeconfig ?? null, env().DATABASE_URL?.reveal() ?? null)
const reports: Report[] = []
try {
  for (const name of chosen) {
    for (const report of [(await SCENARIOS[name]?.(servers, amounts)) ?? []].flat()) {
      reports.push(report)
      console.error(`${report.scenario}: ${JSON.stringify(report.violations)} in ${report.seconds} s`)
    }
  }
} finally {
  await servers.stop()
}

const summary = {
  server: servers.server,
  ...runFacts(),
  ...amounts,
  bounds: { databaseConnectionsPerProcess: CONNECTIONS },
  ...sumOf(reports),
  scenarios: reports.map(figuresOf),
}
console.log(JSON.stringify(summary, null, 2))
const clean = reports.filter(report => Object.keys(report.violations).length === 0).length
console.error(`${clean} passed, ${reports.length - clean} failed`)
process.exit(Object.keys(summary.violations).length === 0 ? 0 : 1)

function amount(option: Exclude<keyof typeof values, 'faults' | 'kubeconfig' | 'only' | 'help'>, otherwise: number) {
  const text = values[option]
  return text === undefined ? otherwise : amountOf(HELP, `--${option}`, text)
}
