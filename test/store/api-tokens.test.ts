import { createHash } from 'node:crypto'
import { expect, onTestFinished, test, vi } from 'vitest'
import type { User } from '#lib/auth/session.ts'
import { NO_AUTH_TIME, SIGN_IN_AGAIN } from '#lib/auth/sign-in-time.ts'
import { listActions } from '#lib/queries/audit/list-audit.ts'
import { createToken as create, shownToken } from '#lib/services/tokens/create-token.ts'
import { listTokens, revokeToken } from '#lib/services/tokens/token.ts'
import { userOfToken } from '#lib/services/tokens/user-of-token.ts'
import { AuditLog } from '#lib/store/audit/audit-log.ts'
import { listAudit } from '#lib/store/audit/records.ts'
import { verifyAudit } from '#lib/store/audit/verify.ts'
import type { Store } from '#lib/store/store.ts'
import { testStore } from './test-store.ts'

const ada: User = { id: 'ada@example.com', name: 'Ada Admin', role: 'admin' }
const DAY_MS = 24 * 60 * 60 * 1000
const AT = new Date('2026-11-24T10:00:00Z')
const later = (ms: number) => new Date(AT.getTime() + ms)
const ORDER = { name: 'ci', role: 'operator', days: 30 }

async function world() {
  const store = await testStore()
  const call = (user: User = ada) => ({ store, audit: new AuditLog(store), user, requestId: null, signedInAt: null })
  return { store, call }
}

const createToken = async (...asked: Parameters<typeof create>) => shownToken(await create(...asked))
const sight = (store: Store, demoUsers = false) => ({ store, demoUsers, onError: unexpected })
const unexpected = (error: unknown) => {
  throw error
}
const refused = (status: number, words = '') =>
  expect.objectContaining({ name: 'RefusedError', status, message: expect.stringContaining(words) })
const bad = (words: string) =>
  expect.objectContaining({ name: 'BadTokenError', message: expect.stringContaining(words) })

test('a token has its role and its own name, and the database stores only its hash', async () => {
  const { store, call } = await world()
  const made = await createToken(call(), ORDER, AT)
  expect(made).toMatchObject({ name: 'ci', role: 'operator', state: 'valid', createdBy: 'Ada Admin', lastUsedAt: null })
  expect(made).toMatchObject({ creatorIssuer: 'demo', creatorSubject: 'ada@example.com' })
  expect(made.token.startsWith(made.start)).toBe(true)
  expect(await userOfToken(sight(store), made.token, AT)).toEqual({
    id: `token:${made.id}`,
    name: 'token ci of Ada Admin',
    role: 'operator',
  })
  const row = await store.db.apiToken.findUniqueOrThrow({ where: { id: made.id } })
  expect(row.hash).toBe(createHash('sha256').update(made.token).digest('hex'))
  const stored = JSON.stringify([row, await listTokens(call(), AT), await listAudit(store.db, {}, { limit: 10 })], big)
  expect(stored).not.toContain(made.token)
  expect(stored).not.toContain(made.token.slice(10))
})

test('a token is invalid once it expires, and immediately after a revocation', async () => {
  const { store, call } = await world()
  const { id, token } = await createToken(call(), ORDER, AT)
  await expect(userOfToken(sight(store), token, later(30 * DAY_MS - 1))).resolves.toMatchObject({ role: 'operator' })
  await expect(userOfToken(sight(store), token, later(30 * DAY_MS))).rejects.toEqual(bad('expired'))
  expect(await revokeToken(call(), id, later(1))).toMatchObject({ state: 'revoked', revokedBy: 'Ada Admin' })
  await expect(userOfToken(sight(store), token, later(1))).rejects.toEqual(bad('revoked'))
  await expect(revokeToken(call(), id, later(2))).rejects.toEqual(refused(409, 'already revoked'))
})

test.each([[''], ['hap_'], ['hap_short'], [`hap_${'a'.repeat(43)}`], [`hap_${'a'.repeat(40)}';--`]])(
  '%j is not known',
  async text => {
    const { store } = await world()
    await expect(userOfToken(sight(store), text)).rejects.toEqual(bad('Unknown token'))
  },
)

test('a token of a demo user is valid only while demo users exist', async () => {
  const { store, call } = await world()
  const { token } = await createToken(call({ id: 'admin', name: 'Ada Admin', role: 'admin' }), ORDER, AT)
  await expect(userOfToken(sight(store, true), token, AT)).resolves.toMatchObject({ role: 'operator' })
  await expect(userOfToken(sight(store, false), token, AT)).rejects.toEqual(bad('demo user'))
})

test('records the last use of a token at most once a minute', async () => {
  const { store, call } = await world()
  const { token } = await createToken(call(), ORDER, AT)
  const lastUse = async (at: Date) => {
    await userOfToken(sight(store), token, at)
    return (await listTokens(call(), at))[0]?.lastUsedAt
  }
  expect(await lastUse(later(5))).toBe(later(5).toISOString())
  expect(await lastUse(later(60_004))).toBe(later(5).toISOString())
  expect(await lastUse(later(60_005))).toBe(later(60_005).toISOString())
  await Promise.all(Array.from({ length: 5 }, () => userOfToken(sight(store), token, later(200_000))))
  expect((await listTokens(call(), AT))[0]?.lastUsedAt).toBe(later(200_000).toISOString())
})

test.each<[User, object, number, string]>([
  [{ ...ada, role: 'operator' }, ORDER, 403, 'the admin role'],
  [{ ...ada, id: 'token:t-1' }, ORDER, 403, 'A token cannot create tokens'],
  [ada, { ...ORDER, name: ' ' }, 400, 'name: is required'],
  [ada, { ...ORDER, name: 'x'.repeat(61) }, 400, 'at most 60'],
  [ada, { ...ORDER, name: 'a\nb' }, 400, 'one line'],
  [ada, { ...ORDER, role: 'root' }, 400, 'role: must be viewer, operator, or admin'],
  [ada, { ...ORDER, days: 366 }, 400, 'at most 365'],
  [ada, { ...ORDER, days: 0 }, 400, 'at least 1'],
  [ada, { ...ORDER, secret: 'mine' }, 400, 'unknown fields: secret'],
])('refuses %j for %j and records it', async (user, order, status, words) => {
  const { store, call } = await world()
  await expect(createToken(call(user), order, AT)).rejects.toEqual(refused(status, words))
  expect(await store.db.apiToken.count()).toBe(0)
  const [entry] = await listAudit(store.db, {}, { limit: 1 })
  expect(entry).toMatchObject({ action: 'create token', outcome: 'refused' })
})

test('an OIDC user needs a recent sign-in to create a token, but not to list and revoke tokens', async () => {
  const { store, call } = await world()
  const otto: User = { id: 'oidc:otto', name: 'Otto', role: 'admin' }
  const make = (signedInAt: number | null) => createToken({ ...call(otto), signedInAt }, ORDER, AT)
  await expect(make(null)).rejects.toEqual(refused(403, NO_AUTH_TIME))
  await expect(make(AT.getTime() - 300_000)).rejects.toEqual(refused(403, SIGN_IN_AGAIN))
  expect(await store.db.apiToken.count()).toBe(0)
  expect(await listAudit(store.db, {}, { limit: 1 })).toMatchObject([{ action: 'create token', outcome: 'refused' }])
  const { id } = await make(AT.getTime() - 299_999)
  expect(await listTokens(call(otto), AT)).toHaveLength(1)
  await revokeToken(call(otto), id, later(1))
})

test('uses the time of the database, not of the process, for creation, expiry and revocation', async () => {
  const { store, call } = await world()
  // The embedded PostgreSQL sets timers by this clock: they overflow when it is set back by more than 24 days.
  const AHEAD_MS = 2 * DAY_MS
  const { id, token, createdAt } = await createToken(call(), { ...ORDER, days: 1 })
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + AHEAD_MS })
  onTestFinished(() => void vi.useRealTimers())
  expect(Math.abs(Date.parse(createdAt) - store.now())).toBeLessThan(60_000)
  expect(await userOfToken(sight(store), token)).toMatchObject({ role: 'operator' })
  expect(await listTokens(call())).toMatchObject([{ id, state: 'valid' }])
  const { revokedAt } = await revokeToken(call(), id)
  expect(Math.abs(Date.parse(revokedAt ?? '') - store.now())).toBeLessThan(60_000)
})

test('refuses a second valid token of the same name, and deletes tokens 90 days after their end', async () => {
  const { store, call } = await world()
  const { id } = await createToken(call(), ORDER, AT)
  await expect(createToken(call(), ORDER, later(1))).rejects.toEqual(refused(409, 'with the name ci'))
  await revokeToken(call(), id, later(2))
  const again = await createToken(call(), ORDER, later(3))
  expect((await listTokens(call(), later(3))).map(token => [token.id, token.state])).toEqual([
    [again.id, 'valid'],
    [id, 'revoked'],
  ])
  await createToken(call(), { ...ORDER, name: 'other' }, later(91 * DAY_MS))
  expect(await store.db.apiToken.findUnique({ where: { id } })).toBeNull()
})

test('the audit log finds actions on a token by its name, beside entries of older consoles, in a valid chain', async () => {
  const { store, call } = await world()
  const old = { actor: { name: 'Ada', role: 'admin' }, action: 'create token', targets: ['ApiToken/t-0'] }
  await call().audit.refused({ ...old, reason: null, ticket: null, requestId: null }, 'It was refused.')
  const { id } = await createToken(call(), { ...ORDER, name: 'nightly ci' }, AT)
  await revokeToken(call(), id, later(1))
  const found = async (q: string) => {
    const { rows } = await listActions(store.db, { q, upTo: null, before: null, limit: 10 }, AT.getTime())
    return rows.map(({ action, targets }) => [action, targets])
  }
  const target = `ApiToken/${id}/nightly ci`
  const both = ['revoke token', 'create token'].map(action => [action, [target]])
  expect(await found('nightly')).toEqual(both)
  expect(await found('target:"nightly ci"')).toEqual(both)
  expect(await found('target:t-0')).toEqual([['create token', ['ApiToken/t-0']]])
  expect(await verifyAudit(store.db)).toMatchObject({ ok: true })
})

test.each([['viewer'], ['operator']] as const)('a %s can neither list nor revoke tokens', async role => {
  const { store, call } = await world()
  const { id } = await createToken(call(), ORDER, AT)
  await expect(listTokens(call({ ...ada, role }))).rejects.toEqual(refused(403))
  await expect(revokeToken(call({ ...ada, role }), id)).rejects.toEqual(refused(403))
  await expect(revokeToken(call(), "x' or 1=1")).rejects.toEqual(refused(404))
  expect(await store.db.apiToken.findUnique({ where: { id } })).toMatchObject({ revokedAt: null })
})

const big = (_key: string, value: unknown) => (typeof value === 'bigint' ? String(value) : value)
