import { describe, expect, test } from 'vitest'
import { readLabels } from '../pools/labels.ts'
import { policyOf } from '../semantics.ts'
import { effectiveLimit, isOnAllowlist } from './multi-account.ts'
import { type CleanupInput, cleanup, type ReleaseInput, release } from './release.ts'

const documented = policyOf('documented')
const keb = policyOf('keb')
const labels = (given: Record<string, string>) => readLabels('CredentialsBinding', given)

describe('release', () => {
  const shoot = (name: string, credentialsBinding: string | null, secretBinding: string | null = null) => {
    return { name, credentialsBinding, secretBinding }
  }
  const base: ReleaseInput = {
    labels: labels({ hyperscalerType: 'aws', tenantName: 'ga' }),
    bindingName: 'a',
    ownShoot: 'own',
    shoots: [],
    otherClusters: 0,
    timedOut: false,
  }
  test.each<[string, Partial<ReleaseInput>, object, object?]>([
    ['marks an unused account dirty', {}, { outcome: 'marked-dirty' }],
    ['has nothing to do without a binding', { bindingName: '', labels: null }, { outcome: 'nothing-assigned' }],
    [
      'waits a minute for the binding',
      { labels: null },
      { outcome: 'retry', retryAfterSeconds: 10, timeoutSeconds: 60 },
    ],
    ['gives up on a lost binding', { labels: null, timedOut: true }, { outcome: 'failed', markDirty: false }],
    [
      'skips shared before all else',
      { labels: labels({ shared: 'true', internal: 'true', dirty: 'true' }) },
      { outcome: 'skip-shared' },
    ],
    [
      'skips internal before dirty',
      { labels: labels({ internal: 'true', dirty: 'true' }) },
      { outcome: 'skip-internal' },
    ],
    ['skips dirty', { labels: labels({ dirty: 'true' }), shoots: [shoot('x', 'a')] }, { outcome: 'skip-dirty' }],
    ['does not take false for dirty', { labels: labels({ dirty: 'false' }) }, { outcome: 'marked-dirty' }],
    [
      'waits an hour for its own shoot',
      { shoots: [shoot('own', 'a')] },
      { outcome: 'retry', retryAfterSeconds: 10, timeoutSeconds: 3_600 },
    ],
    [
      'fails after that hour; an account in use is not dirty',
      { shoots: [shoot('own', 'a')], timedOut: true },
      { outcome: 'failed', markDirty: false },
      { outcome: 'failed', markDirty: true },
    ],
    [
      'fails and leaves a binding others use',
      { shoots: [shoot('own', 'a'), shoot('x', 'a')], timedOut: true },
      { outcome: 'failed', markDirty: false },
    ],
    ['does not wait for a shoot it never had', { ownShoot: '', shoots: [shoot('', 'b')] }, { outcome: 'marked-dirty' }],
    ['keeps what another shoot uses', { shoots: [shoot('x', 'a')] }, { outcome: 'still-used' }],
    [
      'keeps an account that a shoot uses by secretBindingName',
      { shoots: [shoot('x', null, 'a')] },
      { outcome: 'still-used' },
      { outcome: 'marked-dirty' },
    ],
    [
      'keeps an account in use according to the database',
      { otherClusters: 1 },
      { outcome: 'still-used' },
      { outcome: 'marked-dirty' },
    ],
  ])('%s', (_, change, expected, forKeb = expected) => {
    expect(release({ ...base, ...change }, documented)).toEqual(expected)
    expect(release({ ...base, ...change }, keb)).toEqual(forKeb)
  })
})

describe('cleanup', () => {
  const base: CleanupInput = {
    kind: 'CredentialsBinding',
    name: 'a',
    labels: labels({ hyperscalerType: 'aws', dirty: 'true', tenantName: 'ga' }),
    providerType: 'aws',
    readableSecret: true,
    usedNames: new Set(),
    clusters: 0,
    verifiedEmpty: false,
  }
  test.each<[string, Partial<CleanupInput>, string, string]>([
    ['needs evidence; KEB needs none', {}, 'unverified', 'released'],
    ['frees a verified account', { verifiedEmpty: true }, 'released', 'released'],
    [
      'skips an account that is not dirty',
      { labels: labels({ hyperscalerType: 'aws', dirty: 'yes' }) },
      'not-dirty',
      'not-dirty',
    ],
    ['skips an account in use', { usedNames: new Set(['a']), verifiedEmpty: true }, 'still-used', 'still-used'],
    ['counts every cluster of the account', { clusters: 1, verifiedEmpty: true }, 'still-used', 'released'],
    ['has no cleaner for openstack', { providerType: 'openstack' }, 'unverified', 'unknown-provider'],
    ['has no cleaner for AWS in capitals', { providerType: 'AWS' }, 'unverified', 'unknown-provider'],
    ['needs a provider type', { providerType: null }, 'unverified', 'unknown-provider'],
    [
      'reads the provider of a SecretBinding from its label',
      { kind: 'SecretBinding', providerType: null },
      'unverified',
      'released',
    ],
    [
      'knows gcp_cf-sa30',
      { kind: 'SecretBinding', labels: labels({ hyperscalerType: 'gcp_cf-sa30', dirty: 'true' }) },
      'unverified',
      'released',
    ],
    [
      'knows no other pool of a SecretBinding',
      { kind: 'SecretBinding', labels: labels({ hyperscalerType: 'aws_x', dirty: 'true' }) },
      'unverified',
      'unknown-provider',
    ],
    ['needs a Secret it can read', { readableSecret: false }, 'unverified', 'unreadable'],
  ])('%s', (_, change, expected, forKeb) => {
    expect([cleanup({ ...base, ...change }, documented), cleanup({ ...base, ...change }, keb)]).toEqual([
      expected,
      forKeb,
    ])
  })
})

describe('the limit of a provider', () => {
  const limits = { default: 100, providers: { aws: 180, openstack: 75, gdch: 9, gcp: 0 } }
  test.each([
    [limits, 'aws', 180, 'limits.aws'],
    [limits, 'AWS', 180, 'limits.aws'],
    [limits, 'sap-converged-cloud', 75, 'limits.openstack'],
    [limits, 'SapConvergedCloud', 75, 'limits.openstack'],
    [limits, 'gcp', 100, 'limits.default'],
    [limits, 'unheard-of', 100, 'limits.default'],
    [limits, 'constructor', 100, 'limits.default'],
    [limits, 'gdch', 9, 'limits.gdch'],
    [{ default: 0, providers: {} }, 'aws', 999_999, null],
    [null, 'aws', 0, null],
  ])('%j %s is %j from %j', (given, provider, value, setting) => {
    expect(effectiveLimit(given, provider, documented)).toMatchObject({ value, setting })
  })

  test('of gdch is the default for KEB, which has no field for it', () => {
    expect(effectiveLimit(limits, 'gdch', keb)).toEqual({ value: 100, source: 'default', setting: 'limits.default' })
  })
})

test.each([
  [[], 'ga', false],
  [['*'], 'ga', true],
  [['x', '*'], '', true],
  [['ga'], 'ga', true],
  [['GA', ' ga', 'g*'], 'ga', false],
])('the allowlist %j lets %s have several accounts: %j', (allowed, globalAccount, expected) => {
  expect(isOnAllowlist(allowed, globalAccount)).toBe(expected)
})
