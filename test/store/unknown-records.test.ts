import { expect, test } from 'vitest'
import { jobTarget } from '#lib/hap/audit/target.ts'
import { CHANGE_ALLOWLIST } from '#lib/hap/lifecycle/multi-account-change.ts'
import { recordResolver } from '#lib/runtime/record-resolver.ts'
import { UnknownOutcomes } from '#lib/services/audit/resolve-outcomes.ts'
import { saveRevision } from '#lib/store/allowlist-revisions.ts'
import { AuditLog, closeAbandoned } from '#lib/store/audit/audit-log.ts'
import type { IntentDraft } from '#lib/store/audit/entry.ts'
import { listAudit } from '#lib/store/audit/records.ts'
import { verifyAudit } from '#lib/store/audit/verify.ts'
import type { OpenStore } from '#lib/store/open-store.ts'
import { savePublication } from '#lib/store/publications.ts'
import { testStore } from './test-store.ts'

const DAY = 86_400_000

/** Too long ago for a decision by time alone. */
const LONG_AGO = Date.now() - 40 * DAY

type Write = (store: OpenStore, seq: bigint) => Promise<unknown>

/** A version of allowlist and limits; without `own` like one of an older console, which has no sequence number. */
const revision =
  (daysLater: number, own = true): Write =>
  (store, seq) =>
    saveRevision(store, {
      basedOn: 0,
      multiAccount: { allowed: [], limits: null, minBindingsForGuard: 0 },
      actor: 'ada',
      reason: 'x',
      ticket: null,
      at: new Date(LONG_AGO + daysLater * DAY),
      ...(own && { auditSeq: seq }),
    })

interface JobRow {
  readonly auditSeq?: bigint | null
  readonly cancelRequested?: boolean
  readonly finishedAt?: Date
}

const job =
  (row: (seq: bigint) => JobRow): Write =>
  (store, seq) =>
    store.db.job.create({
      data: { id: 'j-1', action: 'hold', parameters: {}, reason: 'x', actor: 'olga', total: 1, ...row(seq) },
    })

const adopted =
  (count: number): Write =>
  (store, seq) =>
    store.db.claim.createMany({
      data: Array.from({ length: count }, (_, n) => ({
        id: `c-${n}`,
        idempotencyKey: `adopted:${n}`,
        requestHash: 'adopted',
        request: {},
        tenant: 'ga-1',
        adopted: true,
        status: 'active' as const,
        actor: 'hap-console',
        auditSeq: seq,
      })),
    })

const view =
  (change: object, daysLater: number): Write =>
  store =>
    store.db.savedView.create({
      data: {
        id: 'v-1',
        owner: 'vera',
        ownerName: 'Vera',
        ...VIEW,
        ...change,
        updatedAt: new Date(LONG_AGO + daysLater * DAY),
      },
    })

const token =
  (revokedAt: Date | null): Write =>
  store =>
    store.db.apiToken.create({
      data: {
        ...{ id: 't-1', name: 'ci', role: 'viewer', hash: 'h', start: 'hap_abcd', creator: 'ada', creatorName: 'Ada' },
        createdAt: before,
        expiresAt: after,
        revokedAt,
      },
    })

/** A publication by this attempt, or by another one. */
const published =
  (isOwn: boolean): Write =>
  (store, seq) =>
    savePublication(store, {
      ...{ basedOn: 0, document: '', restores: null, actor: 'ada', role: 'admin', reason: 'x', ticket: null },
      ...{ impact: null, cases: [], pinned: '', overrideReason: null, at: after },
      rules: { revision: 'r-1', texts: ['aws'] },
      start: { revision: 'r-0', texts: ['gcp'] },
      auditSeq: isOwn ? seq : seq + 1n,
    })

const nothing: Write = async () => {}
const VIEW = { page: 'bindings', name: 'Stuck', query: 'q=stuck', shared: true }
const SEEN = { ...VIEW, owner: 'Vera' }
const SHARE = { action: 'share view', targets: ['View/v-1'], before: { ...SEEN, shared: false }, after: SEEN }
const DELETE = { action: 'delete view', targets: ['View/v-1'], before: SEEN }
const TOKEN = { targets: ['ApiToken/t-1/ci'] }
const CREATE_TOKEN = { ...TOKEN, action: 'create token', after: { name: 'ci' } }
const REVOKE_TOKEN = { ...TOKEN, action: 'revoke token', before: { name: 'ci' } }
const JOB = [jobTarget('j-1')]
const before = new Date(LONG_AGO - DAY)
const after = new Date(LONG_AGO + DAY)
const START = { action: 'start job', targets: JOB, after: { action: 'hold', targets: 1 } }
const ALLOWLIST = { action: CHANGE_ALLOWLIST, targets: ['Allowlist'], after: { allowed: [] } }
const ADOPTION = { action: 'adopt', targets: ['Namespace/garden'], after: { clusters: 2, known: 0, left: 0 } }
const PUBLISH = { action: 'publish rules', targets: ['Rules'], after: { rules: ['aws'] } }
const END = { action: 'end-adopted', targets: ['Claim/c-0', 'Claim/c-1', 'GlobalAccount/ga-1'] }

const ACTIVATION = { ...END, action: 'activate' }
const active: Write = async (store, seq) => {
  await adopted(2)(store, seq)
  await store.db.claim.update({ where: { id: 'c-1' }, data: { activeAt: after } })
}

test.each<[string, Partial<IntentDraft>, Write, string]>([
  ['a version that was made', ALLOWLIST, revision(1), 'accepted Version 1.'],
  ['no version', ALLOWLIST, nothing, 'failed No version of the allowlist and limits was created.'],
  ['a version of before', ALLOWLIST, revision(-1, false), 'failed No version of the allowlist and limits was created.'],
  ['a version of an older console', ALLOWLIST, revision(1, false), 'unknown'],
  ['a change that was refused', { ...ALLOWLIST, after: null }, nothing, 'refused Refused before it started.'],
  ['a publication', PUBLISH, published(true), 'accepted Revision 1.'],
  ['a rollback', { ...PUBLISH, action: 'roll back rules' }, published(true), 'accepted Revision 1.'],
  ['a publication of another attempt', PUBLISH, published(false), 'failed This attempt published no revision.'],
  ['no publication', PUBLISH, nothing, 'failed This attempt published no revision.'],
  ['a publication that was refused', { ...PUBLISH, after: null }, nothing, 'refused Refused before it started.'],
  ['a started job', START, job(auditSeq => ({ auditSeq })), 'accepted Job j-1.'],
  ['a start that was refused', { ...START, after: null }, nothing, 'refused Refused before it started.'],
  ['no job', START, nothing, 'failed No job was started.'],
  [
    'a job by the same key',
    START,
    job(() => ({ auditSeq: 99n })),
    'failed Another request with the same key had already started the job.',
  ],
  ['a job of an older console', START, job(() => ({})), 'unknown'],
  [
    'a job that was cancelled',
    { action: 'cancel job', targets: JOB },
    job(() => ({ cancelRequested: true, finishedAt: after })),
    'accepted The job shows that it was cancelled.',
  ],
  [
    'a job that continued',
    { action: 'cancel job', targets: JOB },
    job(() => ({ finishedAt: after })),
    'failed The job was not cancelled.',
  ],
  [
    'a job that had ended',
    { action: 'cancel job', targets: JOB },
    job(() => ({ cancelRequested: true, finishedAt: before })),
    'refused The job had already ended.',
  ],
  ['an unknown job', { action: 'cancel job', targets: JOB }, nothing, 'refused There is no such job.'],
  [
    'the end of a job',
    { action: 'end job', targets: JOB },
    job(() => ({ finishedAt: before })),
    'accepted The job shows that it has ended.',
  ],
  ['a token that was made', CREATE_TOKEN, token(null), 'accepted The token was created.'],
  ['a token that was not made', CREATE_TOKEN, nothing, 'failed No token was created.'],
  ['a token that was refused', { ...CREATE_TOKEN, after: null }, nothing, 'refused Refused before it started.'],
  ['a token that was revoked', REVOKE_TOKEN, token(after), 'accepted The token is revoked.'],
  ['a token that was not revoked', REVOKE_TOKEN, token(null), 'failed The token was not revoked.'],
  ['a token that is gone', REVOKE_TOKEN, nothing, 'unknown'],
  ['all clusters', ADOPTION, adopted(2), 'accepted Registered clusters: 2 of 2.'],
  ['half of the clusters', ADOPTION, adopted(1), 'failed Registered clusters: 1 of 2.'],
  ['claims that ended', END, adopted(2), 'accepted Ended claims: 2 of 2.'],
  ['claims that became active', ACTIVATION, active, 'accepted Claims that became active: 1 of 2.'],
  ['claims that did not', ACTIVATION, adopted(2), 'failed Claims that became active: 0 of 2.'],
  ['a view that was shared', SHARE, view({}, 1), 'accepted The view has this change.'],
  ['a view that was not shared', SHARE, view({ shared: false }, -1), 'failed The view is unchanged.'],
  ['a view that was changed since', SHARE, view({ name: 'Late' }, 2), 'unknown'],
  ['a shared view that was saved', { ...SHARE, before: null }, view({ name: 'Late' }, 2), 'accepted The view exists.'],
  ['a shared view that was not saved', { ...SHARE, before: null }, nothing, 'failed There is no such view.'],
  ['a view that was deleted', DELETE, nothing, 'accepted The view was deleted.'],
  ['a view that was not deleted', DELETE, view({}, -1), 'failed The view still exists.'],
  ['a view of another user', { ...DELETE, before: null }, nothing, 'refused Refused before it started.'],
  ['claims that did not end', END, nothing, 'failed Ended claims: 0 of 2.'],
])('resolves old open entries from the database: %s', async (_, change, write, expected) => {
  const store = await testStore()
  const audit = new AuditLog(store, () => new Date(LONG_AGO))
  const actor = { name: 'olga', role: 'operator' }
  const draft = { actor, action: '', targets: [], reason: null, ticket: null, requestId: null, ...change }
  const seq = await audit.intent(draft)
  await write(store, seq)
  await closeAbandoned(store, new Date())
  const { db } = store
  const settle = (now: number) => new UnknownOutcomes({ db, audit }, [recordResolver(db, () => now)]).settle()
  expect(await settle(LONG_AGO)).toBe(0)
  expect(await settle(Date.now())).toBe(expected === 'unknown' ? 0 : 1)
  expect(await settle(Date.now())).toBe(0)
  const [entry] = await listAudit(store.db, {}, { limit: 1 })
  const words = `${entry?.outcome} ${entry?.detail}`
  if (expected === 'unknown') expect(entry?.outcome).toBe('unknown')
  else expect(words).toBe(expected)
  expect(await verifyAudit(store.db)).toMatchObject({ ok: true })
})
