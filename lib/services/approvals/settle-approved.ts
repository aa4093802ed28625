import { jobIdOf } from '#lib/services/jobs/job-input.ts'
import type { Store } from '#lib/store/store.ts'
import { approvalTarget } from './approval-audit.ts'
import type { ApprovalContext } from './approval-context.ts'
import { jobKey } from './carry-out.ts'

/** Whoever does something notes it within this. */
const SETTLE_AFTER_MS = 2 * 60_000
/** By then it would have begun, also where it waited for its turn to write. */
const BEGUN_WITHIN_MS = 10 * 60_000
const MOST = 50

interface Found {
  readonly status: 'done' | 'failed'
  readonly outcome: string
  readonly jobId?: string
}

interface Left {
  readonly id: string
  readonly action: string
  readonly bulk: boolean
  readonly proposerId: string
  readonly targets: readonly string[]
}

/** What may still go on: of the binding it was asked for nothing is recorded yet. */
type Unfinished = 'nothing' | 'only-others'

const BROKEN_OFF: Readonly<Record<Unfinished, Found>> = {
  nothing: {
    status: 'failed',
    outcome: 'The console ended before anything was written. Propose it anew if it is still wanted.',
  },
  'only-others': {
    status: 'failed',
    outcome:
      'The console ended when it was done to other bindings of the account, and not yet to this one. Propose it anew if it is still wanted.',
  },
}

/**
 * Finds out what came of proposals that were approved by a process that ended since, from what it recorded of the action; nothing is
 * done again. Out: how many are known now. Throws StoreError.
 */
export async function settleApproved({ store, now }: Pick<ApprovalContext, 'store' | 'now'>): Promise<number> {
  const at = now()
  const left = await store.db.approval.findMany({
    where: { status: { in: ['approved', 'unknown'] }, decidedAt: { lte: new Date(at - SETTLE_AFTER_MS) } },
    orderBy: { createdAt: 'desc' },
    take: MOST,
    select: { id: true, action: true, bulk: true, proposerId: true, targets: true, decidedAt: true },
  })
  let settled = 0
  for (const each of left) {
    const isLate = at - (each.decidedAt?.getTime() ?? 0) >= BEGUN_WITHIN_MS
    const found = await (each.bulk ? startedJob(store, each) : whatWasDone(store, each))
    const data = typeof found === 'string' ? (isLate ? BROKEN_OFF[found] : null) : found
    if (data === null) continue
    const where = { id: each.id, status: { in: ['approved', 'unknown'] } }
    const { count } = await store.transaction(tx => tx.approval.updateMany({ where, data }), {
      isolation: 'read-committed',
    })
    settled += count
  }
  return settled
}

async function startedJob({ db }: Store, { id, proposerId }: Left): Promise<Found | Unfinished> {
  const job = await db.job.findUnique({ where: { id: jobIdOf(proposerId, jobKey(id)) }, select: { id: true } })
  return job === null ? 'nothing' : { status: 'done', outcome: `Job ${job.id} was started.`, jobId: job.id }
}

/** Null while nobody knows what came of it. */
async function whatWasDone({ db }: Store, { id, action, targets }: Left): Promise<Found | Unfinished | null> {
  const entries = await db.auditEntry.findMany({
    where: { kind: 'intent', requestId: approvalTarget(id) },
    orderBy: { seq: 'asc' },
    select: { action: true, targets: true, status: { select: { outcome: true } } },
  })
  const outcomes = entries.map(entry => entry.status?.outcome ?? 'open')
  if (outcomes.some(outcome => outcome === 'open' || outcome === 'unknown')) return null
  const done = entries.filter(entry => entry.action === action)
  // Of several bindings of an account that it is done to, the one it was asked for comes last.
  const own = done.findLast(entry => entry.targets[0] === targets[0])
  const last = own ?? done.at(-1)
  if (last === undefined) return 'nothing'
  if (last.status?.outcome !== 'accepted')
    return { status: 'failed', outcome: 'The audit log shows that it was not done.' }
  return own ? { status: 'done', outcome: 'The audit log shows that it was done.' } : 'only-others'
}
