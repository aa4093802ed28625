import { expect, test } from 'vitest'
import type { Rule } from '#lib/hap/rules/rule.ts'
import { buildSummaryParts } from './coverage-tab.tsx'

const combination = (clusters: number, platformRegion: string | null = '') => {
  return { plan: 'aws', provider: 'aws', platformRegion, hyperscalerRegion: '', clusters, lastAt: null }
}

const RULE: Rule = {
  index: 0,
  text: 'aws',
  plan: 'aws',
  platformRegion: null,
  hyperscalerRegion: null,
  output: { PR: false, HR: false, EU: false, S: false },
}

const use = (clusters: number) => ({ rule: RULE, clusters, lastAt: null, combinations: [] })
const NOTHING = { rules: [use(3)], uncovered: [], unclear: [], unreached: [], unserved: [] }
const seen = (clusters: number, withoutPlan = 0) => {
  return { combinations: [combination(clusters)], withoutPlan, partial: false, pools: [] }
}

test.each([
  ['all decided', NOTHING, seen(3), 'The rules decide 3 of 3 clusters. Every rule was matched.'],
  [
    'some not',
    { ...NOTHING, rules: [use(2), use(0)], uncovered: [combination(1)] },
    seen(3),
    'The rules decide 2 of 3 clusters; 1 match no rule. 1 of 2 rules was never matched.',
  ],
  [
    'some unknown',
    { ...NOTHING, rules: [use(0), use(0)], unclear: [combination(4, null)] },
    seen(4, 1_200),
    'The rules decide 0 of 1,204 clusters; 4 depend on an unknown region, 1,200 have an unknown plan. 2 of 2 rules were never matched.',
  ],
])('%s', (_, coverage, requests, words) => {
  for (const listed of [true, false])
    expect(
      buildSummaryParts(coverage, requests, listed)
        .map(part => part.text)
        .join(''),
    ).toBe(words)
})

test('links to lists with the same count; omits the link for clusters without a plan when plans are imported', () => {
  const hrefs = (listed: boolean) => buildSummaryParts(NOTHING, seen(3, 2), listed).flatMap(({ href }) => href ?? [])
  expect(hrefs(true)).toEqual(['/shoots', '/shoots?q=plan:unknown'])
  expect(hrefs(false)).toEqual(['/shoots'])
})
