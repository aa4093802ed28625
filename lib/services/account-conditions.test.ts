import { expect, test } from 'vitest'
import type { Binding } from '#lib/hap/pools/binding.ts'
import { checkAccount, isDryRunDue } from './account-conditions.ts'

test('dry runs back off to one per hour, and confirm a first refusal immediately', () => {
  const due = Array.from({ length: 40 }, (_, index) => index + 1).filter(checks =>
    isDryRunDue({ confirmed: true, checks }),
  )
  expect(due).toEqual([1, 2, 4, 8, 12, 24, 36])
  expect(isDryRunDue({ confirmed: false, checks: 3 })).toBe(true)
})

const BINDING: Binding = {
  kind: 'CredentialsBinding',
  namespace: 'garden',
  name: 'b',
  uid: 'u-1',
  resourceVersion: '1',
  account: { kind: 'WorkloadIdentity', namespace: 'garden', name: 'a' },
  providers: ['aws'],
  labels: {},
  annotations: {},
  createdAt: '2026-01-01T00:00:00Z',
  deletedAt: null,
}

test.each<[string, Partial<Binding>, string]>([
  ['ends with a passed dry run of its binding', { resourceVersion: '2' }, 'usable'],
  ['lasts when the binding was recreated', { uid: 'u-2' }, 'unknown'],
  ['lasts when the name belongs to another account', { account: { ...BINDING.account, name: 'other' } }, 'unknown'],
])('a condition %s', async (_, now, kind) => {
  const found = { ...BINDING, ...now }
  const parts = {
    client: { get: () => Promise.reject(new Error('must not be read for this kind of credentials')) },
    writes: { read: () => Promise.resolve(found), preview: () => Promise.resolve(found) },
  }
  const due = {
    subject: 's',
    account: 'a',
    binding: null,
    cause: 'credentials-missing',
    confirmed: true,
    checks: 1,
  } as const
  expect(await checkAccount(parts, due, BINDING)).toEqual({ kind })
})
