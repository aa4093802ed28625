import { expect, test } from 'vitest'
import { nextOfQueue } from './queue-words.ts'

const HEAD = { claims: 3, first: 'ga-4', aside: null }

test.each([
  [HEAD, 0, '3 claims wait for pool aws, first one of ga-4. It gets the first of these accounts.'],
  [{ ...HEAD, claims: 1 }, 0, '1 claim waits for pool aws, of ga-4. It gets the first of these accounts.'],
  [
    HEAD,
    1,
    '3 claims wait for pool aws, first one of ga-4. Whether it gets one is not certain: it waits although the pool has 1 usable account.',
  ],
  [
    { ...HEAD, aside: 'another account is being claimed for it.' },
    0,
    '3 claims wait for pool aws, first one of ga-4. Whether it gets one is not certain: another account is being claimed for it.',
  ],
])('of several accounts the first that waits gets one, where it waits only for that: %#', (queue, usable, words) => {
  expect(nextOfQueue(queue, 'aws', usable)).toBe(words)
})
