import { expect, test } from 'vitest'
import type { TimelineItem } from '#lib/queries/timeline.ts'
import { lastHold } from './last-hold.ts'

const action = (code: string, outcome = 'accepted') =>
  ({ kind: 'action', row: { action: code, outcome, actor: `who did ${code}` } }) as TimelineItem
const state = (to: string) => ({ kind: 'state', to }) as TimelineItem
const CLAIM = { kind: 'claim' } as TimelineItem

test.each<[string, readonly TimelineItem[], string | null]>([
  ['nothing', [], null],
  ['a hold', [action('hold'), state('claimed')], 'who did hold'],
  ['its state beside it', [state('held'), action('hold')], 'who did hold'],
  ['what was refused and what was claimed since', [action('unhold', 'refused'), CLAIM, action('hold')], 'who did hold'],
  ['a hold that was refused', [action('hold', 'refused')], null],
  ['a hold that ended, and another that nobody here set', [action('unhold'), action('hold')], null],
  ['another state since', [state('held'), state('free'), action('hold')], null],
])('after %s', (_, items, expected) => {
  expect(lastHold(items)?.actor ?? null).toBe(expected)
})
