import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { z } from 'zod'
import type { Expectation, PinnedCase } from '#lib/hap/cases/pinned-case.ts'
import { runCases } from '#lib/hap/cases/run-cases.ts'
import { DEFAULT_PLANS, planTable } from '#lib/hap/plans/plan.ts'
import { policyOf } from '#lib/hap/semantics.ts'
import { readCasesFile, writeCasesFile } from './cases-file.ts'
import { checkRulesFile } from './check-rules-file.ts'

const MatchCase = z.object({
  id: z.string(),
  kind: z.literal(['match', 'select']),
  rules: z.array(z.string()),
  plans: z.object({ allowed: z.array(z.string()).optional(), required: z.array(z.string()).optional() }).nullish(),
  input: z.object({
    plan: z.string(),
    platformRegion: z.string().default(''),
    hyperscalerRegion: z.string().default(''),
    hyperscaler: z.string().default(''),
  }),
  expect: z.object({
    errors: z.array(z.object({ class: z.string() })).optional(),
    matchedRule: z.object({ text: z.string().optional() }).nullish(),
    labels: z.object({ hyperscalerType: z.string(), euAccess: z.boolean(), shared: z.boolean() }).nullish(),
    labelSelector: z.object({ any: z.string().optional() }).nullish(),
  }),
})

type MatchCase = z.infer<typeof MatchCase>

const cases = ['vectors.json', 'more.json'].flatMap(name => {
  const all: unknown[] = JSON.parse(readFileSync(new URL(`../../test/cases/${name}`, import.meta.url), 'utf8'))
  return all.flatMap(value => {
    const read = MatchCase.safeParse(value)
    return read.success ? [read.data] : []
  })
})

/** Error classes of invalid rules; the other classes concern a request under valid rules. */
const OF_RULES = new Set(['parse', 'duplicate', 'ambiguity', 'plan', 'empty'])

/** Converts KEB's case about a pool to pinned cases. */
function pinned({ input, expect: wanted }: MatchCase): readonly PinnedCase[] {
  const { hyperscaler: provider, ...asked } = input
  // A pinned case needs a plan, and uses the plan's provider when it names none.
  if (asked.plan === '' || provider === '') return []
  const rule = wanted.matchedRule?.text
  const selector = wanted.labelSelector?.any
  const expectations: readonly Expectation[] = [
    ...(rule === undefined ? [] : [{ kind: 'rule' as const, rule }]),
    ...(wanted.labels ? [{ kind: 'pool' as const, pool: wanted.labels }] : []),
    ...(selector === undefined ? [] : [{ kind: 'selector' as const, selector }]),
    ...(wanted.errors?.[0]?.class === 'no-match' ? [{ kind: 'no-rule' as const }] : []),
  ]
  const request = { ...asked, provider, globalAccount: '' }
  return expectations.map(expected => ({ name: expected.kind, request, expected }))
}

test("KEB's vectors contain cases from request to pool", () => {
  expect(cases.filter(one => pinned(one).length > 0).length).toBeGreaterThan(30)
})

test.each(cases.map(one => [one.id, one] as const))('%s holds as pinned cases of a draft', (_, one) => {
  const policy = policyOf('keb')
  const names = one.plans?.allowed ?? [...DEFAULT_PLANS.byName.keys()]
  const plans = planTable(
    names.map(name => ({ name, providers: DEFAULT_PLANS.byName.get(name)?.providers ?? null })),
    one.plans?.required ?? [],
  )
  // The input of a person: rules as values.yaml, cases as a file.
  const draft = new TextEncoder().encode(JSON.stringify({ hap: { rule: one.rules } }))
  const { ruleset } = checkRulesFile(draft, plans, policy)
  const read = readCasesFile(new TextEncoder().encode(writeCasesFile(pinned(one), null)))
  if ('problems' in read) throw new Error(JSON.stringify(read.problems))
  const errors = one.expect.errors?.map(error => error.class) ?? []
  expect(ruleset === null, `KEB says ${errors.join()}`).toBe(errors.some(name => OF_RULES.has(name)))
  if (!ruleset) return
  expect(runCases(read.cases, { ruleset, plans, policy }).filter(({ passed }) => !passed)).toEqual([])
})
