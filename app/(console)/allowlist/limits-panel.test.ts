import { expect, test } from 'vitest'
import { effectiveLimit } from '#lib/hap/lifecycle/multi-account.ts'
import { policyOf } from '#lib/hap/semantics.ts'
import { describeScope, formatLimit, limitWarning } from './limits-panel.tsx'

const LIMITS = { default: 3, providers: { aws: 180, gcp: 0, gdch: 7, 'sap-converged-cloud': 9, openstack: 100 } }
const limitOf = (
  provider: string,
  limits: typeof LIMITS | null = LIMITS,
  semantics: 'documented' | 'keb' = 'documented',
) => effectiveLimit(limits, provider, policyOf(semantics))

test.each([
  ['nobody', 9, /^Currently without effect/],
  ['listed', 0, /^Currently without effect/],
  ['listed', 1, /^Limits apply only to the listed global account\./],
  ['listed', 1_200, /^Limits apply only to the 1,200 listed global accounts\. Accounts of all others have no limit\.$/],
  ['everybody', 0, /^Limits apply to every global account/],
] as const)('describes whom limits bind for the scope %s with %d ids', (scope, listed, words) => {
  expect(describeScope(scope, listed)).toMatch(words)
})

test.each([
  ['aws', '180, set for this provider'],
  ['gcp', '3, from limits.default'],
  ['azure', '3, from limits.default'],
])('%s: %s', (provider, words) => {
  expect(formatLimit(limitOf(provider))).toBe(words)
})

test('returns no limit without settings, and 0 without configuration', () => {
  expect(formatLimit(effectiveLimit({ default: 0, providers: {} }, 'aws', policyOf('documented')))).toMatch(/^no limit/)
  expect(formatLimit(limitOf('aws', null))).toMatch(/^0/)
})

test('warns when the default is below the utilization, and when a limit is never read', () => {
  const row = { provider: 'azure', limit: limitOf('azure'), unread: false, accounts: 1, most: 3 }
  expect(limitWarning(row)).toBeNull()
  expect(limitWarning({ ...row, most: 4 })).toMatch(/^One account already has 4 clusters/)
  expect(limitWarning({ ...row, provider: 'gdch', limit: limitOf('gdch', LIMITS, 'keb'), unread: true })).toBe(
    'limits.gdch is ignored: unknown provider.',
  )
  expect(limitWarning({ ...row, provider: 'aws', limit: limitOf('aws'), unread: true })).toBe(
    'limits.aws is ignored: unknown provider.',
  )
  const alias = 'sap-converged-cloud'
  expect(limitWarning({ ...row, provider: alias, limit: limitOf(alias), unread: true })).toBe(
    'limits.sap-converged-cloud is ignored. This provider uses limits.openstack.',
  )
})
