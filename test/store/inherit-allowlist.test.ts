import { expect, test } from 'vitest'
import { MULTI_ACCOUNT_OFF } from '#lib/hap/lifecycle/multi-account.ts'
import { EXAMPLE_MULTI_ACCOUNT } from '#lib/hap/lifecycle/multi-account-document.ts'
import { MultiAccountSettings } from '#lib/runtime/multi-account-settings.ts'
import { inheritAllowlist } from '#lib/services/inherit-allowlist.ts'
import { deleteFormerDefault, listRevisions, saveRevision } from '#lib/store/allowlist-revisions.ts'
import { AuditLog } from '#lib/store/audit/audit-log.ts'
import { listAudit } from '#lib/store/audit/records.ts'
import { migrate } from '#lib/store/database/migrate.ts'
import { type OpenStore, openStoreOn } from '#lib/store/open-store.ts'
import { SILENT } from './silent.ts'
import { databaseBefore, testStore } from './test-store.ts'

/** A database of the release before, with the rows of `sql`, migrated to this release. */
async function upgraded(sql: string): Promise<OpenStore> {
  const connection = await databaseBefore('_former_allowlist')
  await connection.pool.query(sql)
  await migrate(connection.pool)
  return openStoreOn(connection, 60_000, SILENT)
}

const CLAIM = `INSERT INTO claim (id, idempotency_key, request_hash, request, tenant, status, actor)
  VALUES ('c-1', 'k-1', 'h', '{}', 'ga-1', 'active', 'a')`
const REVISION = `INSERT INTO multi_account_revision (version, allowed, min_bindings_for_guard, at, actor, reason)
  VALUES (1, '{ga-1}', 0, now(), 'admin@example.com', 'first')`

/** The settings of a console with a configured cluster and without a file. */
function settingsOf(store: OpenStore): MultiAccountSettings {
  const audit = new AuditLog(store)
  return new MultiAccountSettings(store, () => ({ multiAccount: MULTI_ACCOUNT_OFF, file: 'none' }), 30_000, {
    beforeFirstRead: () => inheritAllowlist({ store, audit }),
  })
}

test('keeps the former default as version 1 in a database with claims, until an administrator confirms it', async () => {
  const store = await upgraded(CLAIM)
  const settings = settingsOf(store)
  await settings.refresh()
  expect(settings.certain()).toEqual(EXAMPLE_MULTI_ACCOUNT)
  expect(settings).toMatchObject({ version: 1, isUnconfirmed: true, revision: { actor: 'hap-console' } })
  expect(settings.problem()).toContain('An admin has to confirm or change them')
  expect(await listAudit(store.db, {}, { limit: 9 })).toMatchObject([
    { action: 'change allowlist', actor: 'hap-console', outcome: 'accepted', detail: 'Version 1.' },
  ])
  await saveRevision(store, {
    basedOn: 1,
    multiAccount: EXAMPLE_MULTI_ACCOUNT,
    actor: 'admin@example.com',
    reason: 'confirmed',
    ticket: null,
    at: new Date(store.now()),
  })
  await settings.refresh()
  expect(settings).toMatchObject({ version: 2, isUnconfirmed: false })
  expect(settings.problem()).toBeNull()
})

test('two replicas that start together save one version', async () => {
  const store = await upgraded(CLAIM)
  const replicas = [settingsOf(store), settingsOf(store)]
  await Promise.all(replicas.map(replica => replica.refresh()))
  expect(replicas.map(({ version }) => version)).toEqual([1, 1])
  expect((await listRevisions(store.db, 9)).map(({ version }) => version)).toEqual([1])
})

test.each([
  ['a database without claims', 'SELECT 1', MULTI_ACCOUNT_OFF, 0],
  ['saved settings', `${CLAIM}; ${REVISION}`, { allowed: ['ga-1'], limits: null, minBindingsForGuard: 0 }, 1],
])('an upgrade does not change %s', async (_, sql, expected, version) => {
  const settings = settingsOf(await upgraded(sql))
  await settings.refresh()
  expect(settings.certain()).toEqual(expected)
  expect(settings).toMatchObject({ version, isUnconfirmed: false })
})

test('a database that got its claims from this release stays off', async () => {
  const store = await testStore()
  await store.connection.pool.query(CLAIM)
  const settings = settingsOf(store)
  await settings.refresh()
  expect(settings.certain()).toEqual(MULTI_ACCOUNT_OFF)
})

test('a configured file stays in force after the upgrade, and is followed by off', async () => {
  const store = await upgraded(CLAIM)
  const file = { ...MULTI_ACCOUNT_OFF, allowed: ['ga-7'] }
  const settings = new MultiAccountSettings(store, () => ({ multiAccount: file, file: 'x.yaml' }), 30_000, {
    beforeFirstRead: () => deleteFormerDefault(store.db),
  })
  await settings.refresh()
  expect(settings.certain()).toEqual(file)
  expect(settings.version).toBe(0)
  // Without the file, a later start does not return to the default of the release before.
  const later = settingsOf(store)
  await later.refresh()
  expect(later.certain()).toEqual(MULTI_ACCOUNT_OFF)
})
