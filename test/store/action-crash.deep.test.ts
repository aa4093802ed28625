import { afterAll, beforeAll, expect, test } from 'vitest'
import { atEachBoundary } from '../crash/each-boundary.ts'
import { type ActionKit, startActionKit } from '../garden/action-kit.ts'
import { ACTION_STEPS, crashAction, crashConfirmClean } from './action-crash.ts'

let kit: ActionKit

beforeAll(async () => {
  kit = await startActionKit()
})

afterAll(() => kit.stop())

test.each(ACTION_STEPS)('$name ends the same after a crash at each write', async step => {
  const { ends, writes } = await crashAction(kit, step, atEachBoundary)
  expect(ends).toBe(2 * writes.length)
})

test('confirm-clean of both bindings of an account ends the same after a crash at each write', async () => {
  const { ends, writes } = await crashConfirmClean(kit, atEachBoundary)
  expect(ends).toBe(2 * writes.length)
})
