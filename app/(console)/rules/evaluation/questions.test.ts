import { describe, expect, test } from 'vitest'
import { DEFAULT_PLANS } from '#lib/hap/plans/plan.ts'
import { readFourRules } from './questions.ts'

const KNOWN = {
  plans: [...DEFAULT_PLANS.byName.values()],
  requiredPlans: [...DEFAULT_PLANS.required],
  semantics: 'documented',
  regions: { platform: ['cf-us10'], hyperscaler: [{ provider: 'aws', regions: ['eu-central-1'] }] },
} as const

const INITIAL = `platformRegionRule: "gcp:cf-sa30"
clusterRegionRule: sap-converged-cloud
sharedRule: trial;sap-converged-cloud
euAccessRule: azure:cf-ch20;aws:cf-eu11
`

describe('the initial configuration', () => {
  test.each([
    ['without hap', INITIAL],
    ['below hap', `hap:\n${INITIAL.replaceAll(/^(?=.)/gm, '  ')}`],
    [
      'as JSON',
      '{"hap": {"platformRegionRule": "gcp:cf-sa30", "clusterRegionRule": "sap-converged-cloud", "sharedRule": "trial;sap-converged-cloud", "euAccessRule": "azure:cf-ch20;aws:cf-eu11"}}',
    ],
    ['with CRLF', INITIAL.replaceAll('\n', '\r\n')],
  ])('translates %s, with equal decisions everywhere', (_, text) => {
    const { findings, translation } = readFourRules(text, KNOWN)
    expect(findings).toEqual([])
    expect(translation?.rules).toContain('gcp(PR=cf-sa30) -> PR')
    expect(translation?.rules).toContain('sap-converged-cloud -> HR, S')
    expect(translation?.differing).toEqual([])
    // Three named platform regions, a known one, an unknown one and none; likewise for hyperscaler
    // regions.
    expect(translation?.compared).toBe(DEFAULT_PLANS.byName.size * 6 * 6)
  })
})

test.each([
  ['sharedRule: trail', 'Unknown plan `trail`.', { line: 1, column: 13 }],
  ['\neuAccessRule: "*:*"', 'Every plan in every region: one of the two has to be named.', { line: 2, column: 16 }],
  ['hap:\n  sharedRule: aws;', 'An entry is empty.', { line: 2, column: 19 }],
  ['hap:\n  rule:\n    - aws', 'These are already rules of the DSL.', null],
  ['hap:\n  rule: [aws]\n  sharedRule: aws', 'The document has rules in two places.', null],
  ['a: 1', 'There are no rules in this document.', null],
  ['', 'The document is empty.', null],
  [`sharedRule: ${'aws;'.repeat(600)}aws`, 'There are 604 entries.', null],
])('refuses %j with a message', (text, message, place) => {
  const { findings, translation } = readFourRules(text, KNOWN)
  expect(translation).toBeNull()
  expect(findings[0]).toMatchObject({ severity: 'error', message, place })
})

test('warns about a provider in place of a plan', () => {
  const { findings, translation } = readFourRules('platformRegionRule: openstack', KNOWN)
  expect(findings.map(({ severity }) => severity)).toEqual(['warning'])
  expect(translation?.differing).toEqual([])
})
