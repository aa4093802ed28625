import os from 'node:os'
import path from 'node:path'
import { env } from '#lib/env.ts'
import { buildConsole } from '../../scripts/build/build-console.ts'
import { amountOf, commandOptions } from '../../scripts/command-options.ts'
import { runFacts } from '../stress/run-facts.ts'
import { soak } from './soak.ts'

const HELP = `Usage: npm run stress -- soak [--hours N | --minutes N] [--streams N] [--clients N] [--accounts N] [--interval SECONDS] [--seed S]
  [--kubeconfig FILE]

Runs a console like "npm start", on an embedded Gardener (--kubeconfig: on a real API server) and PostgreSQL (DATABASE_URL, else its
own), for --minutes (default 20) or --hours. --clients (4) claim --accounts (150), run clusters and release them; accounts are added, held,
marked, cleaned and removed; rules are published; lists are read; --streams (50) follow events. The embedded Gardener answers 409, 410, 429,
500 and 503, breaks connections, loses answers, and is restarted; the console is restarted, killed, and restarted again at the end.

Prints every --interval (60) memory, handles, files, sockets, the age of watched data, the delay of events, and rates, and at the end
all of it as JSON. Exit code 1 when, after the warm-up (a quarter of the time, at most 15 minutes), memory, handles or files grew by
5 % or more (the median slope of all pairs of samples times the time between the first and the last; judged from 10 minutes on), watched data was
older than 30 s, the console answered less than 90 % of the samples every 5 s, an event was not received, a response of the API was
unexpected, or the history of claims and bindings breaks a rule of the pool.`

const values = commandOptions(HELP, {
  hours: { type: 'string' },
  minutes: { type: 'string' },
  streams: { type: 'string', default: '50' },
  clients: { type: 'string', default: '4' },
  accounts: { type: 'string', default: '150' },
  interval: { type: 'string', default: '60' },
  seed: { type: 'string', default: '1' },
  kubeconfig: { type: 'string' },
})
const amount = (name: 'streams' | 'clients' | 'accounts' | 'interval' | 'seed') =>
  amountOf(HELP, `--${name}`, values[name])
const minutes =
  values.hours === undefined
    ? amountOf(HELP, '--minutes', values.minutes ?? '20')
    : 60 * amountOf(HELP, '--hours', values.hours)
const options = {
  ms: minutes * 60_000,
  streams: amount('streams'),
  clients: amount('clients'),
  accounts: amount('accounts'),
  seed: amount('seed'),
  intervalMs: amount('interval') * 1_000,
  kubeconfig: values.kubeconfig === undefined ? null : path.resolve(values.kubeconfig),
  databaseUrl: env().DATABASE_URL?.reveal() ?? null,
}

await buildConsole()
const where = runFacts()
const loadBefore = os.loadavg()[2]
const report = await soak(options)
const load = { before: loadBefore, after: os.loadavg()[2] }
const { kubeconfig, databaseUrl } = options
const server = kubeconfig === null ? 'embedded garden' : 'cluster'
const database = databaseUrl === null ? 'own PostgreSQL' : 'DATABASE_URL'
console.log(JSON.stringify({ ...where, load, server, database, ...report }, null, 2))
for (const each of report.examples) console.error(each)
console.error(report.wrong === 0 ? 'passed' : `failed: ${report.wrong} things are wrong`)
process.exit(report.wrong === 0 ? 0 : 1)
