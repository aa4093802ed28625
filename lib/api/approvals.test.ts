import { expect, test } from 'vitest'
import { ApprovalsQuery } from './approvals.ts'

test('accepts only targets that the database can store, known states, and limits within bounds', () => {
  expect(ApprovalsQuery.parse({ target: 'CredentialsBinding/garden/aws-1', state: 'waiting' })).toEqual({
    target: 'CredentialsBinding/garden/aws-1',
    state: 'waiting',
    limit: 100,
  })
  for (const wrong of [{ target: 'a\0b' }, { target: '' }, { state: 'done' }, { limit: '201' }, { limit: '0' }])
    expect(ApprovalsQuery.safeParse(wrong).success, JSON.stringify(wrong)).toBe(false)
})
