import { expect, test } from 'vitest'
import type { MultiAccount } from '#lib/hap/lifecycle/multi-account.ts'
import { MultiAccountSettings } from '#lib/runtime/multi-account-settings.ts'
import { RulesUncertainError } from '#lib/services/rules/rules-context.ts'
import { latestRevision, listRevisions, saveRevision } from '#lib/store/allowlist-revisions.ts'
import { testStore } from './test-store.ts'

const ON: MultiAccount = {
  allowed: ['ga-1', 'ga-2'],
  limits: { default: 3, providers: { aws: 180, gdch: 7 } },
  minBindingsForGuard: 2,
}
const draft = (basedOn: number, multiAccount: MultiAccount = ON) => ({
  basedOn,
  multiAccount,
  actor: 'admin@example.com',
  reason: 'more room',
  ticket: 'OPS-1',
  at: new Date('2026-11-21T10:00:00.000Z'),
})

test('reads the settings in force again only for a newer version', async () => {
  const store = await testStore()
  const settings = new MultiAccountSettings(store, () => ({ multiAccount: ON, file: 'x' }), 30_000)
  await settings.refresh()
  expect(settings.version).toBe(0)
  await saveRevision(store, draft(0))
  await settings.refresh()
  const first = settings.revision
  expect(first?.version).toBe(1)
  await settings.refresh()
  expect(settings.revision).toBe(first)
  await saveRevision(store, draft(1))
  await settings.refresh()
  expect(settings.version).toBe(2)
})

test('in observe mode a saved version is ignored', async () => {
  const store = await testStore()
  await saveRevision(store, draft(0))
  const settings = new MultiAccountSettings(store, () => ({ multiAccount: ON, file: 'x' }), 30_000, { fileOnly: true })
  await settings.refresh()
  expect([settings.version, settings.certain(), settings.problem()]).toEqual([0, ON, null])
})

test('settings apply to no claim before they were read, nor when they are stale', async () => {
  const store = await testStore()
  let now = 0
  const settings = new MultiAccountSettings(store, () => ({ multiAccount: ON, file: 'x' }), 30_000, { now: () => now })
  expect(() => settings.certain()).toThrow(RulesUncertainError)
  await settings.refresh()
  now += 30_000
  expect(settings.certain()).toBe(ON)
  expect(settings.problem()).toBeNull()
  now += 1_000
  expect(() => settings.certain()).toThrow('31 s ago')
  expect(settings.problem()).toContain('31 s ago')
  expect(settings.active).toBe(ON)
  await settings.refresh()
  expect(settings.certain()).toBe(ON)
})

test('the last revision is in force, exactly as it was saved', async () => {
  const store = await testStore()
  expect(await latestRevision(store.db)).toBeNull()
  await saveRevision(store, draft(0))
  const off: MultiAccount = { allowed: [], limits: null, minBindingsForGuard: 0 }
  const result = await saveRevision(store, draft(1, off))
  const saved = {
    version: 2,
    multiAccount: off,
    at: '2026-11-21T10:00:00.000Z',
    actor: 'admin@example.com',
    reason: 'more room',
    ticket: 'OPS-1',
  }
  expect(result).toEqual({ saved })
  expect(await latestRevision(store.db)).toEqual(saved)
  const revisions = await listRevisions(store.db, 10)
  expect(revisions.map(({ version, multiAccount }) => ({ version, multiAccount }))).toEqual([
    { version: 2, multiAccount: off },
    { version: 1, multiAccount: ON },
  ])
  expect(await listRevisions(store.db, 1)).toEqual([saved])
})

test('a stale author receives the version of the draft and the one in force', async () => {
  const store = await testStore()
  await saveRevision(store, draft(0))
  await saveRevision(store, draft(1, { ...ON, allowed: ['*'] }))
  const result = await saveRevision(store, draft(1, { ...ON, allowed: ['ga-3'] }))
  expect(result).toMatchObject({
    base: { version: 1, multiAccount: { allowed: ['ga-1', 'ga-2'] } },
    current: { version: 2, multiAccount: { allowed: ['*'] } },
  })
  expect(await saveRevision(store, draft(7))).toMatchObject({ base: null, current: { version: 2 } })
})

test('one of several simultaneous authors saves, the others get a conflict', async () => {
  const store = await testStore()
  const results = await Promise.all(Array.from({ length: 10 }, () => saveRevision(store, draft(0))))
  expect(results.filter(result => 'saved' in result)).toHaveLength(1)
  for (const result of results) {
    if (!('saved' in result)) expect(result).toMatchObject({ base: null, current: { version: 1 } })
  }
})
