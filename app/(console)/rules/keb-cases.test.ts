import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { runCases } from '#lib/hap/cases/run-cases.ts'
import { DEFAULT_PLANS, planTable } from '#lib/hap/plans/plan.ts'
import { policyOf } from '#lib/hap/semantics.ts'
import { checkDraft } from './evaluation/checked-draft.ts'

const RuleCase = z.object({
  id: z.string(),
  /** The other kinds concern a single rule without its plan. */
  kind: z.literal(['validate', 'match', 'select']),
  rules: z.array(z.string()),
  plans: z.object({ allowed: z.array(z.string()).optional(), required: z.array(z.string()).optional() }).nullish(),
  input: z
    .object({
      plan: z.string(),
      platformRegion: z.string().default(''),
      hyperscalerRegion: z.string().default(''),
      hyperscaler: z.string().default(''),
    })
    .nullish(),
  expect: z.object({
    errors: z.array(z.object({ class: z.string() })).optional(),
    matchedRule: z.object({ text: z.string().optional() }).nullish(),
  }),
})

const cases = ['vectors.json', 'more.json'].flatMap(name => {
  const all: unknown[] = JSON.parse(readFileSync(new URL(`../../../test/cases/${name}`, import.meta.url), 'utf8'))
  return all.flatMap(value => {
    const read = RuleCase.safeParse(value)
    return read.success ? [read.data] : []
  })
})

test("KEB's vectors contain many cases about rules", () => {
  expect(cases.length).toBeGreaterThan(100)
})

/** Error classes of invalid rules; the other classes concern a request under valid rules. */
const OF_RULES = new Set(['parse', 'duplicate', 'ambiguity', 'plan', 'empty'])

test('the vectors contain refused rules and requests without a rule', () => {
  const classes = cases.flatMap(({ expect }) => expect.errors ?? []).map(error => error.class)
  for (const one of [...OF_RULES, 'no-match']) expect(classes).toContain(one)
})

test.each(cases.map(one => [one.id, one] as const))('%s has the result of KEB in a draft', (_, one) => {
  const names = one.plans?.allowed ?? [...DEFAULT_PLANS.byName.keys()]
  const plans = names.map(name => ({ name, providers: DEFAULT_PLANS.byName.get(name)?.providers ?? null }))
  const requiredPlans = one.plans?.required ?? []
  const draft = JSON.stringify({ hap: { rule: one.rules } })
  const { ruleset } = checkDraft(draft, { plans, requiredPlans, semantics: 'keb' })
  const errors = one.expect.errors?.map(error => error.class) ?? []
  expect(ruleset === null, `KEB says ${errors.join()}`).toBe(errors.some(name => OF_RULES.has(name)))
  if (!ruleset || !one.input) return
  const rule = one.expect.matchedRule?.text
  const expected = errors.includes('no-match')
    ? ({ kind: 'no-rule' } as const)
    : rule && ({ kind: 'rule', rule } as const)
  if (!expected) return
  const { hyperscaler: provider, ...asked } = one.input
  const pinned = { name: 'as KEB', request: { ...asked, provider, globalAccount: '' }, expected }
  const config = { ruleset, plans: planTable(plans, requiredPlans), policy: policyOf('keb') }
  expect(runCases([pinned], config)).toMatchObject([{ passed: true }])
})
