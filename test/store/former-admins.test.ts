import { expect, test } from 'vitest'
import type { User } from '#lib/auth/session.ts'
import { createToken as create, shownToken } from '#lib/services/tokens/create-token.ts'
import { FormerAdmins, listTokensOfFormerAdmins } from '#lib/services/tokens/former-admins.ts'
import { listTokens } from '#lib/services/tokens/token.ts'
import { listUnconfirmedTokens } from '#lib/services/tokens/unconfirmed-creators.ts'
import { userOfToken } from '#lib/services/tokens/user-of-token.ts'
import { AuditLog } from '#lib/store/audit/audit-log.ts'
import { listAudit } from '#lib/store/audit/records.ts'
import { sessionRecords } from '#lib/store/sessions.ts'
import { testStore } from './test-store.ts'

const ISSUER = 'https://login.example.com/'
const ada: User = { id: 'oidc:ada', name: 'Ada Admin', role: 'admin', issuer: ISSUER }
const eva: User = { id: 'oidc:eva', name: 'Eva Admin', role: 'admin', issuer: ISSUER }

async function world() {
  const store = await testStore()
  const audit = new AuditLog(store)
  const sessions = sessionRecords(store)
  const signIn = (id: string, { id: userId, name: userName }: User, role: string, issuer: string | null = ISSUER) =>
    sessions.begin({
      id,
      userId,
      userName,
      role,
      provider: 'oidc',
      issuer,
      address: null,
      browser: null,
      sealed: null,
      authTimeSent: true,
    })
  const createToken = async (user: User, name: string) => {
    const call = { store, audit, user, requestId: null, signedInAt: store.now() }
    return shownToken(await create(call, { name, role: 'operator', days: 30 }))
  }
  const states = async () =>
    Object.fromEntries((await listTokens({ store, user: ada })).map(({ name, state }) => [name, state]))
  const formerAdmins = (isOn: boolean | null) => new FormerAdmins({ store, audit, isOn })
  return { store, sessions, signIn, createToken, states, formerAdmins }
}

type World = Awaited<ReturnType<typeof world>>

test.each<[string, (world: World) => Promise<unknown>]>([
  ['a sign-in with a lower role', ({ signIn }) => signIn('second', ada, 'operator')],
  ['a recheck of groups with a lower role', ({ sessions }) => sessions.confirm('first', 'viewer', 'sealed')],
  ['a recheck of groups without a role', ({ sessions }) => sessions.end('first', 'no-role', null)],
])('ends the tokens of an admin after %s, with an audit entry', async (_, loseRole) => {
  const all = await world()
  const { store, signIn, createToken, states, formerAdmins } = all
  await signIn('first', ada, 'admin')
  await signIn('other', eva, 'admin')
  const { token } = await createToken(ada, 'ci')
  await createToken(eva, 'kept')
  await formerAdmins(null).endTokens()
  expect(await states()).toEqual({ ci: 'valid', kept: 'valid' })
  await loseRole(all)
  await formerAdmins(null).endTokens()
  expect(await states()).toEqual({ ci: 'ended', kept: 'valid' })
  const sight = { store, demoUsers: false, onError: () => undefined }
  await expect(userOfToken(sight, token)).rejects.toMatchObject({
    name: 'BadTokenError',
    message: expect.stringContaining('no longer has the admin role'),
  })
  const [entry, before] = await listAudit(store.db, {}, { limit: 2 })
  expect(entry).toMatchObject({
    actor: 'hap-console',
    action: 'revoke token',
    outcome: 'accepted',
    reason: 'Ada Admin, who created it, no longer has the admin role.',
  })
  expect(before).toMatchObject({ action: 'create token' })
})

test('keeps the tokens of an admin whose session ended otherwise, of another issuer, and of users without a session', async () => {
  const { sessions, signIn, createToken, states, formerAdmins } = await world()
  await signIn('first', ada, 'admin')
  await sessions.end('first', 'issuer', null)
  await signIn('namesake', ada, 'viewer', 'https://other.example.com/')
  await createToken(ada, 'ci')
  await createToken(eva, 'unseen')
  await formerAdmins(true).endTokens()
  expect(await states()).toEqual({ ci: 'valid', unseen: 'valid' })
})

test('ends the tokens of a user who signs in without a role', async () => {
  const { createToken, states, formerAdmins } = await world()
  await createToken(ada, 'ci')
  await createToken(eva, 'kept')
  await createToken({ ...ada, issuer: 'https://other.example.com/' }, 'namesake')
  await createToken({ ...ada, issuer: null }, 'earlier')
  await formerAdmins(true).endTokensOf(ada.id, ISSUER)
  expect(await states()).toEqual({ ci: 'ended', kept: 'valid', namesake: 'valid', earlier: 'ended' })
})

test('lists the tokens of a former admin in a database of an earlier release, and ends them only by the setting', async () => {
  const { store, signIn, createToken, states, formerAdmins } = await world()
  await createToken(ada, 'ci')
  // As if the release with this rule had migrated the database after the first audit entry.
  await store.db.$executeRaw`UPDATE _prisma_migrations SET started_at = now() + interval '1 day'`
  await signIn('later', ada, 'viewer')
  for (const isOn of [null, false]) {
    await formerAdmins(isOn).endTokens()
    await formerAdmins(isOn).endTokensOf(ada.id, ISSUER)
  }
  expect(await states()).toEqual({ ci: 'valid' })
  expect(await listTokensOfFormerAdmins(store)).toMatchObject([{ name: 'ci', creatorName: 'Ada Admin' }])
  await formerAdmins(true).endTokens()
  expect(await states()).toEqual({ ci: 'ended' })
  expect(await listTokensOfFormerAdmins(store)).toEqual([])
})

test('names the valid tokens of creators whose session the identity provider ended, until they sign in', async () => {
  const { store, sessions, signIn, createToken } = await world()
  const listed = async () =>
    (await listTokens({ store, user: ada })).flatMap(({ name, unconfirmedSince }) => (unconfirmedSince ? [name] : []))
  await signIn('first', ada, 'admin')
  await signIn('other', eva, 'admin')
  await signIn('namesake', ada, 'admin', 'https://other.example.com/')
  for (const user of [ada, eva]) await createToken(user, user.id)
  await sessions.end('other', 'signed-out', null)
  await sessions.end('namesake', 'issuer', null)
  expect(await listed()).toEqual([])
  await sessions.end('first', 'issuer', null)
  expect(await listed()).toEqual([ada.id])
  expect(await listUnconfirmedTokens(store)).toMatchObject([{ name: ada.id, creatorName: 'Ada Admin' }])

  await store.db.$executeRaw`UPDATE sign_in_session SET address = '192.0.2.1', browser = 'x'`
  await sessions.sweep({ idleMs: 3_600_000, longestMs: 3_600_000, keptMs: 0 })
  expect(await listed(), 'after the session left the list').toEqual([ada.id])
  expect(
    await store.db.signInSession.findMany({ where: { OR: [{ NOT: { address: null } }, { NOT: { browser: null } }] } }),
  ).toEqual([])
  await signIn('second', ada, 'admin')
  expect(await listed()).toEqual([])
})

test('sessions of creators leave the database once their tokens have ended', async () => {
  const { store, sessions, signIn, createToken } = await world()
  await signIn('first', ada, 'admin')
  await sessions.end('first', 'issuer', null)
  const { id } = await createToken(ada, 'ci')
  const sweep = () => sessions.sweep({ idleMs: 3_600_000, longestMs: 3_600_000, keptMs: 0 })
  await sweep()
  expect(await store.db.signInSession.count()).toBe(1)
  await store.db.apiToken.update({ where: { id }, data: { revokedAt: new Date() } })
  await sweep()
  expect(await store.db.signInSession.count()).toBe(0)
})
