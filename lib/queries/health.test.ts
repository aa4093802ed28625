import { expect, test } from 'vitest'
import type { SourceFreshness } from '#lib/garden/inventory/freshness.ts'
import type { Inventory } from '#lib/garden/inventory/inventory.ts'
import type { Phase } from '#lib/garden/reflector/contact.ts'
import { health } from './health.ts'

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
    }
  })
  const inventory: Pick<Inventory, 'freshness'> = { freshness: () => freshness }
  return health({ inventory: inventory as Inventory })
}

test.each([
  [['live', 'live', 'live'], 'live', 3000],
  [['live', 'reconnecting', 'live'], 'reconnecting', 3000],
  [['stale', 'starting', 'live'], 'stale', null],
  [['live', 'refused', 'live'], 'live', 3000],
  [['refused', 'stale', 'live'], 'stale', 3000],
  [['refused', 'refused', 'refused'], 'stale', null],
] as const)('sources that are %j are together %s', (phases, phase, ageMs) => {
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
] as const)('of sources that are %j, %j is unread', (phases, unread) => {
  expect(healthOf(...phases).unread).toEqual(unread)
})
