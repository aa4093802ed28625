import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { AT, anyFacts, factsAbout } from '../../../test/engine/action-facts.ts'
import { bindingOf } from '../../../test/engine/bindings.ts'
import { shootOf } from '../../../test/engine/shoots.ts'
import { applyChange } from '../lifecycle/change.ts'
import { waitsForOthers } from '../lifecycle/cleaning.ts'
import { ANNOTATIONS } from '../pools/binding.ts'
import { type PooledBinding, pooledBinding } from '../pools/pooled-binding.ts'
import type { DiffLine } from './diff.ts'
import { type ActionFacts, canBeAssigned } from './facts.ts'
import { judge } from './judge.ts'
import { planAction } from './plan-action.ts'
import { distinctChanges, planTogether } from './plan-together.ts'
import { isReleasePending } from './previous-state.ts'

const input = { reason: 'ticket 4711', by: 'olga' }
const dirty = { hyperscalerType: 'aws', tenantName: 'ga-1', dirty: 'true' }
const pooled = (name: string, labels: Record<string, string>, annotations = {}) =>
  factsAbout(bindingOf(name, labels, { annotations })).pooled
const a = factsAbout(bindingOf('a', dirty))
const cleaning = { [ANNOTATIONS.state]: 'cleaning' }

test('a dirty binding beside a dirty one becomes clean but on hold, without its tenant', () => {
  const planned = planAction('confirm-clean', { ...a, siblings: [pooled('b', dirty)] }, input)
  expect(planned).toMatchObject({
    plan: {
      after: 'held',
      danger: 'The account can be assigned to another global account.',
      change: {
        labels: { dirty: 'held', tenantName: null, internal: 'true' },
        annotations: {
          [ANNOTATIONS.hold]: 'Clean; waits for the other bindings of its account.',
          [ANNOTATIONS.holdUntil]: '2026-05-01T00:01:00Z',
          [ANNOTATIONS.heldFlags]: '',
          [ANNOTATIONS.evidence]: expect.stringContaining('ticket 4711'),
        },
      },
      consequence: [
        'You confirm that this account is empty. The tenant label (ga-1) is removed. Nothing is deleted. This cannot be undone. It will stay on hold until b of the same account is clean too.',
      ],
    },
  })
})

test.each<[string, Record<string, string>, Record<string, string>]>([
  ['internal', { ...dirty, internal: 'true' }, { hyperscalerType: 'aws', internal: 'true' }],
  ['shared', { hyperscalerType: 'aws', dirty: 'true', shared: 'true' }, { hyperscalerType: 'aws', shared: 'true' }],
  ['plain', dirty, { hyperscalerType: 'aws' }],
])('an account that was also %s is so again when the hold ends', (_, labels, after) => {
  const one = factsAbout(bindingOf('a', labels), { siblings: [pooled('b', dirty)] })
  const aside = done(one, 'confirm-clean')
  expect(waitsForOthers(aside)).toBe(true)
  const free = done({ ...one, pooled: aside, siblings: [pooled('b', { hyperscalerType: 'aws' })] }, 'unhold')
  expect(free.binding.labels).toEqual(after)
  expect(waitsForOthers(free)).toBe(false)
})

test('a changed hold belongs to its last author', () => {
  const aside = done({ ...a, siblings: [pooled('b', dirty)] }, 'confirm-clean')
  expect(waitsForOthers(done({ ...a, pooled: aside }, 'hold'))).toBe(false)
})

describe('planned together', () => {
  test.each<[string, Partial<ActionFacts>, readonly string[], string]>([
    ['no other binding', {}, [], 'free'],
    ['one more', { siblings: [pooled('b', dirty)] }, ['b held'], 'free'],
    ['two more', { siblings: [pooled('b', dirty), pooled('c', dirty)] }, ['b held', 'c held'], 'free'],
    ['one beside one on hold', { siblings: [pooled('b', dirty), heldPooled('c')] }, ['b held'], 'free'],
  ])('%s', (_, more, others, after) => {
    const planned = planTogether('confirm-clean', { ...a, ...more }, input)
    if ('reason' in planned) throw new Error(planned.reason)
    expect(planned.others.map(({ binding, plan }) => `${binding.name} ${plan.after}`)).toEqual(others)
    expect(planned.plan.after).toBe(after)
    expect(planned.plan.danger).toBe('The account can be assigned to another global account.')
  })

  test('returns the resulting states of the other bindings', () => {
    const planned = planTogether('confirm-clean', { ...a, siblings: [pooled('b', dirty), pooled('c', dirty)] }, input)
    expect('plan' in planned && planned.plan.consequence.at(-1)).toBe(
      'b and c, which refer to the same account, are confirmed clean too, and free after it.',
    )
  })

  test.each<[Partial<ActionFacts>, string]>([
    [
      { siblings: [pooled('b', dirty, cleaning)] },
      'b refers to the same account. Being cleaned. Wait until cleaning ends.',
    ],
    [
      { siblings: [pooled('b', dirty), pooled('c', { hyperscalerType: 'aws' })] },
      'b refers to the same account. c refers to the same account and can still be assigned. Put that binding on hold first.',
    ],
    [
      { siblings: [pooled('b', dirty)], clusters: [{ shoot: shootOf('c-1'), claim: null }] },
      'b refers to the same account. 1 cluster still uses this account.',
    ],
  ])('refused: %#', (more, reason) => {
    expect(planTogether('confirm-clean', { ...a, ...more }, input)).toEqual({ reason })
  })

  test('unmarks the other bindings too, and leaves one without an owner on hold', () => {
    const unowned = pooled('b', { hyperscalerType: 'aws', dirty: 'true' }, { [ANNOTATIONS.dirtyFrom]: 'free' })
    const planned = planTogether('undo-dirty', { ...a, siblings: [unowned, pooled('c', dirty)] }, input)
    if ('reason' in planned) throw new Error(planned.reason)
    expect(planned.others.map(({ binding, plan }) => `${binding.name} ${plan.after}`)).toEqual(['b held', 'c held'])
    expect(planned.plan).toMatchObject({ after: 'claimed', change: { labels: { dirty: null } } })
    expect(planned.plan.consequence.at(-1)).toBe(
      'b and c, which refer to the same account, are not cleaned either, and return after it.',
    )
    const own = planTogether('undo-dirty', { ...a, pooled: unowned, siblings: [a.pooled] }, input)
    expect('plan' in own && [own.plan.after, own.plan.consequence[0]]).toEqual([
      'held',
      'The account will not be cleaned. It will stay on hold while a of the same account belongs to ga-1.',
    ])
  })

  test('applies to these two actions only, others are planned alone', () => {
    const facts = { ...a, siblings: [pooled('b', dirty)] }
    expect(planTogether('hold', facts, input)).toMatchObject({ others: [], plan: { after: 'held' } })
  })

  test.each(['confirm-clean', 'undo-dirty'] as const)(
    '%s never leaves a binding in use beside a dirty one at any step, and at the end only those with a waiting release are dirty',
    action => {
      let seen = 0
      fc.assert(
        fc.property(anyFacts, fc.nat({ max: 3 }), (facts, more) => {
          const twins = Array.from({ length: more }, (_, i) => renamed(facts.pooled, `twin-${i}`))
          const known = {
            ...facts,
            at: AT,
            siblings: [...facts.siblings.map((each, i) => renamed(each, `s-${i}`)), ...twins],
          }
          const planned = planTogether(action, known, input)
          if ('reason' in planned) return
          const now = new Map([known.pooled, ...known.siblings].map(each => [each.binding.name, each]))
          // KEB assigns a shared account that is dirty; removing that mark resolves it.
          if (action === 'undo-dirty' && !isSafe([...now.values()])) return
          const steps = [...planned.others, { binding: known.pooled.binding, plan: planned.plan }]
          for (const { binding, plan } of steps) {
            const changed = pooledBinding(applyChange(binding, plan.change))
            if (changed) now.set(binding.name, changed)
            expectSafe([...now.values()])
          }
          const released: string[] = []
          for (const aside of [...now.values()].filter(waitsForOthers)) {
            const siblings = [...now.values()].filter(each => each !== aside)
            const ended = { ...known, pooled: aside, siblings }
            // Unmarking may leave a binding on hold that the account's tenant does not own.
            if (action === 'undo-dirty' && !judge('unhold', ended).allowed) continue
            // A waiting release continues when the hold ends: that sets another mark than the removed one.
            if (isReleasePending(ended)) released.push(aside.binding.name)
            now.set(aside.binding.name, done(ended, 'unhold'))
            expectSafe([...now.values()])
          }
          const touched = steps.flatMap(({ binding }) => now.get(binding.name) ?? [])
          const inUse = touched.filter(canBeAssigned)
          expect(new Set(inUse.map(({ labels }) => labels.tenantName)).size).toBeLessThan(2)
          const marked = [...now.values()].filter(({ labels }) => labels.dirty === 'true')
          expect(marked.map(({ binding }) => binding.name)).toEqual(released)
          if (planned.others.length > 0) seen++
        }),
        { numRuns: 4_000 },
      )
      expect(seen).toBeGreaterThan(20)
    },
  )
})

function expectSafe(account: readonly PooledBinding[]): void {
  expect(isSafe(account)).toBe(true)
}

function isSafe(account: readonly PooledBinding[]): boolean {
  return !(account.some(({ labels }) => labels.dirty === 'true') && account.some(canBeAssigned))
}

function renamed({ binding }: PooledBinding, name: string): PooledBinding {
  return factsAbout({ ...binding, name }).pooled
}

function heldPooled(name: string): PooledBinding {
  return renamed(done(factsAbout(bindingOf(name, { hyperscalerType: 'aws' })), 'hold'), name)
}

function done(facts: ActionFacts, action: 'confirm-clean' | 'hold' | 'unhold'): PooledBinding {
  const planned = planAction(action, facts, input)
  if (!planned.allowed) throw new Error(planned.reason)
  const changed = pooledBinding(applyChange(facts.pooled.binding, planned.plan.change))
  if (!changed) throw new Error('it is none of HAP')
  return changed
}

const line = (change: DiffLine['change'], key: string, value: string, note = 'label'): DiffLine => {
  return { change, key, value, note }
}

const released = (tenant: string, epoch: number) => [
  line('kept', 'tenantName', tenant),
  line('added', 'dirty', 'true'),
  line('removed', 'epoch', String(epoch), 'annotation'),
  line('added', 'epoch', String(epoch + 1), 'annotation'),
]

test('merges changes of the same keys and counts their differing values', () => {
  const [only, ...others] = distinctChanges([released('a', 1), released('b', 1), released('c', 4)])
  expect(others).toEqual([])
  expect(only).toMatchObject({ count: 3, first: 0 })
  expect(only?.lines.map(({ change, key, value, values }) => [change, key, value, values])).toEqual([
    ['kept', 'tenantName', null, 3],
    ['added', 'dirty', 'true', 1],
    ['removed', 'epoch', null, 2],
    ['added', 'epoch', null, 2],
  ])
})

test('separates changes of other keys and labels, the most frequent first', () => {
  const free = [line('added', 'dirty', 'true')]
  const changes = distinctChanges([released('a', 1), free, free, [line('added', 'dirty', 'yes')]])
  expect(changes.map(({ count, first }) => [count, first])).toEqual([
    [2, 1],
    [1, 0],
    [1, 3],
  ])
  expect(changes[0]?.lines).toEqual([{ change: 'added', key: 'dirty', value: 'true', values: 1, note: 'label' }])
})

test('returns nothing for no changes', () => {
  expect(distinctChanges([])).toEqual([])
})
