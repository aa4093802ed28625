import { expect, test } from 'vitest'
import { NO_AUTH_TIME, SIGN_IN_AGAIN } from '#lib/auth/sign-in-time.ts'
import { NEEDS_APPROVAL } from '#lib/hap/actions/action.ts'
import { isWholeRefusal } from './whole-refusals.ts'

test.each([
  ['release', 'Requires the operator role.', false],
  ['call page action', 'This console does not accept form posts.', false],
  ['release', NEEDS_APPROVAL, true],
  ['create token', SIGN_IN_AGAIN, true],
  ['create token', NO_AUTH_TIME, true],
  ['approve', 'Requires the operator role.', true],
  ['refuse proposal', 'There is no such proposal.', true],
])('%s refused with %j is always recorded whole: %s', (action, detail, isWhole) => {
  expect(isWholeRefusal({ action }, detail)).toBe(isWhole)
})
