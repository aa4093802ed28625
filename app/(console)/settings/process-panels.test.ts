import { expect, test } from 'vitest'
import type { ConsoleHealth } from '#lib/queries/console-health.ts'
import { formatSourceState, formatWait, getControllerName } from './process-panels.tsx'

test.each<[number | null, number, string]>([
  [null, 0, '—'],
  [null, 3, '> 5 min'],
  [50, 3, '≤ 50 ms'],
  [2_500, 3, '≤ 2.5 s'],
])('formats a wait of %j after %j runs as %s', (ms, runs, words) => {
  expect(formatWait(ms, runs)).toBe(words)
})

test('shows the raw name of an unknown controller', () => {
  expect([getControllerName('cleanup'), getControllerName('other')]).toEqual(['Cleaning', 'other'])
})

const health: ConsoleHealth = {
  at: 0,
  phase: 'live',
  ageMs: 0,
  sources: [],
  unread: [],
  problems: [],
  database: { kind: 'embedded', state: 'up', since: 0 },
  plans: [],
  resources: [],
}

test.each([
  ['live', 'live', 'live', 'live'],
  ['live', 'connecting', 'live', 'live'],
  ['live', 'connecting', 'starting', 'live'],
  ['stale', 'stale', 'stale', 'stale'],
  ['refused', 'live', 'live', 'not allowed'],
  ['absent', 'live', 'live', 'not served'],
  ['up', 'live', 'live', 'up'],
  ['down', 'live', 'live', 'down'],
  ['live', 'reconnecting', 'live', 'unknown, was live'],
  ['live', 'stale', 'live', 'unknown, was live'],
  ['up', 'signed-out', 'live', 'unknown, was up'],
] as const)('labels a source that is %s on a page that is %s with last health %s: %s', (state, phase, last, words) => {
  expect(formatSourceState(state, { phase, health: { ...health, phase: last } })).toBe(words)
})
