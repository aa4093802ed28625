import { describe, expect, test } from 'vitest'
import { factsAbout } from '../../../test/engine/action-facts.ts'
import { bindingOf } from '../../../test/engine/bindings.ts'
import { verifiability } from '../lifecycle/cleaning.ts'
import { unholdChange, unholdDirtyChange } from '../lifecycle/hold.ts'
import { ANNOTATIONS, type Binding } from '../pools/binding.ts'
import { pooledBinding } from '../pools/pooled-binding.ts'
import type { Action } from './action.ts'
import type { ActionFacts } from './facts.ts'
import { cleaningRefusal, needsEmptyAccount } from './judge.ts'

const DIRTY = { hyperscalerType: 'aws', dirty: 'true' }
const NONE = new Set<string>()
const { state, hold } = ANNOTATIONS

const sibling = (labels: Record<string, string>, annotations: Record<string, string> = {}) => ({
  siblings: [bindingOf('other', labels, { annotations })].flatMap(binding => pooledBinding(binding) ?? []),
})

describe('a cleaner of an account', () => {
  test.each<[string, Binding, Partial<ActionFacts>, string | null]>([
    ['dirty', bindingOf('a', DIRTY), {}, null],
    ['being cleaned', bindingOf('a', DIRTY, { annotations: { [state]: 'cleaning' } }), {}, null],
    ['being verified', bindingOf('a', DIRTY, { annotations: { [state]: 'verifying' } }), {}, null],
    ['in quarantine', bindingOf('a', DIRTY, { annotations: { [state]: 'quarantined' } }), {}, 'It is quarantined.'],
    ['free', bindingOf('a', { hyperscalerType: 'aws' }), {}, 'It is free.'],
    ['claimed', bindingOf('a', { hyperscalerType: 'aws', tenantName: 'ga' }), {}, 'It is claimed.'],
    ['malformed', bindingOf('a', { ...DIRTY, shared: 'yes' }), {}, 'It is malformed.'],
    ['shared and dirty', bindingOf('a', { ...DIRTY, shared: 'true' }), {}, 'A shared account is never cleaned.'],
    ['internal and dirty', bindingOf('a', { ...DIRTY, internal: 'true' }), {}, 'An internal account is never cleaned.'],
    ['dirty with a hold noted', bindingOf('a', DIRTY, { annotations: { [hold]: 'x' } }), {}, 'A hold is recorded.'],
    ['terminating', bindingOf('a', DIRTY, { deletedAt: '2026-01-01T00:00:00Z' }), {}, 'It is terminating.'],
    [
      'beside one that can be claimed',
      bindingOf('a', DIRTY),
      sibling({ hyperscalerType: 'aws' }),
      'other refers to the same account and can still be assigned. Put that binding on hold first.',
    ],
    [
      'beside one in quarantine',
      bindingOf('a', DIRTY),
      sibling(DIRTY, { [state]: 'quarantined' }),
      'other refers to the same account and is quarantined.',
    ],
    ['beside another dirty one', bindingOf('a', DIRTY), sibling(DIRTY), null],
    [
      'of a tenant whose claim is open',
      bindingOf('a', DIRTY),
      { clusters: [{ shoot: null, claim: { id: 'c', cluster: null, tenant: 'ga' } }] },
      expect.stringMatching(/claim|cluster/),
    ],
  ])('%s', (_, binding, more, expected) => {
    expect(cleaningRefusal(factsAbout(binding, more), NONE)).toEqual(expected)
  })

  test('does not touch an account that the name of the binding or of its Secret protects', () => {
    const facts = factsAbout(bindingOf('a', DIRTY, { account: { kind: 'Secret', namespace: 'n', name: 'secret-a' } }))
    for (const name of ['a', 'secret-a']) expect(cleaningRefusal(facts, new Set([name]))).toBe('It is protected.')
  })
})

describe('the verification that an account is empty', () => {
  const ON = new Set(['aws', 'gcp'])
  test.each<[string, Parameters<typeof bindingOf>[1], Partial<Binding>, string]>([
    ['the cleaner of its provider', { hyperscalerType: 'aws' }, { providers: ['aws'] }, 'aws'],
    ['that of its pool, where the binding names none', { hyperscalerType: 'gcp_cf-sa30' }, {}, 'gcp'],
    [
      'needs a person while the cleaner is off',
      { hyperscalerType: 'azure' },
      { providers: ['azure'] },
      'The azure cleaner is off.',
    ],
    [
      'needs a person on OpenStack',
      { hyperscalerType: 'openstack_eu-de-1' },
      { providers: ['openstack'] },
      'No cleaner can verify that an account of OpenStack is empty.',
    ],
    [
      'needs a person on Alibaba Cloud',
      { hyperscalerType: 'alicloud' },
      {},
      'No cleaner can verify that an account of Alibaba Cloud is empty.',
    ],
    [
      'needs a person on gdch',
      { hyperscalerType: 'gdch' },
      {},
      'No cleaner can verify that an account of Google Distributed Cloud is empty.',
    ],
    [
      'needs a person for two providers',
      { hyperscalerType: 'aws' },
      { providers: ['aws', 'gcp'] },
      'The binding does not name its provider.',
    ],
    [
      'needs a person with a WorkloadIdentity',
      { hyperscalerType: 'aws' },
      { account: { kind: 'WorkloadIdentity', namespace: 'n', name: 'w' } },
      'Its credentials are of the kind WorkloadIdentity, which cleaners cannot use.',
    ],
  ])('%s', (_, labels, more, expected) => {
    const tells = verifiability(factsAbout(bindingOf('a', labels, more)).pooled, ON)
    expect(
      tells.by === 'cleaner' ? tells.provider : tells.reason.replace(/ Check the account manually, then .*/, ''),
    ).toBe(expected)
  })
})

const aws = { hyperscalerType: 'aws' }
const held = bindingOf(
  'a',
  { ...aws, dirty: 'held', internal: 'true' },
  { annotations: { [ANNOTATIONS.heldFlags]: '' } },
)
const backToFree = unholdChange(held, 0)
const backToDirty = unholdDirtyChange(held, 0)

test.each<[string, Action, typeof backToFree, boolean, boolean]>([
  ['the end of a hold that frees an empty account', 'unhold', backToFree, false, true],
  ['the end of a hold that restores a state in use', 'unhold', backToFree, true, false],
  ['the end of a hold that leads to cleaning', 'unhold', backToDirty, true, true],
  ['a repair that frees', 'repair', backToFree, true, true],
  ['a confirmation that it is clean', 'confirm-clean', backToFree, true, true],
])('%s', (_, action, change, isUsed, expected) => {
  expect(needsEmptyAccount(action, held, change, isUsed)).toBe(expected)
})
