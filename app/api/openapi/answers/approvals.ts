import { z } from 'zod'
import type { ApprovalView } from '#lib/services/approvals/approval.ts'
import type { ApprovalService } from '#lib/services/approvals/approval-service.ts'
import type { ApprovalList as ApprovalListType } from '#lib/services/approvals/list-approvals.ts'
import { type Answer, answer } from '../answer.ts'
import { SearchError } from './shared.ts'
import { ActionName } from './words.ts'

export const Approval = answer<ApprovalView>()(
  z.object({
    id: z.string(),
    state: z.enum(['waiting', 'running', 'done', 'stale', 'failed', 'unknown', 'refused', 'withdrawn', 'expired']),
    action: ActionName,
    targets: z.array(z.string()),
    count: z.number(),
    bulk: z.boolean(),
    danger: z.string(),
    consequence: z.string(),
    reason: z.string(),
    ticket: z.string().nullable(),
    proposer: z.string(),
    own: z.boolean(),
    createdAt: z.string(),
    expiresAt: z.string(),
    decider: z.string().nullable(),
    decidedAt: z.string().nullable(),
    outcome: z.string().nullable(),
    jobId: z.string().nullable(),
  }),
)

export const ApprovalList = answer<ApprovalListType>()(z.object({ approvals: z.array(Approval), waiting: z.number() }))

export const DecidedList = answer<Answer<ApprovalService['decided']>>()(
  z.object({
    rows: z.array(Approval),
    offset: z.number(),
    hits: z.number(),
    of: z.number(),
    errors: z.array(SearchError),
  }),
)
