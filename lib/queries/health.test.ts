import { expect, test } from 'vitest'
import { GardenError } from '#lib/garden/client/garden-error.ts'
import type { SourceFreshness } from '#lib/garden/inventory/freshness.ts'
import type { Inventory } from '#lib/garden/inventory/inventory.ts'
import type { Phase } from '#lib/garden/reflector/contact.ts'
import { getHealth, listPlanSourceHealth } from './health.ts'

const SOURCES = ['CredentialsBinding', 'SecretBinding', 'Shoot'] as const

function healthOf(...phases: readonly Phase[]) {
  const freshness = phases.map((phase, place): SourceFreshness => {
    const ageMs = phase === 'refused' || phase === 'starting' ? null : 1000 * (place + 1)
    return {
      source: SOURCES[place] ?? 'Shoot',
      phase,
      ageMs,
      complete: ageMs !== null,
      lastContactAt: null,
      error: null,
      skipped: [],
      absent: false,
    }
  })
  const inventory: Pick<Inventory, 'freshness'> = { freshness: () => freshness }
  return getHealth({ inventory: inventory as Inventory })
}

test.each([
  [['live', 'live', 'live'], 'live', 3000],
  [['live', 'reconnecting', 'live'], 'reconnecting', 3000],
  [['stale', 'starting', 'live'], 'stale', null],
  [['live', 'refused', 'live'], 'live', 3000],
  [['refused', 'stale', 'live'], 'stale', 3000],
  [['refused', 'refused', 'refused'], 'stale', null],
] as const)('sources %j have the common phase %s', (phases, phase, ageMs) => {
  expect(healthOf(...phases)).toMatchObject({ phase, ageMs })
})

test.each([
  [['live', 'live', 'live'], []],
  [['live', 'starting', 'live'], ['bindings']],
  [['live', 'refused', 'live'], []],
  [['refused', 'refused', 'live'], ['bindings']],
  [['live', 'stale', 'refused'], ['shoots']],
  [
    ['starting', 'starting', 'starting'],
    ['bindings', 'shoots'],
  ],
] as const)('sources %j have unread: %j', (phases, unread) => {
  expect(healthOf(...phases).unread).toEqual(unread)
})

test.each([
  [{ phase: 'live', absent: false }, 'live', null],
  [{ phase: 'live', absent: true }, 'absent', /infrastructure manager is not installed/],
  [{ phase: 'refused', absent: false, error: 'forbidden' }, 'refused', /Could not list runtimes/],
  [{ phase: 'stale', absent: false, error: 'unreachable' }, 'stale', /Could not list runtimes/],
] as const)('a plan source %j is %s', (state, phase, message) => {
  const error =
    'error' in state ? new GardenError({ kind: state.error, doing: 'list runtimes', because: 'of the test.' }) : null
  const freshness = {
    source: 'Runtime',
    ageMs: 7,
    lastContactAt: 1,
    complete: true,
    skipped: [],
    ...state,
    error,
  } as const
  const [source] = listPlanSourceHealth([freshness])
  expect(source).toMatchObject({ source: 'Runtime', phase, ageMs: 7 })
  if (message === null) expect(source?.message).toBeNull()
  else expect(source?.message).toMatch(message)
})
