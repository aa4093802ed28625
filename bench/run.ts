import { execFileSync } from 'node:child_process'
import { cpus, totalmem } from 'node:os'
import { parseArgs } from 'node:util'
import type { Bench } from './bench.ts'
import { allBenches, areaOf, byProcess, chooseBenches } from './lib/catalogue.ts'
import { type Measured, measureHere, measureIn } from './lib/measure.ts'
import { checkOut } from './lib/other-commit.ts'
import { median } from './lib/percentile.ts'
import { comparisonRow, type Result, resultRow } from './lib/rows.ts'

const HELP = `Usage: npm run bench -- [AREA…] [--against COMMIT] [--json]

Measures figures against their budgets and prints each as it comes; exit code 1 when one is over. An AREA is the beginning of names, for
example "browser" or "queries: jobs". --against measures another commit in turn with this one, and prints the ratio of both.

Areas: ${[...new Set((await allBenches()).map(areaOf))].join(', ')}`

/** Rounds of a comparison. Each measures both commits, in alternating order; a figure is the median of its rounds. */
const ROUNDS = 3

const { values, positionals } = parseArgs({
  options: {
    json: { type: 'boolean', default: false },
    against: { type: 'string' },
    measure: { type: 'string', multiple: true },
    help: { type: 'boolean', default: false },
  },
  allowPositionals: true,
})

if (values.help) {
  console.log(HELP)
  process.exit(0)
}
if (values.measure) {
  await measureHere(values.measure)
  process.exit(0)
}

const benches = chooseBenches(await allBenches(), positionals)
if (benches.length === 0) {
  console.error(`No figure begins with ${positionals.join(' or ')}.\n\n${HELP}`)
  process.exit(2)
}
process.exitCode = values.against === undefined ? await measureAll() : await compare(values.against)

async function measureAll(): Promise<number> {
  const results: Result[] = []
  for (const group of byProcess(benches)) {
    for await (const measured of measureIn('.', group)) {
      const result = judge(group, measured)
      results.push(result)
      if (!values.json) console.log(resultRow(result))
    }
  }
  if (values.json) console.log(JSON.stringify({ commit: describeCommit(), machine: machine(), results }, null, 2))
  return results.every(({ ok }) => ok) ? 0 : 1
}

function judge(group: readonly Bench[], { name, value, ...rest }: Measured): Result {
  const { unit = '', budget = Number.NaN } = group.find(bench => bench.name === name) ?? {}
  return { name, value, unit, budget, ok: value >= 0 && value <= budget, ...rest }
}

/** Prints the ratios and exits with 0, because a comparison has no budget. */
async function compare(reference: string): Promise<number> {
  const { root, commit } = checkOut(reference)
  console.log(`${commit.slice(0, 12)} → this tree (${describeCommit()}); the median of ${ROUNDS} alternating runs`)
  const comparisons = []
  for (const group of byProcess(benches)) {
    const before = new Map<string, number[]>()
    const now = new Map<string, number[]>()
    for (let round = 0; round < ROUNDS; round++) {
      const both = [
        { folder: root, runs: before },
        { folder: '.', runs: now },
      ]
      for (const { folder, runs } of round % 2 === 0 ? both : both.toReversed())
        for await (const { name, value } of measureIn(folder, group)) runs.set(name, [...(runs.get(name) ?? []), value])
    }
    for (const { name, unit } of group) {
      const comparison = { name, unit, before: median(before.get(name) ?? []), now: median(now.get(name) ?? []) }
      comparisons.push({ ...comparison, ratio: comparison.now / comparison.before })
      if (!values.json) console.log(comparisonRow(comparison))
    }
  }
  if (values.json)
    console.log(JSON.stringify({ from: commit, to: describeCommit(), machine: machine(), comparisons }, null, 2))
  return 0
}

function describeCommit(): string {
  try {
    return execFileSync('git', ['describe', '--always', '--dirty'], { encoding: 'utf8' }).trim()
  } catch {
    return 'unknown'
  }
}

function machine(): string {
  const cores = cpus()
  return `${cores.length} × ${cores[0]?.model.trim() ?? 'unknown'}, ${Math.round(totalmem() / 2 ** 30)} GiB, Node.js ${process.versions.node}`
}
