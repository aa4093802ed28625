import { amountOf, commandOptions } from '../../../scripts/command-options.ts'
import { Simulation } from './simulation.ts'

const HELP = `Usage: npm run stress -- schedules [--schedules N] [--seed S] [--trace]

Runs two or three claim services and their concurrent clients in N orders of steps (default 100000), with the seeds from S (default 1),
in memory, and checks after each step that no promise of a claim is broken. Prints JSON; exit code 1 after any violation.
--trace: prints each step.`

const values = commandOptions(HELP, {
  schedules: { type: 'string', default: '100000' },
  seed: { type: 'string', default: '1' },
  trace: { type: 'boolean', default: false },
})

const first = amountOf(HELP, '--seed', values.seed)
const schedules = amountOf(HELP, '--schedules', values.schedules)
const total = { schedules: 0, steps: 0, acknowledged: 0, conflicts: 0, kills: 0, lateLists: 0 }
const done: Record<string, number> = {}
const violations: Record<string, number> = {}
const examples: string[] = []
for (let seed = first; seed < first + schedules; seed++) {
  const result = await new Simulation(seed).run().catch((error: unknown) => {
    console.error(`seed ${seed}`)
    throw error
  })
  total.schedules++
  total.steps += result.trace.length
  total.acknowledged += result.acknowledged
  total.conflicts += result.conflicts
  total.kills += result.kills
  total.lateLists += result.lateLists
  for (const [step, times] of Object.entries(result.steps)) done[step] = (done[step] ?? 0) + times
  if (values.trace) console.error(result.trace.join('\n'))
  for (const { kind, detail } of result.violations) {
    if ((violations[kind] ?? 0) === 0) examples.push(`seed ${seed}: ${kind}: ${detail}`)
    violations[kind] = (violations[kind] ?? 0) + 1
  }
}
console.log(JSON.stringify({ ...total, done, violations, examples }, null, 2))
process.exit(examples.length === 0 ? 0 : 1)
