import { expect, test } from 'vitest'
import { crashSubscription } from './subscription-crash.ts'

test.each(['claim', 'release'])('an operator that ends after its %s leaves no account to the request', async kind => {
  expect(await crashSubscription({ kind, nth: 0, side: 'after' })).toBe(true)
})
