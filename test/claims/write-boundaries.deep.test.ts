import { expect, test } from 'vitest'
import { CRASH_POINTS } from '#lib/services/claims/claim-context.ts'
import { atEachBoundary } from '../crash/each-boundary.ts'
import { crashFlow, points } from './crash-flow.ts'
import { FLOWS } from './crash-flows.ts'

test.each(FLOWS)('$name ends the same after a crash at each write', { timeout: 180_000 }, async flow => {
  const { ends, writes } = await crashFlow(flow, atEachBoundary)
  expect(ends).toBe(2 * writes.length)
})

test('the flows pass every crash point of the stress test', () => {
  expect([...points].toSorted()).toEqual(CRASH_POINTS.toSorted())
})
