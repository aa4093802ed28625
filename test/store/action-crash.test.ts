import { afterAll, beforeAll, expect, test } from 'vitest'
import { atOuterBoundaries } from '../crash/each-boundary.ts'
import { type ActionKit, startActionKit } from '../garden/action-kit.ts'
import { ACTION_STEPS, crashAction, crashConfirmClean } from './action-crash.ts'

let kit: ActionKit

beforeAll(async () => {
  kit = await startActionKit()
})

afterAll(() => kit.stop())

/** One for each kind of write; the deep tier crashes every action at each write. */
const NAMES = [
  'release',
  'hold',
  'a hold that ends by its time',
  'release, as a cluster comes,',
  'an action that is refused',
]

test.each(NAMES)('%s ends the same after a crash at its first and last write', async name => {
  const step = ACTION_STEPS.find(each => each.name === name)
  if (!step) throw new Error(`ACTION_STEPS has no action "${name}".`)
  expect((await crashAction(kit, step, atOuterBoundaries)).ends).toBe(2)
})

test('confirm-clean of both bindings of an account ends the same after a crash at its first and last write', async () => {
  expect((await crashConfirmClean(kit, atOuterBoundaries)).ends).toBe(2)
})
