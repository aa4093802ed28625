import { expect, test } from 'vitest'
import { bindingKey } from '#lib/hap/pools/binding.ts'
import { stateAt } from '#lib/hap/pools/pooled-binding.ts'
import { landscapeContext } from '#lib/queries/testing/landscape-context.ts'
import { StateRecorder } from '#lib/services/record-states.ts'
import { listStateChanges } from '#lib/store/states/state-history.ts'
import { testStore } from './test-store.ts'

test('records the inventory once, then only changes', async () => {
  const store = await testStore()
  const { context, writer } = landscapeContext('small')
  const { inventory } = context
  let now = context.at
  let complete = false
  const recorder = new StateRecorder({ store, inventory, isComplete: () => complete, now: () => now })
  expect(await recorder.record()).toBe(0)
  complete = true
  expect(await recorder.record()).toBe(inventory.pools.size)
  expect(await recorder.record()).toBe(0)

  const free = [...inventory.pools.values()].filter(pooled => stateAt(pooled, now) === 'free')
  const [first, second] = free.map(({ binding }) => binding)
  if (!first || !second) throw new Error('the landscape has no free bindings')
  const sink = writer.bindings(first.kind)
  sink.put(bindingKey(first), { ...first, resourceVersion: 'later', labels: { ...first.labels, tenantName: 'ga-1' } })
  sink.remove(bindingKey(second))
  now += 1_000
  expect(await recorder.record()).toBe(2)
  expect(await listStateChanges(store.db, first, { limit: 1 })).toMatchObject([
    { fromState: 'free', toState: 'claimed', tenant: 'ga-1', cause: 'observed', at: new Date(now) },
  ])
  expect(await listStateChanges(store.db, second, { limit: 1 })).toMatchObject([{ fromState: 'free', toState: null }])

  // Another replica, or a restarted one, finds no changes except bindings deleted since then.
  const other = new StateRecorder({ store, inventory, isComplete: () => true, now: () => now })
  expect(await other.record()).toBe(0)
  sink.remove(bindingKey(first))
  const later = new StateRecorder({ store, inventory, isComplete: () => true, now: () => now })
  expect(await later.record()).toBe(1)
})
