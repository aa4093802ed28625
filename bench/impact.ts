import { Ruleset } from '#lib/hap/rules/ruleset.ts'
import { policyOf } from '#lib/hap/semantics.ts'
import { knownClusters } from '#lib/queries/cluster-register.ts'
import { computeDraftImpact } from '#lib/queries/impact/draft-impact.ts'
import { buildImpactView } from '#lib/queries/impact/impact-view.ts'
import { clusterPopulation } from '#lib/queries/impact/population.ts'
import type { QueryContext } from '#lib/queries/query-context.ts'
import type { PlanSource } from '#lib/queries/shoots/plan-source.ts'
import { landscapeContext } from '#lib/queries/testing/landscape-context.ts'
import type { Bench } from './bench.ts'
import { churn } from './lib/churn.ts'

const RULES = 40
const RUNS = 60

/** The work from a parsed draft to the figures of the page, 95th percentile. */
export const benches: Bench[] = [
  {
    name: 'impact: 40 rules over 20,000 clusters, p95',
    unit: 'ms',
    budget: 200,
    run: () => {
      const { context, writer } = landscapeContext('large')
      const change = churn(context.inventory, writer)
      const asked = { ...context, plans: [knowing(context)] }
      const known = knownClusters([])
      const ruleset = draft(context)
      const times = Array.from({ length: RUNS }, () => {
        change()
        const started = performance.now()
        const population = clusterPopulation(asked, known, null)
        const { changes } = buildImpactView(computeDraftImpact(asked, ruleset, population), population, asked.semantics)
        const took = performance.now() - started
        if (changes.moved.clusters < 10_000) throw new Error(`Only ${changes.moved.clusters} clusters move.`)
        return took
      })
      // The first calls compile the code.
      return times.slice(10).sort((a, b) => a - b)[Math.floor((RUNS - 10) * 0.95)] ?? Number.NaN
    },
  },
]

/** Plans by provider, and ten platform regions. */
function knowing({ inventory }: QueryContext): PlanSource {
  const facts = new Map(
    Array.from(inventory.shoots(), ({ name, provider, uid }) => {
      const region = Number.parseInt(uid.slice(-2), 16) % 10
      return [name, { plan: provider, platformRegion: `cf-zz${region}` }]
    }),
  )
  return { origin: 'kim', of: ({ shoot }) => (shoot && facts.get(shoot.name)) ?? null }
}

/** Rules that select other pools for most clusters, so that many global accounts need a new account. */
function draft({ rules }: QueryContext): Ruleset {
  const plans = ['aws', 'azure', 'gcp', 'alicloud']
  const regions = Array.from({ length: RULES / plans.length - 1 }, (_, number) => number)
  const texts = plans.flatMap(plan => [
    plan,
    ...regions.map(number => `${plan}(PR=cf-zz${number}) -> ${OUTPUTS[number % 4]}`),
  ])
  const { ruleset } = Ruleset.from(texts, { ...rules.plans, required: new Set() }, policyOf('documented'))
  if (!ruleset) throw new Error('The rules of the benchmark are not valid.')
  return ruleset
}

const OUTPUTS = ['EU', 'PR', 'S', 'PR, EU']
