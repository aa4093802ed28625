import { expect, test, vi } from 'vitest'
import { tokenUser } from '#lib/auth/api-token.ts'
import type { User } from '#lib/auth/session.ts'
import { SIGN_IN_AGAIN } from '#lib/auth/sign-in-time.ts'
import { CLUSTER_CREATION, createCluster } from '#lib/services/resources/cluster-creation.ts'
import { previewCreation } from '#lib/services/resources/create-resource.ts'
import type { ResourceContext } from '#lib/services/resources/resource-call.ts'
import { AccessGrants } from '#lib/services/tokens/access-grants.ts'
import { createToken } from '#lib/services/tokens/create-token.ts'
import { listTokens } from '#lib/services/tokens/token.ts'
import { AuditLog } from '#lib/store/audit/audit-log.ts'
import { listAudit } from '#lib/store/audit/records.ts'
import { migrate } from '#lib/store/database/migrate.ts'
import { openStoreOn } from '#lib/store/open-store.ts'
import { SILENT } from './silent.ts'
import { databaseBefore, testStore } from './test-store.ts'

const ADA: User = { id: 'oidc:ada', name: 'ada', role: 'admin' }
const IMPORTED = {
  name: 'lab',
  spec: { kubeconfigSecretRef: { name: 'lab-admin', key: 'config' } },
  reason: 'a tenant brings it',
}
const NO_TOKEN = expect.objectContaining({
  status: 403,
  message: expect.stringContaining('HAP_TOKENS_GRANT_ACCESS=on'),
})

/** A console with a token. `tokens`: the setting. */
async function world(tokens: boolean | null) {
  const store = await testStore()
  const audit = new AuditLog(store)
  const onDeprecated = vi.fn()
  const create = vi.fn(async () => ({}))
  const context: ResourceContext = {
    control: { create, get: vi.fn(), delete: vi.fn() } as unknown as ResourceContext['control'],
    namespace: 'kcp',
    audit,
    grants: new AccessGrants({ store, tokens, onDeprecated }),
    now: store.now,
  }
  const asAda = { store, audit, user: ADA, requestId: null, signedInAt: store.now() }
  const { id } = await createToken(asAda, { name: 'ci', role: 'admin', days: 30 })
  const token = tokenUser({ id, name: 'ci', creatorName: 'ada', role: 'admin' })
  const importAs = (user: User, signedInAt: number | null) =>
    createCluster(context, { user, signedInAt, requestId: null, input: IMPORTED })
  const listed = async () => (await listTokens(asAda))[0]
  const entry = async () => (await listAudit(store.db, {}, { limit: 1 }))[0]
  return { store, context, create, onDeprecated, token, importAs, listed, entry }
}

test('refuses an import of a Cluster by a new token unless the setting allows it, and records the refusal', async () => {
  const { token, importAs, create, listed, entry } = await world(null)
  await expect(importAs(token, null)).rejects.toEqual(NO_TOKEN)
  expect(create).not.toHaveBeenCalled()
  expect(await listed()).toMatchObject({ accessGrants: 0, accessGrantedAt: null, mayGrantAccess: false })
  expect(await entry()).toMatchObject({ action: 'create cluster', outcome: 'refused', actor: 'token ci of ada' })
})

test('counts and warns about each import by a token created before the upgrade', async () => {
  const { store, token, importAs, listed, entry, onDeprecated } = await world(null)
  await store.db.apiToken.updateMany({ data: { mayGrantAccess: true } })
  expect(await importAs(token, null)).toEqual({ kind: 'created', name: 'lab' })
  expect(await importAs(token, null)).toEqual({ kind: 'created', name: 'lab' })
  expect(onDeprecated).toHaveBeenCalledTimes(2)
  expect(onDeprecated).toHaveBeenCalledWith({ token: 'token ci of ada', did: 'create cluster' })
  expect(await listed()).toMatchObject({ accessGrants: 2, accessGrantedAt: expect.any(String), mayGrantAccess: true })
  expect((await entry())?.detail).toContain('From the next release this token needs HAP_TOKENS_GRANT_ACCESS=on')
})

test.each([
  [true, true],
  [false, false],
])('HAP_TOKENS_GRANT_ACCESS=%s applies to every token', async (setting, isAllowed) => {
  const { store, token, importAs, listed, onDeprecated } = await world(setting)
  await store.db.apiToken.updateMany({ data: { mayGrantAccess: !setting } })
  if (isAllowed) expect(await importAs(token, null)).toMatchObject({ kind: 'created' })
  else await expect(importAs(token, null)).rejects.toEqual(NO_TOKEN)
  expect(onDeprecated).not.toHaveBeenCalled()
  expect(await listed()).toMatchObject({ accessGrants: isAllowed ? 1 : 0 })
})

test('requires a recent sign-in of a person who imports a Cluster, and says so in the preview', async () => {
  const { store, context, importAs } = await world(null)
  const preview = (signedInAt: number | null) =>
    previewCreation(context, CLUSTER_CREATION, { user: ADA, signedInAt, input: IMPORTED })
  const old = store.now() - 600_000
  await expect(importAs(ADA, old)).rejects.toMatchObject({ status: 403, message: SIGN_IN_AGAIN })
  expect(await preview(old)).toMatchObject({ refusal: SIGN_IN_AGAIN, problems: [] })
  expect(await preview(null)).toMatchObject({ refusal: expect.stringContaining('does not send auth_time') })
  expect(await preview(store.now())).toMatchObject({ refusal: null })
  expect(await importAs(ADA, store.now())).toMatchObject({ kind: 'created' })
})

test('keeps the permission of tokens that exist at the upgrade, and grants it to no later token', async () => {
  const connection = await databaseBefore('_recent_sign_ins')
  const insert = (id: string) =>
    connection.pool.query(
      `INSERT INTO api_token (id, name, role, hash, start, creator, creator_name, created_at, expires_at)
       VALUES ($1, $1, 'admin', $1, 'hap_', 'ada', 'ada', now(), now() + interval '1 day')`,
      [id],
    )
  await insert('before')
  await migrate(connection.pool)
  // Like a process of the previous release during a rolling upgrade.
  await insert('after')
  const upgraded = await openStoreOn(connection, 60_000, SILENT)
  const grants = new AccessGrants({ store: upgraded, tokens: null, onDeprecated: () => undefined })
  const obstacleOf = (id: string) =>
    grants.obstacle({ user: tokenUser({ id, name: id, creatorName: 'ada', role: 'admin' }), signedInAt: null })
  expect(await obstacleOf('before')).toBeNull()
  expect(await obstacleOf('after')).toContain('HAP_TOKENS_GRANT_ACCESS=on')
})
