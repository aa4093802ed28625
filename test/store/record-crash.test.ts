import { afterAll, beforeAll, expect, test } from 'vitest'
import { atOuterBoundaries } from '../crash/each-boundary.ts'
import { type ActionKit, startActionKit } from '../garden/action-kit.ts'
import { RECORD_CRASHES } from './record-crashes.ts'

let kit: ActionKit

beforeAll(async () => {
  kit = await startActionKit()
})

afterAll(() => kit.stop())

/** One for each kind of recovery; the deep tier crashes every change at each write. */
const NAMES = ['a change of the allowlist', 'the work on a job', 'the search for the outcome of an entry'] as const

test.each(NAMES)('%s ends the same after a crash at its first and last write', async name => {
  expect((await RECORD_CRASHES[name](kit, atOuterBoundaries)).ends).toBe(2)
})
