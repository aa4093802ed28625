import { expect, test } from 'vitest'
import { factsAbout } from '../../../test/engine/action-facts.ts'
import { bindingOf } from '../../../test/engine/bindings.ts'
import { ANNOTATIONS } from '../pools/binding.ts'
import { describeFirstClaim, describeHoldChange } from './consequence.ts'

function hold(until: string | null, reason = 'ticket 1') {
  const labels = { hyperscalerType: 'aws', dirty: 'held', internal: 'true' }
  const end: Record<string, string> = until === null ? {} : { [ANNOTATIONS.holdUntil]: until }
  const annotations = { [ANNOTATIONS.hold]: reason, [ANNOTATIONS.heldFlags]: '', ...end }
  return factsAbout(bindingOf('a', labels, { annotations })).pooled
}

test.each([
  ['2026-05-08T00:00:00Z', '2026-05-02T00:00:00Z', 'The hold ends 6 days sooner.'],
  ['2026-05-01T00:00:00Z', '2026-05-02T00:00:00Z', 'The hold ends 24 hours later.'],
  ['2026-05-01T00:00:00Z', '2026-05-01T00:01:00Z', 'The hold ends 1 minute later.'],
  ['2026-05-01T00:00:00Z', '2026-05-01T00:00:00Z', 'The hold ends as before.'],
  ['2026-05-01T00:00:00Z', null, 'The hold then no longer ends by itself.'],
  [null, '2026-05-01T00:00:00Z', 'The hold then ends by itself, which it did not before.'],
  [null, null, 'The hold ends as before.'],
])('a hold until %s changed to %s', (before, after, words) => {
  expect(describeHoldChange(hold(before), hold(after))).toBe(
    `${words} The reason given now takes the place of “ticket 1”.`,
  )
})

test('a hold without a reason loses none', () => {
  expect(describeHoldChange(hold(null, ''), hold(null))).toBe('The hold ends as before.')
})

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
  expect(describeFirstClaim(queue, 'aws', usable)).toBe(words)
})
