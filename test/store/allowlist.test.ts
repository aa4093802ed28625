import { expect, test } from 'vitest'
import { DEFAULT_PLANS } from '#lib/hap/plans/plan.ts'
import { listAllowlistVersions } from '#lib/queries/allowlist/allowlist-detail.ts'
import { MultiAccountSettings } from '#lib/runtime/multi-account-settings.ts'
import { type AllowlistContext, changeAllowlist } from '#lib/services/change-allowlist.ts'
import { latestRevision, saveRevision } from '#lib/store/allowlist-revisions.ts'
import { AuditLog } from '#lib/store/audit/audit-log.ts'
import { listAudit } from '#lib/store/audit/records.ts'
import { testStore } from './test-store.ts'

const ADMIN = { id: 'admin', name: 'admin@example.com', role: 'admin' } as const
const OPERATOR = { id: 'operator', name: 'operator@example.com', role: 'operator' } as const

async function context(): Promise<AllowlistContext> {
  const store = await testStore()
  const start = { allowed: ['*'], limits: { default: 3, providers: {} }, minBindingsForGuard: 0 }
  return { store, audit: new AuditLog(store), start, plans: DEFAULT_PLANS }
}

const request = (input: object, user: typeof ADMIN | typeof OPERATOR = ADMIN) => ({
  user,
  requestId: 'r-1',
  input: {
    basedOn: 0,
    settings: { allowedGlobalAccounts: ['ga-1'], limits: { default: 2, aws: 5 } },
    reason: 'because',
    ticket: null,
    ...input,
  },
})

const manyLimits = () => Object.fromEntries(Array.from({ length: 101 }, (_, place) => [`p${place}`, 1]))

const audit = async ({ store }: AllowlistContext) =>
  (await listAudit(store.db, {}, { limit: 9 })).map(({ actor, outcome, detail }) => `${actor} ${outcome}: ${detail}`)

test('saves a change and records it with the previous settings', async () => {
  const at = await context()
  expect(await changeAllowlist(at, request({}))).toMatchObject({ kind: 'saved', revision: { version: 1 } })
  expect(await latestRevision(at.store.db)).toMatchObject({
    version: 1,
    actor: 'admin@example.com',
    reason: 'because',
    multiAccount: { allowed: ['ga-1'], limits: { default: 2, providers: { aws: 5 } } },
  })
  expect(await listAudit(at.store.db, {}, { limit: 9 })).toMatchObject([
    {
      action: 'change allowlist',
      targets: ['Allowlist'],
      outcome: 'accepted',
      before: { allowed: ['*'], limits: { default: 3 } },
      wanted: { allowed: ['ga-1'], limits: { default: 2, providers: { aws: 5 } } },
      detail: 'Version 1.',
      requestId: 'r-1',
    },
  ])
})

test('records the version a change is based on, even if another replica has read an older one', async () => {
  const { store, audit } = await context()
  const file = { allowed: ['*'], limits: { default: 3, providers: {} }, minBindingsForGuard: 0 }
  const replicas = [0, 1].map(() => new MultiAccountSettings(store, () => ({ multiAccount: file, file: 'x' }), 30_000))
  const save = (replica: number, basedOn: number, allowed: string[]) => {
    const start = replicas[replica]?.start.multiAccount ?? file
    return changeAllowlist(
      { store, audit, start, plans: DEFAULT_PLANS },
      request({ basedOn, settings: { allowedGlobalAccounts: allowed }, reason: `${basedOn + 1}` }),
    )
  }
  await save(0, 0, ['ga-1'])
  await Promise.all(replicas.map(replica => replica.refresh()))
  await save(0, 1, ['ga-2'])
  await save(1, 2, ['ga-3'])
  await save(1, 2, ['ga-4'])
  await save(1, 9, ['ga-5'])
  expect(replicas.map(({ version }) => version)).toEqual([1, 1])
  expect(
    (await listAudit(store.db, {}, { limit: 9 })).map(({ before, outcome }) => ({ before, outcome })),
  ).toMatchObject([
    { before: null, outcome: 'refused' },
    { before: { allowed: ['ga-2'] }, outcome: 'refused' },
    { before: { allowed: ['ga-2'] }, outcome: 'accepted' },
    { before: { allowed: ['ga-1'] }, outcome: 'accepted' },
    { before: { allowed: ['*'] }, outcome: 'accepted' },
  ])
})

test('returns both versions to the later of two authors', async () => {
  const at = await context()
  await changeAllowlist(at, request({}))
  const late = await changeAllowlist(at, request({ settings: { allowedGlobalAccounts: [] } }))
  expect(late).toMatchObject({ kind: 'conflict', base: null, current: { version: 1 } })
  expect((await audit(at))[0]).toBe('admin@example.com refused: Version 0 is no longer current; version 1 is in force.')
})

test('saves one version when a request is sent twice, as by a double click or after a lost response', async () => {
  const at = await context()
  const both = await Promise.all([changeAllowlist(at, request({})), changeAllowlist(at, request({}))])
  expect(both).toMatchObject([
    { kind: 'saved', revision: { version: 1 } },
    { kind: 'saved', revision: { version: 1 } },
  ])
  expect(await latestRevision(at.store.db)).toMatchObject({ version: 1 })
  expect(await audit(at)).toContain(
    'admin@example.com accepted: Version 1. An earlier attempt of the same request saved this version.',
  )
  const other = await changeAllowlist(at, request({ reason: 'another reason' }))
  expect(other).toMatchObject({ kind: 'conflict', current: { version: 1 } })
})

test('lists the changes of each version', async () => {
  const at = await context()
  await changeAllowlist(at, request({}))
  const settings = { allowedGlobalAccounts: ['ga-2'], limits: { default: 2, aws: 6 } }
  await changeAllowlist(at, request({ basedOn: 1, settings, reason: 'more room' }))
  expect(await listAllowlistVersions(at.store.db, 1)).toMatchObject({
    entries: [
      {
        version: 2,
        reason: 'more room',
        change: { added: ['ga-2'], removed: ['ga-1'], numbers: [{ setting: 'limits.aws', before: 5, after: 6 }] },
      },
    ],
    more: true,
    start: null,
  })
  const { entries, start } = await listAllowlistVersions(at.store.db, 5)
  expect(start).toEqual(at.start)
  expect(entries.at(-1)).toMatchObject({
    version: 1,
    change: { added: ['ga-1'], removed: ['*'], numbers: [{ setting: 'limits.default', before: 3, after: 2 }, {}] },
  })
})

test('lists no changes for a first version without an audit entry', async () => {
  const at = await context()
  const multiAccount = { allowed: [], limits: null, minBindingsForGuard: 0 }
  await saveRevision(at.store, { basedOn: 0, multiAccount, actor: 'a', reason: 'b', ticket: null, at: new Date() })
  expect(await listAllowlistVersions(at.store.db, 5)).toMatchObject({
    entries: [{ version: 1, change: null }],
    start: null,
  })
})

test('refuses and records a change by an operator', async () => {
  const at = await context()
  await expect(changeAllowlist(at, request({}, OPERATOR))).rejects.toThrow('Requires the admin role')
  expect(await audit(at)).toEqual(['operator@example.com refused: Requires the admin role.'])
  expect(await latestRevision(at.store.db)).toBeNull()
})

test.each([
  ['no reason', { reason: '  ' }, 'a reason is required'],
  ['selector characters', { settings: { allowedGlobalAccounts: ['x,shared=true'] } }, 'cannot be the id'],
  ['64 characters', { settings: { allowedGlobalAccounts: ['x'.repeat(64)] } }, 'cannot be the id'],
  ['an empty id', { settings: { allowedGlobalAccounts: [''] } }, 'cannot be the id'],
  ['other scripts', { settings: { allowedGlobalAccounts: ['グローバル'] } }, 'cannot be the id'],
  ['a negative limit', { settings: { limits: { aws: -1 } } }, 'limits.aws is -1'],
  ['a limit of 1e9', { settings: { limits: { aws: 1e9 } } }, 'limits.aws is 1000000000'],
  ['half a cluster', { settings: { limits: { default: 1.5 } } }, 'limits.default is 1.5'],
  ['no settings', { settings: null }, 'no mapping'],
  ['too many ids', { settings: { allowedGlobalAccounts: Array(10_001).fill('x') } }, 'at most 10000'],
  ['a provider that is none', { settings: { limits: { 'a=b': 1 } } }, 'cannot be the name of a provider'],
  ['more providers than there are', { settings: { limits: manyLimits() } }, 'at most 100'],
  ['a version that is none', { basedOn: -1 }, 'basedOn'],
  ['a version beyond all', { basedOn: 2 ** 53 - 1 }, 'basedOn'],
  ['a NUL in the reason', { reason: 'a\0b' }, 'cannot be shown'],
  ['a ticket of two lines', { ticket: 'a\nb' }, 'one line'],
])('refuses and records %s with a message', async (_, input, message) => {
  const at = await context()
  const result = await changeAllowlist(at, request(input))
  expect(result).toMatchObject({ kind: 'invalid', problems: [expect.stringContaining(message)] })
  expect((await audit(at))[0]).toMatch(/refused: Not valid: /)
  expect(await latestRevision(at.store.db)).toBeNull()
})

test('saves nothing when the audit log cannot be written', async () => {
  const at = await context()
  await at.store.connection.pool.query('ALTER TABLE audit_entry RENAME TO gone')
  await expect(changeAllowlist(at, request({}))).rejects.toThrow('no change is allowed')
  expect(await latestRevision(at.store.db)).toBeNull()
})
