import { expect, test } from 'vitest'
import { DEFAULT_PLANS } from '#lib/hap/plans/plan.ts'
import { Evaluator } from '../evaluation/evaluator.ts'
import { formatClusters, ruleNotes } from './rule-notes.ts'

const KNOWN = {
  text: '',
  hash: '',
  number: 0,
  origin: '',
  rules: 0,
  pinned: '',
  plans: [...DEFAULT_PLANS.byName.values()],
  requiredPlans: [],
  semantics: 'documented',
  namespace: 'garden-hap',
  regions: { platform: [], hyperscaler: [] },
} as const

const at = { provider: 'aws', hyperscalerRegion: 'eu-central-1', lastAt: null }
const SEEN = [
  { ...at, plan: 'aws', platformRegion: 'cf-eu11', clusters: 3 },
  { ...at, plan: 'aws', platformRegion: 'cf-us10', clusters: 4 },
]

function notes(text: string, rule: number, seen: typeof SEEN | null = SEEN) {
  const evaluator = new Evaluator()
  const checked = evaluator.answer('check', { id: 'draft', text, known: KNOWN })
  const uses = seen && evaluator.answer('uses', { draft: checked.id, seen })
  return ruleNotes({ checked, known: KNOWN, uses }, rule)
}

test('returns the selectors of a rule and the number of clusters that choose it', () => {
  expect(notes('- aws\n- aws(PR=cf-eu11) -> EU\n', 1)).toEqual({
    selectors: ['hyperscalerType=aws,euAccess=true,shared!=true,!dirty,!tenantName'],
    commands: [
      "kubectl get credentialsbindings,secretbindings -n garden-hap -l 'hyperscalerType=aws,euAccess=true,shared!=true,!dirty,!tenantName'",
    ],
    clusters: 3,
  })
})

test('returns no command for a selector that depends on the request', () => {
  expect(notes('- aws -> PR\n', 0)).toMatchObject({
    selectors: ['hyperscalerType=aws_…,!euAccess,shared!=true,!dirty,!tenantName'],
    commands: [],
  })
})

test.each([
  ['before anything was seen', '- aws\n', null],
  ['while another rule has errors', '- aws\n- gcp((\n', SEEN],
])('returns no number of clusters %s', (_, text, seen) => {
  expect(notes(text, 0, seen)?.clusters).toBeNull()
})

test('returns no number of clusters of another draft', () => {
  const evaluator = new Evaluator()
  const before = evaluator.answer('check', { id: 'before', text: '- aws\n', known: KNOWN })
  const uses = evaluator.answer('uses', { draft: before.id, seen: SEEN })
  const checked = evaluator.answer('check', { id: 'after', text: '- gcp\n- aws\n', known: KNOWN })
  expect(uses?.clusters).toEqual([7])
  expect(ruleNotes({ checked, known: KNOWN, uses }, 0)?.clusters).toBeNull()
})

test.each([
  ['- aws((\n', 0],
  ['- aws\n', 5],
  ['hap:\n  sharedRule: aws\n', 0],
  ['a: [', 0],
])('%j has no notes on rule %d', (text, rule) => {
  expect(notes(text, rule)).toBeNull()
})

test.each([
  [0, 'No known clusters match this rule.'],
  [1, '1 cluster matches this rule.'],
  [1234, '1,234 clusters match this rule.'],
])('formats %d clusters', (clusters, words) => {
  expect(formatClusters(clusters)).toBe(words)
})
