import { expect, test } from 'vitest'
import { atOuterBoundaries } from '../crash/each-boundary.ts'
import { crashFlow } from './crash-flow.ts'
import { FLOWS } from './crash-flows.ts'

/** One flow for each write of an account; the deep tier crashes every flow at each write. */
const NAMES = [
  'a claim of a free account',
  'a turn of the queue',
  'a release that marks both bindings of its account',
  'a sweep that finds an intent',
  'a claim of a tenant whose account is being returned',
]

test.each(NAMES)('%s ends the same after a crash at its first and last write', async name => {
  const flow = FLOWS.find(each => each.name === name)
  if (!flow) throw new Error(`FLOWS has no flow "${name}".`)
  expect((await crashFlow(flow, atOuterBoundaries)).ends).toBe(2)
})
