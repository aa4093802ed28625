import { describe, expect, test } from 'vitest'
import { bindingOf } from '../../../test/engine/bindings.ts'
import { ANNOTATIONS, type Doubt } from '../pools/binding.ts'
import { pooledBinding, stateAt } from '../pools/pooled-binding.ts'
import { exclusion } from '../selection/search.ts'
import { policyOf } from '../semantics.ts'
import {
  doubtOf,
  type Identity,
  identify,
  isMassDisappearance,
  type RegisterEntry,
  type StoredIdentity,
} from './identity.ts'

const ACCOUNT = 'Secret/garden-kyma/one'
const OTHER = 'Secret/garden-kyma/two'
const owned = { hyperscalerType: 'aws', tenantName: 'ga-1' }

/** A binding of the account named `account`. */
function binding(uid: string, account = ACCOUNT, doubt?: Doubt) {
  const [, namespace = '', name = ''] = account.split('/')
  return bindingOf('a', owned, { uid, account: { kind: 'Secret', namespace, name }, ...(doubt && { doubt }) })
}

describe('identify', () => {
  const remembered = (uid: string | null, labels?: StoredIdentity['labels']): StoredIdentity => ({
    uid,
    account: ACCOUNT,
    ...(labels && { labels }),
  })
  test.each<[string, StoredIdentity | null, ReturnType<typeof binding> | null, Identity]>([
    ['the same uid and account', remembered('u1'), binding('u1'), 'same'],
    ['another uid for the same account', remembered('u1'), binding('u2'), 'restored'],
    ['another uid for another account', remembered('u1'), binding('u2', OTHER), 'another-account'],
    ['the same uid for another account', remembered('u1'), binding('u1', OTHER), 'another-account'],
    ['no object', remembered('u1'), null, 'gone'],
    [
      'no uid, account and labels agree',
      remembered(null, { tenantName: 'ga-1', euAccess: null }),
      binding('u1'),
      'adopt',
    ],
    ['no uid, another owner', remembered(null, { tenantName: 'ga-2' }), binding('u1'), 'restored'],
    ['no uid, another account', remembered(null, { tenantName: 'ga-1' }), binding('u1', OTHER), 'another-account'],
    ['the same uid, in doubt', remembered('u1'), binding('u1', ACCOUNT, 'copied'), 'restored'],
    ['no uid, in doubt', remembered(null), binding('u1', ACCOUNT, 'restored'), 'restored'],
    ['nothing remembered', null, binding('u1'), 'adopt'],
    ['nothing remembered, no object', null, null, 'gone'],
  ])('%s', (_, memory, now, expected) => {
    expect(identify(memory, now)).toBe(expected)
  })
})

describe('doubt', () => {
  const created = '2026-05-01T12:00:00Z'
  const annotated = (annotations: Record<string, string>) =>
    bindingOf('a', owned, { uid: 'u2', createdAt: created, annotations })
  const known = (uid: string, accepted = false): RegisterEntry => ({ uid, accepted })
  const noted = (uid: string) => ({ [ANNOTATIONS.uid]: uid })
  const since = (at: string) => ({ [ANNOTATIONS.stateSince]: at })
  test.each<[string, RegisterEntry | null, Record<string, string>, Doubt | undefined]>([
    ['a new object without notes', null, {}, undefined],
    ['a registered object', known('u2'), noted('u2'), undefined],
    ['another registered uid', known('u1'), {}, 'restored'],
    ['another registered uid, accepted before', known('u1', true), noted('u2'), 'restored'],
    ['notes of another uid', null, noted('u1'), 'copied'],
    ['notes of another uid, registered at first sight', known('u2'), noted('u1'), 'copied'],
    ['notes of another uid, accepted', known('u2', true), noted('u1'), undefined],
    ['notes older than the object, by a release that noted no uid', null, since('2026-04-30T12:00:00Z'), 'copied'],
    ['notes older than the object by less than the clocks may differ', null, since('2026-05-01T11:57:00Z'), undefined],
    ['notes younger than the object', null, since('2026-05-02T12:00:00Z'), undefined],
    ['an invalid date', null, since('yesterday'), undefined],
    ['the own uid with older notes', null, { ...noted('u2'), ...since('2026-04-30T12:00:00Z') }, undefined],
  ])('%s', (_, registered, annotations, expected) => {
    expect(doubtOf(registered, annotated(annotations))).toBe(expected)
  })
})

describe('a binding in doubt', () => {
  const at = Date.parse('2026-05-01T12:00:00Z')
  const { heldFlags, hold, holdUntil, state } = ANNOTATIONS
  const doubted = (labels: Record<string, string>, annotations: Record<string, string> = {}) => {
    const pooled = pooledBinding(
      bindingOf('a', { hyperscalerType: 'aws', ...labels }, { annotations, doubt: 'copied' }),
    )
    if (pooled === null) throw new Error('It has labels of HAP.')
    return pooled
  }

  const over = { [hold]: 'x', [heldFlags]: '', [holdUntil]: '2026-01-01T00:00:00Z' }

  test.each([
    ['free', {}],
    ['owned', { tenantName: 'ga-1' }],
    ['shared', { shared: 'true' }],
  ])('is not selected when it is %s, except by KEB', (_, labels) => {
    expect(exclusion(doubted(labels), { policy: policyOf('documented'), at })).toBe('restored')
    expect(exclusion(doubted(labels), { policy: policyOf('keb'), at })).toBeNull()
  })

  test.each([
    ['an expired hold', { dirty: 'held', internal: 'true' }, over, 'held'],
    ['a hold that its labels do not show', {}, over, 'held'],
    ['quarantine', { dirty: 'true' }, { [state]: 'quarantined' }, 'quarantined'],
    ['no progress of a cleaning', { dirty: 'true' }, { [state]: 'verifying' }, 'dirty'],
  ])('keeps %s', (_, labels, annotations, expected) => {
    expect(stateAt(doubted(labels, annotations), at)).toBe(expected)
    expect(doubted(labels, annotations).holdEnd).toBe(hold in annotations ? Number.POSITIVE_INFINITY : null)
  })
})

test.each([
  [10, 10, true],
  [20, 10, true],
  [21, 10, false],
  [9, 9, false],
  [600, 300, true],
  [600, 299, false],
  [0, 0, false],
])('if %i objects are known and %i disappear: %s', (known, gone, expected) => {
  expect(isMassDisappearance({ known, gone })).toBe(expected)
})
