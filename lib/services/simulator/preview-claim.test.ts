import { describe, expect, test } from 'vitest'
import { formatClaimNote } from '#app/(console)/simulator/outcome-panel.tsx'
import type { EffectiveLimit } from '#lib/hap/lifecycle/multi-account.ts'
import type { Outcome } from '#lib/hap/selection/decision.ts'
import type { DecisionView, OutcomeView } from '#lib/queries/simulator/simulate.ts'
import { ClaimError } from '#lib/services/claims/claim-errors.ts'
import type { Blocker, OutcomePreview, PreviewedOutcome } from '#lib/services/claims/preview-outcome.ts'
import { RulesUncertainError } from '#lib/services/rules/rules-context.ts'
import { StoreUnavailableError } from '#lib/store/database/store-errors.ts'
import { bindingOf } from '../../../test/engine/bindings.ts'
import { buildClaimNote, previewClaim } from './preview-claim.ts'

const LIMIT: EffectiveLimit = { value: 180, source: 'provider', setting: 'limits.aws' }

function taken(name: string, clustersAfter = 121): Extract<Outcome, { readonly kind: 'claim' }> {
  return { kind: 'claim', message: `Claims ${name}.`, binding: bindingOf(name, {}), clustersAfter, limit: LIMIT }
}

function view(outcome: Outcome): OutcomeView {
  return outcome
}

const WAIT = view({ kind: 'wait', message: 'Would wait: pool aws has no free binding.' })

function sight(foreseen: PreviewedOutcome, obstacles: Record<string, Blocker> = {}, reserved = 0): OutcomePreview {
  return {
    foreseen,
    obstacles: new Map(Object.entries(obstacles).map(([name, why]) => [`Secret/garden-test/${name}`, why])),
    count: () => ({ database: 100, reserved, onlyInGardener: 20 }),
  }
}

const take = (name: string, clustersAfter?: number): PreviewedOutcome => ({
  kind: 'take',
  outcome: taken(name, clustersAfter),
})

describe('the preview of a claim', () => {
  test.each<[string, OutcomeView, OutcomePreview, string | null]>([
    ['not when it comes to the same', view(taken('a')), sight(take('a')), null],
    ['not when both are refused', { kind: 'no-rule', message: 'x' }, sight({ kind: 'refuse', message: 'x' }), null],
    [
      'with the clusters that only claims know',
      view(taken('a')),
      sight(take('a', 123)),
      '2 more clusters are expected by a claim and not in Gardener yet: 123 of 180 clusters after this request.',
    ],
    [
      'during an operation on the account',
      view(taken('a')),
      sight(take('b'), { a: 'fenced' }),
      'A claim now would take b instead. Another operation is running on a.',
    ],
    [
      'when another claim is about to take the account',
      view(taken('a')),
      sight(take('b'), { a: 'being-taken' }),
      'A claim now would take b instead. Another claim is about to take a.',
    ],
    [
      'when another tenant’s claim is open on the account',
      view(taken('a')),
      sight(take('b'), { a: 'foreign' }),
      'A claim now would take b instead. A claim of another global account is open on a.',
    ],
    [
      'when reserved clusters fill the account',
      view(taken('a')),
      sight(take('b'), {}, 1),
      'A claim now would take b instead. On a 1 more cluster is expected that Gardener does not show yet.',
    ],
    [
      'when it would not wait',
      WAIT,
      sight(take('b')),
      'A claim now would take b instead. A claim just got it for this global account; Gardener does not show that yet.',
    ],
    [
      'with its place behind others',
      view(taken('a')),
      sight({ kind: 'wait', ahead: 2 }),
      'A claim now would be number 3 in the queue. 2 claims came earlier for this pool and are served first.',
    ],
    [
      'with its place in an empty pool',
      WAIT,
      sight({ kind: 'wait', ahead: 1 }),
      'A claim now would be number 2 in the queue. 1 claim came earlier for this pool and is served first.',
    ],
    [
      'as the first of the queue',
      WAIT,
      sight({ kind: 'wait', ahead: 0 }),
      'A claim now would be the first in the queue. No other claim is waiting for this pool.',
    ],
    [
      'when the last account is about to go',
      view(taken('a')),
      sight({ kind: 'wait', ahead: 0 }, { a: 'being-taken' }),
      'A claim now would be the first in the queue. Another claim is about to take a. No other account is free.',
    ],
    [
      'when it would have to wait for an operation',
      view(taken('a')),
      sight({ kind: 'busy' }),
      'Another operation is running on an account of this global account. A claim would wait for it.',
    ],
    [
      'when claims of the same tenant are under way',
      view(taken('a')),
      sight({ kind: 'behind', claims: 2 }),
      '2 claims of this global account are being processed. Another one would be decided after that.',
    ],
  ])('%s', (_, outcome, foresight, words) => {
    const note = buildClaimNote(outcome, foresight)
    expect(note && formatClaimNote(note)).toBe(words)
  })
})

const DECISION = { request: {}, outcome: WAIT } as unknown as DecisionView
const failing = (error: Error) => ({ preview: () => Promise.reject(error) })

describe('a preview that cannot be computed', () => {
  test.each([
    new StoreUnavailableError('the raw words'),
    new ClaimError(503, 'The claims of this pool could not be read in time. Try again.'),
  ])('reports: %s', async error => {
    const outlook = await previewClaim({ semantics: 'documented', decision: DECISION }, failing(error))
    expect(outlook).toMatchObject({ count: null, note: { kind: 'unknown' } })
    expect(outlook?.note && formatClaimNote(outlook.note)).toMatch(/without accounts being claimed and the queue\.$/)
    expect(JSON.stringify(outlook)).not.toContain('raw words')
  })

  test('uses the message of the error if it is more specific than an unavailable database', async () => {
    const error = new RulesUncertainError('Revision 3 of the rules is not valid.')
    const outlook = await previewClaim({ semantics: 'documented', decision: DECISION }, failing(error))
    expect(outlook?.note && formatClaimNote(outlook.note)).toMatch(
      /^Revision 3 of the rules is not valid\. The answer uses /,
    )
  })

  test('throws any other error', async () => {
    const asked = previewClaim({ semantics: 'documented', decision: DECISION }, failing(new TypeError('x')))
    await expect(asked).rejects.toThrow(TypeError)
  })

  test('is not requested for KEB', async () => {
    expect(await previewClaim({ semantics: 'keb', decision: DECISION }, failing(new Error('x')))).toBeNull()
  })
})
