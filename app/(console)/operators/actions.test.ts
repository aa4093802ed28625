import { beforeEach, expect, test, vi } from 'vitest'
import { followWrite } from '#app/data/follow-action.ts'
import type { SessionLedger } from '#lib/auth/session-record.ts'
import { Sessions } from '#lib/auth/sessions.ts'
import { refuseProposal, withdrawProposal } from '../approvals/actions.ts'
import {
  createClusterResource,
  createKubeconfigResource,
  createSubscriptionResource,
  deleteClusterResource,
  deleteKubeconfigResource,
  deleteSubscriptionResource,
  revokeAccess,
  revokeClusterAccess,
  rotateAccess,
} from './actions.ts'

const world = vi.hoisted(() => ({
  role: null as string | null,
  sessions: () => undefined as unknown,
  refused: vi.fn(),
  end: vi.fn(),
  get: vi.fn(),
  hasControlPlane: true,
}))

vi.mock('next/headers', () => ({ cookies: async () => new Map(), headers: async () => new Headers() }))
vi.mock('#lib/auth/session-cookie.ts', async original => ({
  ...(await original<typeof import('#lib/auth/session-cookie.ts')>()),
  readToken: async () => ({ session: 's-1', signedInAt: 0 }),
}))
vi.mock('#lib/runtime.ts', () => {
  const audit = { refused: world.refused }
  const parts = { audit, namespace: 'hap', control: { get: world.get }, clock: { now: () => 0 }, now: () => 0 }
  return {
    runtime: () => ({
      auth: { secret: '', https: false, sessions: world.sessions() },
      approvals: { end: world.end },
      resources: world.hasControlPlane ? parts : null,
      kubeconfigs: world.hasControlPlane ? parts : null,
    }),
  }
})

const ledger = {
  async read() {
    if (world.role === null) return null
    const now = { ageMs: 0, idleMs: 0, confirmedMs: 0, ended: false }
    return { id: 's-1', userId: '3', userName: 'vera', role: world.role, provider: 'demo', ...now }
  },
  async use() {},
} as Partial<SessionLedger> as SessionLedger

world.sessions = () =>
  new Sessions({
    ledger,
    limits: { idleMs: 1_000, longestMs: 1_000, confirmMs: 1_000 },
    providers: ['demo'],
    confirmation: null,
    isUnavailable: () => false,
    now: Date.now,
  })

const ORDER = { reason: 'because', seen: { uid: 'u-1', generation: 1 } }

/** Calls each action on a custom resource and returns the results. */
const callAll = () =>
  Promise.all([
    followWrite(deleteClusterResource('a', ORDER)),
    ...[createClusterResource, createSubscriptionResource, createKubeconfigResource].map(create =>
      followWrite(create(ORDER)),
    ),
    ...[deleteSubscriptionResource, deleteKubeconfigResource, rotateAccess, revokeAccess].map(act =>
      followWrite(act('a', ORDER)),
    ),
    followWrite(revokeClusterAccess(ORDER)),
  ])

beforeEach(() => {
  vi.resetAllMocks()
  world.role = 'admin'
  world.hasControlPlane = true
})

test('refuses a caller without a session before anything is recorded', async () => {
  world.role = null
  for (const answer of await callAll()) expect(answer).toMatchObject({ kind: 'no-answer', status: 401 })
  expect(world.refused).not.toHaveBeenCalled()
})

test('refuses a viewer and records each attempt', async () => {
  world.role = 'viewer'
  const answers = await callAll()
  for (const answer of answers) expect(answer).toMatchObject({ kind: 'no-answer', status: 403 })
  expect(world.refused).toHaveBeenCalledTimes(answers.length)
  expect(world.get).not.toHaveBeenCalled()
})

test('refuses the deletion of a Cluster by an operator', async () => {
  world.role = 'operator'
  expect(await followWrite(deleteClusterResource('a', ORDER))).toMatchObject({ status: 403 })
  expect(world.refused).toHaveBeenCalledOnce()
})

test('returns 503 without a control plane', async () => {
  world.hasControlPlane = false
  for (const answer of await callAll()) expect(answer).toMatchObject({ kind: 'no-answer', status: 503 })
})

test('returns before the control plane answers, so that the next action of the tab starts', async () => {
  const stored = Promise.withResolvers<object>()
  world.get.mockReturnValue(stored.promise)
  const steps = await deleteSubscriptionResource('a', ORDER)
  await vi.waitFor(() => expect(world.get).toHaveBeenCalled())
  const approval = { id: 'p-1' }
  world.end.mockResolvedValue(approval)
  expect(await followWrite(withdrawProposal('p-1', ORDER))).toEqual({ kind: 'decided', approval })
  stored.resolve({ metadata: { uid: 'u-2', generation: 1 }, spec: {} })
  expect(await followWrite(Promise.resolve(steps))).toMatchObject({ kind: 'no-answer', status: 409 })
})

test.each([
  ['refuse', refuseProposal],
  ['withdraw', withdrawProposal],
])('a proposal is ended by the verb %s of the caller', async (verb, end) => {
  world.end.mockResolvedValue({ id: 'p-1' })
  await followWrite(end('p-1', ORDER))
  expect(world.end).toHaveBeenCalledWith(expect.objectContaining({ user: expect.objectContaining({ id: '3' }) }), {
    verb,
    id: 'p-1',
    input: ORDER,
  })
})
