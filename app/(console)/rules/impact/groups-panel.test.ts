import { expect, test } from 'vitest'
import { countBindings } from '#lib/queries/bindings/list-bindings.ts'
import { getPoolFacts } from '#lib/queries/pools/pool-facts.ts'
import { landscapeContext } from '#lib/queries/testing/landscape-context.ts'
import { formatIdleBindingsQuery } from './groups-panel.tsx'

test('the query lists the free accounts that the impact counts', () => {
  const { context } = landscapeContext('small')
  const pools = [...getPoolFacts(context).pools].filter(([, { pool }]) => !pool.shared)
  // Some free accounts are in use.
  expect(pools.some(([, { usable, states }]) => usable > 0 && usable < states.free)).toBe(true)
  for (const [key, { usable }] of pools)
    expect([key, countBindings(context, formatIdleBindingsQuery(key))]).toEqual([key, usable])
})
