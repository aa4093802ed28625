import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { PinnedCase } from '#lib/hap/cases/pinned-case.ts'
import { expectationOf, runCases } from '#lib/hap/cases/run-cases.ts'
import { DEFAULT_PLANS, planTable } from '#lib/hap/plans/plan.ts'
import { Ruleset } from '#lib/hap/rules/ruleset.ts'
import { policyOf } from '#lib/hap/semantics.ts'
import { anyRequest, validRuleTexts } from '../../../../test/engine/arbitraries.ts'
import { buildCaseForm, type CaseForm, parseCaseForm, setExpectation, validateCaseForm } from './case-dialog.tsx'

const PLANS = planTable(DEFAULT_PLANS.byName.values(), [])
const POLICY = policyOf('documented')
const NO_NAMES: ReadonlySet<string> = new Set()

function configOf(rules: readonly string[]) {
  const { ruleset } = Ruleset.from(rules, PLANS, POLICY)
  if (!ruleset) throw new Error(`not valid: ${rules.join('; ')}`)
  return { ruleset, plans: PLANS, policy: POLICY }
}

const request = { plan: 'aws', provider: '', platformRegion: '', hyperscalerRegion: '', globalAccount: '' }
const FORM: CaseForm = { name: 'x', request, kind: 'pool', text: 'aws' }

describe('a form', () => {
  test.each<[string, Partial<CaseForm>, ReturnType<typeof validateCaseForm>]>([
    ['complete', {}, { name: null, plan: null, text: null }],
    ['without a name', { name: ' ' }, { name: 'Describe the case.', plan: null, text: null }],
    ['with the name of another', { name: 'y ' }, { name: 'Another case has this name.', plan: null, text: null }],
    ['without a plan', { request: { ...request, plan: '' } }, { name: null, plan: 'Enter a plan.', text: null }],
    ['without a pool', { text: '' }, { name: null, plan: null, text: 'Enter a pool.' }],
    [
      'with an invalid pool',
      { text: 'aws US' },
      {
        name: null,
        plan: null,
        text: 'Not a pool. Write the hyperscaler type, then `EU` and `shared` where they apply: `aws · EU`.',
      },
    ],
    ['with an invalid rule', { kind: 'rule', text: 'aws(' }, { name: null, plan: null, text: '`(` is never closed.' }],
    ['with nothing to say', { kind: 'no-rule', text: '' }, { name: null, plan: null, text: null }],
  ])('%s', (_, part, problems) => {
    const form = { ...FORM, ...part }
    expect(validateCaseForm(form, new Set(['y']), POLICY)).toEqual(problems)
    expect(parseCaseForm(form, problems) === null).toBe(Object.values(problems).some(problem => problem !== null))
  })

  test('parses back to the case it was built from', () => {
    const pinned: PinnedCase = {
      name: 'EU',
      request: { ...request, platformRegion: 'cf-eu11' },
      expected: { kind: 'pool', pool: { hyperscalerType: 'aws', euAccess: true, shared: true } },
    }
    const form = buildCaseForm(pinned)
    expect(parseCaseForm(form, validateCaseForm(form, NO_NAMES, POLICY))).toEqual(pinned)
  })

  test('gives a passing case when it expects the current result', () => {
    const kinds = fc.constantFrom('rule', 'pool', 'selector')
    fc.assert(
      fc.property(validRuleTexts, anyRequest, kinds, (rules, asked, kind) => {
        const config = configOf(rules)
        const form = setExpectation({ ...FORM, request: asked }, expectationOf(kind, asked, config))
        const pinned = parseCaseForm(form, validateCaseForm(form, NO_NAMES, POLICY))
        expect(pinned && runCases([pinned], config)[0]?.passed).toBe(true)
      }),
    )
  })
})
