import { beforeEach, expect, test, vi } from 'vitest'
import { followWrite } from '#app/data/follow-action.ts'
import type { SessionLedger } from '#lib/auth/session-record.ts'
import { Sessions } from '#lib/auth/sessions.ts'
import { landscapeContext } from '#lib/queries/testing/landscape-context.ts'
import { runtime } from '#lib/runtime.ts'
import { ConfigMapWriter } from '#lib/services/rules/config-map-writer.ts'
import { StoreUnavailableError } from '#lib/store/database/store-errors.ts'
import { evaluateMatrix } from '../../simulator/actions.ts'
import { publishDraft, rollBack, writeRules } from './actions.ts'

const world = vi.hoisted(() => ({
  user: null as null | { id: string; name: string; role: string },
  sessions: () => undefined as unknown,
  context: vi.fn(),
  clusters: vi.fn(),
  refused: vi.fn(),
  save: vi.fn(),
  refresh: vi.fn(),
  begin: vi.fn(),
  write: vi.fn(),
  seq: 0n,
}))

vi.mock('next/headers', () => ({ cookies: async () => new Map(), headers: async () => new Headers() }))
vi.mock('#lib/auth/session-cookie.ts', async original => ({
  ...(await original<typeof import('#lib/auth/session-cookie.ts')>()),
  readToken: async () => ({ session: 's-1' }),
}))
vi.mock('#lib/telemetry/log.ts', () => ({ logError: () => 'reference' }))
vi.mock('#lib/store/publications.ts', async original => ({
  ...(await original<typeof import('#lib/store/publications.ts')>()),
  savePublication: world.save,
}))
vi.mock('#lib/runtime.ts', () => ({
  runtime: () => ({
    auth: { secret: '', https: false, sessions: world.sessions() },
    store: { db: {}, now: () => 0 },
    audit: { refused: world.refused, intent: async () => ++world.seq, outcome: async () => {} },
    clusters: { read: world.clusters },
    rules: {
      active: world.context().rules,
      start: { ruleset: world.context().rules.ruleset },
      refresh: world.refresh,
    },
    rulesWriter: { begin: world.begin, write: world.write },
    context: world.context,
  }),
}))

const { context } = landscapeContext('small')
const DOCUMENT = context.rules.ruleset.rules.map(({ text }) => `- ${text}\n`).join('')
const ORDER = {
  basedOn: 0,
  document: DOCUMENT,
  cases: null,
  reason: 'because',
  ticket: null,
  overrideReason: null,
  overridden: [],
}
const PUBLICATION = { number: 1, reason: 'because', restores: null, overrideReason: null }

const WRITES = [
  (input: unknown) => followWrite(publishDraft(input)),
  (input: unknown) => followWrite(rollBack(input)),
  (input: unknown) => followWrite(writeRules(input)),
]

/** Returns the signed-in user of the stored session. */
const ledger = {
  async read() {
    if (world.user === null) return null
    const { id, name, role } = world.user
    const now = { ageMs: 0, idleMs: 0, confirmedMs: 0, ended: false }
    return { id: 's-1', userId: id, userName: name, role, provider: 'demo', ...now }
  },
  async use() {},
} as Partial<SessionLedger> as SessionLedger

const limits = { idleMs: 1_000, longestMs: 1_000, confirmMs: 1_000 }
const sessions = new Sessions({
  ledger,
  limits,
  providers: ['demo'],
  confirmation: null,
  isUnavailable: () => false,
  now: Date.now,
})
world.sessions = () => sessions

const as = (role: string) => {
  world.user = { id: '3', name: 'vera', role }
}

beforeEach(() => {
  vi.resetAllMocks()
  as('admin')
  world.context.mockReturnValue(context)
  world.clusters.mockResolvedValue(null)
  world.refresh.mockResolvedValue(undefined)
  world.save.mockResolvedValue({ saved: PUBLICATION })
})

test('refuses a caller without a session before parsing the input', async () => {
  world.user = null
  for (const action of WRITES) expect(await action(ORDER)).toMatchObject({ status: 401 })
  expect(await evaluateMatrix(ORDER)).toMatchObject({ status: 401 })
  expect(world.refused).not.toHaveBeenCalled()
  expect(world.clusters).not.toHaveBeenCalled()
})

test('refuses a user without a role of the console', async () => {
  as('guest')
  for (const action of WRITES) expect(await action(ORDER)).toMatchObject({ status: 401 })
  expect(await evaluateMatrix(ORDER)).toMatchObject({ status: 401 })
})

test.each(['viewer', 'operator'])(
  'refuses a publication by a %s and records it, without reading clusters',
  async role => {
    as(role)
    const place = { namespace: 'garden-x', name: 'hap-rules', key: 'hapRule.yaml' }
    const { store, audit } = runtime()
    const writer = new ConfigMapWriter({ store, audit, client: { get: vi.fn(), request: vi.fn() }, place })
    world.write.mockImplementation(request => writer.write(request))
    for (const action of WRITES)
      expect(await action({ ...ORDER, number: 1 })).toEqual({
        kind: 'no-answer',
        status: 403,
        reason: 'Requires the admin role.',
      })
    expect(world.refused).toHaveBeenCalledTimes(3)
    expect(world.clusters).not.toHaveBeenCalled()
    expect(world.save).not.toHaveBeenCalled()
  },
)

test('lets a viewer evaluate a matrix', async () => {
  as('viewer')
  expect(await evaluateMatrix('nonsense')).not.toMatchObject({ status: 403 })
})

test('puts rules in force immediately and writes the ConfigMap in the background', async () => {
  expect(await followWrite(publishDraft(ORDER))).toEqual({ kind: 'published', number: 1 })
  expect(world.save.mock.calls[0]?.[1]).toMatchObject({
    document: DOCUMENT,
    actor: 'vera',
    impact: { unknown: expect.any(Number) },
  })
  expect(world.refresh.mock.invocationCallOrder[0]).toBeLessThan(world.begin.mock.invocationCallOrder[0] ?? 0)
  expect(world.begin.mock.calls).toMatchObject([[{ number: 1, reason: 'because', user: { name: 'vera' } }]])
  expect(world.write).not.toHaveBeenCalled()
})

test('publishes even if the rules cannot be reloaded immediately', async () => {
  world.refresh.mockRejectedValue(new StoreUnavailableError('The database is down.'))
  expect(await followWrite(publishDraft(ORDER))).toEqual({ kind: 'published', number: 1 })
})

test('returns both revisions and writes nothing when a newer revision exists', async () => {
  const current = { number: 2, actor: 'otto', at: '2026-11-23T10:00:00.000Z', reason: 'his', texts: ['aws'] }
  world.save.mockResolvedValue({ base: null, current: { ...current, document: 'secret', replaced: [] } })
  expect(await followWrite(publishDraft(ORDER))).toEqual({
    kind: 'conflict',
    baseTexts: context.rules.ruleset.rules.map(({ text }) => text),
    current,
  })
  expect(world.begin).not.toHaveBeenCalled()
})

test('refuses a draft with errors with a message', async () => {
  expect(await followWrite(publishDraft({ ...ORDER, document: '- aws(\n' }))).toMatchObject({ kind: 'invalid' })
  expect(await followWrite(publishDraft('nonsense'))).toMatchObject({ kind: 'invalid' })
})

test('publishes nothing while the database is unavailable', async () => {
  world.save.mockRejectedValue(new StoreUnavailableError('The database is down.'))
  expect(await followWrite(publishDraft(ORDER))).toEqual({
    kind: 'no-answer',
    status: 503,
    reason: 'The database is down.',
  })
  expect(world.begin).not.toHaveBeenCalled()
})

test('delegates the write of the ConfigMap and returns its failure', async () => {
  world.write.mockResolvedValue({ kind: 'written', number: 1 })
  const order = { reason: 'again', takeOverAt: null }
  expect(await followWrite(writeRules(order))).toEqual({ kind: 'written', number: 1 })
  expect(world.write.mock.calls).toMatchObject([[{ user: { name: 'vera' }, input: order }]])
  world.write.mockRejectedValue(new StoreUnavailableError('The database is down.'))
  expect(await followWrite(writeRules(order))).toMatchObject({ kind: 'no-answer', status: 503 })
})
