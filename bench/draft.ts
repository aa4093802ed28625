import { coverPools, coverRules } from '#lib/hap/analysis/coverage.ts'
import { runCases } from '#lib/hap/cases/run-cases.ts'
import { DEFAULT_PLANS, planTable } from '#lib/hap/plans/plan.ts'
import { Ruleset } from '#lib/hap/rules/ruleset.ts'
import { policyOf } from '#lib/hap/semantics.ts'
import type { Bench } from './bench.ts'
import { manyRules } from './lib/engine-rules.ts'

const POLICY = policyOf('documented')
const PLANS = planTable(DEFAULT_PLANS.byName.values(), [])

/** Work after each keystroke in the rules, without the validation of the text: less than a frame. */
export const benches: Bench[] = [
  { name: 'draft: 2,000 cases under 2,000 rules', unit: 'ms', budget: 16, run: () => median(casesRun()) },
  { name: 'draft: coverage of 2,000 rules', unit: 'ms', budget: 16, run: () => median(coverageRun()) },
]

function casesRun(): () => void {
  const config = { ruleset: rules(), plans: PLANS, policy: POLICY }
  const cases = requests(2_000).map((request, number) => {
    return { name: `case ${number}`, request, expected: { kind: 'rule' as const, rule: 'aws(PR=cf-eu11) -> EU' } }
  })
  return () => {
    if (runCases(cases, config).length !== cases.length) throw new Error('a case of the benchmark was not run')
  }
}

function coverageRun(): () => void {
  const ruleset = rules()
  const seen = requests(500).map(request => ({ ...request, clusters: 40, lastAt: 0 }))
  const pools = Array.from({ length: 80 }, (_, number) => {
    return { hyperscalerType: `aws_cf-${number}`, euAccess: number % 2 === 0, shared: number % 3 === 0 }
  })
  return () => {
    if (coverRules(seen, ruleset).rules.length !== ruleset.rules.length) throw new Error('a rule was not covered')
    coverPools(pools, ruleset, PLANS)
  }
}

function rules(): Ruleset {
  const { ruleset } = Ruleset.from(manyRules(2_000), PLANS, POLICY)
  if (!ruleset) throw new Error('the rules of the benchmark are not valid')
  return ruleset
}

function requests(count: number) {
  const plans = ['aws', 'azure', 'gcp', 'trial', 'sap-converged-cloud']
  return Array.from({ length: count }, (_, number) => ({
    plan: plans[number % plans.length] ?? '',
    provider: '',
    platformRegion: `cf-eu${number % 40}`,
    hyperscalerRegion: `region-${number % 7}`,
    globalAccount: '',
  }))
}

function median(run: () => void): number {
  const times = Array.from({ length: 120 }, () => {
    const started = performance.now()
    run()
    return performance.now() - started
  })
  // The first calls compile the code.
  return times.slice(20).sort((a, b) => a - b)[50] ?? Number.NaN
}
