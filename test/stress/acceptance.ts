import { env } from '#lib/env.ts'
import { amountOf, commandOptions, namesOf, refuse } from '../../scripts/command-options.ts'
import { startServers } from './landscape.ts'
import { CONNECTIONS } from './messages.ts'
import { figuresOf, type Report, sumOf } from './report.ts'
import { runFacts } from './run-facts.ts'
import type { Amounts } from './scenario.ts'
import { SCENARIOS } from './scenarios.ts'

/** Amounts that the acceptance of claims requires. */
const AMOUNTS = { claims: 10_000, tenants: 1_000, rounds: 10_000, kills: 1_000, faults: 10_000, outageSeconds: 300 }
const PROCESSES = 3
/** The scenario that runs with every seed. */
const SEEDED = 'first'
/** Schedules need no servers, and have their own command. */
const SCHEDULES = 'npm run stress -- schedules --schedules 100000'
const MOST_EXAMPLES = 5

const HELP = `Usage: npm run stress -- acceptance [--seeds N] [--scale X] [--only SCENARIO,…] [--kubeconfig FILE]

Runs every scenario of claims (${Object.keys(SCENARIOS).join(', ')}) at the amounts
of the acceptance: ${JSON.stringify(AMOUNTS)}, ${PROCESSES} processes;
${SEEDED} with each of N seeds (default 20). This takes hours. --scale multiplies the amounts; use 0.01 for a trial. Each run has
its own servers, except the API server of --kubeconfig and the database of DATABASE_URL. Prints one JSON with a line for each
scenario; exit code 1 after any violation or unfinished scenario. Also run: ${SCHEDULES}`

const values = commandOptions(HELP, {
  seeds: { type: 'string', default: '20' },
  scale: { type: 'string', default: '1' },
  only: { type: 'string', default: Object.keys(SCENARIOS).join(',') },
  kubeconfig: { type: 'string' },
})

const seeds = amountOf(HELP, '--seeds', values.seeds)
const scale = Number(values.scale)
if (!(scale > 0 && scale < Number.POSITIVE_INFINITY))
  refuse(`--scale must be a number above 0, not "${values.scale}".`, HELP)
const chosen = namesOf(HELP, '--only', values.only, Object.keys(SCENARIOS))

/** A violation: an unfinished run proves nothing. */
const UNFINISHED = 'did not come to its end'

// The facts at the start: files may change during the hours of a run.
const facts = { ...runFacts(), server: values.kubeconfig === undefined ? 'embedded garden' : 'cluster', scale }
const lines: Awaited<ReturnType<typeof lineOf>>[] = []
for (const name of chosen) {
  const line = await lineOf(name)
  lines.push(line)
  // Printed immediately, so that a later failure does not lose the results of hours.
  console.error(JSON.stringify(line))
}

const clean = lines.filter(({ violations }) => Object.keys(violations).length === 0).length
const bounds = { databaseConnectionsPerProcess: CONNECTIONS }
const head = { ...facts, bounds, passed: clean, failed: lines.length - clean, beside: SCHEDULES }
const body = lines.map(line => `    ${JSON.stringify(line)}`).join(',\n')
console.log(`${JSON.stringify(head, null, 2).slice(0, -2)},\n  "scenarios": [\n${body}\n  ]\n}`)
console.error(`${clean} passed, ${lines.length - clean} failed`)
process.exit(clean === lines.length ? 0 : 1)

/** The figures of a scenario with all its seeds. */
async function lineOf(scenario: string) {
  const begun = performance.now()
  const ran = Array.from({ length: scenario === SEEDED ? seeds : 1 }, (_, n) => n + 1)
  const reports: Report[] = []
  const examples: string[] = []
  let unfinished = 0
  for (const seed of ran) {
    try {
      const made = await run(scenario, seed)
      reports.push(...made)
      examples.push(...made.flatMap(report => report.examples.map(each => `${report.scenario}, seed ${seed}: ${each}`)))
    } catch (error) {
      unfinished++
      examples.push(`seed ${seed}: ${error instanceof Error ? error.message : String(error)}`)
    }
  }
  const { violations, ...figures } = sumOf(reports)
  return {
    scenario,
    seeds: ran.length,
    landscapes: reports.length,
    ...figures,
    kills: reports.reduce((sum, { kills }) => sum + kills, 0),
    mostAtOnce: Math.max(0, ...reports.map(({ mostAtOnce }) => mostAtOnce)),
    seconds: Math.round((performance.now() - begun) / 1_000),
    violations: { ...violations, ...(unfinished > 0 && { [UNFINISHED]: unfinished }) },
    examples: examples.slice(0, MOST_EXAMPLES),
    // The cases of each check, the faults of each call, and the recovery times.
    runs: reports.map(figuresOf),
  }
}

async function run(scenario: string, seed: number): Promise<readonly Report[]> {
  const servers = await startServers(values.kubeconfig ?? null, env().DATABASE_URL?.reveal() ?? null)
  try {
    return [(await SCENARIOS[scenario]?.(servers, amountsOf(seed))) ?? []].flat()
  } finally {
    await servers.stop()
  }
}

function amountsOf(seed: number): Amounts {
  const of = (amount: number) => Math.max(1, Math.round(amount * scale))
  const { claims, tenants, rounds, kills, faults, outageSeconds } = AMOUNTS
  return {
    claims: of(claims),
    tenants: of(tenants),
    processes: PROCESSES,
    inFlight: of(claims),
    seed,
    rounds: of(rounds),
    kills: of(kills),
    faults: of(faults),
    harm: 0,
    outageSeconds: of(outageSeconds),
  }
}
