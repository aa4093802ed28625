import { z } from 'zod'
import { ApprovalsQuery } from '#app/api/approval-query.ts'
import { AuditExportQuery, AuditNewsQuery, AuditQuery } from '#app/api/audit-query.ts'
import { ClaimBody, ClaimChangeBody, ClaimsQuery } from '#app/api/claim-input.ts'
import { ExportQuery, ListQuery } from '#app/api/list-query.ts'
import { ViewsQuery } from '#app/api/small-queries.ts'
import { ProposalBody } from '#lib/services/approvals/propose.ts'
import { JobBody, RetryBody, TargetsQuery } from '#lib/services/jobs/job-input.ts'
import { ChosenBindings, DryRunInput, PlanInput } from '#lib/services/jobs/plan-job.ts'
import { ReasonInput } from '#lib/services/resources/order-input.ts'
import { TokenOrder } from '#lib/services/tokens/create-token.ts'
import { NewView, ViewChange } from '#lib/services/views/saved-view.ts'
import { Approval, ApprovalList, DecidedList } from '../answers/approvals.ts'
import { AuditEntry, AuditNews, AuditPage, RecentActions } from '../answers/audit.ts'
import { Claim, ClaimList, ExplainedClaim } from '../answers/claims.ts'
import { Job, JobDetail, JobList, JobOffers, JobPlan, JobTrials, StartedJob } from '../answers/jobs.ts'
import { AcceptedLandscape, Landscape } from '../answers/landscape.ts'
import { SessionList } from '../answers/sessions.ts'
import { Settings } from '../answers/settings.ts'
import { NewToken, Token, TokenList } from '../answers/tokens.ts'
import { View, ViewList } from '../answers/views.ts'
import { LIST_FILE, type Operations } from '../operation.ts'

/** Claims, jobs, approvals, the audit log, the landscape, sessions, tokens and views. */
export const WORK_OPERATIONS: Operations = {
  '/api/v1/approvals': {
    GET: { summary: 'Proposals, those that wait first', query: ApprovalsQuery, answers: { 200: ApprovalList } },
    POST: {
      summary: 'Propose a dangerous action or bulk job',
      person: true,
      role: 'operator',
      body: ProposalBody,
      answers: { 201: Approval },
    },
  },
  '/api/v1/approvals/decided': {
    GET: {
      summary: 'Proposals that a search finds and nobody decides on any more, the newest first',
      query: ListQuery,
      answers: { 200: DecidedList },
    },
  },
  '/api/v1/approvals/export': {
    GET: { summary: 'The decided proposals as a file', query: ExportQuery, answers: { 200: LIST_FILE } },
  },
  '/api/v1/approvals/:id': { GET: { summary: 'A proposal', answers: { 200: Approval } } },
  '/api/v1/approvals/:id/approve': {
    POST: {
      summary: 'Approve what somebody else proposed, and do it',
      person: true,
      role: 'operator',
      body: ReasonInput,
      answers: { 200: Approval },
    },
  },
  '/api/v1/approvals/:id/refuse': {
    POST: {
      summary: 'Refuse what somebody else proposed',
      person: true,
      role: 'operator',
      body: ReasonInput,
      answers: { 200: Approval },
    },
  },
  '/api/v1/approvals/:id/withdraw': {
    POST: {
      summary: 'Take a proposal of one’s own back',
      person: true,
      role: 'operator',
      body: ReasonInput,
      answers: { 200: Approval },
    },
  },
  '/api/v1/audit': {
    GET: { summary: 'Actions that a search finds, the newest first', query: AuditQuery, answers: { 200: AuditPage } },
  },
  '/api/v1/audit/export': {
    GET: { summary: 'The same as a file', query: AuditExportQuery, answers: { 200: LIST_FILE } },
  },
  '/api/v1/audit/news': {
    GET: {
      summary: 'How many actions came since, and whether the chain is whole',
      query: AuditNewsQuery,
      answers: { 200: AuditNews },
    },
  },
  '/api/v1/audit/recent': { GET: { summary: 'The last actions', answers: { 200: RecentActions } } },
  '/api/v1/audit/:seq': { GET: { summary: 'An action, before and after', answers: { 200: AuditEntry } } },
  '/api/v1/claims': {
    GET: { summary: 'Claims, the newest first', query: ClaimsQuery, answers: { 200: ClaimList } },
    POST: {
      summary: 'Claim an account for a cluster',
      role: 'operator',
      body: ClaimBody,
      idempotent: true,
      answers: { 200: Claim, 201: Claim, 202: Claim },
    },
  },
  '/api/v1/claims/:id': {
    GET: { summary: 'A claim, and by what it was decided', answers: { 200: ExplainedClaim } },
    PATCH: { summary: 'Name the cluster of a claim', role: 'operator', body: ClaimChangeBody, answers: { 200: Claim } },
    DELETE: { summary: 'Give an account back', role: 'operator', answers: { 200: Claim, 202: Claim } },
  },
  '/api/v1/events': {
    GET: {
      summary: 'What changes, as server-sent events',
      query: z.object({ since: z.string().optional() }),
      answers: { 200: { media: ['text/event-stream'] } },
    },
  },
  '/api/v1/jobs': {
    GET: { summary: 'Bulk jobs that a search finds, the newest first', query: ListQuery, answers: { 200: JobList } },
    POST: {
      summary: 'Do something to many bindings',
      role: 'operator',
      body: JobBody,
      idempotent: true,
      answers: { 200: StartedJob, 202: StartedJob },
    },
  },
  '/api/v1/jobs/export': { GET: { summary: 'The same as a file', query: ExportQuery, answers: { 200: LIST_FILE } } },
  '/api/v1/jobs/offers': {
    POST: {
      summary: 'What can be done to a selection',
      body: z.object({ chosen: ChosenBindings }),
      answers: { 200: JobOffers },
    },
  },
  '/api/v1/jobs/plan': {
    POST: { summary: 'What an action on a selection would do', body: PlanInput, answers: { 200: JobPlan } },
  },
  '/api/v1/jobs/trial': {
    POST: { summary: 'Dry runs of the first targets', body: DryRunInput, answers: { 200: JobTrials } },
  },
  '/api/v1/jobs/:id': {
    GET: {
      summary: 'A job, and what became of its targets',
      query: TargetsQuery,
      tagged: 'answer',
      answers: { 200: JobDetail },
    },
  },
  '/api/v1/jobs/:id/cancel': {
    POST: {
      summary: 'Cancel a job; If-Match takes the ETag of the job without parameters',
      role: 'operator',
      body: z.unknown(),
      match: 'optional',
      answers: { 202: Job },
    },
  },
  '/api/v1/jobs/:id/retry': {
    POST: {
      summary: 'Try again what was not done',
      role: 'operator',
      body: RetryBody,
      idempotent: true,
      answers: { 200: StartedJob, 202: StartedJob },
    },
  },
  '/api/v1/landscape': {
    GET: {
      summary: 'Whether releases and cleaning pause, and which bindings are in doubt',
      answers: { 200: Landscape },
    },
  },
  '/api/v1/landscape/accept': {
    POST: {
      summary: 'Accept a restored or moved landscape',
      role: 'admin',
      body: ReasonInput,
      answers: { 200: AcceptedLandscape },
    },
  },
  '/api/v1/sessions': {
    GET: {
      summary: 'Who is signed in, and who was lately: for an admin everybody, for anybody else themselves',
      answers: { 200: SessionList },
    },
  },
  '/api/v1/sessions/:id/end': {
    POST: {
      summary: 'End a session, after a recent sign-in',
      person: true,
      role: 'admin',
      body: ReasonInput,
      answers: { 204: null },
    },
  },
  '/api/v1/settings': { GET: { summary: 'What the console runs with, and who asks', answers: { 200: Settings } } },
  '/api/v1/tokens': {
    GET: { summary: 'API tokens', role: 'admin', answers: { 200: TokenList } },
    POST: { summary: 'Make a token', person: true, role: 'admin', body: TokenOrder, answers: { 201: NewToken } },
  },
  '/api/v1/tokens/:id': { DELETE: { summary: 'Revoke a token', role: 'admin', answers: { 200: Token } } },
  '/api/v1/views': {
    GET: { summary: 'Views of a page', query: ViewsQuery, answers: { 200: ViewList } },
    POST: { summary: 'Keep a list page under a name', body: NewView, answers: { 201: View } },
  },
  '/api/v1/views/:id': {
    PATCH: { summary: 'Change a view', body: ViewChange, answers: { 200: View } },
    DELETE: { summary: 'Delete a view', answers: { 204: null } },
  },
}
