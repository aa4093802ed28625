import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { anyRuleTexts } from '../../../test/engine/arbitraries.ts'
import { DEFAULT_PLANS, planTable } from '../plans/plan.ts'
import { policyOf } from '../semantics.ts'
import { applyFix, compareDiagnostics } from './diagnostic.ts'
import { parseRules, validateRules } from './validate-rules.ts'

const plans = planTable(
  ['aws', 'azure', 'gcp', 'sap-converged-cloud'].map(name => ({ name, providers: null })),
  [],
)
const documented = policyOf('documented')

function complaints(texts: readonly string[], table = plans, policy = documented): readonly string[] {
  return validateRules(texts, table, policy).diagnostics.map(
    ({ code, range }) => `${range ? range.rule + 1 : '-'} ${code}`,
  )
}

describe('all diagnostics of a rule list', () => {
  test.each<[string, readonly string[], readonly string[]]>([
    ['no diagnostics', ['aws', 'azure(PR=a) -> EU', 'azure'], []],
    ['a repeated rule', ['aws', 'aws -> S', 'aws()'], ['2 rule-repeated', '3 rule-repeated']],
    ['attributes in another order', ['aws(PR=a, HR=b)', 'aws(HR=b, PR=a) -> S'], ['2 rule-repeated']],
    ['values in another case', ['aws(PR=a)', 'aws(PR=A)'], ['2 region-case']],
    ['capital letters in both regions', ['aws', 'aws(PR=CF-EU11, HR=Eu-1) -> EU'], ['2 region-case', '2 region-case']],
    ['an ambiguous pair', ['aws(PR=a)', 'aws(HR=b)'], ['2 rules-ambiguous']],
    ['a resolved pair', ['aws(PR=a)', 'aws(HR=b)', 'aws(PR=a, HR=b) -> S'], []],
    ['a pair of two plans', ['aws(PR=a)', 'azure(HR=b)', 'azure(PR=a, HR=b) -> S'], []],
    [
      'a pair resolved by a rule with another error',
      ['aws(PR=a)', 'aws(HR=b)', 'aws(PR=a, HR=b) -> SS'],
      ['3 attribute-unknown'],
    ],
    ['an unknown plan', ['awz', 'aws'], ['1 plan-unknown']],
    ['a star', ['aws', 'aws(PR=*) -> S', 'gcp(HR=eu-*) -> HR'], ['2 star-is-literal', '3 star-is-literal']],
    ['a region that cannot exist', ['aws', 'aws(PR=-x) -> S'], ['2 never-wins']],
    ['a rule without effect', ['aws -> S', 'aws(PR=a) -> S'], ['2 output-repeated']],
    [
      'a rule without effect beside two others',
      ['aws', 'aws(PR=a) -> S', 'aws(PR=a, HR=b) -> S'],
      ['3 output-repeated'],
    ],
    ['a rule that only resolves a pair', ['aws(PR=a)', 'aws(HR=b)', 'aws(PR=a, HR=b)'], []],
    [
      'all kinds of diagnostics, by class and then by position, warnings last',
      ['nope', 'aws(PR=*)', 'aws(HR=b)', 'aws(', 'gcp', 'gcp', 'azure -> X'],
      [
        '4 parenthesis-unbalanced',
        '7 attribute-unknown',
        '6 rule-repeated',
        '3 rules-ambiguous',
        '1 plan-unknown',
        '2 star-is-literal',
      ],
    ],
  ])('%s', (_, texts, expected) => {
    expect(complaints(texts)).toEqual(expected)
  })

  test('names required plans without a rule, in one error', () => {
    const { diagnostics } = validateRules(['aws', 'gcp(PR=a)', 'azure('], DEFAULT_PLANS, documented)
    const uncovered = diagnostics.find(one => one.code === 'plan-uncovered')
    expect(uncovered?.plans).toEqual(['azure_lite', 'free', 'preview', 'sap-converged-cloud', 'trial'])
    expect(diagnostics.map(one => one.code)).toEqual(['parenthesis-unbalanced', 'plan-uncovered', 'specific-only'])
  })

  test('an empty list is one error as documented; KEB names uncovered plans first', () => {
    expect(complaints([], DEFAULT_PLANS)).toEqual(['- ruleset-empty'])
    expect(complaints([], DEFAULT_PLANS, policyOf('keb'))).toEqual(['- plan-uncovered', '- ruleset-empty'])
  })

  test('are sorted', () => {
    fc.assert(
      fc.property(anyRuleTexts, texts => {
        const { diagnostics } = validateRules([...texts, 'x(', ...texts.slice(0, 2)], DEFAULT_PLANS, documented)
        expect(diagnostics.toSorted(compareDiagnostics)).toEqual(diagnostics)
      }),
    )
  })

  test('are limited if a million rules are missing', () => {
    const texts = Array.from({ length: 1_000 }, (_, number) => [`aws(PR=a${number})`, `aws(HR=b${number})`]).flat()
    const { diagnostics } = validateRules(texts, plans, documented)
    expect(diagnostics).toHaveLength(1_001)
    expect(diagnostics.some(one => one.message.startsWith('More than 1000'))).toBe(true)
  })
})

describe('fixes', () => {
  test.each([
    [
      ['aws(PR=a) -> EU', 'aws(HR=b) -> S'],
      ['aws(PR=a) -> EU', 'aws(HR=b) -> S', 'aws(PR=a, HR=b) -> EU, S'],
    ],
    [
      ['aws(HR=b)', 'azure', 'aws(PR=a) -> PR'],
      ['aws(HR=b)', 'azure', 'aws(PR=a) -> PR', 'aws(PR=a, HR=b) -> PR'],
    ],
    [
      ['aws', 'azure', 'aws -> S'],
      ['aws', 'azure'],
    ],
    [['awz(PR=a) -> S'], ['aws(PR=a) -> S']],
    [['Azure'], ['azure']],
    [['aws -> S', 'aws(PR=a) -> S'], ['aws -> S']],
  ])('of %j give %j', (texts, expected) => {
    const [first] = validateRules(texts, plans, documented).diagnostics
    expect(first?.fix && applyFix(texts, first.fix)).toEqual(expected)
  })

  test('of uncovered plans add a rule for each', () => {
    const table = { ...plans, required: new Set(['aws', 'gcp', 'azure']) }
    const [first] = validateRules(['aws'], table, documented).diagnostics
    expect(first?.fix && applyFix(['aws'], first.fix)).toEqual(['aws', 'azure', 'gcp'])
  })

  test('applied one after the other always lead to a list without errors or without fixes', () => {
    fc.assert(
      fc.property(anyRuleTexts, texts => {
        let current: readonly string[] = texts
        for (let rounds = 0; rounds < 200; rounds++) {
          const error = validateRules(current, DEFAULT_PLANS, documented).diagnostics.find(
            one => one.severity === 'error',
          )
          if (!error?.fix) {
            expect(error?.code ?? 'ruleset-empty').toBe('ruleset-empty')
            return
          }
          current = applyFix(current, error.fix)
        }
        throw new Error('the fixes go round in circles')
      }),
    )
  })
})

test('a reported column is inside its rule, and parsing alone gives the parse errors', () => {
  fc.assert(
    fc.property(fc.array(fc.string(), { maxLength: 5 }), texts => {
      const { diagnostics } = validateRules(texts, DEFAULT_PLANS, documented)
      for (const { range } of diagnostics) {
        if (!range) continue
        const { length } = texts[range.rule] ?? ''
        expect(0 <= range.start && range.start <= range.end && range.end <= length).toBe(true)
      }
      const parse = diagnostics.filter(one => one.class === 'parse')
      expect(
        parseRules(texts, documented)
          .flatMap(one => one.diagnostics)
          .sort(compareDiagnostics),
      ).toEqual(parse)
    }),
  )
})
