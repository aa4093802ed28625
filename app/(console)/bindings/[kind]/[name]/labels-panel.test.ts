import { expect, test } from 'vitest'
import type { TimelineItem } from '#lib/queries/timeline.ts'
import { findHoldAction, findQuarantineAction } from './labels-panel.tsx'

const holdAction = (code: string, outcome = 'accepted') =>
  ({ kind: 'action', row: { action: code, outcome, actor: `who did ${code}` } }) as TimelineItem
const holdState = (to: string) => ({ kind: 'state', to }) as TimelineItem
const CLAIM = { kind: 'claim' } as TimelineItem

test.each<[string, readonly TimelineItem[], string | null]>([
  ['nothing', [], null],
  ['a hold', [holdAction('hold'), holdState('claimed')], 'who did hold'],
  ['its state beside it', [holdState('held'), holdAction('hold')], 'who did hold'],
  ['a refused action and a later claim', [holdAction('unhold', 'refused'), CLAIM, holdAction('hold')], 'who did hold'],
  ['a hold that was refused', [holdAction('hold', 'refused')], null],
  ['a hold that ended, and another set elsewhere', [holdAction('unhold'), holdAction('hold')], null],
  ['another state since', [holdState('held'), holdState('free'), holdAction('hold')], null],
])('returns the action of a hold after %s', (_, items, expected) => {
  expect(findHoldAction(items)?.actor ?? null).toBe(expected)
})

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
  ['a refused action', [action('quarantine', null, 'refused'), state('dirty')], null],
  ['a lift', [action('lift', 'dirty'), QUARANTINE], null],
  ['a lift with an unknown state', [action('lift', null), QUARANTINE], null],
  [
    'a hold and its end',
    [action('unhold', 'quarantined'), action('hold', 'held'), QUARANTINE, state('dirty')],
    'why quarantine',
  ],
  ['another state since', [state('quarantined'), state('dirty'), QUARANTINE], null],
  ['the cleaner', [state('quarantined', 'hap-console'), action('clean-account', null), QUARANTINE], null],
])('returns the action of a quarantine after %s', (_, items, expected) => {
  expect(findQuarantineAction(items)?.reason ?? null).toBe(expected)
})
