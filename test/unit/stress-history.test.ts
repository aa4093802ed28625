import { expect, test } from 'vitest'
import { ANNOTATIONS } from '#lib/hap/pools/binding.ts'
import { judge, type Looked, unproved } from '../stress/history.ts'
import type { Acknowledged, DoneAction, FinalClaim, ForeignCluster, LeftCluster } from '../stress/history-facts.ts'
import { FOREIGN_MARK } from '../stress/pools.ts'
import type { Version } from '../stress/witness.ts'

/** A version of a binding of pool aws. */
function version(
  name: string,
  seenAt: number,
  labels: Readonly<Record<string, string>> = {},
  { epoch = 0, by = null, account = name }: { epoch?: number; by?: string | null; account?: string } = {},
): Version {
  return {
    kind: 'CredentialsBinding',
    namespace: 'stress',
    name,
    uid: name,
    resourceVersion: String(seenAt),
    account: { kind: 'Secret', namespace: 'stress', name: account },
    providers: ['aws'],
    labels: { hyperscalerType: 'aws', ...labels },
    annotations: { [ANNOTATIONS.epoch]: String(epoch), ...(by !== null && { [ANNOTATIONS.selectedBy]: by }) },
    createdAt: '2026-11-22T00:00:00Z',
    deletedAt: null,
    seenAt,
  }
}

const claim = (id: string, binding: string, more: Partial<Acknowledged> = {}): Acknowledged => ({
  key: `key-${id}`,
  id,
  tenant: 't',
  pool: 'own',
  account: binding,
  binding,
  epoch: 1,
  acknowledgedAt: 2,
  releasedAt: null,
  ...more,
})

const row = (id: string, binding: string, more: Partial<FinalClaim> = {}): FinalClaim => ({
  id,
  key: `key-${id}`,
  status: 'reserved',
  tenant: 't',
  account: binding,
  binding,
  message: null,
  holder: null,
  skippedAccount: false,
  ...more,
})

const owned = { tenantName: 't' }
const held = version('a', 2, owned, { epoch: 1, by: '1' })
const heldTwice = version('a', 3, owned, { epoch: 2, by: '2' })
/** Marked dirty by another client. */
const marked = { ...owned, dirty: 'true', [FOREIGN_MARK]: '1' }

/** Claimed, and taken out of its pool by another client. */
const TAKEN_OUT = { ...owned, internal: 'true' }

interface Recorded {
  readonly versions: readonly Version[]
  readonly acknowledged?: readonly Acknowledged[]
  readonly claims?: readonly FinalClaim[]
  readonly left?: readonly LeftCluster[]
  readonly foreign?: readonly ForeignCluster[]
  readonly done?: readonly DoneAction[]
}

const CASES: readonly (readonly [string, Recorded, readonly string[]])[] = [
  [
    'an account that remains claimed',
    { versions: [version('a', 1), held], acknowledged: [claim('1', 'a')], claims: [row('1', 'a')] },
    [],
  ],
  [
    'a tenant with an account of each type and EU flag',
    {
      versions: [
        held,
        version('b', 3, { ...owned, euAccess: 'true' }, { by: '2' }),
        version('c', 4, { ...owned, hyperscalerType: 'gcp' }, { by: '3' }),
      ],
      claims: [row('1', 'a'), row('2', 'b'), row('3', 'c')],
    },
    [],
  ],
  ['an owner that changes', { versions: [held, version('a', 3, { tenantName: 'u' }, { epoch: 2 })] }, ['two owners']],
  [
    'an owner that is removed from an unacknowledged account taken out of its pool',
    {
      versions: [
        held,
        version('a', 3, TAKEN_OUT, { epoch: 1, by: '1' }),
        version('a', 4, { internal: 'true' }, { epoch: 2 }),
      ],
    },
    [],
  ],
  [
    'an owner that is removed from an acknowledged account',
    {
      versions: [
        held,
        version('a', 3, TAKEN_OUT, { epoch: 1, by: '1' }),
        version('a', 4, { internal: 'true' }, { epoch: 2 }),
      ],
      acknowledged: [claim('1', 'a', { releasedAt: 3 })],
    },
    ['two owners'],
  ],
  [
    'an owner that is removed from an account selected twice for an unacknowledged claim',
    {
      versions: [
        held,
        version('a', 3, TAKEN_OUT, { epoch: 1, by: '1' }),
        version('a', 4, { internal: 'true' }, { epoch: 2 }),
        version('a', 5, owned, { epoch: 3, by: '1' }),
      ],
      acknowledged: [claim('1', 'a', { epoch: 3 })],
      claims: [row('1', 'a')],
    },
    [],
  ],
  [
    'an owner that is removed while the account is in its pool',
    { versions: [held, version('a', 4, {}, { epoch: 2 })] },
    ['two owners'],
  ],
  [
    'another owner of an account that was taken out of its pool',
    {
      versions: [version('a', 3, TAKEN_OUT, { epoch: 1, by: '1' }), version('a', 4, { tenantName: 'u' }, { epoch: 2 })],
    },
    ['two owners'],
  ],
  [
    'two bindings of one account with different owners',
    { versions: [version('a', 1, owned), version('b', 2, { tenantName: 'u' }, { account: 'a' })] },
    ['two owners'],
  ],
  ['an epoch that decreases', { versions: [version('a', 1, {}, { epoch: 2 }), version('a', 2)] }, ['epoch went back']],
  [
    'two accounts of one tenant',
    { versions: [held, version('b', 3, owned, { by: '2' })], claims: [row('1', 'a'), row('2', 'b')] },
    ['two accounts'],
  ],
  [
    'a dirty account that is selected',
    { versions: [version('a', 1, { dirty: 'true' }), version('a', 2, { dirty: 'true' }, { epoch: 1, by: '1' })] },
    ['dirty selected'],
  ],
  [
    'an account that becomes dirty under its claim',
    {
      versions: [held, version('a', 3, { ...owned, dirty: 'true' }, { epoch: 2, by: '1' })],
      acknowledged: [claim('1', 'a')],
      claims: [row('1', 'a')],
    },
    ['dirty while claimed', 'lost'],
  ],
  [
    'an account that another client marks dirty under its claim',
    {
      versions: [held, heldTwice, version('a', 4, marked, { epoch: 2, by: '2' })],
      acknowledged: [claim('1', 'a', { releasedAt: 6 })],
    },
    [],
  ],
  [
    'and that is then cleaned under it',
    {
      versions: [
        held,
        heldTwice,
        version('a', 4, marked, { epoch: 2, by: '2' }),
        version('a', 5, { [FOREIGN_MARK]: '1' }, { epoch: 3, by: '2' }),
      ],
      acknowledged: [claim('1', 'a', { releasedAt: 6 })],
    },
    ['cleaned while claimed'],
  ],
  [
    'and that is then selected',
    {
      versions: [held, version('a', 3, marked, { epoch: 1, by: '1' }), version('a', 4, marked, { epoch: 2, by: '2' })],
    },
    ['dirty selected'],
  ],
  [
    'an account that is cleaned under its claim',
    {
      versions: [version('a', 1, { dirty: 'true' }, { epoch: 1, by: '1' }), version('a', 3, {}, { epoch: 2, by: '1' })],
      acknowledged: [claim('1', 'a', { releasedAt: 4 })],
    },
    ['cleaned while claimed'],
  ],
  [
    'an account that is cleaned while a cluster runs on it',
    {
      versions: [version('a', 5, { dirty: 'true' }), version('a', 7)],
      left: [{ binding: 'a', from: 4, until: 8 }],
    },
    ['cleaned with a cluster'],
  ],
  [
    'and after the cluster is gone',
    { versions: [version('a', 5, { dirty: 'true' }), version('a', 7)], left: [{ binding: 'a', from: 4, until: 6 }] },
    [],
  ],
  ...(
    [
      ['a free account that is assigned while a cluster of another tenant runs on it', 't', 'u', 1, true],
      ['and before it is visible', 't', 'u', 3, false],
      ['and while one of the tenant itself runs on it', 't', 't', 1, false],
      ['and to a tenant on the allowlist', 'allowed', 'u', 1, false],
    ] as const
  ).map(([what, tenant, other, shownAt, isWrong]) => {
    const recorded = {
      versions: [version('a', 1), version('a', 2, { tenantName: tenant }, { epoch: 1, by: '1' })],
      acknowledged: [claim('1', 'a', { tenant })],
      claims: [row('1', 'a', { tenant })],
      foreign: [{ binding: 'a', tenant: other, shownAt }],
    }
    return [what, recorded, isWrong ? ['given with a shoot of another tenant'] : []] as const
  }),
  [
    'an own account that is selected again while a cluster of another tenant runs on it',
    {
      versions: [held, heldTwice],
      acknowledged: [claim('2', 'a')],
      claims: [row('2', 'a')],
      foreign: [{ binding: 'a', tenant: 'u', shownAt: 1 }],
    },
    [],
  ],
  [
    'an acknowledgement without a row in the database',
    { versions: [held], acknowledged: [claim('1', 'a')] },
    ['lost', 'leak'],
  ],
  [
    'a key with two responses',
    {
      versions: [],
      acknowledged: [claim('1', 'a', { releasedAt: 1 }), claim('2', 'b', { key: 'key-1', releasedAt: 1 })],
    },
    ['replay'],
  ],
  ['a key that has two claims', { versions: [], claims: [row('1', 'a'), row('2', 'b', { key: 'key-1' })] }, ['replay']],
  ['an owner without a claim', { versions: [held] }, ['leak']],
  [
    'an owner whose only claim was released',
    { versions: [held], claims: [row('1', 'a', { status: 'released' })] },
    ['leak'],
  ],
  [
    'an owner whose claim was released with its cluster running',
    {
      versions: [held],
      claims: [row('1', 'a', { status: 'released' })],
      left: [{ binding: 'a', from: 3, until: 4 }],
    },
    [],
  ],
  [
    'an account that is marked by an action between its claim and the release',
    {
      versions: [held, version('a', 9, { ...owned, dirty: 'true' }, { epoch: 2, by: '1' })],
      acknowledged: [claim('1', 'a', { releasedAt: 8 })],
      claims: [row('1', 'a', { status: 'released' })],
      done: [{ binding: 'a', askedAt: 5, answeredAt: 7 }],
    },
    ['done while claimed'],
  ],
  [
    'an account that is marked by an action during its release',
    {
      versions: [held, version('a', 9, { ...owned, dirty: 'true' }, { epoch: 2, by: '1' })],
      acknowledged: [claim('1', 'a', { releasedAt: 6 })],
      claims: [row('1', 'a', { status: 'released' })],
      done: [{ binding: 'a', askedAt: 5, answeredAt: 7 }],
    },
    [],
  ],
  [
    'a cleaning that is reverted',
    {
      versions: [
        version('a', 1, { ...owned, dirty: 'true' }, { epoch: 1, by: '1' }),
        version('a', 2, {}, { epoch: 2 }),
        version('a', 3, { ...owned, dirty: 'true' }, { epoch: 3, by: '1' }),
      ],
    },
    [],
  ],
  ['a claim that is unfinished', { versions: [held], claims: [row('1', 'a', { status: 'intent' })] }, ['unfinished']],
  [
    'a release that never completes',
    { versions: [held], claims: [row('1', 'a', { status: 'releasing' })] },
    ['unfinished'],
  ],
  [
    'more clusters than the limit',
    { versions: [], claims: ['1', '2', '3'].map(id => row(id, 'a', { tenant: 'allowed' })) },
    ['over the limit'],
  ],
]

function judged({ versions, acknowledged = [], claims = [], left = [], foreign = [], done = [] }: Recorded) {
  return judge({ versions, acknowledged, claims, allowed: ['allowed'], limit: 2, left, foreign, done })
}

test.each(CASES)('%s', (_, recorded, expected) => {
  expect(
    judged(recorded)
      .violations.map(({ kind }) => kind)
      .sort(),
  ).toEqual(expected.toSorted())
})

const NOTHING: Looked = {
  owner: 0,
  'one account': 0,
  selection: 0,
  dirtied: 0,
  cleaned: 0,
  done: 0,
  left: 0,
  foreign: 0,
  kept: 0,
  replayed: 0,
  ended: 0,
  full: 0,
}

const LOOKED: readonly (readonly [string, Recorded, Partial<Looked>])[] = [
  ['nothing', { versions: [] }, {}],
  [
    'a claim that was not released, with two responses',
    { versions: [version('a', 1), held], acknowledged: [claim('1', 'a'), claim('1', 'a')], claims: [row('1', 'a')] },
    { 'one account': 1, selection: 1, kept: 2, replayed: 1, ended: 2 },
  ],
  [
    'an owner for two versions',
    { versions: [held, heldTwice] },
    { owner: 1, 'one account': 1, selection: 1, ended: 1 },
  ],
  ['a mark by the console', { versions: [version('a', 1), version('a', 2, { dirty: 'true' })] }, { dirtied: 1 }],
  ['a cleaning by the console', { versions: [version('a', 1, { dirty: 'true' }), version('a', 2)] }, { cleaned: 1 }],
  ['a mark by another client', { versions: [version('a', 1), version('a', 2, { ...marked, tenantName: '' })] }, {}],
  [
    'a cluster that remains on a dirty account, and one on a clean one',
    {
      versions: [version('a', 5, { dirty: 'true' }), version('b', 5)],
      left: [
        { binding: 'a', from: 4, until: 8 },
        { binding: 'b', from: 4, until: 8 },
      ],
    },
    { left: 1 },
  ],
  [
    'an assignment next to an account with a foreign cluster',
    {
      versions: [version('a', 1), held],
      acknowledged: [claim('1', 'a', { releasedAt: 9 })],
      foreign: [{ binding: 'b', tenant: 'u', shownAt: 1 }],
    },
    { 'one account': 1, selection: 1, foreign: 1, ended: 1 },
  ],
  [
    'an account that is full, and one that is not',
    { versions: [], claims: ['1', '2', '3'].map((id, n) => row(id, n < 2 ? 'a' : 'b', { tenant: 'allowed' })) },
    { full: 1, ended: 3 },
  ],
]

test.each(LOOKED)('%s counts as a case', (_, recorded, expected) => {
  expect(judged(recorded).looked).toEqual({ ...NOTHING, ...expected })
})

test('reports a check with too few cases as unproved', () => {
  expect(unproved({ ...NOTHING, owner: 3 }, { owner: 3 })).toEqual([])
  expect(unproved({ ...NOTHING, owner: 3, full: 0 }, { owner: 4, full: 1 }).map(({ kind }) => kind)).toEqual([
    'unproved',
    'unproved',
  ])
})
