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
  ['2026-05-08T00:00:00Z', '2026-05-02T00:00:00Z', 'The hold will end 6 days earlier.'],
  ['2026-05-01T00:00:00Z', '2026-05-02T00:00:00Z', 'The hold will end 24 hours later.'],
  ['2026-05-01T00:00:00Z', '2026-05-01T00:01:00Z', 'The hold will end 1 minute later.'],
  ['2026-05-01T00:00:00Z', '2026-05-01T00:00:00Z', 'The end stays the same.'],
  ['2026-05-01T00:00:00Z', null, 'The hold will no longer end automatically.'],
  [null, '2026-05-01T00:00:00Z', 'The hold will now end automatically.'],
  [null, null, 'The end stays the same.'],
])('a hold until %s changed to %s', (before, after, words) => {
  expect(describeHoldChange(hold(before), hold(after))).toBe(`${words} The new reason replaces “ticket 1”.`)
})

test('a hold without a reason loses none', () => {
  expect(describeHoldChange(hold(null, ''), hold(null))).toBe('The end stays the same.')
})

const HEAD = { claims: 3, first: 'ga-4', aside: null }

test.each([
  [HEAD, 0, '3 claims are waiting for pool aws, the first from ga-4. It will get the first of these accounts.'],
  [{ ...HEAD, claims: 1 }, 0, '1 claim is waiting for pool aws, from ga-4. It will get the first of these accounts.'],
  [
    HEAD,
    1,
    '3 claims are waiting for pool aws, the first from ga-4. It may not get one: it is waiting although the pool has 1 usable account.',
  ],
  [
    { ...HEAD, aside: 'another account is being claimed for it.' },
    0,
    '3 claims are waiting for pool aws, the first from ga-4. It may not get one: another account is being claimed for it.',
  ],
])('the first waiting claim gets one of several accounts if it waits only for that: %#', (queue, usable, words) => {
  expect(describeFirstClaim(queue, 'aws', usable)).toBe(words)
})
