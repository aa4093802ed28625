import { afterAll, beforeAll, expect, test } from 'vitest'
import { atEachBoundary } from '../crash/each-boundary.ts'
import { type ActionKit, startActionKit } from '../garden/action-kit.ts'
import { RECORD_CRASHES } from './record-crashes.ts'

let kit: ActionKit

beforeAll(async () => {
  kit = await startActionKit()
})

afterAll(() => kit.stop())

test.each(Object.entries(RECORD_CRASHES))('%s ends the same after a crash at each write', async (_, crash) => {
  const { ends, least } = await crash(kit, atEachBoundary)
  expect(ends).toBeGreaterThanOrEqual(2 * least)
})
