import { expect, test } from 'vitest'
import { type SessionState, sessionStateOf } from './session-record.ts'

const LIMITS = { idleMs: 1_000, longestMs: 10_000, confirmMs: 300 }
const FRESH = { ended: false, ageMs: 0, idleMs: 0, confirmedMs: 0, provider: 'oidc' }

test.each<[Partial<typeof FRESH>, SessionState]>([
  [{}, 'alive'],
  [{ ended: true }, 'ended'],
  [{ ended: true, ageMs: 10_000, idleMs: 1_000 }, 'ended'],
  [{ ageMs: 9_999 }, 'alive'],
  [{ ageMs: 10_000 }, { end: 'too-old' }],
  [{ idleMs: 999 }, 'alive'],
  [{ idleMs: 1_000 }, { end: 'idle' }],
  [{ ageMs: 10_000, idleMs: 1_000 }, { end: 'too-old' }],
  [{ confirmedMs: 299 }, 'alive'],
  [{ confirmedMs: 300 }, 'due'],
  [{ confirmedMs: 899 }, 'due'],
  [{ confirmedMs: 900 }, 'overdue'],
  [{ confirmedMs: 900, idleMs: 1_000 }, { end: 'idle' }],
  [{ confirmedMs: 9_000, provider: 'demo' }, 'alive'],
  [{ ageMs: -60_000, idleMs: -60_000, confirmedMs: -60_000 }, 'alive'],
])('a session with %j is %j', (row, standing) => {
  expect(sessionStateOf({ ...FRESH, ...row }, LIMITS)).toEqual(standing)
})
