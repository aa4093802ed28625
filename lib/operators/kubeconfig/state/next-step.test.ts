import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type Issued, type IssueRecord, newRecord, type Revocation } from './issue-record.ts'
import { nextStep } from './next-step.ts'
import type { Inside, InsideObject, Observed } from './observed.ts'
import type { Step } from './step.ts'
import { wantedRoles } from './wanted-roles.ts'

const NOW = 1_000_000_000
const RULES = [{ verbs: ['get'], apiGroups: [''], resources: ['pods'] }]
const WANTED = wantedRoles({ granted: { clusterRules: RULES, role: { namespace: 'n', rules: RULES } }, kept: [] })
const NOTHING = wantedRoles({ granted: { clusterRules: [], role: null }, kept: [] })

const ISSUED: Issued = {
  at: NOW - 1_000,
  expiresAt: NOW + 3_600_000,
  renewsAt: NOW + 2_400_000,
  seconds: 3_600,
  fingerprint: 'f',
  by: 'shoot',
  place: 'place',
  cluster: 'cluster',
  address: 'address',
  account: 'account',
  anchor: 'anchor-1',
}
const RECORD: IssueRecord = {
  ...newRecord('u'),
  issue: 1,
  issued: ISSUED,
  applied: WANTED.digest,
  lookedAt: NOW - 1_000,
}
const PLACE = { by: 'shoot', namespace: 'garden', name: 'c', uid: 'place' } as const

function object(uid: string, namespace: string | null = null): InsideObject {
  return { uid, namespace, name: uid, version: '1' }
}

const INSIDE: Inside = {
  cluster: 'cluster',
  address: 'address',
  namespaces: new Set(['hap-access', 'n']),
  account: object('account', 'hap-access'),
  roles: [
    { ...object('cr'), rules: RULES },
    { ...object('r', 'n'), rules: RULES },
  ],
  bindings: [
    { ...object('crb'), sound: true },
    { ...object('rb', 'n'), sound: true },
  ],
  anchors: [{ ...object('anchor-1', 'hap-access'), issue: 1, createdAt: NOW - 1_000 }],
}

const REQUEST = {
  uid: 'u',
  deleting: false,
  finalizer: true,
  rotate: false,
  revoke: false,
  expiration: 3_600,
  lastExpiry: null,
  reported: { revocation: null, expiresAt: null },
}

/** A request with a valid kubeconfig, without access to the cluster. */
const RESTING: Observed = {
  request: REQUEST,
  secret: { version: '1', foreign: false, record: RECORD },
  target: { state: 'found', place: PLACE, leaving: false },
  wanted: WANTED,
  inside: null,
}

const withRecord = (change: Partial<typeof RECORD>, more: Partial<Observed> = {}): Observed => ({
  ...RESTING,
  ...more,
  secret: { ...RESTING.secret, record: { ...RECORD, ...change } },
})
const seeing = (change: Partial<Inside>, more: Partial<Observed> = {}): Observed => ({
  ...RESTING,
  ...more,
  inside: { ...INSIDE, ...change },
})
const asking = (change: Partial<Observed['request']>, more: Partial<Observed> = {}): Observed => ({
  ...RESTING,
  ...more,
  request: { ...REQUEST, ...change },
})

const DONE: Revocation = { since: NOW, removedAt: NOW, done: { at: NOW, proof: 'token-refused' } }
const REPORTED = { revocation: null, expiresAt: ISSUED.expiresAt }
const FOREIGN = { version: '1', foreign: true, record: null }
const besideForeign = (change: Partial<Observed['request']>, more: Partial<Observed> = {}): Observed =>
  asking(change, { secret: FOREIGN, ...more })

describe('the next step', () => {
  test.each<[string, Observed, Partial<Step>]>([
    ['for a new request', asking({ finalizer: false }), { do: 'add-finalizer' }],
    ['in order', RESTING, { do: 'wait', until: ISSUED.renewsAt, because: 'in-order' }],
    ['in order, having looked', seeing({}), { do: 'wait', until: ISSUED.renewsAt }],
    ['with other rules', { ...RESTING, wanted: NOTHING }, { do: 'look' }],
    ['when renewal is due', withRecord({ issued: { ...ISSUED, renewsAt: NOW } }), { do: 'look' }],
    [
      'when renewal is due and nothing is granted',
      { ...withRecord({ issued: { ...ISSUED, renewsAt: NOW }, applied: NOTHING.digest }), wanted: NOTHING },
      { do: 'wait', because: 'nothing-granted' },
    ],
    ['when the last inspection was long ago', withRecord({ lookedAt: 0 }), { do: 'look' }],
    ['when a token retires', withRecord({ retiring: [{ issue: 0, at: NOW }] }), { do: 'look' }],
    ['when a shoot was recreated', withRecord({ issued: { ...ISSUED, place: 'other' } }), { do: 'look' }],
    [
      'when the Secret of a brought cluster was replaced',
      {
        ...withRecord({ issued: { ...ISSUED, by: 'secret' }, way: '6' }),
        target: { state: 'found', place: { ...PLACE, by: 'secret', key: 'config', version: '7' }, leaving: false },
      },
      { do: 'look' },
    ],
    ['when the expiration was edited', asking({ expiration: 600 }), { do: 'look' }],
    ['without a Cluster', { ...RESTING, target: { state: 'no-cluster' } }, { do: 'wait', because: 'cluster-gone' }],
    ['without a shoot', { ...RESTING, target: { state: 'gone' } }, { do: 'wait', because: 'cluster-gone' }],
    ['before there is a shoot', { ...RESTING, target: { state: 'not-ready' } }, { do: 'wait', because: 'not-ready' }],
    ...(['no-cluster', 'not-ready'] as const).map(
      state =>
        [
          `with nothing granted and ${state}`,
          { ...RESTING, secret: { version: null, foreign: false, record: null }, target: { state }, wanted: NOTHING },
          { do: 'wait', because: 'nothing-granted' },
        ] as [string, Observed, Partial<Step>],
    ),
    [
      'with a Secret of others',
      { ...RESTING, secret: { version: '1', foreign: true, record: null } },
      { do: 'wait', because: 'secret-foreign' },
    ],
    ['with a Secret of others, and asked to be revoked', besideForeign({ revoke: true }), { do: 'look' }],
    [
      'with a foreign Secret and a requested revocation, without access',
      besideForeign({ revoke: true }, { target: { state: 'not-ready' } }),
      { do: 'wait', because: 'secret-foreign' },
    ],
    [
      'with a Secret of others, revoked and seen inside',
      besideForeign({ revoke: true }, { inside: INSIDE }),
      { do: 'delete', kind: 'binding' },
    ],
    [
      'with a Secret of others, and revoked to the end before',
      besideForeign({ revoke: true, reported: { revocation: DONE, expiresAt: NOW } }),
      { do: 'wait', because: 'secret-foreign' },
    ],
    ['with a Secret of others, after an issue', besideForeign({ reported: REPORTED }), { do: 'look' }],
    [
      'with a Secret of others, after an issue, with narrower rules',
      besideForeign({ reported: REPORTED }, { inside: INSIDE, wanted: NOTHING }),
      { do: 'delete', kind: 'binding' },
    ],
    [
      'with a Secret of others, after an issue, with wider rules',
      besideForeign({ reported: REPORTED }, { inside: { ...INSIDE, roles: [], bindings: [] } }),
      { do: 'wait', because: 'secret-foreign' },
    ],
    [
      'with a binding to another subject',
      seeing({ bindings: [{ ...object('crb'), sound: false }] }),
      { do: 'delete', kind: 'binding' },
    ],
    [
      'with a role elsewhere',
      seeing({ roles: [...INSIDE.roles, { ...object('x', 'x'), rules: RULES }] }),
      { do: 'delete', kind: 'role' },
    ],
    [
      'with other rules in a role',
      seeing({ roles: [{ ...object('cr'), rules: [] }], account: null }),
      { do: 'update-role' },
    ],
    ['without a namespace', seeing({ namespaces: new Set(['n']) }), { do: 'create-namespace', name: 'hap-access' }],
    ['without an account', seeing({ account: null }), { do: 'create-account' }],
    ['without a role', seeing({ roles: [] }), { do: 'create-role' }],
    ['without a binding', seeing({ bindings: [] }), { do: 'create-binding' }],
    ['without the anchor', seeing({ anchors: [] }), { do: 'create-anchor', issue: 2 }],
    ['with another account', seeing({ account: object('young', 'hap-access') }), { do: 'create-anchor', issue: 2 }],
    ['at another address', seeing({ address: 'other' }), { do: 'create-anchor', issue: 2 }],
    [
      'with the anchor of the next issue',
      seeing({ address: 'other', anchors: [{ ...object('a2', 'hap-access'), issue: 2, createdAt: NOW }] }),
      { do: 'issue', issue: 2, anchor: 'a2', account: 'account' },
    ],
    [
      'with an unused anchor',
      seeing({ anchors: [...INSIDE.anchors, { ...object('a0', 'hap-access'), issue: 0, createdAt: 0 }] }),
      { do: 'delete', kind: 'anchor' },
    ],
    [
      'with an anchor that an operator may be using',
      seeing({ anchors: [...INSIDE.anchors, { ...object('a2', 'hap-access'), issue: 2, createdAt: NOW - 60_000 }] }),
      { do: 'wait' },
    ],
    [
      'with an abandoned anchor',
      seeing({ anchors: [...INSIDE.anchors, { ...object('a2', 'hap-access'), issue: 2, createdAt: NOW - 3_600_000 }] }),
      { do: 'delete', kind: 'anchor' },
    ],
    [
      'with an anchor of an unrecorded issue',
      {
        ...seeing({ anchors: [{ ...object('a1', 'hap-access'), issue: 1, createdAt: 0 }] }),
        secret: { version: null, foreign: false, record: null },
      },
      { do: 'delete', kind: 'anchor' },
    ],
    ['for a rotation', asking({ rotate: true }), { do: 'note-rotation' }],
    [
      'for a rotation noted',
      { ...withRecord({ rotateAfter: 1 }), request: { ...REQUEST, rotate: true } },
      { do: 'acknowledge-rotation' },
    ],
    ['for a rotation of rules that were narrowed', asking({ rotate: true }, { wanted: NOTHING }), { do: 'look' }],
    ['for a rotation acknowledged', withRecord({ rotateAfter: 1 }), { do: 'look' }],
    ['for a revocation', asking({ revoke: true, rotate: true }), { do: 'fence' }],
    [
      'for a revocation without its annotation',
      withRecord({ revocation: { since: 0, removedAt: null, done: null } }),
      { do: 'look' },
    ],
    ...(
      [
        ['once the access is removed', 0, { do: 'probe' }],
        ['while the old token may be in a cache', 5_000, { do: 'wait', until: NOW + 5_200, because: 'revoking' }],
        ['when it cannot be any more', 10_500, { do: 'probe' }],
      ] as const
    ).map(([name, ago, step]): [string, Observed, Partial<Step>] => [
      name,
      withRecord({ revocation: { since: 0, removedAt: NOW - ago, done: null } }),
      step,
    ]),
    [
      'after a revocation',
      withRecord({ revocation: { since: 0, removedAt: 1, done: { at: 2, proof: 'token-refused' } } }),
      { do: 'wait', because: 'revoked' },
    ],
    ['for a deletion', asking({ deleting: true, revoke: true }), { do: 'fence' }],
    [
      'for a deletion after the access was removed',
      asking({ deleting: true, finalizer: false }),
      { do: 'wait', because: 'released' },
    ],
  ])('%s', (_name, observed, step) => {
    expect(nextStep(observed, NOW)).toMatchObject(step)
  })
})

const HOUR = 3_600_000
const BROUGHT: Issued = { ...ISSUED, by: 'secret', place: 'of-cluster' }
const FENCED = { since: 0, removedAt: null, done: null }
const LOST = { state: 'no-way', leaving: false } as const

/** A revocation of access to an imported cluster. */
const revoking = (record: Partial<typeof RECORD>, more: Partial<Observed> = {}): Observed =>
  withRecord({ issued: BROUGHT, revocation: FENCED, ...record }, more)

describe('an inaccessible access', () => {
  // Issued when the expiration was longer: when it ends, the newest token expired long ago.
  const older = { issue: 0, at: NOW + 10 * HOUR, expiresAt: NOW + 10 * HOUR, cluster: 'cluster' }
  // A requested rotation should have ended it long before its expiry, but the cluster was
  // inaccessible.
  const hasty = { issue: 0, at: NOW - 1, expiresAt: NOW + 10 * HOUR, cluster: 'cluster' }
  const expired = { ...BROUGHT, expiresAt: NOW }
  const deleted = { ...REQUEST, deleting: true }
  const gone = { state: 'no-cluster' } as const

  test.each<[string, Observed, Partial<Step>]>([
    ['is tried, while the newest token lives', revoking({}, { target: LOST }), { do: 'probe' }],
    [
      'has ended with its last token',
      revoking({ issued: expired }, { target: LOST }),
      { do: 'note-revoked', proof: 'expired' },
    ],
    [
      'that was taken away is not tried for ever: it has ended with its last token',
      revoking({ issued: expired, revocation: { ...FENCED, removedAt: 1 } }, { target: gone }),
      { do: 'note-revoked', proof: 'expired' },
    ],
    [
      'that was taken away is tried until its last token ends',
      revoking({ revocation: { ...FENCED, removedAt: 1 } }, { target: gone }),
      { do: 'probe' },
    ],
    [
      'that was taken away is tried where there is a way',
      revoking({ issued: expired, revocation: { ...FENCED, removedAt: 1 } }),
      { do: 'probe' },
    ],
    [
      'lasts as long as an older token',
      revoking({ issued: expired, retiring: [older] }, { target: LOST }),
      { do: 'wait', until: older.expiresAt },
    ],
    [
      'lasts as long as one that was to be ended before',
      revoking({ issued: expired, retiring: [hasty] }, { target: LOST }),
      { do: 'wait', until: hasty.expiresAt },
    ],
    [
      'is not proved by its newest token',
      revoking({ retiring: [older] }, { target: LOST }),
      { do: 'wait', until: older.expiresAt },
    ],
    [
      'lasts also without a Cluster',
      revoking({ issued: expired, retiring: [older] }, { target: gone }),
      { do: 'wait', until: older.expiresAt },
    ],
    [
      'is known from the status, where the record is lost',
      revoking({ issue: 0, issued: null }, { target: LOST, request: { ...REQUEST, lastExpiry: NOW + HOUR } }),
      { do: 'wait', until: NOW + HOUR },
    ],
    [
      'is not there, where nothing was issued',
      revoking({ issue: 0, issued: null }, { target: LOST }),
      { do: 'note-revoked', proof: 'nothing-issued' },
    ],
    [
      'is that of the cluster before, when another was brought in its place',
      revoking(
        { retiring: [{ ...older, cluster: 'before' }] },
        { inside: { ...INSIDE, account: null, roles: [], bindings: [], anchors: [] } },
      ),
      { do: 'wait', until: older.expiresAt },
    ],
    [
      'keeps a deleted request',
      revoking({ issued: expired, retiring: [older] }, { target: LOST, request: deleted }),
      { do: 'wait', until: older.expiresAt, because: 'no-way' },
    ],
    [
      'keeps a deleted request of a Cluster that is gone',
      revoking({ issued: expired, retiring: [older] }, { target: gone, request: deleted }),
      { do: 'wait', until: older.expiresAt },
    ],
    [
      'keeps a deleted request without a record',
      {
        ...RESTING,
        secret: { version: null, foreign: false, record: null },
        target: LOST,
        request: { ...deleted, lastExpiry: NOW + HOUR },
      },
      { do: 'wait', until: NOW + HOUR },
    ],
    [
      'lets a deleted request go once it has ended',
      revoking({ issued: expired }, { target: LOST, request: deleted }),
      { do: 'delete-secret' },
    ],
    [
      'is none of a shoot, which took it along',
      withRecord({ revocation: FENCED, retiring: [{ issue: 0, at: NOW + HOUR }] }, { target: gone }),
      { do: 'note-revoked', proof: 'cluster-gone' },
    ],
    [
      'does not exist for a shoot with a deleted Cluster and request',
      withRecord({ revocation: FENCED }, { target: gone, request: deleted }),
      { do: 'delete-secret' },
    ],
  ])('%s', (_name, observed, step) => {
    expect(nextStep(observed, NOW)).toMatchObject(step)
  })
})

describe('a revocation whose record was deleted', () => {
  const none = { version: null, foreign: false, record: null }
  const proved = { since: 1, removedAt: null, done: { at: 2, proof: 'token-refused' as const } }
  const telling = { ...REQUEST, revoke: true, reported: { revocation: proved, expiresAt: null } }
  const found = { inside: { ...INSIDE, anchors: [{ ...object('a4', 'hap-access'), issue: 4, createdAt: 0 }] } }
  const empty = { inside: { ...INSIDE, account: null, roles: [], bindings: [], anchors: [] } }
  const unknown = { issue: 0, issued: null }
  const lost = { retiring: [{ issue: 0, at: NOW + HOUR, expiresAt: NOW + HOUR }], ...unknown }

  test.each<[string, Observed, Step]>([
    [
      'is remembered by its status',
      { ...RESTING, secret: none, request: telling },
      { do: 'remember', revocation: proved },
    ],
    [
      'remains in force after the request was withdrawn',
      {
        ...withRecord(unknown),
        request: { ...telling, revoke: false },
        target: { ...RESTING.target, leaving: true } as never,
      },
      { do: 'remember', revocation: proved },
    ],
    ['restarts after a later issue', { ...RESTING, request: telling }, { do: 'fence' }],
    ['records found access before removing it', revoking(unknown, found), { do: 'note-issue', issue: 4 }],
    ['has proved less once that is gone', revoking({ ...unknown, issue: 4 }, empty), { do: 'note-removed' }],
    [
      'waits for the cluster, where it found something before',
      revoking({ ...unknown, issue: 4 }, { target: LOST }),
      { do: 'wait', until: null, because: 'revoking' },
    ],
    [
      'removes everything if the status recorded an issue',
      revoking(lost, empty),
      { do: 'note-revoked', proof: 'untried' },
    ],
    [
      'waits for a shoot that may have such a token',
      revoking(lost, { target: { state: 'not-ready' } }),
      { do: 'wait', until: NOW + HOUR, because: 'not-ready' },
    ],
    [
      'ends with the shoot that had such a token',
      revoking(lost, { target: { state: 'gone' } }),
      { do: 'note-revoked', proof: 'cluster-gone' },
    ],
    ['without any trace needs no proof', revoking(unknown, empty), { do: 'note-revoked', proof: 'nothing-issued' }],
  ])('%s', (_name, observed, step) => {
    expect(nextStep(observed, NOW)).toEqual(step)
  })
})

test('a deleted request whose access was removed is released, although its Cluster is deleted and its status names a last token', () => {
  const removed = { since: 0, removedAt: NOW - 1, done: null }
  const request = { ...REQUEST, deleting: true, lastExpiry: NOW + HOUR }
  let observed = revoking({ revocation: removed }, { target: { state: 'no-cluster' }, request })
  expect(nextStep(observed, NOW)).toEqual({ do: 'forget-expiry' })
  observed = { ...observed, request: { ...request, lastExpiry: null } }
  expect(nextStep(observed, NOW)).toEqual({ do: 'delete-secret' })
  observed = { ...observed, secret: { version: null, foreign: false, record: null } }
  expect(nextStep(observed, NOW)).toEqual({ do: 'drop-finalizer' })
})

describe('in a cluster that its Cluster no longer refers to', () => {
  const leaving = {
    state: 'found',
    place: { ...PLACE, by: 'secret', key: 'config', version: '7' },
    leaving: true,
  } as const

  test.each<[string, Observed, Partial<Step>]>([
    ['nothing begins', asking({ finalizer: false }, { target: leaving }), { do: 'wait', because: 'cluster-leaving' }],
    [
      'an access ends',
      withRecord({ issued: BROUGHT }, { target: leaving }),
      { do: 'fence', because: 'cluster-deleted' },
    ],
    [
      'an access that is about to be issued ends',
      { ...RESTING, target: leaving, secret: { version: null, foreign: false, record: null } },
      { do: 'fence' },
    ],
    [
      'the access ends although the cluster is inaccessible',
      withRecord({ issued: BROUGHT }, { target: { state: 'no-way', leaving: true } }),
      { do: 'fence' },
    ],
    ['it is taken out', revoking({}, { target: leaving, inside: INSIDE }), { do: 'delete', kind: 'binding' }],
  ])('%s', (_name, observed, step) => {
    expect(nextStep(observed, NOW)).toMatchObject(step)
  })

  test('distinguishes a requested revocation from that of a deleted Cluster', () => {
    expect(nextStep(asking({ revoke: true }, { target: leaving }), NOW)).toEqual({ do: 'fence' })
  })
})

const state = fc.record({
  deleting: fc.boolean(),
  revoke: fc.boolean(),
  rotate: fc.boolean(),
  fenced: fc.boolean(),
  account: fc.boolean(),
  roles: fc.boolean(),
  bindings: fc.boolean(),
  anchors: fc.boolean(),
  foreign: fc.boolean(),
})

describe('in any state', () => {
  test('nothing is granted to a revoked or deleted request', () => {
    fc.assert(
      fc.property(state, is => {
        const isFenced = is.fenced && !is.foreign
        if (!is.deleting && !is.revoke && !isFenced) return
        const revocation = isFenced ? { since: 0, removedAt: null, done: null } : null
        const { do: next } = nextStep(
          {
            ...withRecord({ revocation }),
            ...(is.foreign && { secret: FOREIGN }),
            request: { ...REQUEST, deleting: is.deleting, revoke: is.revoke, rotate: is.rotate },
            inside: {
              ...INSIDE,
              account: is.account ? INSIDE.account : null,
              roles: is.roles ? INSIDE.roles : [],
              bindings: is.bindings ? INSIDE.bindings : [],
              anchors: is.anchors ? INSIDE.anchors : [],
            },
          },
          NOW,
        )
        expect(next).not.toMatch(/^(create|issue|update|acknowledge|note-rotation|note-applied)/)
      }),
    )
  })

  test('permissions are removed before the account, and the fence precedes both', () => {
    const order: string[] = []
    let observed: Observed = { ...seeing({}), request: { ...REQUEST, revoke: true } }
    for (let i = 0; i < 20; i++) {
      const step = nextStep(observed, NOW)
      order.push(step.do === 'delete' ? step.kind : step.do)
      if (step.do === 'probe') break
      observed = after(observed, step)
    }
    expect(order).toEqual(['fence', 'binding', 'binding', 'anchor', 'account', 'role', 'role', 'note-removed', 'probe'])
  })
})

/** The state after a step, as far as a revocation needs it. */
function after(observed: Observed, step: Step): Observed {
  const { inside } = observed
  if (step.do === 'fence') return { ...withRecord({ revocation: { since: NOW, removedAt: null, done: null } }), inside }
  if (step.do === 'note-removed') {
    return { ...withRecord({ revocation: { since: NOW, removedAt: NOW, done: null } }), inside }
  }
  if (step.do !== 'delete' || inside === null) return observed
  const left = <T extends InsideObject>(list: readonly T[]) => list.filter(({ uid }) => uid !== step.object.uid)
  const account = step.kind === 'account' ? null : inside.account
  return {
    ...observed,
    inside: {
      ...inside,
      account,
      roles: left(inside.roles),
      bindings: left(inside.bindings),
      anchors: left(inside.anchors),
    },
  }
}
