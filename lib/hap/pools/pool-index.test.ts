import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { anyBinding, bindingOf } from '../../../test/engine/bindings.ts'
import { type Binding, bindingKey } from './binding.ts'
import { readLabels } from './labels.ts'
import type { Pool } from './pool.ts'
import { compareBindings, PoolIndex } from './pool-index.ts'
import { countStates, type PooledBinding, stateAt } from './pooled-binding.ts'
import { anySelector, claimSelector, type LabelSelector, selects, sharedSelector, tenantSelector } from './selector.ts'

const POOLS = ['aws', 'azure', 'aws_', ''].flatMap(hyperscalerType => {
  return [true, false].map(euAccess => ({ hyperscalerType, euAccess, shared: false }))
})
const AT = Date.parse('2026-05-01T00:00:00Z')

/** The bindings after a history of puts and removals, without an index. */
function latest(history: readonly { readonly binding: Binding; readonly removed: boolean }[]): readonly Binding[] {
  const left = new Map<string, Binding>()
  for (const { binding, removed } of history) {
    if (removed) left.delete(bindingKey(binding))
    else left.set(bindingKey(binding), binding)
  }
  return [...left.values()]
}

function selected(bindings: readonly Binding[], selector: LabelSelector): readonly string[] {
  return bindings
    .filter(({ kind, labels }) => selects(selector, readLabels(kind, labels)))
    .toSorted(compareBindings)
    .map(bindingKey)
}

function keys(pooled: readonly PooledBinding[]): readonly string[] {
  return pooled.map(one => bindingKey(one.binding))
}

const anyHistory = fc.array(fc.record({ binding: anyBinding, removed: fc.boolean() }), { maxLength: 60 })

function replay(history: readonly { readonly binding: Binding; readonly removed: boolean }[]): PoolIndex {
  const index = new PoolIndex()
  for (const { binding, removed } of history) {
    if (removed) index.remove(binding)
    else index.put(binding)
  }
  return index
}

function answers(index: PoolIndex, pool: Pool) {
  return {
    any: keys(index.dedicated(pool)),
    claim: keys(index.unowned(pool)),
    shared: keys(index.shared(pool)),
    tenants: ['ga-1', 'ga-2', ''].map(tenant => keys(index.owned(pool, tenant))),
  }
}

describe('the pool index', () => {
  test('answers the four selectors like a scan of all labels, after any history', () => {
    fc.assert(
      fc.property(anyHistory, history => {
        const index = replay(history)
        const bindings = latest(history)
        for (const pool of POOLS) {
          expect(answers(index, pool)).toEqual({
            any: selected(bindings, anySelector(pool)),
            claim: selected(bindings, claimSelector(pool)),
            shared: selected(bindings, sharedSelector(pool)),
            tenants: ['ga-1', 'ga-2', ''].map(tenant => selected(bindings, tenantSelector(pool, tenant))),
          })
        }
      }),
    )
  })

  test('contains the claimable bindings under the documented semantics', () => {
    fc.assert(
      fc.property(anyHistory, history => {
        const index = replay(history)
        for (const pool of POOLS) {
          const free = index.unowned(pool).filter(
            one =>
              ['free', 'held'].includes(stateAt(one, AT)) &&
              // A hold remains in force on a restored binding, which is not assigned.
              one.binding.doubt === undefined &&
              one.labels.internal === null &&
              one.labels.dirty === null,
          )
          expect(keys(index.claimable(pool))).toEqual(keys(free))
        }
      }),
    )
  })

  test('does not depend on the order in which bindings arrive', () => {
    fc.assert(
      fc.property(fc.uniqueArray(anyBinding, { selector: bindingKey }), bindings => {
        const [one, other] = [PoolIndex.of(bindings), PoolIndex.of(bindings.toReversed())]
        for (const pool of POOLS) expect(answers(one, pool)).toEqual(answers(other, pool))
      }),
    )
  })

  test('does not change a list after it was returned', () => {
    const index = PoolIndex.of(['a', 'b', 'c'].map(name => bindingOf(name, { hyperscalerType: 'aws' })))
    const pool = { hyperscalerType: 'aws', euAccess: false, shared: false }
    const before = index.claimable(pool)
    const slots = [...index.slots('aws')]
    index.put(bindingOf('b', { hyperscalerType: 'aws', tenantName: 'ga' }))
    index.remove(bindingOf('a', {}))
    expect(before.map(one => one.binding.name)).toEqual(['a', 'b', 'c'])
    expect(slots.flatMap(slot => slot.all.map(one => one.binding.name))).toEqual(['a', 'b', 'c'])
    expect(index.claimable(pool).map(one => one.binding.name)).toEqual(['c'])
  })

  test('drops removed bindings, and ignores bindings outside HAP', () => {
    const index = PoolIndex.of([bindingOf('a', { hyperscalerType: 'aws' }), bindingOf('x', {})])
    expect(index.size).toBe(1)
    index.put(bindingOf('a', { team: 'x' }))
    index.remove(bindingOf('never', {}))
    expect(index.size).toBe(0)
    expect([...index.slots('aws')]).toEqual([])
    expect(index.get(bindingOf('a', {}))).toBeNull()
  })
})

describe('capacity', () => {
  test('adds up to all bindings', () => {
    fc.assert(
      fc.property(fc.array(anyBinding, { maxLength: 40 }), bindings => {
        const index = PoolIndex.of(bindings)
        const total = Object.values(countStates(index.values(), AT)).reduce((sum, count) => sum + count, 0)
        expect(total).toBe(index.size)
      }),
    )
  })
})
