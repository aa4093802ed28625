import { expect, test } from 'vitest'
import type { User } from '#lib/auth/session.ts'
import type { ActionResult } from '#lib/services/actions/action-result.ts'
import { actionReply } from './bindings.ts'

const operator: User = { id: 'demo:operator', name: 'Omar Operator', role: 'operator' }
const viewer: User = { ...operator, role: 'viewer' }
const reason = 'Why not.'

function refusal(...result: Parameters<typeof actionReply>): Response {
  const answer = actionReply(...result)
  if (!(answer instanceof Response)) throw new Error('The action was not refused.')
  return answer
}

test.each<[number, string | null, User, ActionResult]>([
  [400, null, operator, { status: 'invalid', problems: [reason] }],
  [403, null, viewer, { status: 'refused', reason, now: null }],
  [409, null, operator, { status: 'refused', reason, now: null }],
  [409, '5', operator, { status: 'refused', reason, now: null, retryAfterMs: 4_500 }],
  [412, null, operator, { status: 'changed', reason, now: null }],
  [404, null, operator, { status: 'failed', reason, retryAfterMs: null, missing: true }],
  [409, null, operator, { status: 'failed', reason, retryAfterMs: null, blocked: true }],
  [503, null, operator, { status: 'failed', reason, retryAfterMs: null }],
  [503, '2', operator, { status: 'failed', reason, retryAfterMs: 2_000, unanswered: true }],
  [504, null, operator, { status: 'unknown', reason }],
])('responds with %i', async (status, retryAfter, user, result) => {
  const response = refusal(user, 'hold', result)
  expect(response.status).toBe(status)
  expect(response.headers.get('retry-after')).toBe(retryAfter)
  expect(await response.json()).toMatchObject({ status, detail: reason })
})

test('responds with 403 to a viewer even for an unknown action', () => {
  const refused = { status: 'refused', reason, now: null } as const
  expect(refusal(viewer, 'burn', refused).status).toBe(403)
})
