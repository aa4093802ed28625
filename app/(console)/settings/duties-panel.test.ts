import { expect, test } from 'vitest'
import { NEEDED_ROLES } from '#lib/auth/needed-roles.ts'
import { ACTIONS } from '#lib/hap/actions/action.ts'
import { DUTIES } from './duties-panel.tsx'

test('lists each permission once', () => {
  expect(DUTIES).toHaveLength(Object.keys(NEEDED_ROLES).length + ACTIONS.length)
  expect(new Set(DUTIES.map(({ what }) => what)).size).toBe(DUTIES.length)
})

test.each([
  ['Publish and roll back rules', 'admin'],
  ['Approve or refuse proposals (with the role the action requires)', 'operator'],
  ['Release, also in bulk', 'operator'],
])('%s needs the role %s', (what, needed) => {
  expect(DUTIES).toContainEqual({ what, needed })
})
