import { expect, test } from 'vitest'
import type { BindingState } from '#lib/hap/pools/state.ts'
import { actionVerb } from './action-buttons.tsx'

test.each<[BindingState, string | null, string]>([
  ['held', 'ticket 1', 'Change hold'],
  ['free', null, 'Hold'],
  // The labels no longer show the recorded hold, so the action creates a new one.
  ['dirty', 'ticket 1', 'Hold'],
])('labels hold on a %s binding with the hold %s as %s', (state, reason, verb) => {
  const hold = reason === null ? null : { reason, until: null }
  expect(actionVerb('hold', { row: { state }, hold })).toBe(verb)
  expect(actionVerb('release', { row: { state }, hold })).toBe('Release')
})
