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
import { staleVersionReason } from './diff.ts'
import { type ActionFacts, canBeAssigned, stateOf } from './facts.ts'
import { judge } from './judge.ts'
import { type ActionPlan, planAction } from './plan-action.ts'
import { mayBeDangerous } from './state-table.ts'

const RUNS = { numRuns: repetitions({ fast: 150, deep: 3_000 }) }
/** For what few facts come to. */
const MANY_RUNS = { numRuns: repetitions({ fast: 1_500, deep: 30_000 }) }
const input = { reason: 'ticket 1', by: 'olga', labels: { hyperscalerType: 'aws' } }
const keb = policyOf('keb')

interface Done {
  readonly action: Action
  readonly facts: ActionFacts
  readonly plan: ActionPlan
  readonly changed: PooledBinding
}

/** Every action that the facts allow, done; a repair with what a person may have to say. */
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

/** Whether an unmodified KEB could give the binding to anybody. */
function kebSelects({ labels }: PooledBinding): boolean {
  const tenants = [labels.tenantName ?? 'ga-1', 'ga-1', 'ga-2']
  return [true, false].some(euAccess => {
    const pool = { hyperscalerType: labels.hyperscalerType ?? '', euAccess, shared: false }
    const selectors = [claimSelector(pool), sharedSelector(pool), ...tenants.map(name => tenantSelector(pool, name))]
    return selectors.some(selector => selects(selector, labels))
  })
}

describe('whatever is done to whatever binding', () => {
  test('it is well-formed afterwards, in its pool, and its epoch is one higher', () => {
    forAllDone(({ action, facts, changed }) => {
      expect(changed.problems).toEqual([])
      expect(epochOf(changed.binding)).toBe(epochOf(facts.pooled.binding) + 1)
      if (action !== 'repair') expect(poolOf(changed)).toEqual(poolOf(facts.pooled))
    })
  })

  test('nothing is changed that is so already, and nothing beyond labels and notes of HAP', () => {
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

  test('an account becomes free only on evidence: a word for it, or that it was free before', () => {
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

  test('nothing in use becomes dirty, and nothing in use becomes free', () => {
    forAllDone(({ facts, plan: { after, before } }) => {
      const given = ['dirty', 'cleaning', 'verifying', 'quarantined']
      const wasDirty = given.includes(before) || facts.pooled.labels.dirty === 'true'
      if (facts.clusters.length === 0 || wasDirty || before === 'held') return
      expect(given).not.toContain(after)
      if (before !== 'free') expect(after).not.toBe('free')
    })
  })

  test('no binding comes into use beside a dirty one of its account, nor becomes dirty beside one in use', () => {
    forAllDone(({ facts: { pooled, siblings }, changed }) => {
      const isDirty = ({ labels }: PooledBinding) => labels.dirty === 'true'
      if (!canBeAssigned(pooled) && canBeAssigned(changed)) expect(siblings.filter(isDirty)).toEqual([])
      if (!isDirty(pooled) && isDirty(changed)) expect(siblings.filter(canBeAssigned)).toEqual([])
    })
  })

  test('no tenant off the allowlist is offered a second account', () => {
    let seen = 0
    const isOffered = ({ labels, ...pooled }: PooledBinding) =>
      labels.tenantName !== null &&
      labels.shared === null &&
      labels.dirty === null &&
      exclusion({ labels, ...pooled }, policyOf('documented'), AT) === null
    forAllDone(({ facts, changed }) => {
      if (facts.peers.length === 0 || facts.severalAllowed) return
      seen++
      if (!isOffered(facts.pooled)) expect(isOffered(changed)).toBe(false)
    }, MANY_RUNS)
    expect(seen).toBeGreaterThan(MANY_RUNS.numRuns / 30)
  })

  test('whatever exposes data or gives the account away is marked dangerous; ending a hold only where it does the former', () => {
    forAllDone(({ action, plan: { before, after, danger } }) => {
      const cleanable = ['dirty', 'cleaning', 'verifying']
      const deleted = cleanable.includes(after) && !cleanable.includes(before)
      const quarantine = after === 'quarantined' && !cleanable.includes(before)
      const given = action === 'confirm-clean' || (after === 'free' && before !== 'free' && action !== 'unhold')
      expect(danger !== null).toBe(deleted || quarantine || given)
      if (danger !== null) expect(mayBeDangerous(action)).toBe(true)
    })
  })

  test('doing it twice is refused, but for a hold, which can be changed', () => {
    forAllDone(({ action, facts, changed }) => {
      expect(judge(action, { ...facts, pooled: changed }).allowed).toBe(action === 'hold')
    })
  })

  test('a decision on another epoch is refused', () => {
    forAllDone(({ facts, changed }) => {
      const seen = { seenVersion: null, seenEpoch: epochOf(facts.pooled.binding), seenIdentity: null }
      expect(staleVersionReason(seen, facts.pooled.binding)).toBeNull()
      expect(staleVersionReason(seen, changed.binding)).not.toBeNull()
    })
  })

  test('a terminating binding allows nothing, a malformed one its repair alone', () => {
    forAllDone(({ action, facts }) => {
      expect(stateOf(facts)).not.toBe('terminating')
      if (stateOf(facts) === 'malformed') expect(action).toBe('repair')
    })
  })
})

describe('for an unmodified KEB and its cleanup job', () => {
  test('what is held, in quarantine or dirty is out of reach of every selector', () => {
    forAllDone(({ action, plan: { after }, changed }) => {
      // A repair leaves a hold that only notes tell of to the next step; and what was shared and dirty by mistake may be so again.
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

  test('the index of pools sees what its selectors see', () => {
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
  test.each(WAYS.map(way => [way.join(', '), way] as const))('%s puts every label back', (_, way) => {
    let seen = 0
    fc.assert(
      fc.property(anyFacts, facts => {
        // Of an account that was dirty or on hold before, the last step takes that off too.
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
