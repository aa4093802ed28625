import { expect, test } from 'vitest'
import { noRoleReason, readGroups } from './groups-claim.ts'

test.each<[object, readonly string[], string]>([
  [{}, [], 'absent'],
  [{ groups: undefined }, [], 'absent'],
  [{ _claim_names: { groups: 'src1' }, _claim_sources: { src1: {} } }, [], 'elsewhere'],
  [{ hasgroups: true }, [], 'elsewhere'],
  [{ hasgroups: 'true' }, [], 'elsewhere'],
  [{ _claim_names: { roles: 'src1' } }, [], 'absent'],
  [{ _claim_names: null }, [], 'absent'],
  [{ groups: null }, [], 'unreadable'],
  [{ groups: 7 }, [], 'unreadable'],
  [{ groups: { values: ['a'] } }, [], 'unreadable'],
  [{ groups: [['a']] }, [], 'unreadable'],
  [{ groups: [{ name: 'a' }] }, [], 'unreadable'],
  [{ groups: [] }, [], 'no-role'],
  [{ groups: 'a' }, ['a'], 'no-role'],
  [{ groups: ['a', 7, null, 'b'] }, ['a', 'b'], 'no-role'],
])('claims %j have the groups %j, or no role because of %s', (claims, groups, reason) => {
  expect(readGroups({ ...claims }, 'groups')).toEqual(groups)
  expect(noRoleReason({ ...claims }, 'groups')).toBe(reason)
})
