import { z } from 'zod'
import type { User } from '#lib/auth/session.ts'
import { isOneLine } from '#lib/hap/text.ts'
import type { Exported, ExportRequest } from '#lib/queries/lists/export-list.ts'
import type { ColumnFields, ExportColumn } from '#lib/queries/lists/rows-file.ts'
import { runtime } from '#lib/runtime.ts'
import type { ApprovalView } from '#lib/services/approvals/approval.ts'
import { APPROVAL_ENTRIES, approvalTarget } from '#lib/services/approvals/approval-context.ts'
import type { ApprovalService } from '#lib/services/approvals/approval-service.ts'
import type { ApprovalList as ApprovalListType } from '#lib/services/approvals/list-approvals.ts'
import { ProposalBody } from '#lib/services/approvals/propose.ts'
import { ReasonInput } from '#lib/services/reason-input.ts'
import { MAX_BODY_BYTES } from '#lib/util/body-limit.ts'
import { wholeNumber } from '#lib/util/whole-number.ts'
import { exportResponse, wholeFile } from './export-file.ts'
import { ExportQuery, ListQuery } from './list-query.ts'
import { type Answer, answer, LIST_FILE, type Resource, read, write } from './operation.ts'
import { reply } from './reply.ts'
import { signInOf } from './sender.ts'
import { ActionName, SearchError } from './shared-schemas.ts'

const Approval = answer<ApprovalView>()(
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
    proposerIssuer: z.string().nullable(),
    proposerSubject: z.string(),
    own: z.boolean(),
    createdAt: z.string(),
    expiresAt: z.string(),
    decider: z.string().nullable(),
    deciderIssuer: z.string().nullable(),
    deciderSubject: z.string().nullable(),
    decidedAt: z.string().nullable(),
    outcome: z.string().nullable(),
    jobId: z.string().nullable(),
  }),
)

const ApprovalList = answer<ApprovalListType>()(z.object({ approvals: z.array(Approval), waiting: z.number() }))

const DecidedList = answer<Answer<ApprovalService['decided']>>()(
  z.object({
    rows: z.array(Approval),
    offset: z.number(),
    hits: z.number(),
    of: z.number(),
    errors: z.array(SearchError),
  }),
)

/** `target`: a binding as the audit log names it, such as `CredentialsBinding/garden/aws-1`. */
export const ApprovalsQuery = z.object({
  target: z.string().min(1).max(400).refine(isOneLine, { error: 'must be one line of text' }).optional(),
  state: z.enum(['waiting'], { error: 'must be waiting' }).optional(),
  limit: wholeNumber(1, 200, 100),
})

/** Proposals of dangerous actions. The service checks roles and records attempts. */
export const APPROVALS = {
  schemas: { Approval, ApprovalList, DecidedList },
  routes: [
    read('/approvals', {
      summary: 'List proposals, waiting ones first',
      query: ApprovalsQuery,
      answers: { 200: ApprovalList },
      run: ({ user, query: { target = null, state, limit } }) =>
        runtime().approvals.list(user, { target, waiting: state === 'waiting', limit }),
    }),
    // Proposes an action without performing it.
    write('POST', '/approvals', {
      summary: 'Propose a dangerous action or bulk job',
      person: true,
      role: 'operator',
      body: ProposalBody,
      maxBytes: MAX_BODY_BYTES,
      answers: { 201: Approval },
      action: APPROVAL_ENTRIES.propose,
      run: async ({ user, requestId, body }) =>
        reply(await runtime().approvals.propose({ user, requestId }, body), { status: 201 }),
    }),
    read('/approvals/decided', {
      summary: 'List decided proposals that match a search, newest first',
      query: ListQuery,
      answers: { 200: DecidedList },
      run: ({ user, query }) => runtime().approvals.decided(user, query),
    }),
    read('/approvals/export', {
      summary: 'Export the decided proposals as CSV or JSON',
      query: ExportQuery,
      answers: { 200: LIST_FILE },
      run: async ({ user, context, query }) => {
        const { approvals, landscape } = runtime()
        const names = { name: `hap-approvals-${landscape.name}`, format: query.format, at: context.at }
        return exportResponse(await approvalFile(approvals, user, query), names)
      },
    }),
    read('/approvals/:id', {
      summary: 'Get a proposal',
      answers: { 200: Approval },
      run: ({ user, params }) => runtime().approvals.get(user, params.id),
    }),
    // Approves a proposal of another person and performs its action, after a recent sign-in.
    write('POST', '/approvals/:id/approve', {
      summary: 'Approve a proposal of another person, and perform it',
      person: true,
      role: 'operator',
      body: ReasonInput,
      answers: { 200: Approval },
      action: APPROVAL_ENTRIES.approve,
      target: ({ id }) => approvalTarget(id),
      run: async ({ user, requestId, params, body }) =>
        runtime().approvals.approve({ user, requestId, signedInAt: await signInOf(user) }, params.id, body),
    }),
    endProposal('refuse', 'Refuse a proposal of another person'),
    endProposal('withdraw', 'Withdraw an own proposal'),
  ],
} satisfies Resource

/** Ends a proposal without performing its action: another person refuses it, or its author withdraws it. */
function endProposal(verb: 'refuse' | 'withdraw', summary: string) {
  return write('POST', `/approvals/:id/${verb}`, {
    summary,
    person: true,
    role: 'operator',
    body: ReasonInput,
    answers: { 200: Approval },
    action: APPROVAL_ENTRIES[verb],
    target: ({ id }) => approvalTarget(id),
    run: ({ user, requestId, params, body }) =>
      runtime().approvals.end({ user, requestId }, { verb, id: params.id, input: body }),
  })
}

/**
 * Exports the decided proposals; `refused` says why there is no file. Throws StoreError, also while
 * the file is read.
 */
export function approvalFile(
  approvals: Pick<ApprovalService, 'decidedWhole'>,
  user: Pick<User, 'id'>,
  request: ExportRequest,
): Promise<Exported> {
  const shape = { noun: 'proposal', columns: COLUMNS, shows: SHOWS }
  return wholeFile(most => approvals.decidedWhole(user, request, most), request, shape)
}

const COLUMNS: readonly ExportColumn<ApprovalView>[] = [
  ['id', ({ id }) => id, 'id'],
  ['action', ({ action }) => action, 'action'],
  ['bindings', ({ count }) => count, 'count'],
  ['first_bindings', ({ targets }) => targets.join(' '), 'targets'],
  ['job', ({ jobId }) => jobId, 'jobId'],
  ['state', ({ state }) => state, 'state'],
  ['danger', ({ danger }) => danger, 'danger'],
  ['consequence', ({ consequence }) => consequence, 'consequence'],
  ['reason', ({ reason }) => reason, 'reason'],
  ['ticket', ({ ticket }) => ticket, 'ticket'],
  ['proposer', ({ proposer }) => proposer, 'proposer'],
  ['proposed', ({ createdAt }) => createdAt, 'createdAt'],
  ['expires', ({ expiresAt }) => expiresAt, 'expiresAt'],
  ['decider', ({ decider }) => decider, 'decider'],
  ['decided', ({ decidedAt }) => decidedAt, 'decidedAt'],
  ['outcome', ({ outcome }) => outcome, 'outcome'],
  ['proposer_issuer', ({ proposerIssuer }) => proposerIssuer, 'proposerIssuer'],
  ['proposer_subject', ({ proposerSubject }) => proposerSubject, 'proposerSubject'],
  ['decider_issuer', ({ deciderIssuer }) => deciderIssuer, 'deciderIssuer'],
  ['decider_subject', ({ deciderSubject }) => deciderSubject, 'deciderSubject'],
]

const SHOWS: ColumnFields = {
  proposal: ['id', 'action', 'targets', 'bulk', 'jobId'],
  bindings: ['count'],
  state: ['state'],
  danger: ['danger', 'consequence'],
  reason: ['reason'],
  ticket: ['ticket'],
  outcome: ['outcome'],
  proposer: ['proposer', 'proposerIssuer', 'proposerSubject'],
  proposed: ['createdAt', 'expiresAt'],
  decider: ['decider', 'deciderIssuer', 'deciderSubject'],
  decided: ['decidedAt'],
}
