import { parseArgs } from 'node:util'
import { groupsOf, inability } from './ability.ts'
import { clusterTarget } from './cluster-target.ts'
import { type Comparisons, compareReplay, describeExchange } from './compare.ts'
import type { Difference } from './difference.ts'
import { embeddedTarget } from './embedded-target.ts'
import { replay } from './replay.ts'
import { readScenarios, type Scenario } from './scenario.ts'
import { SeedError } from './seed.ts'

const USAGE = 'Usage: npm run contract -- DIR… [--kubeconfig FILE] [--only NAME,…]'
/** Number of parallel scenarios, each on its own garden, since they mostly wait. */
const SIDE_BY_SIDE = 8
const SHOWN = 12

interface Outcome {
  readonly passed: number
  readonly failed: number
  /** Whether the seed was created as recorded. */
  readonly seeded: boolean
  readonly lines: readonly string[]
}

async function main(): Promise<number> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { kubeconfig: { type: 'string' }, only: { type: 'string' } },
  })
  if (positionals.length === 0) {
    console.error(USAGE)
    return 2
  }
  const only = values.only?.split(',')
  const scenarios = positionals.flatMap(readScenarios).filter(({ scenario }) => !only || only.includes(scenario))
  const outcomes = values.kubeconfig ? await onCluster(scenarios, values.kubeconfig) : await onGardens(scenarios)
  const passed = outcomes.reduce((total, outcome) => total + outcome.passed, 0)
  const failed = outcomes.reduce((total, outcome) => total + outcome.failed, 0)
  console.log(`${passed} passed, ${failed} failed`)
  return failed > 0 || outcomes.some(outcome => !outcome.seeded) ? 1 : 0
}

/** Each scenario on a fresh embedded garden. */
async function onGardens(scenarios: readonly Scenario[]): Promise<Outcome[]> {
  const waiting = [...scenarios]
  const outcomes: Outcome[] = []
  const worker = async () => {
    for (let scenario = waiting.shift(); scenario; scenario = waiting.shift()) {
      const target = await embeddedTarget(scenario)
      outcomes.push(print(await play(scenario, target)))
      await target.close()
    }
  }
  await Promise.all(Array.from({ length: SIDE_BY_SIDE }, worker))
  return outcomes
}

/** Runs the scenarios in sequence on a real server. */
async function onCluster(scenarios: readonly Scenario[], kubeconfig: string): Promise<Outcome[]> {
  const target = clusterTarget(kubeconfig)
  const groups = await groupsOf(target)
  const outcomes: Outcome[] = []
  for (const scenario of scenarios) {
    const reason = inability(scenario, target, groups)
    if (reason) console.log(`skipped ${scenario.scenario}: ${reason}`)
    else outcomes.push(print(await play(scenario, target)))
  }
  return outcomes
}

async function play(scenario: Scenario, target: Parameters<typeof replay>[1]): Promise<Outcome> {
  try {
    return judge(scenario, compareReplay(scenario, await replay(scenario, target)))
  } catch (error) {
    const requests = scenario.exchanges.filter(exchange => exchange.request).length
    const why = error instanceof SeedError ? error.message : error instanceof Error ? error.stack : String(error)
    return { passed: 0, failed: requests, seeded: false, lines: [`FAILED ${scenario.scenario}: ${why}`] }
  }
}

function judge(scenario: Scenario, { seed, exchanges }: Comparisons): Outcome {
  const failed = exchanges.filter(verdict => verdict.differences.length > 0)
  const lines = failed.flatMap(({ replayed, differences }) => [
    `  ${describeExchange(replayed.exchange, replayed.index)}`,
    ...show(differences),
  ])
  const ok = failed.length === 0 && seed.length === 0
  const head = `${ok ? 'passed' : 'FAILED'} ${scenario.scenario} (${exchanges.length - failed.length}/${exchanges.length})`
  return {
    passed: exchanges.length - failed.length,
    failed: failed.length,
    seeded: seed.length === 0,
    lines: [head, ...(seed.length > 0 ? ['  seed differs', ...show(seed)] : []), ...lines],
  }
}

function show(differences: readonly Difference[]): string[] {
  const lines = differences
    .slice(0, SHOWN)
    .map(
      ({ path, expected, actual }) => `        ${path}\n          expected ${expected}\n          actual   ${actual}`,
    )
  return differences.length > SHOWN ? [...lines, `        and ${differences.length - SHOWN} more`] : lines
}

function print(outcome: Outcome): Outcome {
  console.log(outcome.lines.join('\n'))
  return outcome
}

process.exitCode = await main()
