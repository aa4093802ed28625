import { expect, test } from 'vitest'
import type { IntentDraft } from './entry.ts'
import { MAX_WHOLE, RefusalLimit, WINDOW_MS } from './refusal-limit.ts'

const draft = (changes: Partial<IntentDraft> = {}): IntentDraft => ({
  actor: { name: 'Vera', role: 'viewer', identity: { issuer: 'demo', subject: 'viewer' } },
  action: 'release',
  targets: ['CredentialsBinding/garden/aws-1'],
  reason: null,
  ticket: null,
  requestId: null,
  ...changes,
})

/** How many of `count` refused calls are recorded one by one. */
function takeAll(limit: RefusalLimit, count: number, now: number, of = (_: number) => draft()): number {
  return Array.from({ length: count }, (_, n) => limit.take({ draft: of(n), detail: 'No.' }, now)).filter(Boolean)
    .length
}

test('records the first calls of a minute one by one, and the rest as one summary with count and targets', () => {
  const limit = new RefusalLimit()
  expect(takeAll(limit, 5_000, 0, n => draft({ targets: [`b-${n % 3}`], requestId: `r-${n}` }))).toBe(MAX_WHOLE)
  expect(limit.takeSummary(WINDOW_MS - 1)).toBeNull()
  const summary = limit.takeSummary(WINDOW_MS)
  expect(summary).toEqual({
    draft: { ...draft(), targets: ['b-1', 'b-2', 'b-0'], after: { calls: 4_990 } },
    detail: '4990 more calls of this user with this action were refused within a minute. The first: No.',
  })
  expect(limit.takeSummary(WINDOW_MS)).toBeNull()
  expect(takeAll(limit, 11, WINDOW_MS)).toBe(MAX_WHOLE)
})

test('returns the summaries of several minutes in order, and again what could not be recorded', () => {
  const limit = new RefusalLimit()
  takeAll(limit, 12, 0)
  takeAll(limit, 13, WINDOW_MS)
  const first = limit.takeSummary(2 * WINDOW_MS)
  expect(first?.draft.after).toEqual({ calls: 2 })
  if (first) limit.putBack(first)
  expect(limit.takeSummary(2 * WINDOW_MS)).toBe(first)
  expect(limit.takeSummary(2 * WINDOW_MS)?.draft.after).toEqual({ calls: 3 })
  expect(limit.takeSummary(2 * WINDOW_MS)).toBeNull()
})

test('counts users by identity and each action by itself', () => {
  const limit = new RefusalLimit()
  const other = { name: 'Vera', role: 'viewer', identity: { issuer: 'demo', subject: 'other' } }
  expect(takeAll(limit, 50, 0)).toBe(MAX_WHOLE)
  expect(takeAll(limit, 50, 0, () => draft({ actor: other }))).toBe(MAX_WHOLE)
  expect(takeAll(limit, 50, 0, () => draft({ action: 'hold' }))).toBe(MAX_WHOLE)
  expect(takeAll(limit, 50, 0, () => draft({ actor: { ...other, name: 'Vera V.' } }))).toBe(0)
})

test('names at most 20 targets', () => {
  const limit = new RefusalLimit()
  takeAll(limit, 500, 0, n => draft({ targets: [`b-${n}`] }))
  expect(limit.takeSummary(WINDOW_MS)?.draft.targets).toHaveLength(20)
})
