import { describe, expect, test } from 'vitest'
import { AT, factsAbout } from '../../../test/engine/action-facts.ts'
import { bindingOf } from '../../../test/engine/bindings.ts'
import { shootOf } from '../../../test/engine/shoots.ts'
import { applyChange } from '../lifecycle/change.ts'
import { cleanedHoldChange, undoDirtyHoldChange } from '../lifecycle/cleaning.ts'
import { release } from '../lifecycle/release.ts'
import { ANNOTATIONS, type BindingKind } from '../pools/binding.ts'
import { BINDING_STATES, type BindingState } from '../pools/state.ts'
import { policyOf } from '../semantics.ts'
import { ACTIONS, type Action } from './action.ts'
import { type ActionFacts, stateOf } from './facts.ts'
import { judge, judgeAll } from './judge.ts'
import { type ActionPlan, planAction } from './plan-action.ts'
import { choosableLabels, isTenantChoosable } from './repair.ts'

const aws = { hyperscalerType: 'aws' }
const owned = { ...aws, tenantName: 'ga-1' }
const dirty = { ...owned, dirty: 'true' }
const SINCE = '2026-05-01T00:00:00Z'

type Notes = Partial<Record<keyof typeof ANNOTATIONS, string>>

function factsOf(labels: Record<string, string>, notes: Notes = {}, more: Partial<ActionFacts> = {}): ActionFacts {
  const annotations = Object.fromEntries(
    Object.entries(notes).map(([note, value]) => [ANNOTATIONS[note as keyof Notes], value]),
  )
  return factsAbout(bindingOf('a', labels, { annotations }), more)
}

const IN_STATE: Readonly<Record<BindingState, ActionFacts>> = {
  free: factsOf(aws),
  claimed: factsOf(owned),
  shared: factsOf({ ...aws, shared: 'true' }),
  internal: factsOf({ ...aws, internal: 'true' }),
  held: factsOf({ ...owned, dirty: 'held', internal: 'true' }, { hold: 'ticket 1', heldFlags: '' }),
  dirty: factsOf(dirty),
  cleaning: factsOf(dirty, { state: 'cleaning' }),
  verifying: factsOf(dirty, { state: 'verifying' }),
  quarantined: factsOf(dirty, { state: 'quarantined' }),
  terminating: factsAbout(bindingOf('a', owned, { deletedAt: SINCE })),
  malformed: factsOf({ ...aws, dirty: 'false' }),
}

/** Other bindings that KEB could assign afterwards. */
const BACK_IN_USE = {
  'confirm-clean': IN_STATE.verifying,
  unhold: IN_STATE.held,
  'unmark-internal': IN_STATE.internal,
  repair: factsOf({ ...owned, euAccess: 'false' }),
}
const HELD_DIRTY = factsOf({ ...owned, dirty: 'held', internal: 'true' }, { hold: 'ticket 1', heldFlags: 'dirty' })

const HELD_FREE = factsOf({ ...aws, dirty: 'held', internal: 'true' }, { hold: 'ticket 1', heldFlags: '' })

const QUEUE = { pool: 'aws', claims: 1, first: 'ga-4', aside: null }

/** On hold since a time between two clusters: one that was already on the free account, and one that came later. */
const HELD_IN_USE = factsOf(
  { ...aws, dirty: 'held', internal: 'true' },
  { hold: 'ticket 1', heldFlags: '', stateSince: '2026-04-01T00:00:00Z' },
)
const older = { shoot: shootOf('c-old', { createdAt: '2026-03-31T23:49:59Z' }), claim: null }
const younger = { shoot: shootOf('c-new', { createdAt: '2026-03-31T23:50:00Z' }), claim: null }

const ONLY_ONE =
  'Its global account ga-1 now owns b and may own only one account of this pool. Release that account first, or add ga-1 to the allowlist.'
const NOT_BESIDE_DIRTY =
  'a-sb refers to the same account and is dirty. Confirm that binding clean, or put it on hold first.'
/** Confirmed clean while another binding of its account is still dirty. */
const ASIDE = factsAbout(
  applyChange(IN_STATE.dirty.pooled.binding, cleanedHoldChange(IN_STATE.dirty.pooled.binding, 'empty', AT)),
)

/** Unmarked dirty while another binding is still dirty. */
const UNDONE_ASIDE = factsAbout(
  applyChange(IN_STATE.dirty.pooled.binding, undoDirtyHoldChange(IN_STATE.dirty.pooled.binding, AT)),
)

const running = { shoot: shootOf('c-1'), claim: null }
const announcedFor = (tenant: string) => ({ shoot: null, claim: { id: 'claim-1', cluster: null, tenant } })
const announced = announcedFor('')
const runningFor = (globalAccount: string) => ({ shoot: shootOf(`c-${globalAccount}`, { globalAccount }), claim: null })
const OTHERS = 'ga-8 and ga-9 have clusters or claims on the account, so it cannot be assigned to ga-1.'
const keeps = (owner: string) => `Its owner cannot be chosen: ${owner} owns it.`
const leaves = (label: string) => `${label} is valid, so a repair leaves it as it is.`
const THEIRS = 'ga-1 has clusters or claims on the account, so it cannot be assigned to ga-2.'
const input = { reason: 'ticket 4711', by: 'olga' }

function planned(action: Action, facts: ActionFacts, more = {}): ActionPlan {
  const found = planAction(action, facts, { ...input, ...more })
  if (!found.allowed) throw new Error(found.reason)
  return found.plan
}

function reasonOf(action: Action, facts: ActionFacts, more = {}): string {
  const found = planAction(action, facts, { ...input, ...more })
  return found.allowed ? 'allowed' : found.reason
}

describe('the table', () => {
  test.each(BINDING_STATES.map(state => [state, IN_STATE[state]] as const))('has a %s binding', (state, facts) => {
    expect(stateOf(facts)).toBe(state)
  })

  test.each<[BindingState, readonly Action[]]>([
    ['claimed', ['release', 'mark-dirty', 'hold', 'quarantine', 'mark-internal']],
    ['shared', ['hold', 'mark-internal']],
    ['internal', ['hold', 'unmark-internal']],
    ['held', ['hold', 'unhold']],
    ['dirty', ['undo-dirty', 'confirm-clean', 'hold', 'quarantine']],
    ['cleaning', ['quarantine']],
    ['verifying', ['confirm-clean', 'quarantine']],
    ['quarantined', ['confirm-clean', 'hold', 'lift']],
    ['terminating', []],
    ['malformed', ['repair']],
    ['free', ['mark-dirty', 'hold', 'quarantine', 'mark-internal']],
  ])('%s allows %j', (state, expected) => {
    const verdicts = judgeAll(IN_STATE[state])
    expect(verdicts.filter(({ verdict }) => verdict.allowed).map(({ action }) => action)).toEqual(expected)
    for (const { verdict } of verdicts) if (!verdict.allowed) expect(verdict.reason).toMatch(/^[A-Z][^.]*\.( .+\.)?$/)
  })

  test('lets a cleaner start wherever cleaning may be due, and only one', () => {
    const cleaner = { refusal: null, deletes: true }
    const allowing = BINDING_STATES.filter(state => judge('start-cleaning', { ...IN_STATE[state], cleaner }).allowed)
    expect(allowing).toEqual(['dirty', 'cleaning', 'verifying', 'quarantined'])
  })

  test.each(BINDING_STATES.filter(state => state !== 'terminating' && state !== 'malformed'))(
    'releases %s exactly if the rule of releasing does',
    state => {
      const facts = IN_STATE[state]
      const { labels, binding } = facts.pooled
      const { outcome } = release(
        { labels, bindingName: binding.name, ownShoot: '', shoots: [], otherClusters: 0, timedOut: false },
        policyOf('documented'),
      )
      if (judge('release', facts).allowed) expect(outcome).toBe('marked-dirty')
      else expect(outcome === 'marked-dirty' ? labels.tenantName : null).toBeNull()
    },
  )
})

describe('facts beside the state', () => {
  const sibling = factsAbout(bindingOf('a-sb', owned, { kind: 'SecretBinding' })).pooled
  const heldSibling = factsAbout({ ...IN_STATE.held.pooled.binding, name: 'a-sb' }).pooled
  const dirtySibling = factsAbout(bindingOf('a-sb', dirty, { kind: 'SecretBinding' })).pooled
  const peer = factsAbout(bindingOf('b', owned)).pooled
  test.each<[Action, ActionFacts, string]>([
    ['release', { ...IN_STATE.claimed, clusters: [running] }, '1 cluster still uses this account.'],
    ['release', { ...IN_STATE.claimed, clusters: [announced] }, '1 cluster is about to be placed on this account.'],
    [
      'mark-dirty',
      { ...IN_STATE.claimed, clusters: [running, running, announced] },
      '2 clusters still use this account, and 1 cluster is about to be placed on it.',
    ],
    ['quarantine', { ...IN_STATE.claimed, clusters: [running] }, '1 cluster still uses this account.'],
    ['start-cleaning', IN_STATE.dirty, 'No cleaner is enabled.'],
    [
      'start-cleaning',
      { ...IN_STATE.dirty, cleaner: { refusal: 'It is protected.', deletes: true } },
      'It is protected.',
    ],
    [
      'start-cleaning',
      factsOf(dirty, { cleanNow: SINCE }, { cleaner: { refusal: null, deletes: true } }),
      'Already requested: a cleaner will process this account first.',
    ],
    [
      'start-cleaning',
      factsOf(dirty, { cleanNow: '2026-04-29T23:59:59Z' }, { cleaner: { refusal: null, deletes: true } }),
      'allowed',
    ],
    ['confirm-clean', { ...IN_STATE.dirty, clusters: [running] }, '1 cluster still uses this account.'],
    ['unmark-internal', { ...IN_STATE.internal, clusters: [running] }, '1 cluster still uses this account.'],
    ['hold', { ...IN_STATE.claimed, clusters: [running, announced] }, 'allowed'],
    ['undo-dirty', { ...IN_STATE.dirty, clusters: [running] }, 'allowed'],
    [
      'release',
      { ...IN_STATE.claimed, siblings: [sibling] },
      'a-sb refers to the same account and can still be assigned. Put that binding on hold first.',
    ],
    ['release', { ...IN_STATE.claimed, siblings: [heldSibling] }, 'allowed'],
    ['hold', { ...IN_STATE.claimed, siblings: [sibling] }, 'allowed'],
    [
      'undo-dirty',
      factsOf({ ...aws, dirty: 'true' }),
      'There is no global account to return it to, and no record that it was clean.',
    ],
    ['undo-dirty', factsOf({ ...aws, dirty: 'true' }, { dirtyFrom: 'free' }), 'allowed'],
    [
      'undo-dirty',
      factsOf({ ...aws, dirty: 'true' }, { dirtyFrom: 'free' }, { siblings: [sibling] }),
      'a-sb refers to the same account and can still be assigned. Put that binding on hold first.',
    ],
    ...(['unhold', 'unmark-internal', 'repair'] as const).map((action): [Action, ActionFacts, string] => [
      action,
      { ...BACK_IN_USE[action], siblings: [dirtySibling] },
      NOT_BESIDE_DIRTY,
    ]),
    ['undo-dirty', { ...IN_STATE.dirty, siblings: [dirtySibling] }, 'allowed'],
    [
      'undo-dirty',
      { ...factsOf({ ...aws, tenantName: 'ga-2', dirty: 'true' }), siblings: [dirtySibling] },
      NOT_BESIDE_DIRTY,
    ],
    [
      'undo-dirty',
      { ...IN_STATE.dirty, siblings: [{ ...IN_STATE.cleaning.pooled }] },
      'a refers to the same account. Cleaning has started, and deleted resources cannot be restored.',
    ],
    [
      'undo-dirty',
      { ...IN_STATE.dirty, siblings: [factsOf({ ...aws, dirty: 'true' }).pooled] },
      'a refers to the same account. There is no global account to return it to, and no record that it was clean.',
    ],
    ['unhold', UNDONE_ASIDE, 'allowed'],
    ['unhold', { ...ASIDE, siblings: [UNDONE_ASIDE.pooled] }, 'a refers to the same account and now belongs to ga-1.'],
    ['unhold', { ...UNDONE_ASIDE, clusters: [running] }, 'allowed'],
    ['unhold', { ...UNDONE_ASIDE, siblings: [sibling] }, 'allowed'],
    ['unhold', { ...UNDONE_ASIDE, siblings: [dirtySibling] }, NOT_BESIDE_DIRTY],
    ['confirm-clean', { ...IN_STATE.dirty, siblings: [heldSibling] }, 'allowed'],
    ['confirm-clean', { ...IN_STATE.dirty, siblings: [dirtySibling] }, 'allowed'],
    [
      'confirm-clean',
      { ...IN_STATE.dirty, siblings: [{ ...IN_STATE.cleaning.pooled }] },
      'a refers to the same account. Being cleaned. Wait until cleaning ends.',
    ],
    [
      'confirm-clean',
      { ...IN_STATE.dirty, siblings: [factsOf(dirty, { hold: 'ticket 1' }).pooled] },
      'a refers to the same account. The labels no longer show the recorded hold. Put the binding on hold again, or end the hold first.',
    ],
    ['unhold', { ...ASIDE, siblings: [dirtySibling] }, NOT_BESIDE_DIRTY],
    ['unhold', ASIDE, 'allowed'],
    ['unhold', { ...ASIDE, siblings: [factsOf(aws).pooled] }, 'allowed'],
    ['unhold', { ...ASIDE, siblings: [heldSibling] }, 'allowed'],
    ['unhold', { ...ASIDE, siblings: [sibling] }, 'a-sb refers to the same account and now belongs to ga-1.'],
    ['unhold', { ...ASIDE, clusters: [running] }, '1 cluster still uses this account.'],
    ['confirm-clean', ASIDE, 'On hold. End the hold first.'],
    ['hold', { ...IN_STATE.dirty, siblings: [dirtySibling] }, 'allowed'],
    ['lift', { ...IN_STATE.quarantined, siblings: [dirtySibling] }, 'allowed'],
    ['unhold', { ...IN_STATE.held, siblings: [sibling] }, 'allowed'],
    ['unhold', { ...HELD_DIRTY, siblings: [dirtySibling] }, 'allowed'],
    [
      'unhold',
      { ...HELD_DIRTY, siblings: [sibling] },
      'a-sb refers to the same account and can still be assigned. Put that binding on hold first.',
    ],
    ['unhold', { ...HELD_FREE, clusters: [running] }, '1 cluster still uses this account.'],
    ['unhold', { ...HELD_FREE, clusters: [announced] }, '1 cluster is about to be placed on this account.'],
    ['unhold', { ...HELD_IN_USE, clusters: [older] }, 'allowed'],
    ['unhold', { ...HELD_IN_USE, clusters: [older, younger] }, '1 cluster still uses this account.'],
    ['unhold', { ...HELD_IN_USE, clusters: [older, announced] }, '1 cluster is about to be placed on this account.'],
    ['unhold', { ...HELD_FREE, siblings: [factsOf(aws).pooled] }, 'allowed'],
    ['unhold', { ...IN_STATE.held, clusters: [running] }, 'allowed'],
    ['unhold', { ...IN_STATE.held, peers: [peer], releasedBy: ['ga-1'] }, 'allowed'],
    ['unhold', { ...IN_STATE.held, peers: [peer], releasedBy: ['ga-2'] }, ONLY_ONE],
    ['unhold', { ...IN_STATE.held, peers: [peer], releasedBy: ['ga-1'], clusters: [running] }, ONLY_ONE],
    ['unhold', { ...IN_STATE.held, releasedBy: ['ga-1'], siblings: [sibling] }, 'allowed'],
    [
      'unhold',
      { ...IN_STATE.held, peers: [peer], releasedBy: ['ga-1'], siblings: [sibling] },
      'a-sb refers to the same account and can still be assigned. Put that binding on hold first.',
    ],
    ['undo-dirty', { ...IN_STATE.dirty, peers: [peer] }, ONLY_ONE],
    ['undo-dirty', { ...IN_STATE.dirty, peers: [peer], severalAllowed: true }, 'allowed'],
    ['unhold', { ...IN_STATE.held, peers: [peer] }, ONLY_ONE],
    ['unhold', { ...IN_STATE.held, clusters: [running], peers: [peer] }, ONLY_ONE],
    ['unhold', { ...IN_STATE.held, peers: [peer], severalAllowed: true }, 'allowed'],
    [
      'unhold',
      {
        ...factsOf({ ...owned, dirty: 'held', internal: 'true' }, { hold: 'ticket 1', heldFlags: 'internal' }),
        peers: [peer],
      },
      'allowed',
    ],
    ['unhold', { ...HELD_DIRTY, peers: [peer] }, 'allowed'],
    ['unmark-internal', { ...factsAbout(bindingOf('a', { ...owned, internal: 'true' })), peers: [peer] }, ONLY_ONE],
    ['repair', { ...factsOf({ ...owned, dirty: 'false' }), peers: [peer] }, ONLY_ONE],
    ['repair', { ...factsOf({ ...owned, dirty: 'perhaps' }), peers: [peer] }, 'allowed'],
    ['unmark-internal', factsAbout(bindingOf('a', { ...owned, internal: 'true' })), 'allowed'],
  ])('%s: %#', (action, facts, expected) => {
    expect(reasonOf(action, facts)).toBe(expected)
  })

  test.each<[Action, ActionFacts, object, string]>([
    ['hold', IN_STATE.free, { reason: ' ' }, 'Enter a reason.'],
    ['hold', IN_STATE.free, { until: AT }, 'The end of the hold is not in the future.'],
    ['hold', IN_STATE.free, { until: Number.NaN }, 'The end of the hold is not in the future.'],
    ['repair', factsOf({ shared: 'true' }), {}, 'Choose a value for hyperscalerType.'],
    [
      'repair',
      factsOf({ shared: 'true' }),
      { labels: { hyperscalerType: 'a,b' } },
      'a,b is not a value of hyperscalerType: use up to 63 letters, digits, hyphens, dots and underscores, with a letter or digit at both ends.',
    ],
  ])('required choices of a person: %s %#', (action, facts, more, expected) => {
    expect(reasonOf(action, facts, more)).toBe(expected)
  })
})

const notes = (given: Partial<Record<keyof typeof ANNOTATIONS, string | null>>) =>
  Object.fromEntries(Object.entries(given).map(([note, value]) => [ANNOTATIONS[note as keyof Notes], value]))
/** `of`: the labels recorded with the state. */
const since = (of: string) => ({ stateSince: SINCE, sinceOf: of, epoch: '1' })

describe('the change', () => {
  test.each<[Action, BindingState, Record<string, string | null>, Record<string, string | null>]>([
    ['release', 'claimed', { dirty: 'true' }, notes(since('dirty=true,tenantName=ga-1'))],
    ['mark-dirty', 'free', { dirty: 'true' }, notes({ ...since('dirty=true'), dirtyFrom: 'free' })],
    ['undo-dirty', 'dirty', { dirty: null }, notes(since('tenantName=ga-1'))],
    [
      'confirm-clean',
      'verifying',
      { dirty: null, tenantName: null },
      notes({
        ...since(''),
        state: null,
        evidence: 'confirmed by olga at 2026-05-01T00:00:00Z: ticket 4711; 0 clusters known',
      }),
    ],
    [
      'hold',
      'free',
      { dirty: 'held', internal: 'true' },
      notes({ ...since('dirty=held,internal=true'), hold: 'ticket 4711', heldFlags: '' }),
    ],
    [
      'hold',
      'shared',
      { dirty: 'held', internal: 'true', shared: 'held' },
      notes({ ...since('dirty=held,internal=true,shared=held'), hold: 'ticket 4711', heldFlags: '' }),
    ],
    [
      'hold',
      'quarantined',
      { dirty: 'held', internal: 'true' },
      notes({ ...since('dirty=held,internal=true,tenantName=ga-1'), hold: 'ticket 4711', heldFlags: 'dirty' }),
    ],
    ['hold', 'held', {}, notes({ hold: 'ticket 4711', epoch: '1' })],
    [
      'unhold',
      'held',
      { dirty: null, internal: null },
      notes({ ...since('tenantName=ga-1'), hold: null, heldFlags: null }),
    ],
    [
      'quarantine',
      'claimed',
      { dirty: 'true' },
      notes({ ...since('dirty=true,tenantName=ga-1'), state: 'quarantined' }),
    ],
    ['lift', 'quarantined', {}, notes({ ...since('dirty=true,tenantName=ga-1'), state: null })],
    ['mark-internal', 'claimed', { internal: 'true' }, notes(since('internal=true,tenantName=ga-1'))],
    ['unmark-internal', 'internal', { internal: null }, notes(since(''))],
    ['repair', 'malformed', { dirty: 'true' }, notes(since('dirty=true'))],
  ])('of %s on %s', (action, state, labels, annotations) => {
    expect(planned(action, IN_STATE[state]).change).toEqual({ labels, annotations })
  })

  test.each<[BindingKind, Record<string, string>, Record<string, string | null>]>([
    [
      'Secret',
      { 'hyperscaler-type': 'aws', 'tenant-name': 'ga-1', dirty: 'true' },
      { dirty: null, 'tenant-name': null },
    ],
    ['Secret', { hyperscalerType: 'aws', tenantName: 'ga-1', dirty: 'true' }, { dirty: null, tenantName: null }],
    [
      'SecretBinding',
      { hyperscalerType: 'aws', 'tenant-name': 'ga-1', dirty: 'true' },
      { dirty: null, 'tenant-name': null },
    ],
  ])('uses the vocabulary of the object: %s %j', (kind, labels, expected) => {
    expect(planned('confirm-clean', factsAbout(bindingOf('a', labels, { kind }))).change.labels).toEqual(expected)
  })

  test('raises the epoch, and restarts it if the annotation is not a number', () => {
    const epochAfter = (epoch: string) => planned('hold', factsOf(aws, { epoch })).change.annotations[ANNOTATIONS.epoch]
    expect([epochAfter('41'), epochAfter('-1'), epochAfter('1e3'), epochAfter('')]).toEqual(['42', '1', '1', '1'])
  })

  test('is listed line by line, with unchanged labels', () => {
    expect(planned('release', factsOf(owned, { epoch: '41', stateSince: 'x' })).diff).toEqual([
      { change: 'kept', key: 'tenantName', value: 'ga-1', note: 'stays' },
      { change: 'added', key: 'dirty', value: 'true', note: 'label' },
      { change: 'removed', key: ANNOTATIONS.stateSince, value: 'x', note: 'annotation' },
      { change: 'added', key: ANNOTATIONS.stateSince, value: SINCE, note: 'annotation' },
      { change: 'added', key: ANNOTATIONS.sinceOf, value: 'dirty=true,tenantName=ga-1', note: 'annotation' },
      { change: 'removed', key: ANNOTATIONS.epoch, value: '41', note: 'annotation' },
      { change: 'added', key: ANNOTATIONS.epoch, value: '42', note: 'annotation' },
    ])
  })
})

describe('a repair', () => {
  test.each<[Record<string, string>, Partial<ActionFacts>, object, Record<string, string | null> | string]>([
    [{ ...aws, dirty: 'false' }, {}, {}, { dirty: 'true' }],
    [{ ...owned, dirty: 'false' }, {}, {}, { dirty: null }],
    [{ ...owned, dirty: 'False' }, { clusters: [running] }, {}, { dirty: null }],
    [{ ...owned, dirty: 'True' }, {}, {}, { dirty: 'true' }],
    [{ ...owned, dirty: 'perhaps' }, { clusters: [running] }, {}, { dirty: null }],
    [{ ...owned, dirty: 'held' }, {}, {}, { dirty: 'true' }],
    [{ ...aws, euAccess: 'false' }, {}, {}, { euAccess: null, dirty: 'true' }],
    [{ ...owned, euAccess: 'false' }, {}, {}, { euAccess: null }],
    [{ ...owned, euAccess: 'EU' }, {}, {}, 'Choose a value for euAccess.'],
    [{ ...owned, euAccess: 'EU' }, {}, { euAccess: 'true' }, { euAccess: 'true' }],
    [{ ...aws, shared: 'True' }, {}, {}, { shared: 'true' }],
    [{ ...aws, shared: 'false' }, {}, {}, { shared: null, dirty: 'true' }],
    [{ ...aws, shared: 'false' }, { clusters: [running] }, {}, { shared: null, tenantName: 'ga-1' }],
    [{ ...aws, shared: 'false' }, { clusters: [announced] }, {}, 'Choose a value for tenantName.'],
    [
      { ...aws, shared: 'false' },
      { clusters: [announced] },
      { tenantName: 'ga-2' },
      { shared: null, tenantName: 'ga-2' },
    ],
    [{ ...owned, euAccess: 'false' }, {}, { internal: 'true' }, leaves('internal')],
    [{ ...aws, shared: 'false' }, {}, { hyperscalerType: 'azure' }, leaves('hyperscalerType')],
    [{ ...aws, shared: 'false' }, {}, { hyperscalerType: 'aws' }, { shared: null, dirty: 'true' }],
    [{ ...owned, dirty: 'perhaps' }, { clusters: [running] }, { tenantName: 'ga-2' }, keeps('ga-1')],
    [{ ...owned, euAccess: 'false' }, {}, { tenantName: 'ga-2' }, keeps('ga-1')],
    [{ ...owned, euAccess: 'false' }, {}, { tenantName: 'ga-1' }, { euAccess: null }],
    [{ ...owned, euAccess: 'false' }, {}, { tenantName: null }, keeps('ga-1')],
    [{ ...aws, euAccess: 'false' }, {}, { tenantName: 'ga-2' }, keeps('no global account')],
    [{ ...aws, shared: 'false' }, { clusters: [running] }, { tenantName: 'ga-2' }, keeps('ga-1')],
    [{ ...aws, shared: 'false' }, { clusters: [announcedFor('ga-1')] }, { tenantName: 'ga-2' }, keeps('ga-1')],
    [{ ...aws, tenantName: '' }, { clusters: [running] }, { tenantName: 'ga-2' }, THEIRS],
    [{ ...aws, tenantName: '' }, { clusters: [running, announced] }, { tenantName: 'ga-1' }, { tenantName: 'ga-1' }],
    [{ ...aws, shared: 'false' }, { clusters: [announced, announcedFor('ga-1')] }, { tenantName: 'ga-2' }, THEIRS],
    [
      { ...aws, tenantName: 'a b' },
      { peers: [factsAbout(bindingOf('b', { ...aws, tenantName: 'ga-2' })).pooled] },
      { tenantName: 'ga-2' },
      'Its global account ga-2 now owns b and may own only one account of this pool. Release that account first, or add ga-2 to the allowlist.',
    ],
    [{ ...aws, tenantName: '' }, { clusters: [announcedFor('ga-1')] }, { tenantName: 'ga-2' }, THEIRS],
    [{ ...aws, tenantName: '' }, { clusters: [announcedFor('ga-1')] }, {}, { tenantName: 'ga-1' }],
    [{ ...aws, tenantName: 'a b' }, { clusters: [] }, { tenantName: 'ga-2' }, { tenantName: 'ga-2' }],
    [
      { ...aws, dirty: 'false' },
      { clusters: [runningFor('ga-8'), runningFor('ga-9')] },
      { tenantName: 'ga-1' },
      OTHERS,
    ],
    [
      { ...aws, dirty: 'false' },
      { clusters: [runningFor('ga-8'), runningFor('ga-9')] },
      { tenantName: 'ga-9' },
      { dirty: null, tenantName: 'ga-9' },
    ],
    [{ ...owned, euAccess: 'false' }, {}, { euAccess: 'true' }, { euAccess: 'true' }],
    [{ ...aws, internal: 'maybe' }, {}, {}, { internal: 'true' }],
    [{ ...aws, tenantName: '' }, {}, {}, { tenantName: null, dirty: 'true' }],
    [{ ...aws, tenantName: '' }, { clusters: [running] }, {}, { tenantName: 'ga-1' }],
    [{ euAccess: 'true' }, {}, {}, 'Choose a value for hyperscalerType.'],
    [{ euAccess: 'true' }, {}, { hyperscalerType: 'aws' }, { hyperscalerType: 'aws', dirty: 'true' }],
    [{ ...owned, 'tenant-name': 'ga-2' }, {}, {}, { 'tenant-name': null }],
    [
      { ...aws, 'tenant-name': 'ga-2', tenantName: '' },
      {},
      {},
      { tenantName: null, 'tenant-name': null, dirty: 'true' },
    ],
    [
      { ...aws, dirty: 'True' },
      { clusters: [running] },
      {},
      'It would become dirty. 1 cluster still uses this account.',
    ],
  ])('of %j: %#', (labels, more, choice, expected) => {
    const found = planAction('repair', factsOf(labels, {}, more), { ...input, labels: choice })
    expect(found.allowed ? found.plan.change.labels : found.reason).toEqual(expected)
  })
})

test('a repair that assigns an account to one of several global accounts says so and is dangerous', () => {
  const facts = factsOf({ ...aws, dirty: 'false' }, {}, { clusters: [runningFor('ga-8'), runningFor('ga-9')] })
  const plan = planned('repair', facts, { labels: { tenantName: 'ga-9' } })
  expect(plan.typeToConfirm).toBe(true)
  expect(plan.danger).toBe('Clusters of ga-8 run on it too: ga-9 will share the account with it.')
})

test.each<[Record<string, string>, Partial<ActionFacts>, readonly string[]]>([
  [{ ...owned, euAccess: 'false' }, {}, ['euAccess']],
  [{ ...aws, tenantName: '', euAccess: 'no' }, {}, ['tenantName', 'euAccess']],
  [{ ...owned, dirty: 'false' }, {}, []],
])('a person may choose otherwise in a repair of %j %#', (labels, more, open) => {
  expect(choosableLabels(factsOf(labels, {}, more))).toEqual(open)
})

test.each<[Record<string, string>, Partial<ActionFacts>, boolean]>([
  [{ ...owned, euAccess: 'false' }, {}, false],
  [{ ...aws, euAccess: 'false' }, {}, false],
  [{ ...owned, shared: 'maybe' }, { clusters: [announced] }, false],
  [{ ...aws, shared: 'false' }, { clusters: [running] }, false],
  [{ ...aws, shared: 'true', euAccess: 'EU' }, { clusters: [announced] }, false],
  [{ ...aws, shared: 'false' }, { clusters: [announced] }, true],
  [{ euAccess: 'true' }, { clusters: [announced] }, true],
  [{ ...aws, tenantName: '' }, {}, true],
  [{ ...aws, tenantName: 'a b' }, {}, true],
  [{ ...owned, 'tenant-name': 'ga-2' }, {}, true],
])('the owner can be chosen in a repair of %j: %#', (labels, more, open) => {
  const facts = factsOf(labels, {}, more)
  expect(isTenantChoosable(facts)).toBe(open)
  const said = planAction('repair', facts, {
    ...input,
    labels: { ...('hyperscalerType' in labels ? {} : aws), tenantName: 'ga-9' },
  })
  expect(said.allowed).toBe(open)
})

describe('the consequence', () => {
  const eu = { ...owned, euAccess: 'true' }
  const peer = factsAbout(bindingOf('b', eu)).pooled
  test.each<[Action, ActionFacts, readonly string[]]>([
    [
      'release',
      factsOf(eu, {}, { usableInPool: 4 }),
      [
        'ga-1 gives up this account. The account will be cleaned before reuse, and everything in it deleted. You can undo this until cleaning starts.',
        "The next request of ga-1 for pool aws · EU will claim one of the pool's 4 usable accounts.",
      ],
    ],
    [
      'hold',
      factsOf(eu, {}, { clusters: [running], peers: [peer] }),
      [
        'Until the hold is ended, the account will not be assigned and nothing in it will be deleted, neither here nor by KEB and its cleanup job.',
        'The next request of ga-1 for pool aws · EU will reuse b.',
        'Its cluster is not affected.',
      ],
    ],
    [
      'hold',
      IN_STATE.shared,
      [
        'Until the hold is ended, the account will not be assigned and nothing in it will be deleted, neither here nor by KEB and its cleanup job.',
        'No other account serves pool aws · shared; its next request will wait.',
      ],
    ],
    [
      'mark-dirty',
      IN_STATE.free,
      [
        'The account will be cleaned before reuse, and everything in it deleted. You can undo this until cleaning starts.',
        'Pool aws will have no other usable account.',
      ],
    ],
    [
      'confirm-clean',
      { ...IN_STATE.dirty, usableInPool: 1 },
      [
        'You confirm that this account is empty. It becomes free. The tenant label (ga-1) is removed. Nothing is deleted. This cannot be undone.',
        'Any global account can then claim it; pool aws will have 2 usable accounts.',
      ],
    ],
    [
      'confirm-clean',
      { ...IN_STATE.dirty, reached: false },
      [
        'You confirm that this account is empty. It becomes free. The tenant label (ga-1) is removed. Nothing is deleted. This cannot be undone.',
        'No request can be assigned to it: no rule selects pool aws.',
      ],
    ],
    [
      'confirm-clean',
      { ...IN_STATE.dirty, queue: { ...QUEUE, claims: 3 } },
      [
        'You confirm that this account is empty. It becomes free. The tenant label (ga-1) is removed. Nothing is deleted. This cannot be undone.',
        'ga-4, the first of 3 waiting claims for pool aws, will get it.',
      ],
    ],
    ['unhold', { ...HELD_FREE, queue: QUEUE }, ['ga-4, the only waiting claim for pool aws, will get it.']],
    [
      'unhold',
      { ...HELD_FREE, usableInPool: 2, queue: { ...QUEUE, claims: 2 } },
      [
        '2 claims are waiting for pool aws, the first from ga-4. It may not get the account: it is waiting although the pool has 2 usable accounts.',
      ],
    ],
    [
      'unhold',
      { ...HELD_FREE, queue: { ...QUEUE, aside: 'another account is being claimed for it.' } },
      [
        '1 claim is waiting for pool aws, from ga-4. It may not get the account: another account is being claimed for it.',
      ],
    ],
    [
      'unhold',
      {
        ...HELD_FREE,
        siblings: [factsAbout(bindingOf('b', { hyperscalerType: 'aws', internal: 'true' })).pooled],
        queue: QUEUE,
      },
      ['1 claim is waiting for pool aws, from ga-4. It may not get the account: b of the same account is internal.'],
    ],
    [
      'unhold',
      { ...HELD_FREE, queue: { ...QUEUE, pool: 'aws~eu' } },
      ['Any global account can then claim it; pool aws will have 1 usable account.'],
    ],
    ['unhold', IN_STATE.held, ['ga-1 can use it again with its next request for pool aws.']],
  ])('of %s: %#', (action, facts, expected) => {
    expect(planned(action, facts).consequence).toEqual(expected)
  })

  test.each<[ActionFacts, string, readonly string[]]>([
    [
      factsOf(dirty, { stateSince: '2026-04-30T23:50:00Z' }, { cleaner: { refusal: null, deletes: true } }),
      'dirty',
      [
        'A cleaner will process this account first and delete what clusters left in it. It was released less than 15 minutes ago: make sure that no cluster has been promised this account since then.',
      ],
    ],
    [
      factsOf(dirty, { state: 'verifying' }, { cleaner: { refusal: null, deletes: false } }),
      'verifying',
      [
        'A cleaner will process this account first and report what it would delete. Deleting is off, so nothing will be deleted.',
      ],
    ],
    [
      factsOf(dirty, { state: 'quarantined', cleaning: '{}' }, { cleaner: { refusal: null, deletes: true } }),
      'dirty',
      ['A cleaner will process this account first and delete what clusters left in it.'],
    ],
  ])('of requesting a cleaner: %#', (facts, after, consequence) => {
    const plan = planned('start-cleaning', facts)
    expect(plan).toMatchObject({ after, consequence })
    expect(plan.change).toMatchObject({ labels: {}, annotations: notes({ cleanNow: SINCE }) })
    expect(plan.danger).toBe(plan.before === 'quarantined' ? 'The contents of the account may be deleted.' : null)
  })

  test('names the end of a hold', () => {
    expect(planned('hold', IN_STATE.claimed, { until: AT + 86_400_000 }).consequence[0]).toMatch(
      /^Until 2026-05-02 00:00:00 UTC, /,
    )
  })

  test.each<[Action, BindingState, boolean]>([
    ['release', 'claimed', true],
    ['mark-dirty', 'free', true],
    ['quarantine', 'free', true],
    ['quarantine', 'cleaning', false],
    ['lift', 'quarantined', true],
    ['confirm-clean', 'dirty', true],
    ['undo-dirty', 'dirty', false],
    ['hold', 'claimed', false],
    ['unhold', 'held', false],
    ['mark-internal', 'free', false],
    ['unmark-internal', 'internal', true],
  ])('%s of %s is dangerous: %j', (action, state, dangerous) => {
    expect(planned(action, IN_STATE[state]).danger !== null).toBe(dangerous)
  })

  test('ending the hold of a dirty account exposes it to the cleaner', () => {
    const facts = factsOf({ ...owned, dirty: 'held', internal: 'true' }, { hold: 'x', heldFlags: 'dirty' })
    expect(planned('unhold', facts)).toMatchObject({
      after: 'dirty',
      danger: 'The contents of the account may be deleted.',
    })
  })

  test.each<[string | null, number | null, boolean]>([
    [null, 60_000, true],
    ['2026-05-03T00:00:00Z', Date.parse('2026-05-02T00:00:00Z'), true],
    ['no time', 60_000, true],
    ['2026-05-02T00:00:00Z', Date.parse('2026-05-02T00:00:00Z'), false],
    ['2026-05-02T00:00:00Z', Date.parse('2026-05-03T00:00:00Z'), false],
    ['2026-05-02T00:00:00Z', null, false],
    [null, null, false],
  ])(
    'changing the hold of a dirty account from %s to %s exposes it to the cleaner earlier: %j',
    (end, until, earlier) => {
      const notes = { hold: 'x', heldFlags: 'dirty', ...(end === null ? {} : { holdUntil: end }) }
      const facts = factsOf({ ...owned, dirty: 'held', internal: 'true' }, notes)
      const asked = { ...input, until: until === null || until > facts.at ? until : facts.at + until }
      const planning = planAction('hold', facts, asked)
      if (!planning.allowed) throw new Error(planning.reason)
      expect(planning.plan).toMatchObject({
        after: 'held',
        danger: earlier ? 'The contents of the account may be deleted.' : null,
        typeToConfirm: earlier,
      })
    },
  )

  test('a hold with an end exposes nothing at its start, nor at its end if the account is in use', () => {
    for (const facts of [IN_STATE.dirty, IN_STATE.claimed, IN_STATE.held]) {
      const planning = planAction('hold', facts, { ...input, until: facts.at + 60_000 })
      if (!planning.allowed) throw new Error(planning.reason)
      expect(planning.plan.danger).toBeNull()
    }
  })

  test.each<[Partial<ActionFacts>, BindingState]>([
    [{}, 'dirty'],
    [{ clusters: [running] }, 'claimed'],
    [{ siblings: [factsAbout(bindingOf('a-sb', owned, { kind: 'SecretBinding' })).pooled] }, 'claimed'],
    [{ releasedBy: ['ga-2'] }, 'claimed'],
  ])('ending the hold of an account that was released during it: %#', (more, after) => {
    const plan = planned('unhold', { ...IN_STATE.held, releasedBy: ['ga-1'], ...more })
    expect(plan.after).toBe(after)
    if (after !== 'dirty') return
    expect(plan.danger).toBe('The contents of the account may be deleted.')
    expect(plan.consequence).toEqual([
      'ga-1 released the account during the hold. The account will be cleaned before reuse, and everything in it deleted.',
    ])
    expect(plan.change).toEqual({
      labels: { dirty: 'true', internal: null },
      annotations: notes({ ...since('dirty=true,tenantName=ga-1'), hold: null, heldFlags: null }),
    })
    expect(plan.diff).toContainEqual({ change: 'added', key: 'dirty', value: 'true', note: 'label' })
  })

  test('clusters on the account require the name to be typed', () => {
    expect(planned('hold', IN_STATE.claimed).typeToConfirm).toBe(false)
    expect(planned('hold', { ...IN_STATE.claimed, clusters: [running] }).typeToConfirm).toBe(true)
  })
})

test('every action has a line for every state', () => {
  expect(ACTIONS.length * BINDING_STATES.length).toBe(132)
  for (const state of BINDING_STATES) expect(judgeAll(IN_STATE[state])).toHaveLength(ACTIONS.length)
})
