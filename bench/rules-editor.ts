import { checkDraft } from '#app/(console)/rules/evaluation/checked-draft.ts'
import { DEFAULT_PLANS } from '#lib/hap/plans/plan.ts'
import { rulesYaml } from '#lib/rules-file/rules-yaml.ts'
import type { Bench } from './bench.ts'
import { manyRules } from './lib/engine-rules.ts'

const ANSWER = {
  plans: [...DEFAULT_PLANS.byName.values()],
  requiredPlans: [...DEFAULT_PLANS.required],
  semantics: 'documented',
} as const

export const benches: Bench[] = [
  {
    name: 'rules editor: key stroke to findings, 200 rules',
    unit: 'ms',
    budget: 16,
    run: () => keyStroke(200),
  },
  {
    name: 'rules editor: key stroke to findings, 2,000 rules',
    unit: 'ms',
    budget: 50,
    run: () => keyStroke(2_000),
  },
]

/** The 95th percentile of a keystroke in a new last rule, from the text to its findings. */
function keyStroke(rules: number): number {
  const text = rulesYaml(manyRules(rules))
  const typed = '    - gcp(PR=cf-eu30, HR=europe-west3) -> EU, HR'
  const states = Array.from(typed, (_, index) => `${text}${typed.slice(0, index + 1)}\n`)
  for (const state of states) checkDraft(state, ANSWER)
  const times = [...states, ...states].map(state => {
    const start = performance.now()
    const { findings } = checkDraft(state, ANSWER)
    const took = performance.now() - start
    if (findings.length > rules) throw new Error('the rules of the benchmark are not valid')
    return took
  })
  times.sort((a, b) => a - b)
  return times[Math.floor(times.length * 0.95)] ?? Number.NaN
}
