import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import type { ExplainedClaim } from '#app/api/claim-answer.ts'
import { claimQuery } from '#app/data/claim-query.ts'
import type { KeptReasoning } from '#lib/store/claims/kept-grounds.ts'
import { ClaimReasoning } from './claim-reasoning.tsx'

const NO_CLUSTER = { database: 0, reserved: 0, onlyInGardener: 0 }

const REASONING: KeptReasoning = {
  outcome: 'claim',
  message: 'Claims aws-2.',
  rule: { line: 3, text: 'aws(PR=cf-eu11) -> EU' },
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
}

/** What is read of a claim that was decided so. */
function shown(why: ExplainedClaim['why']): string {
  const client = new QueryClient()
  client.setQueryData<Partial<ExplainedClaim>>(claimQuery('c-1').queryKey, { pool: 'aws~eu', why })
  const tree = createElement(QueryClientProvider, { client }, createElement(ClaimReasoning, { id: 'c-1' }))
  return renderToStaticMarkup(tree)
    .replaceAll(/<[^>]+>/g, ' ')
    .replaceAll(/\s+/g, ' ')
}

test.each([
  'Claims aws-2.',
  'Rule 3 rules revision r-1 , allowlist and limits version 7',
  'own accounts of aws · EU first',
  'no binding of this global account',
  '8 bindings without a global account, 1 chosen, 7 passed over',
  'limit 180, from limits.aws',
  'and 6 more candidates by name',
  'have 2 dirty in this pool',
  'Count of aws-2',
])('a decision is shown as it was kept: %s', words => {
  const kept = { rulesRevision: 'r-1', settingsVersion: 7, semantics: 'documented', selector: '!dirty' }
  expect(shown({ ...kept, reasoning: REASONING })).toContain(words)
})

test('what another version kept is not guessed at', () => {
  const kept = { rulesRevision: 'r-1', settingsVersion: null, semantics: null, selector: null }
  expect(shown({ ...kept, reasoning: null })).toContain('was not kept in a form this version knows')
  expect(shown(null)).toContain('was not kept')
})
