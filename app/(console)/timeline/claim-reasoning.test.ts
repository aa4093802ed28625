import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { claimQuery } from '#app/data/claim-queries.ts'
import type { ExplainedClaim } from '#lib/services/claims/claim-view.ts'
import type { StoredReasoning } from '#lib/store/claims/claim-grounds.ts'
import { ClaimReasoning } from './claim-reasoning.tsx'

const REQUEST = {
  plan: 'aws',
  provider: 'aws',
  platformRegion: 'cf-eu11',
  hyperscalerRegion: '',
  globalAccount: 'ga-1',
}
const NO_CLUSTER = { database: 0, reserved: 0, onlyInGardener: 0 }

const ANY = { wanted: null, ok: true }
const EU11 = { wanted: 'cf-eu11', ok: true }
const US = { wanted: 'us-east-1', ok: false }

const REASONING: StoredReasoning = {
  outcome: 'claim',
  message: 'Claims aws-2.',
  rule: { line: 3, text: 'aws(PR=cf-eu11) -> EU' },
  rules: {
    rules: [
      {
        line: 3,
        text: 'aws(PR=cf-eu11) -> EU',
        platformRegion: EU11,
        hyperscalerRegion: ANY,
        specificity: 1,
        verdict: 'chosen',
        words: 'chosen',
      },
      {
        line: 1,
        text: 'aws',
        platformRegion: ANY,
        hyperscalerRegion: ANY,
        specificity: 0,
        verdict: 'less-specific',
        words: 'less specific (0 vs. 1)',
      },
      {
        line: 4,
        text: 'aws(HR=us-east-1)',
        platformRegion: ANY,
        hyperscalerRegion: US,
        specificity: 1,
        verdict: 'no-match',
        words: 'no match',
      },
    ],
    matching: 2,
    moreRules: 4,
  },
  limit: { value: 180, source: 'provider', setting: 'limits.aws' },
  onAllowlist: true,
  steps: [
    { purpose: 'reuse', selector: 'hyperscalerType=aws', reached: true, reasons: {}, others: {}, candidates: [] },
    {
      purpose: 'claim',
      selector: 'hyperscalerType=aws,!tenantName',
      reached: true,
      reasons: { chosen: 1, 'later-turn': 7 },
      others: { dirty: 2 },
      candidates: [
        { kind: 'SecretBinding', name: 'aws-2', state: 'free', ...NO_CLUSTER, reason: 'chosen', words: 'chosen' },
        { kind: 'SecretBinding', name: 'aws-3', state: 'free', ...NO_CLUSTER, reason: 'later-turn', words: 'later' },
      ],
    },
  ],
  passedOver: [
    { account: 'Secret/garden/aws-9', why: 'split' },
    { account: 'Secret/garden/aws-8', why: 'being-taken' },
  ],
  morePassedOver: 3,
}

const WHY = {
  rulesRevision: 'r-1',
  ruleTexts: ['aws', 'trial -> S', 'aws(PR=cf-eu11) -> EU'],
  settingsVersion: 7,
  semantics: 'documented',
  selector: '!dirty',
}

/** Renders a claim with the given decision as text. */
function shown(why: ExplainedClaim['why']): string {
  const client = new QueryClient()
  client.setQueryData<Partial<ExplainedClaim>>(claimQuery('c-1').queryKey, { pool: 'aws~eu', request: REQUEST, why })
  const tree = createElement(QueryClientProvider, { client }, createElement(ClaimReasoning, { id: 'c-1' }))
  return renderToStaticMarkup(tree)
    .replaceAll(/<[^>]+>/g, ' ')
    .replaceAll(/\s+/g, ' ')
}

test.each([
  'Claims aws-2.',
  'Rule 3 rules with hash r-1 , allowlist and limits version 7',
  'accounts of aws · EU that the global account owns',
  'no binding of this global account',
  '8 bindings without a global account: 1 chosen, 7 skipped',
  'limit 180, from limits.aws',
  'and 6 more candidates by name',
  'have 2 dirty in this pool',
  'Clusters on aws-2',
  '3 rules of this revision # Rule 1 aws 2 trial -&gt; S 3 aws',
  'Rules for plan aws 2 of 7 match; the most specific wins',
  'any any 0 less specific (0 vs. 1)',
  'any requires us-east-1 1 no match',
  'and 4 more rules of this plan',
  'Skipped 5 accounts not available at that moment',
  'Secret/garden/aws-9 another binding of the account was dirty or used differently',
  'and 3 more accounts',
])('shows a stored decision: %s', words => {
  expect(shown({ ...WHY, reasoning: REASONING })).toContain(words)
})

test('warns of a region that differs from a rule of the claim in case only', () => {
  const near = {
    line: 3,
    text: 'aws(PR=CF-EU11) -> EU',
    platformRegion: { wanted: 'CF-EU11', ok: false },
    hyperscalerRegion: ANY,
    specificity: 1,
    verdict: 'no-match' as const,
    words: 'no match, case differs',
  }
  const rules = { rules: [near], matching: 0, moreRules: 0 }
  expect(shown({ ...WHY, reasoning: { ...REASONING, rules } })).toContain(
    'Region cf-eu11 differs from CF-EU11 in case only, so the rules for CF-EU11 do not match.',
  )
})

test('shows a decision of an earlier version without its missing parts', () => {
  const { rules: _rules, passedOver: _passed, morePassedOver: _more, ...reasoning } = REASONING
  const words = shown({ ...WHY, ruleTexts: null, reasoning })
  expect(words).toContain('Rule 3 rules with hash r-1')
  expect(words).not.toMatch(/of this revision|Rules for plan|Left out/)
})

test('shows no reasoning for a decision of an unknown version', () => {
  expect(shown({ ...WHY, reasoning: null })).toContain('is stored in a format that this version cannot read')
  expect(shown(null)).toContain('is stored in a format')
})
