import { expect, test } from 'vitest'
import type { TimelineItem } from '#lib/queries/timeline.ts'
import { lastQuarantine } from './last-quarantine.ts'

const action = (code: string, to: string | null, outcome = 'accepted') =>
  ({
    kind: 'action',
    row: { action: code, outcome, reason: `why ${code}` },
    led: to === null ? null : { from: null, to },
  }) as TimelineItem
const state = (to: string, actor: string | null = null, seq: string | null = null) =>
  ({ kind: 'state', to, actor, action: seq }) as TimelineItem
const QUARANTINE = action('quarantine', 'quarantined')

test.each<[string, readonly TimelineItem[], string | null]>([
  ['nothing', [], null],
  ['a quarantine', [QUARANTINE, state('claimed')], 'why quarantine'],
  ['its state beside it', [state('quarantined', 'Omar', '7'), action('quarantine', null)], 'why quarantine'],
  ['one that was refused', [action('quarantine', null, 'refused'), state('dirty')], null],
  ['a lift', [action('lift', 'dirty'), QUARANTINE], null],
  ['a lift whose state is not known', [action('lift', null), QUARANTINE], null],
  [
    'a hold and its end',
    [action('unhold', 'quarantined'), action('hold', 'held'), QUARANTINE, state('dirty')],
    'why quarantine',
  ],
  ['another state since', [state('quarantined'), state('dirty'), QUARANTINE], null],
  ['the cleaner', [state('quarantined', 'hap-console'), action('clean-account', null), QUARANTINE], null],
])('after %s', (_, items, expected) => {
  expect(lastQuarantine(items)?.reason ?? null).toBe(expected)
})
