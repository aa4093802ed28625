import { beforeEach, expect, test, vi } from 'vitest'
import type { Identity } from '#lib/auth/oidc/identity.ts'
import type { SessionRow } from '#lib/auth/session-record.ts'
import { SignInLog } from './sign-in-log.ts'

const world = vi.hoisted(() => ({ warn: vi.fn(), info: vi.fn() }))
vi.mock('#lib/telemetry/log.ts', () => ({ log: () => world }))

const ISSUER = 'https://login.example.com/'
const ADA = { user: 'ada@example.com', issuer: ISSUER, subject: 'i-1' }
const IDENTITY: Identity = { id: 'oidc:i-1', name: ADA.user, groups: [], noRoleReason: 'no-role', provedAt: null }
const SESSION = { id: 's-1', userId: 'oidc:i-1', userName: ADA.user, issuer: ISSUER } as SessionRow

const signInLog = new SignInLog(ISSUER)
const address = '192.0.2.1'

beforeEach(() => {
  world.warn.mockReset()
  world.info.mockReset()
})

test('a failed sign-in has one line with reason, detail, issuer, subject and address', () => {
  const error = Object.assign(new Error('secret'), { code: 'OAUTH_TIMEOUT' })
  signInLog.failed({ failure: 'unreachable', error, subject: 'i-1', address })
  const line = { reason: 'unreachable', detail: 'OAUTH_TIMEOUT', issuer: ISSUER, subject: 'i-1', address }
  expect(world.warn.mock.calls).toEqual([[line, 'sign-in failed']])
})

test('sign-ins, users without a role and unconfirmed sessions name issuer, subject and session', () => {
  signInLog.signedIn({
    user: { id: 'oidc:i-1', name: ADA.user, role: 'admin', issuer: ISSUER },
    session: 's-1',
    address,
  })
  signInLog.noRole(IDENTITY, { address })
  signInLog.lostRole(IDENTITY, SESSION)
  signInLog.notConfirmed(SESSION, new TypeError('fetch failed'))
  signInLog.revoked(SESSION)
  expect(world.info.mock.calls).toEqual([[{ ...ADA, role: 'admin', session: 's-1', address }, 'signed in']])
  expect(world.warn.mock.calls).toEqual([
    [{ ...ADA, reason: 'no-role', address }, 'a user has no role'],
    [{ ...ADA, session: 's-1', reason: 'no-role' }, 'a user has no role'],
    [{ ...ADA, session: 's-1', detail: 'TypeError' }, 'a session was not confirmed'],
    [{ ...ADA, session: 's-1' }, 'the identity provider ended a session'],
  ])
})

test('ten lines a minute are written of one address or user', () => {
  const bounded = new SignInLog(null)
  for (let n = 0; n < 1_000; n++)
    bounded.failed({ failure: 'state', error: undefined, subject: null, address: '192.0.2.9' })
  expect(world.warn).toHaveBeenCalledTimes(10)
  for (let n = 0; n < 1_000; n++) bounded.failedSignOut(new Error('secret'), { address: '192.0.2.8' })
  expect(world.warn).toHaveBeenCalledTimes(20)
  for (let n = 0; n < 1_000; n++) bounded.notConfirmed(SESSION, new TypeError('fetch failed'))
  expect(world.warn).toHaveBeenCalledTimes(30)
})
