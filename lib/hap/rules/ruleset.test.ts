import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { anyRequest, anyRuleTexts, validRuleTexts } from '../../../test/engine/arbitraries.ts'
import { DEFAULT_PLANS } from '../plans/plan.ts'
import type { RuleInput } from '../request.ts'
import { policyOf } from '../semantics.ts'
import { formatRule, type Rule, specificity } from './rule.ts'
import { explainMatch, listCaseDifferences, selectShownRules } from './rule-trace.ts'
import { Ruleset } from './ruleset.ts'

const documented = policyOf('documented')
const plans = { ...DEFAULT_PLANS, required: new Set<string>() }

function rulesetOf(texts: readonly string[]): Ruleset {
  const { ruleset, diagnostics } = Ruleset.from(texts, plans, documented)
  if (!ruleset) throw new Error(JSON.stringify(diagnostics))
  return ruleset
}

/** The definition of seed 001, rule by rule. */
function bruteForce(rules: readonly Rule[], request: RuleInput): Rule | null {
  const fitting = rules.filter(rule => {
    const fitsPlatform = rule.platformRegion === null || rule.platformRegion === request.platformRegion
    const fitsHyperscaler = rule.hyperscalerRegion === null || rule.hyperscalerRegion === request.hyperscalerRegion
    return rule.plan === request.plan && fitsPlatform && fitsHyperscaler
  })
  return fitting.toSorted((a, b) => specificity(b) - specificity(a))[0] ?? null
}

describe('match', () => {
  const ruleset = rulesetOf(['aws', 'aws(PR=a) -> EU', 'aws(HR=b) -> S', 'aws(PR=a, HR=b)', 'gcp(PR=a)'])
  test.each([
    ['aws', 'a', 'b', 4],
    ['aws', 'a', 'x', 2],
    ['aws', 'x', 'b', 3],
    ['aws', 'x', 'x', 1],
    ['aws', 'A', 'x', 1],
    ['aws', '', '', 1],
    ['gcp', 'a', '', 5],
    ['gcp', 'b', '', null],
    ['AWS', 'a', 'b', null],
    ['constructor', 'a', 'b', null],
  ])('%s in %s and %s matches rule %j', (plan, platformRegion, hyperscalerRegion, expected) => {
    const rule = ruleset.match({ plan, platformRegion, hyperscalerRegion })
    expect(rule && rule.index + 1).toBe(expected)
  })

  test('equals the result of a scan of all rules', () => {
    fc.assert(
      fc.property(validRuleTexts, anyRequest, (texts, request) => {
        const ruleset = rulesetOf(texts)
        expect(ruleset.match(request)).toBe(bruteForce(ruleset.rules, request))
      }),
    )
  })

  test('does not depend on the order of the rules', () => {
    const shuffled = validRuleTexts.chain(texts => {
      return fc.tuple(fc.constant(texts), fc.shuffledSubarray([...texts], { minLength: texts.length }))
    })
    fc.assert(
      fc.property(shuffled, anyRequest, ([texts, other], request) => {
        expect(rulesetOf(other).match(request)?.text).toBe(rulesetOf(texts).match(request)?.text)
      }),
    )
  })

  test('stays the same when a less specific rule is added', () => {
    fc.assert(
      fc.property(validRuleTexts, anyRequest, (texts, request) => {
        const winner = rulesetOf(texts).match(request)
        fc.pre(winner !== null && specificity(winner) > 0)
        const added = Ruleset.from([...texts, request.plan], plans, documented).ruleset
        if (added) expect(added.match(request)?.text).toBe(winner?.text)
      }),
    )
  })
})

describe('explainMatch', () => {
  test('lists every rule of the plan, the most specific first, each with its verdict', () => {
    const ruleset = rulesetOf([
      'aws',
      'aws(PR=cf-eu11) -> EU',
      'aws(PR=cf-eu11, HR=eu-west-1) -> EU',
      'aws(PR=cf-us11)',
      'gcp',
    ])
    const traces = explainMatch(ruleset, { plan: 'aws', platformRegion: 'cf-eu11', hyperscalerRegion: 'eu-central-1' })
    expect(
      traces.map(trace => [trace.rule.index + 1, trace.platformRegion.ok, trace.hyperscalerRegion.ok, trace.words]),
    ).toEqual([
      [3, true, false, 'no match'],
      [2, true, true, 'chosen'],
      [4, false, true, 'no match'],
      [1, true, true, 'less specific (0 vs. 1)'],
    ])
    expect(traces[0]?.hyperscalerRegion).toEqual({ wanted: 'eu-west-1', got: 'eu-central-1', ok: false })
  })

  test('names a region that differs from a rule in case only, and shows that rule before others that do not match', () => {
    const ruleset = rulesetOf(['aws', 'aws(PR=cf-us11)', 'aws(PR=cf-eu11) -> EU', 'aws(PR=cf-eu11, HR=b)'])
    const traces = explainMatch(ruleset, { plan: 'aws', platformRegion: 'CF-EU11', hyperscalerRegion: 'a' })
    expect(listCaseDifferences(traces)).toEqual([
      'Region CF-EU11 differs from cf-eu11 in case only, so the rules for cf-eu11 do not match.',
    ])
    expect(selectShownRules(traces).rules.map(trace => [trace.rule.index + 1, trace.words])).toEqual([
      [1, 'chosen'],
      [3, 'no match, case differs'],
      [4, 'no match'],
      [2, 'no match'],
    ])
  })

  test('names no case difference if the rules match or differ in letters', () => {
    const ruleset = rulesetOf(['aws', 'aws(PR=cf-eu11) -> EU'])
    for (const platformRegion of ['cf-eu11', 'cf-eu12', ''])
      expect(
        listCaseDifferences(explainMatch(ruleset, { plan: 'aws', platformRegion, hyperscalerRegion: 'a' })),
      ).toEqual([])
  })

  test('agrees with match', () => {
    fc.assert(
      fc.property(validRuleTexts, anyRequest, (texts, request) => {
        const ruleset = rulesetOf(texts)
        const chosen = explainMatch(ruleset, request).filter(trace => trace.verdict === 'chosen')
        const winner = ruleset.match(request)
        expect(chosen.map(trace => trace.rule)).toEqual(winner ? [winner] : [])
      }),
    )
  })
})

describe('a ruleset', () => {
  test('exists exactly if there is no error', () => {
    fc.assert(
      fc.property(anyRuleTexts, texts => {
        const { ruleset, diagnostics } = Ruleset.from(texts, plans, documented)
        expect(ruleset === null).toBe(diagnostics.some(one => one.severity === 'error'))
      }),
    )
  })

  test('is deterministic in its diagnostics', () => {
    fc.assert(
      fc.property(anyRuleTexts, texts => {
        expect(Ruleset.from(texts, DEFAULT_PLANS, documented)).toEqual(
          Ruleset.from([...texts], DEFAULT_PLANS, documented),
        )
      }),
    )
  })

  test('has at most one winner if valid: no two matching rules have the same number of attributes', () => {
    fc.assert(
      fc.property(anyRuleTexts, anyRequest, (texts, request) => {
        const { ruleset } = Ruleset.from(texts, plans, documented)
        if (!ruleset) return
        const fitting = explainMatch(ruleset, request).filter(trace => trace.verdict !== 'no-match')
        const most = Math.max(...fitting.map(trace => trace.specificity))
        expect(fitting.filter(trace => trace.specificity === most).length).toBeLessThanOrEqual(1)
      }),
    )
  })
})

describe('formatRule', () => {
  test.each([
    ['aws()', 'aws'],
    [' aws(HR=b,PR=a)->S,EU ', 'aws(PR=a, HR=b) -> EU, S'],
    ['aws(  PR =x)', 'aws(PR=x)'],
  ])('writes %j as %j', (text, expected) => {
    expect(rulesetOf([text]).rules.map(formatRule)).toEqual([expected])
  })

  test('preserves the meaning and is idempotent', () => {
    fc.assert(
      fc.property(validRuleTexts, texts => {
        const ruleset = rulesetOf(texts)
        const written = ruleset.rules.map(formatRule)
        const again = rulesetOf(written)
        expect(again.rules.map(formatRule)).toEqual(written)
        expect(again.rules.map(rule => ({ ...rule, text: '' }))).toEqual(
          ruleset.rules.map(rule => ({ ...rule, text: '' })),
        )
      }),
    )
  })
})
