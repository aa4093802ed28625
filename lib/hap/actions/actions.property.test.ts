import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { AT, anyFacts } from '../../../test/engine/action-facts.ts'
import { repetitions } from '../../../test/kit/repetitions.ts'
import { applyChange, epochOf } from '../lifecycle/change.ts'
import { flagsBefore } from '../lifecycle/hold.ts'
import { cleanup, release } from '../lifecycle/release.ts'
import { ANNOTATIONS } from '../pools/binding.ts'
import { PoolIndex } from '../pools/pool-index.ts'
import { type PooledBinding, pooledBinding, poolOf } from '../pools/pooled-binding.ts'
import { claimSelector, selects, sharedSelector, tenantSelector } from '../pools/selector.ts'
import { exclusion } from '../selection/search.ts'
import { policyOf } from '../semantics.ts'
import { ACTIONS, type Action } from './action.ts'
import { mayBeDangerous } from './action-table.ts'
import { staleVersionReason } from './diff.ts'
import { type ActionFacts, canBeAssigned, stateOf } from './facts.ts'
import { judge } from './judge.ts'
import { type ActionPlan, planAction } from './plan-action.ts'

const RUNS = { numRuns: repetitions({ fast: 150, deep: 3_000 }) }
/** For properties that only few facts reach. */
const MANY_RUNS = { numRuns: repetitions({ fast: 1_500, deep: 30_000 }) }
const input = { reason: 'ticket 1', by: 'olga', labels: { hyperscalerType: 'aws' } }
const keb = policyOf('keb')

interface Done {
  readonly action: Action
  readonly facts: ActionFacts
  readonly plan: ActionPlan
  readonly changed: PooledBinding
}

/** The results of every action that the facts allow; a repair gets the labels that a person has to choose. */
function everyAllowed(facts: ActionFacts): readonly Done[] {
  return ACTIONS.flatMap(action => done(action, facts) ?? [])
}

function done(action: Action, facts: ActionFacts): Done | null {
  const planned = planAction(action, facts, { ...input, ...(action === 'repair' ? repairInput(facts) : {}) })
  if (!planned.allowed) return null
  const changed = pooledBinding(applyChange(facts.pooled.binding, planned.plan.change))
  if (!changed) throw new Error('out of HAP')
  return { action, facts, plan: planned.plan, changed }
}

function repairInput({ pooled }: ActionFacts) {
  const broken = new Set(pooled.problems.map(({ label }) => label))
  return { labels: broken.has('hyperscalerType') ? { hyperscalerType: 'aws' } : {} }
}

function forAllDone(check: (done: Done) => void, runs = RUNS): void {
  fc.assert(
    fc.property(anyFacts, facts => everyAllowed(facts).forEach(check)),
    runs,
  )
}

/** True if an unmodified KEB could assign the binding to any global account. */
function kebSelects({ labels }: PooledBinding): boolean {
  const tenants = [labels.tenantName ?? 'ga-1', 'ga-1', 'ga-2']
  return [true, false].some(euAccess => {
    const pool = { hyperscalerType: labels.hyperscalerType ?? '', euAccess, shared: false }
    const selectors = [claimSelector(pool), sharedSelector(pool), ...tenants.map(name => tenantSelector(pool, name))]
    return selectors.some(selector => selects(selector, labels))
  })
}

describe('any allowed action on any binding', () => {
  test('leaves it well-formed and in its pool, and raises its epoch by one', () => {
    forAllDone(({ action, facts, changed }) => {
      expect(changed.problems).toEqual([])
      expect(epochOf(changed.binding)).toBe(epochOf(facts.pooled.binding) + 1)
      if (action !== 'repair') expect(poolOf(changed)).toEqual(poolOf(facts.pooled))
    })
  })

  test('changes only what differs, and only labels and annotations of HAP', () => {
    forAllDone(({ facts, plan: { change } }) => {
      const { labels, annotations } = facts.pooled.binding
      for (const [key, value] of Object.entries(change.labels)) expect(labels[key] ?? null).not.toBe(value)
      for (const [key, value] of Object.entries(change.annotations)) {
        expect(annotations[key] ?? null).not.toBe(value)
        expect(key).toMatch(/^hap\.kyma-project\.io\//)
      }
      expect(labels.other === undefined || !Object.hasOwn(change.labels, 'other')).toBe(true)
    })
  })

  test('frees an account only on a confirmation, or if it was free before', () => {
    forAllDone(({ action, facts, plan }) => {
      const before = stateOf(facts)
      if (plan.after !== 'free' || before === 'free') return
      const { binding, labels } = facts.pooled
      if (action === 'unhold') expect([labels.tenantName, flagsBefore(binding).has('dirty')]).toEqual([null, false])
      else if (action === 'undo-dirty') expect(binding.annotations[ANNOTATIONS.dirtyFrom]).toBe('free')
      else expect(['confirm-clean', 'unmark-internal']).toContain(action)
      if (action !== 'unhold') expect(facts.clusters).toEqual([])
    })
  })

  test('makes nothing in use dirty or free', () => {
    forAllDone(({ facts, plan: { after, before } }) => {
      const given = ['dirty', 'cleaning', 'verifying', 'quarantined']
      const wasDirty = given.includes(before) || facts.pooled.labels.dirty === 'true'
      if (facts.clusters.length === 0 || wasDirty || before === 'held') return
      expect(given).not.toContain(after)
      if (before !== 'free') expect(after).not.toBe('free')
    })
  })

  test('puts no binding into use beside a dirty one of its account, and vice versa', () => {
    forAllDone(({ facts: { pooled, siblings }, changed }) => {
      const isDirty = ({ labels }: PooledBinding) => labels.dirty === 'true'
      if (!canBeAssigned(pooled) && canBeAssigned(changed)) expect(siblings.filter(isDirty)).toEqual([])
      if (!isDirty(pooled) && isDirty(changed)) expect(siblings.filter(canBeAssigned)).toEqual([])
    })
  })

  test('offers no second account to a tenant off the allowlist', () => {
    let seen = 0
    const isOffered = ({ labels, ...pooled }: PooledBinding) =>
      labels.tenantName !== null &&
      labels.shared === null &&
      labels.dirty === null &&
      exclusion({ labels, ...pooled }, { policy: policyOf('documented'), at: AT }) === null
    forAllDone(({ facts, changed }) => {
      if (facts.peers.length === 0 || facts.severalAllowed) return
      seen++
      if (!isOffered(facts.pooled)) expect(isOffered(changed)).toBe(false)
    }, MANY_RUNS)
    expect(seen).toBeGreaterThan(MANY_RUNS.numRuns / 30)
  })

  test('is marked dangerous if it exposes data or gives the account away; ending a hold only for the former', () => {
    forAllDone(({ action, plan: { before, after, danger } }) => {
      const cleanable = ['dirty', 'cleaning', 'verifying']
      const deleted = cleanable.includes(after) && !cleanable.includes(before)
      const quarantine = after === 'quarantined' && !cleanable.includes(before)
      const given = action === 'confirm-clean' || (after === 'free' && before !== 'free' && action !== 'unhold')
      expect(danger !== null).toBe(deleted || quarantine || given)
      if (danger !== null) expect(mayBeDangerous(action)).toBe(true)
    })
  })

  test('is refused the second time, except for a hold, which can be changed', () => {
    forAllDone(({ action, facts, changed }) => {
      expect(judge(action, { ...facts, pooled: changed }).allowed).toBe(action === 'hold')
    })
  })

  test('is refused for another epoch', () => {
    forAllDone(({ facts, changed }) => {
      const seen = { seenVersion: null, seenEpoch: epochOf(facts.pooled.binding), seenIdentity: null }
      expect(staleVersionReason(seen, facts.pooled.binding)).toBeNull()
      expect(staleVersionReason(seen, changed.binding)).not.toBeNull()
    })
  })

  test('is refused for a terminating binding, and for a malformed one except its repair', () => {
    forAllDone(({ action, facts }) => {
      expect(stateOf(facts)).not.toBe('terminating')
      if (stateOf(facts) === 'malformed') expect(action).toBe('repair')
    })
  })
})

describe('for an unmodified KEB and its cleanup job', () => {
  test('no selector matches what is held, in quarantine or dirty', () => {
    forAllDone(({ action, plan: { after }, changed }) => {
      // A repair leaves a hold that only annotations record to the next step, and may restore an account that was
      // shared and dirty.
      if (action === 'repair' && after === 'held') return
      if (changed.labels.shared === 'true' && ['repair', 'unhold', 'lift'].includes(action)) return
      if (['held', 'quarantined', 'dirty'].includes(after)) expect(kebSelects(changed)).toBe(false)
    })
  })

  test('what is on hold is neither released nor cleaned', () => {
    forAllDone(({ action, changed: { binding, labels } }) => {
      if (action !== 'hold') return
      const { outcome } = release(
        { labels, bindingName: binding.name, ownShoot: '', shoots: [], otherClusters: 0, timedOut: false },
        keb,
      )
      expect(outcome).toBe('skip-internal')
      const { kind, name } = binding
      const rest = {
        providerType: 'aws',
        readableSecret: true,
        usedNames: new Set<string>(),
        clusters: 0,
        verifiedEmpty: true,
      }
      expect(cleanup({ kind, name, labels, ...rest }, keb)).toBe('not-dirty')
    })
  })

  test('the index of pools matches the selectors', () => {
    forAllDone(({ changed }) => {
      const index = PoolIndex.of([changed.binding])
      const pool = poolOf(changed)
      if (!pool) return
      const offered = [
        ...index.unowned(pool),
        ...index.shared(pool),
        ...index.owned(pool, 'ga-1'),
        ...index.owned(pool, 'ga-2'),
      ]
      if (offered.length > 0) expect(kebSelects(changed)).toBe(true)
    })
  })
})

describe('undoing', () => {
  const WAYS: readonly (readonly Action[])[] = [
    ['mark-dirty', 'undo-dirty'],
    ['release', 'undo-dirty'],
    ['hold', 'unhold'],
    ['quarantine', 'lift', 'undo-dirty'],
    ['mark-internal', 'unmark-internal'],
    ['hold', 'hold', 'unhold'],
    ['quarantine', 'hold', 'unhold', 'lift', 'undo-dirty'],
  ]
  test.each(WAYS.map(way => [way.join(', '), way] as const))('%s restores every label', (_, way) => {
    let seen = 0
    fc.assert(
      fc.property(anyFacts, facts => {
        // The last step also removes the mark of an account that was dirty or on hold before.
        if ((way[0] === 'quarantine' || way[0] === 'hold') && facts.pooled.labels.dirty !== null) return
        if (way[0] === 'hold' && facts.pooled.holdEnd !== null) return
        let binding = facts.pooled.binding
        for (const action of way) {
          const pooled = pooledBinding(binding)
          const next =
            pooled && done(action, { ...facts, pooled, peers: [], siblings: [], clusters: [], releasedBy: [], at: AT })
          if (!next) return
          binding = next.changed.binding
        }
        seen++
        const { stateSince, sinceOf, epoch, ...notes } = ANNOTATIONS
        const hidden = new Set<string>([
          stateSince,
          sinceOf,
          epoch,
          notes.hold,
          notes.holdUntil,
          notes.heldFlags,
          notes.state,
          notes.dirtyFrom,
        ])
        const kept = (annotations: Readonly<Record<string, string>>) =>
          Object.entries(annotations).filter(([key]) => !hidden.has(key))
        expect(binding.labels).toEqual(facts.pooled.binding.labels)
        expect(kept(binding.annotations)).toEqual(kept(facts.pooled.binding.annotations))
      }),
      RUNS,
    )
    expect(seen).toBeGreaterThan(RUNS.numRuns / 30)
  })
})
