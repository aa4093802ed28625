import { userIdentityOf } from '#lib/auth/user-identity.ts'
import { jobIdOf } from '#lib/services/jobs/job-input.ts'
import type { AuditRecord } from '#lib/store/audit/records.ts'
import type { Db } from '#lib/store/database/client.ts'
import type { Store } from '#lib/store/store.ts'
import { APPROVAL_ENTRIES, type ApprovalContext, approvalOfTarget, approvalTarget } from './approval-context.ts'
import { jobKey } from './approve.ts'

/** A live process stores the result within this time. */
const SETTLE_AFTER_MS = 2 * 60_000
/** The action would have started by then, even if it waited for its turn to write. */
const BEGUN_WITHIN_MS = 10 * 60_000
const MAX_BATCH = 50

interface ProposalOutcome {
  readonly status: 'done' | 'failed'
  readonly outcome: string
  readonly jobId?: string
}

interface PendingProposal {
  readonly id: string
  readonly action: string
  readonly bulk: boolean
  readonly proposerId: string
  readonly targets: readonly string[]
}

/**
 * Why an action may still be running: nothing is recorded of it, or only other bindings of the
 * account.
 */
type Unfinished = 'nothing' | 'only-others'

const INTERRUPTED: Readonly<Record<Unfinished, ProposalOutcome>> = {
  nothing: {
    status: 'failed',
    outcome: 'The console stopped before anything was written. Propose the action again if it is still needed.',
  },
  'only-others': {
    status: 'failed',
    outcome:
      'The console stopped after the action on other bindings of the account, but before the action on this one. Propose the action again if it is still needed.',
  },
}

/**
 * Resolves approved proposals whose process ended, from the audit records of their actions. Repeats
 * no action. Returns the number of resolved proposals. Throws StoreError.
 */
export async function recoverApproved({ store, now }: Pick<ApprovalContext, 'store' | 'now'>): Promise<number> {
  const at = now()
  const left = await store.db.approval.findMany({
    where: { status: { in: ['approved', 'unknown'] }, decidedAt: { lte: new Date(at - SETTLE_AFTER_MS) } },
    orderBy: { createdAt: 'desc' },
    take: MAX_BATCH,
    select: { id: true, action: true, bulk: true, proposerId: true, targets: true, decidedAt: true },
  })
  let settled = 0
  for (const each of left) {
    const isLate = at - (each.decidedAt?.getTime() ?? 0) >= BEGUN_WITHIN_MS
    const found = await (each.bulk ? findStartedJob(store, each) : findRecordedOutcome(store, each))
    const data = typeof found === 'string' ? (isLate ? INTERRUPTED[found] : null) : found
    if (data === null) continue
    const where = { id: each.id, status: { in: ['approved', 'unknown'] } }
    const { count } = await store.transaction(tx => tx.approval.updateMany({ where, data }), {
      isolation: 'read-committed',
    })
    settled += count
  }
  return settled
}

async function findStartedJob(
  { db }: Store,
  { id, proposerId }: PendingProposal,
): Promise<ProposalOutcome | Unfinished> {
  const job = await db.job.findUnique({ where: { id: jobIdOf(proposerId, jobKey(id)) }, select: { id: true } })
  return job === null ? 'nothing' : { status: 'done', outcome: `Job ${job.id} was started.`, jobId: job.id }
}

/** Null while the outcome is unknown. */
async function findRecordedOutcome(
  { db }: Store,
  { id, action, targets }: PendingProposal,
): Promise<ProposalOutcome | Unfinished | null> {
  const entries = await db.auditEntry.findMany({
    where: { kind: 'intent', requestId: approvalTarget(id) },
    orderBy: { seq: 'asc' },
    select: { action: true, targets: true, status: { select: { outcome: true } } },
  })
  const outcomes = entries.map(entry => entry.status?.outcome ?? 'open')
  if (outcomes.some(outcome => outcome === 'open' || outcome === 'unknown')) return null
  const done = entries.filter(entry => entry.action === action)
  // Of several bindings of an account the requested one comes last.
  const own = done.findLast(entry => entry.targets[0] === targets[0])
  const last = own ?? done.at(-1)
  if (last === undefined) return 'nothing'
  if (last.status?.outcome !== 'accepted')
    return { status: 'failed', outcome: 'The audit log shows that the action was not performed.' }
  return own ? { status: 'done', outcome: 'The audit log shows that the action was performed.' } : 'only-others'
}

/** The outcome of an audit record that its process left open. */
interface RecordOutcome {
  readonly outcome: 'accepted' | 'refused' | 'failed'
  readonly detail: string
}

type Resolver = (db: Db, entry: AuditRecord) => Promise<RecordOutcome | null>

/** Resolves records about proposals from the database; null if it cannot. */
export const APPROVAL_RESOLVERS: Readonly<Record<string, Resolver>> = {
  async [APPROVAL_ENTRIES.propose](db, { wanted, targets, seq }) {
    if (wanted === null) return NOT_BEGUN
    return (await rowOf(db, targets))?.auditSeq === seq
      ? { outcome: 'accepted', detail: 'The proposal was created.' }
      : { outcome: 'failed', detail: 'No proposal was created.' }
  },
  [APPROVAL_ENTRIES.approve]: (db, entry) => decided(db, entry, ['done', 'stale', 'failed'], ['approved', 'unknown']),
  [APPROVAL_ENTRIES.refuse]: (db, entry) => decided(db, entry, ['refused'], []),
  [APPROVAL_ENTRIES.withdraw]: (db, entry) => decided(db, entry, ['withdrawn'], []),
}

const NOT_BEGUN: RecordOutcome = { outcome: 'refused', detail: 'Refused before it started.' }

/** `by`: statuses that this decision leads to. `open`: statuses that prove nothing yet. */
async function decided(
  db: Db,
  entry: AuditRecord,
  by: readonly string[],
  open: readonly string[],
): Promise<RecordOutcome | null> {
  if (entry.before === null) return NOT_BEGUN
  const row = await rowOf(db, entry.targets)
  if (row === null || open.includes(row.status)) return null
  if (by.includes(row.status) && isDecider(entry, row))
    return { outcome: 'accepted', detail: row.outcome ?? 'The proposal shows this decision.' }
  return row.status === 'waiting'
    ? { outcome: 'failed', detail: 'The proposal is still waiting.' }
    : { outcome: 'refused', detail: `${row.decider ?? 'Another person'} had already decided.` }
}

/** Compares ids, as names are not unique; names where an older release wrote either side. */
function isDecider(entry: AuditRecord, row: NonNullable<Awaited<ReturnType<typeof rowOf>>>): boolean {
  const { deciderId: id, deciderIssuer } = row
  if (id === null || entry.actorSubject === null) return row.decider === entry.actor
  const { issuer, subject } = userIdentityOf({ id, issuer: deciderIssuer })
  return subject === entry.actorSubject && issuer === entry.actorIssuer
}

function rowOf(db: Db, targets: readonly string[]) {
  const [id = ''] = targets.flatMap(key => approvalOfTarget(key) ?? [])
  return db.approval.findUnique({
    where: { id },
    select: { status: true, decider: true, deciderId: true, deciderIssuer: true, outcome: true, auditSeq: true },
  })
}
