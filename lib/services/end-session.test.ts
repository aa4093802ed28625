import { beforeEach, expect, test, vi } from 'vitest'
import type { User } from '#lib/auth/session.ts'
import { endSession } from './end-session.ts'

const NOW = Date.parse('2026-06-01T12:00:00Z')
const ADA: User = { id: 'oidc:ada', name: 'ada', role: 'admin' }
const VERA: User = { id: 'oidc:vera', name: 'vera', role: 'viewer' }
const SAID = { reason: 'her laptop was stolen', ticket: null }
const OF_VERA = { userId: VERA.id, userName: 'vera', role: 'viewer', createdAt: new Date(NOW), endedAt: null }

const findUnique = vi.fn()
const end = vi.fn(async () => true)
const audit = { refused: vi.fn(), intent: vi.fn(async () => 1n), outcome: vi.fn(async () => undefined) }

beforeEach(() => {
  vi.clearAllMocks()
  findUnique.mockResolvedValue(OF_VERA)
})

const ending = (
  user: User,
  { signedInAt = NOW, input = SAID }: { signedInAt?: number | null; input?: unknown } = {},
) => {
  const store = { now: () => NOW, db: { signInSession: { findUnique } } }
  const context = { store, audit, sessions: { end } } as unknown as Parameters<typeof endSession>[0]
  return endSession(context, { user, requestId: 'r-1', id: 's-1', input, signedInAt })
}

test.each([
  ['an admin ends any session', ADA],
  ['a user ends their own session', VERA],
])('%s, with a reason, and both are recorded', async (_, user) => {
  await ending(user)
  expect(end).toHaveBeenCalledExactlyOnceWith('s-1', 'ended', user.name)
  expect(audit.intent).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ ...SAID, targets: ['Session/s-1'] }))
  expect(audit.outcome).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ outcome: 'accepted' }))
})

test.each([
  ['of another user', { ...VERA, id: 'oidc:omar', role: 'operator' as const }, {}, 'Requires the admin role.'],
  ['after an old sign-in', ADA, { signedInAt: NOW - 6 * 60_000 }, 'requires a sign-in within the last 5 minutes'],
  ['by a token', { ...ADA, id: 'token:1' }, { signedInAt: null }, 'A token cannot end a session.'],
  ['without a reason', ADA, { input: {} }, 'reason'],
])('a session is not ended %s, and the attempt is recorded', async (_, user, more, words) => {
  await expect(ending(user, more)).rejects.toThrow(words)
  expect(end).not.toHaveBeenCalled()
  expect(audit.refused).toHaveBeenCalledExactlyOnceWith(expect.anything(), expect.stringContaining(words))
})

test('an ended session is not ended again by any user', async () => {
  findUnique.mockResolvedValue({ ...OF_VERA, endedAt: new Date(NOW) })
  await expect(ending(ADA)).rejects.toThrow('This session has ended already.')
  findUnique.mockResolvedValue(null)
  await expect(ending(ADA)).rejects.toThrow('There is no such session any more.')
  expect(end).not.toHaveBeenCalled()
})
