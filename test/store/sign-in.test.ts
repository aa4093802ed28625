import { expect, test } from 'vitest'
import type { User } from '#lib/auth/session.ts'
import { Sessions } from '#lib/auth/sessions.ts'
import { listSessions } from '#lib/queries/list-sessions.ts'
import { recordResolver } from '#lib/runtime/record-resolver.ts'
import { END_SESSION, endSession } from '#lib/services/end-session.ts'
import { AuditLog } from '#lib/store/audit/audit-log.ts'
import { listAudit } from '#lib/store/audit/records.ts'
import { MAX_SESSIONS, sessionRecords } from '#lib/store/sessions.ts'
import { SignInAttempts } from '#lib/store/sign-in-attempts.ts'
import type { Store } from '#lib/store/store.ts'
import { Secret } from '#lib/util/secret.ts'
import { testStore } from './test-store.ts'

const LIMITS = { idleMs: 3_600_000, longestMs: 28_800_000, confirmMs: 300_000 }
const ADA: User = { id: 'admin', name: 'Ada Admin', role: 'admin' }
const OLGA: User = { id: 'operator', name: 'Olga Operator', role: 'operator' }
const VERA: User = { id: 'viewer', name: 'Vera Viewer', role: 'viewer' }
const ACTIVE = { writes: false, attended: true }

function processOn(store: Store, limits = LIMITS) {
  return new Sessions({
    ledger: sessionRecords(store),
    limits,
    providers: ['demo'],
    confirmation: null,
    isUnavailable: () => false,
    now: Date.now,
  })
}

function begin(sessions: Sessions, { id, name, role }: User) {
  const nowhere = { issuer: null, address: '192.0.2.1', browser: null, sealed: 'sealed', authTimeSent: null }
  return sessions.begin({ userId: id, userName: name, role, provider: 'demo', ...nowhere })
}

const backdate = (store: Store, id: string, what: 'created_at' | 'used_at', seconds: number) =>
  store.db.$executeRawUnsafe(`UPDATE sign_in_session SET ${what} = now() - interval '${seconds} s' WHERE id = '${id}'`)

const ended = (store: Store, id: string) =>
  store.db.signInSession.findUnique({ where: { id }, select: { endReason: true, endedBy: true, sealed: true } })

test('a session lasts until it is ended, on every process', async () => {
  const store = await testStore()
  const [one, other] = [processOn(store), processOn(store)]
  const id = await begin(one, ADA)
  expect(await other.check(id, ACTIVE)).toEqual(ADA)
  expect(await other.check('no-such-session', ACTIVE)).toBeNull()
  const notified = new Promise<void>(resolve => void other.onEnd(id, resolve))
  expect(await one.end(id, 'signed-out')).toBe(true)
  expect(await one.end(id, 'ended', 'Ada Admin')).toBe(false)
  await notified
  for (const each of [one, other]) expect(await each.check(id, ACTIVE)).toBeNull()
  expect(await ended(store, id)).toEqual({ endReason: 'signed-out', endedBy: null, sealed: null })
  other.close()
})

test.each([
  ['used_at', LIMITS.idleMs / 1_000, 'idle'],
  ['created_at', LIMITS.longestMs / 1_000, 'too-old'],
] as const)('a session whose %s is %i s ago ends, at its next check or by the sweep', async (what, seconds, reason) => {
  const store = await testStore()
  const sessions = processOn(store)
  const [looked, swept, young] = [await begin(sessions, ADA), await begin(sessions, ADA), await begin(sessions, ADA)]
  for (const id of [looked, swept]) await backdate(store, id, what, seconds)
  await backdate(store, young, what, seconds - 60)
  expect(await sessions.check(looked, ACTIVE)).toBeNull()
  await sessionRecords(store).sweep({ ...LIMITS, keptMs: 1_000_000 })
  for (const id of [looked, swept]) expect(await ended(store, id)).toMatchObject({ endReason: reason, sealed: null })
  expect(await sessions.check(young, ACTIVE)).toEqual(ADA)
  await sessionRecords(store).sweep({ ...LIMITS, keptMs: 0 })
  expect(await store.db.signInSession.count()).toBe(1)
})

test('actions of a person keep a session alive, background requests of a page do not', async () => {
  const store = await testStore()
  const sessions = processOn(store)
  const id = await begin(sessions, ADA)
  await backdate(store, id, 'used_at', 1_800)
  const idle = async () => (await sessionRecords(store).read(id))?.idleMs ?? 0
  await sessions.check(id, { writes: false, attended: false })
  expect(await idle()).toBeGreaterThan(1_700_000)
  await sessions.check(id, ACTIVE)
  await expect.poll(idle).toBeLessThan(60_000)

  await backdate(store, id, 'used_at', 20)
  await sessions.check(id, ACTIVE)
  await sessions.check(id, ACTIVE)
  expect(await idle(), 'recorded a moment ago').toBeGreaterThan(20_000)
})

test('limits the sessions of one person, and ends the oldest', async () => {
  const store = await testStore()
  const sessions = processOn(store)
  const ids: string[] = []
  for (let n = 0; n <= MAX_SESSIONS; n++) {
    ids.push(await begin(sessions, ADA))
    await backdate(store, ids[n] ?? '', 'created_at', 1_000 - n)
  }
  const other = await begin(sessions, VERA)
  expect(await ended(store, ids[0] ?? '')).toMatchObject({ endReason: 'crowded' })
  expect(await store.db.signInSession.count({ where: { userId: ADA.id, endedAt: null } })).toBe(MAX_SESSIONS)
  expect(await sessions.check(other, ACTIVE)).toEqual(VERA)
})

test('one process at a time confirms a session with the identity provider, and stores the result', async () => {
  const store = await testStore()
  const records = sessionRecords(store)
  const id = await begin(processOn(store), VERA)
  const turns = await Promise.all([1, 2, 3].map(() => records.takeTurn(id, 60_000)))
  expect(turns.filter(turn => turn !== null)).toEqual([{ sealed: 'sealed' }])
  await records.confirm(id, 'operator', 'resealed')
  expect(await records.read(id)).toMatchObject({ role: 'operator', ended: false })
  expect(await records.takeTurn(id, 60_000)).toEqual({ sealed: 'resealed' })
  await records.end(id, 'issuer', null)
  await records.confirm(id, 'admin', 'sealed late')
  expect(await records.read(id)).toMatchObject({ role: 'operator', ended: true })
})

test('an admin ends any session, other users their own, and each attempt is recorded', async () => {
  const store = await testStore()
  const audit = new AuditLog(store)
  const sessions = processOn(store)
  const [adas, veras] = [await begin(sessions, ADA), await begin(sessions, VERA)]
  const end = (user: User, id: string, input: unknown = { reason: 'laptop lost' }, signedInAt = store.now()) =>
    endSession({ store, audit, sessions }, { user, requestId: 'r-1', id, input, signedInAt })
  const refused = (status: number) => expect.objectContaining({ name: 'RefusedError', status })

  await expect(end(VERA, adas)).rejects.toEqual(refused(403))
  await expect(end(VERA, 'no-such-session')).rejects.toEqual(refused(403))
  await expect(end(ADA, veras, { reason: ' ' })).rejects.toEqual(refused(400))
  await expect(end(ADA, 'no-such-session')).rejects.toEqual(refused(404))
  expect(await sessions.check(veras, ACTIVE)).toEqual(VERA)
  const otto: User = { ...ADA, id: 'oidc:otto', name: 'Otto' }
  await expect(end(otto, veras, undefined, store.now() - 301_000)).rejects.toEqual(refused(403))
  await end(ADA, veras)
  expect(await sessions.check(veras, ACTIVE)).toBeNull()
  await expect(end(ADA, veras)).rejects.toEqual(refused(409))
  expect(await ended(store, veras)).toMatchObject({ endReason: 'ended', endedBy: 'Ada Admin' })
  await end(VERA, await begin(sessions, VERA))

  const entries = await listAudit(store.db, {}, { limit: 99 })
  expect(entries.map(({ actor, action, outcome }) => [actor, action, outcome])).toEqual([
    ['Vera Viewer', END_SESSION, 'accepted'],
    ['Ada Admin', END_SESSION, 'refused'],
    ['Ada Admin', END_SESSION, 'accepted'],
    ['Otto', END_SESSION, 'refused'],
    ['Ada Admin', END_SESSION, 'refused'],
    ['Ada Admin', END_SESSION, 'refused'],
    ['Vera Viewer', END_SESSION, 'refused'],
    ['Vera Viewer', END_SESSION, 'refused'],
  ])
  const [last] = entries
  if (!last) throw new Error('nothing was recorded')
  const look = recordResolver(store.db, () => Date.now() + 3_600_000).resolve
  expect(await look(last)).toMatchObject({ outcome: 'accepted' })

  expect((await listSessions(store, VERA)).alive).toEqual([])
  expect((await listSessions(store, VERA)).ended).toHaveLength(2)
  expect((await listSessions(store, ADA)).alive).toMatchObject([
    { id: adas, userName: 'Ada Admin', userIssuer: 'demo', userSubject: 'admin' },
  ])
  expect((await listSessions(store, ADA)).ended).toHaveLength(2)
})

test.each([
  [ADA, [ADA, OLGA, VERA]],
  [OLGA, [OLGA]],
  [VERA, [VERA]],
])('lists the sessions that a user of role $role may see', async (user, visible) => {
  const store = await testStore()
  const sessions = processOn(store)
  for (const each of [ADA, OLGA, VERA]) {
    await begin(sessions, each)
    await sessions.end(await begin(sessions, each), 'signed-out')
  }
  const { alive, ended } = await listSessions(store, user)
  const names = visible.map(({ name }) => name)
  for (const listed of [alive, ended]) expect(listed.map(({ userName }) => userName).toSorted()).toEqual(names)
})

test('counts attempts in the database across processes, and lets them drain over time', async () => {
  const store = await testStore()
  const limits = { burst: 10, perSecond: 0.5 }
  const count = () => new SignInAttempts(store, new Secret('a secret'), limits)
  for (let n = 0; n < 10; n++) expect(await count().take('address 192.0.2.1', 1)).toBe(0)
  const wait = await count().take('address 192.0.2.1', 1)
  expect(wait).toBeGreaterThan(0)
  expect(wait).toBeLessThanOrEqual(2)
  for (let n = 0; n < 30; n++) await count().take('address 192.0.2.1', 6)
  expect(await count().take('address 192.0.2.1', 1), 'more attempts do not extend the wait').toBeLessThanOrEqual(12)
  await store.db.$executeRaw`UPDATE sign_in_slot SET at = at - interval '1 minute'`
  expect(await count().take('address 192.0.2.1', 1)).toBe(0)
})

test('a flood of other addresses neither grows the table beyond its limit nor resets a count', async () => {
  const store = await testStore()
  const attempts = new SignInAttempts(store, new Secret('a secret'), { burst: 10, perSecond: 0.001 })
  for (let n = 0; n < 11; n++) await attempts.take('address 192.0.2.1', 1)
  for (let n = 0; n < 3_000; n++) await attempts.take(`address ${n}`, 1)
  const before = await store.db.signInSlot.count()
  expect(before).toBeLessThanOrEqual(2 * 4_096)
  expect(await attempts.take('address 192.0.2.1', 1)).toBeGreaterThan(0)
  expect(await attempts.take('another address', 1)).toBe(0)
})

test('a session has the issuer of its user, and none of an older release', async () => {
  const store = await testStore()
  const sessions = new Sessions({
    ledger: sessionRecords(store),
    limits: LIMITS,
    providers: ['oidc'],
    confirmation: null,
    isUnavailable: () => false,
    now: Date.now,
  })
  const issuer = 'https://idp.example.com/'
  const begin = (issuer: string | null) =>
    sessions.begin({
      userId: 'oidc:1',
      userName: 'Ada',
      role: 'admin',
      provider: 'oidc',
      issuer,
      address: null,
      browser: null,
      sealed: null,
      authTimeSent: true,
    })
  expect(await sessions.check(await begin(issuer), ACTIVE)).toEqual({
    id: 'oidc:1',
    name: 'Ada',
    role: 'admin',
    issuer,
  })
  expect(await sessions.check(await begin(null), ACTIVE)).toEqual({ id: 'oidc:1', name: 'Ada', role: 'admin' })
  sessions.close()
})
