import { execFileSync } from 'node:child_process'
import { availableParallelism } from 'node:os'
import { parseArgs } from 'node:util'
import { addToEnv } from '#lib/env.ts'
import { findPostgres, WITHOUT_POSTGRES } from '../../test/store/postgres/find-postgres.ts'
import { changedFiles, reachesEverything } from './changed-files.ts'
import { chooseSteps, narrowSteps } from './choose-steps.ts'
import { landingRow } from './landing-row.ts'
import { findUsers, reachedFiles } from './reach.ts'
import { runSteps } from './run-steps.ts'
import { slowestFiles } from './slowest-files.ts'
import { runStep, type Step, skippedStep } from './step.ts'
import { filesOf, projectFiles } from './test-files.ts'
import { TIERS } from './tiers.ts'

const HELP = `Usage: npm test -- [STEP…] [--changed [--base REF]] [--verbose] [--row]

Runs the steps of a tier, or those that are named. "npm run verify" and "npm run test:deep" take the same options.
  --changed    only what the change since this branch left REF (default: main) can reach, with what is not committed
  --verbose    prints the output of every step, not only of those that fail
  --row        prints the run as a row for the table in docs/checks.md

Steps of verify: ${namesOf(TIERS.verify)}
Steps of test: ${namesOf(TIERS.test)}
Steps of test:deep: ${namesOf(TIERS.deep)}`

const { values, positionals } = parseArgs({
  options: {
    tier: { type: 'string', default: 'test' },
    changed: { type: 'boolean', default: false },
    base: { type: 'string', default: 'main' },
    verbose: { type: 'boolean', default: false },
    row: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
  allowPositionals: true,
})
if (values.help) {
  console.log(HELP)
  process.exit(0)
}

const tier = values.tier as keyof typeof TIERS
const files = projectFiles()
const withFiles = TIERS[tier].filter(step => step.runs === undefined || filesOf(step, files).length > 0)
const chosen = chooseSteps(withFiles, positionals)
if (typeof chosen === 'string') {
  console.error(chosen)
  process.exit(2)
}
const steps = values.changed ? reachedSteps(chosen) : chosen

const started = performance.now()
const usesDatabase = steps.some(({ runs, needs }) => needs === 'postgres' || (runs && runs.suite !== 'unit'))
const hasPostgres = !usesDatabase || findPostgres() !== null
if (!hasPostgres) {
  addToEnv(WITHOUT_POSTGRES)
  console.log(
    'No PostgreSQL server on this machine: store, claims, operators and e2e run on PGlite; tests that need a server are skipped.',
  )
}
const results = await runSteps(steps, Math.min(2, availableParallelism()), step =>
  step.needs === 'postgres' && !hasPostgres
    ? skippedStep(step, 'needs a PostgreSQL server')
    : runStep(step, { verbose: values.verbose }),
)

const slowest = slowestFiles(results, 10)
if (slowest.length > 0 && tier !== 'verify') console.log(`\nSlowest files:\n${slowest.join('\n')}\n`)
const seconds = (performance.now() - started) / 1000
if (values.row) console.log(`${landingRow(TIERS[tier], results, { ...describeCommit(), seconds })}\n`)
const failed = results.reduce((sum, result) => sum + result.failed, 0)
const passed = results.reduce((sum, result) => sum + result.passed, 0)
console.log(`${tier}: ${Math.floor(seconds / 60)} min ${Math.round(seconds % 60)} s`)
console.log(`${passed} passed, ${failed} failed`)
// process.exit would cut off output that a pipe has not read yet.
process.exitCode = failed === 0 ? 0 : 1

function describeCommit(): { readonly date: string; readonly commit: string } {
  const commit = execFileSync('git', ['describe', '--always', '--dirty'], { encoding: 'utf8' }).trim()
  return { commit, date: new Date().toISOString().slice(0, 10) }
}

/** Steps that changes since the base can affect; exits when git does not know the base. */
function reachedSteps(all: readonly Step[]): readonly Step[] {
  try {
    const changed = changedFiles(values.base)
    console.log(`${changed.length} changed files since ${values.base}.`)
    if (reachesEverything(changed)) return all
    return narrowSteps(all, reachedFiles(changed, findUsers(files)), files)
  } catch (error) {
    console.error(`--changed cannot compare with ${values.base}: ${error instanceof Error ? error.message : error}`)
    process.exit(2)
  }
}

function namesOf(all: readonly Step[]): string {
  return all.map(({ name }) => name).join(', ')
}
