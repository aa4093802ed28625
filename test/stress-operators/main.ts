import path from 'node:path'
import { amountOf, commandOptions, namesOf } from '../../scripts/command-options.ts'
import { clusters } from './clusters.ts'
import { recycle } from './recycle.ts'
import { Findings, type Report } from './report.ts'
import { revokeOne } from './revoke-one.ts'
import { revokes } from './revokes.ts'
import { rotations } from './rotations.ts'
import type { Amounts, Scenario } from './scenario.ts'

const SCENARIOS: Readonly<Record<string, Scenario>> = {
  clusters,
  rotations,
  'revoke-one': revokeOne,
  revokes,
  recycle: ({ accounts, seed }) => recycle('recycle', { accounts, seed, spaced: false }),
  'recycle-spaced': ({ spaced, seed }) => recycle('recycle-spaced', { accounts: spaced, seed, spaced: true }),
}

const HELP = `Usage: npm run stress -- operators [--clusters N] [--rotations N] [--kept N] [--singles N] [--singles-at-once N]
  [--revokes N] [--accounts N] [--spaced N] [--kubeconfig FILE] [--seed S] [--only SCENARIO,…]

Runs a console process with the operators, an embedded Gardener and PostgreSQL. Scenarios:
  clusters   applies N Clusters: each gets its shoot, at the rate of Gardener's writes of bindings; default 500
  rotations  N rotations of one kubeconfig under a reader that looks every 100 ms, and one that keeps its kubeconfig until just
             before its end, for five minutes, --kept times (default 1); default 200; at the end the administrator of the shoot is
             replaced by another one, which is then removed
  revoke-one --singles times (default 100) one of 50 kubeconfigs in use is revoked; --singles-at-once of 50 and more: default 1
  revokes    N of many kubeconfigs in use are revoked simultaneously; default 1000
  recycle    N dirty accounts with something to delete, on a Gardener without a rate limit: the control plane's own time, and the
             time that a rate-limited Gardener would need for these writes; default 2000
  recycle-spaced  the same at the rate of Gardener's writes of bindings, and the used share of that rate; default 100
With --kubeconfig a real API server has the custom resources, and with rotations and revokes it is that of the shoot, too; what is
created there is deleted again, except the kinds and the namespace of the accounts. Prints JSON; exit code 1 after any violation.`

const values = commandOptions(HELP, {
  clusters: { type: 'string', default: '500' },
  rotations: { type: 'string', default: '200' },
  kept: { type: 'string', default: '1' },
  singles: { type: 'string', default: '100' },
  'singles-at-once': { type: 'string', default: '1' },
  revokes: { type: 'string', default: '1000' },
  accounts: { type: 'string', default: '2000' },
  spaced: { type: 'string', default: '100' },
  seed: { type: 'string', default: '1' },
  kubeconfig: { type: 'string' },
  only: { type: 'string', default: Object.keys(SCENARIOS).join(',') },
})

const amounts: Amounts = {
  clusters: amount('clusters'),
  rotations: amount('rotations'),
  kept: amount('kept'),
  singles: amount('singles'),
  singlesAtOnce: amount('singles-at-once'),
  revokes: amount('revokes'),
  accounts: amount('accounts'),
  spaced: amount('spaced'),
  seed: amount('seed'),
  kubeconfig: values.kubeconfig === undefined ? null : path.resolve(values.kubeconfig),
}
const reports: Report[] = []
for (const name of namesOf(HELP, '--only', values.only, Object.keys(SCENARIOS))) {
  const report = await SCENARIOS[name]?.(amounts).catch(broken(name))
  if (report === undefined) continue
  reports.push(report)
  console.error(`${report.scenario}: ${JSON.stringify(report.violations)} in ${report.seconds} s`)
}
const server = amounts.kubeconfig === null ? 'embedded garden' : 'cluster'
console.log(JSON.stringify({ server, ...amounts, scenarios: reports }, null, 2))
const clean = reports.filter(({ violations }) => Object.keys(violations).length === 0).length
console.error(`${clean} passed, ${reports.length - clean} failed`)
process.exit(clean === reports.length ? 0 : 1)

function amount(option: Exclude<keyof typeof values, 'kubeconfig' | 'only' | 'help'>): number {
  return amountOf(HELP, `--${option}`, values[option])
}

/** An error of a scenario counts as a violation too. */
function broken(name: string): (error: unknown) => Report {
  const found = new Findings()
  return error => {
    console.error(error)
    found.violated('scenario did not finish', String(error))
    return found.report(name)
  }
}
