import { z } from 'zod'
import type { User } from '#lib/auth/session.ts'
import { jobState } from '#lib/hap/actions/job.ts'
import { jobTarget } from '#lib/hap/audit/target.ts'
import { parseInput } from '#lib/input-problems.ts'
import type { BulkOffer } from '#lib/queries/bindings/bulk-offers.ts'
import type { Exported, ExportRequest } from '#lib/queries/lists/export-list.ts'
import { Account, KindName, StateName } from '#lib/queries/lists/row-schemas.ts'
import type { ColumnFields, ExportColumn } from '#lib/queries/lists/rows-file.ts'
import { runtime } from '#lib/runtime.ts'
import { attemptDraft, recorded } from '#lib/services/audit/audited.ts'
import { JOB_ENTRIES } from '#lib/services/jobs/job-context.ts'
import { getJobDetail } from '#lib/services/jobs/job-detail.ts'
import { buildTargetWindow, JobBody, parseTargetWindow, RetryBody, TargetsQuery } from '#lib/services/jobs/job-input.ts'
import type { JobService, StartedView } from '#lib/services/jobs/job-service.ts'
import type { JobView } from '#lib/services/jobs/job-view.ts'
import {
  ChosenBindings,
  DryRunInput,
  PlanInput,
  type PlannedJob,
  type TargetDryRun,
} from '#lib/services/jobs/plan-job.ts'
import { type JobRequest, requireJobRole } from '#lib/services/jobs/start-job.ts'
import { MAX_BODY_BYTES } from '#lib/util/body-limit.ts'
import { matchIfGiven, tagOfAll } from './entity-tag.ts'
import { exportResponse, wholeFile } from './export-file.ts'
import { ExportQuery, ListQuery } from './list-query.ts'
import { type Answer, answer, compute, LIST_FILE, type Resource, read, type WriteAttempt, write } from './operation.ts'
import { reply } from './reply.ts'
import { signInOf } from './sender.ts'
import { ActionName, ChangedLine, SearchError } from './shared-schemas.ts'

const JobStatus = z.enum(['done', 'cancelled', 'queued', 'running'])

const JobTargetDetail = z.object({
  change: z.string().nullable(),
  position: z.number(),
  kind: KindName,
  name: z.string(),
  status: z.enum(['done', 'refused', 'cancelled', 'failed', 'unknown', 'pending', 'running']),
  attempts: z.number(),
  message: z.string().nullable(),
  changed: z.object({ version: z.string().nullable(), lines: z.array(ChangedLine).nullable() }).nullable(),
  updatedAt: z.string(),
})

const Counted2 = z.object({ text: z.string(), count: z.number() })

const PlannedTarget = z.object({
  kind: KindName,
  name: z.string(),
  seenVersion: z.string(),
  uid: z.string(),
  account: Account,
  before: StateName,
  after: StateName,
  clusters: z.number(),
})

const BulkPlan = z.object({
  targets: z.array(PlannedTarget),
  leftOut: z.array(z.object({ kind: KindName, name: z.string(), reason: z.string() })),
  consequence: z.string(),
  dangers: z.array(Counted2),
  shifts: z.array(z.object({ key: z.string(), pool: z.string(), before: z.number(), after: z.number() })),
  nextRequests: z.array(z.object({ pool: z.string(), tenants: z.number(), free: z.number() })),
  changes: z.array(
    z.object({
      count: z.number(),
      first: z.number(),
      lines: z.array(
        z.object({
          value: z.string().nullable(),
          values: z.number(),
          note: z.string(),
          change: z.enum(['added', 'removed', 'kept']),
          key: z.string(),
        }),
      ),
    }),
  ),
  clusters: z.number(),
  named: z.array(
    z.object({ id: z.string(), name: z.string().nullable(), region: z.string().nullable(), binding: z.string() }),
  ),
})

const JOB_FIELDS = {
  id: z.string(),
  action: ActionName,
  reason: z.string(),
  ticket: z.string().nullable(),
  actor: z.string(),
  role: z.string().nullable(),
  status: JobStatus,
  cancelRequested: z.boolean(),
  total: z.number(),
  counts: z.object({
    done: z.number(),
    refused: z.number(),
    cancelled: z.number(),
    failed: z.number(),
    unknown: z.number(),
    pending: z.number(),
    running: z.number(),
  }),
  until: z.string().nullable(),
  retryOf: z.string().nullable(),
  retriedBy: z.string().nullable(),
  toRetry: z.number(),
  createdAt: z.string(),
  startedAt: z.string().nullable(),
  finishedAt: z.string().nullable(),
  expectedMs: z.number().nullable(),
  waitsFor: z.string().nullable(),
}

const Job = answer<Answer<JobService['cancel']>>()(z.object(JOB_FIELDS))

const JobList = answer<Answer<JobService['list']>>()(
  z.object({
    rows: z.array(Job),
    offset: z.number(),
    hits: z.number(),
    of: z.number(),
    errors: z.array(SearchError),
  }),
)

const JobDetail = answer<Answer<typeof getJobDetail>>()(
  z.object({ rows: z.array(JobTargetDetail), job: Job, offset: z.number(), hits: z.number() }),
)

const StartedJob = answer<StartedView['job'] & { leftOut?: NonNullable<StartedView['leftOut']> }>()(
  z.object({
    ...JOB_FIELDS,
    leftOut: z.exactOptional(z.number()),
  }),
)

const JobOffers = answer<{ offers: readonly BulkOffer[] }>()(
  z.object({
    offers: z.array(
      z.object({
        action: ActionName,
        allowed: z.number(),
        dangerous: z.boolean(),
        refusals: z.array(Counted2),
      }),
    ),
  }),
)

const JobPlan = answer<PlannedJob>()(
  z.object({
    plan: BulkPlan,
    expectedMs: z.number(),
    waiting: z.array(z.string()),
    since: z.array(
      z.object({
        version: z.string(),
        lines: z.array(ChangedLine).nullable(),
        replacement: z.string().nullable(),
        kind: KindName,
        name: z.string(),
      }),
    ),
  }),
)

const JobTrials = answer<{ trials: readonly TargetDryRun[] }>()(
  z.object({
    trials: z.array(
      z.object({
        verdict: z.enum(['refused', 'accepted', 'untried']),
        reason: z.string().nullable(),
        kind: KindName,
        name: z.string(),
      }),
    ),
  }),
)

const OffersQuestion = z.object({ chosen: ChosenBindings })

/** Bulk jobs: one action on many bindings. */
export const JOBS = {
  schemas: { Job, JobList, JobDetail, StartedJob, JobOffers, JobPlan, JobTrials },
  routes: [
    read('/jobs', {
      summary: 'List bulk jobs that match a search, newest first',
      query: ListQuery,
      answers: { 200: JobList },
      run: ({ query }) => runtime().jobs.list(query),
    }),
    write('POST', '/jobs', {
      summary: 'Start an action on many bindings',
      role: 'operator',
      body: JobBody,
      maxBytes: MAX_BODY_BYTES,
      idempotent: true,
      answers: { 200: StartedJob, 202: StartedJob },
      action: JOB_ENTRIES.start,
      authorise: authoriseJobs('start'),
      run: async ({ user, request, requestId, body }) =>
        startedReply(await runtime().jobs.start(await buildJobRequest(user, request, requestId), body)),
    }),
    read('/jobs/export', {
      summary: 'Export the list as CSV or JSON',
      query: ExportQuery,
      answers: { 200: LIST_FILE },
      run: async ({ context, query }) => {
        const { jobs, landscape } = runtime()
        const names = { name: `hap-jobs-${landscape.name}`, format: query.format, at: context.at }
        return exportResponse(await jobFile(jobs, query), names)
      },
    }),
    // The actions that a selection of bindings allows, regardless of the caller's role.
    compute('/jobs/offers', {
      summary: 'List the actions that a selection allows',
      body: OffersQuestion,
      maxBytes: MAX_BODY_BYTES,
      answers: { 200: JobOffers },
      run: ({ body }) => ({ offers: runtime().jobPlans.offers(parseInput(OffersQuestion, body).chosen) }),
    }),
    compute('/jobs/plan', {
      summary: 'Plan an action on a selection',
      body: PlanInput,
      maxBytes: MAX_BODY_BYTES,
      answers: { 200: JobPlan },
      run: ({ user, body }) => runtime().jobPlans.plan(user, body),
    }),
    compute('/jobs/trial', {
      summary: 'Dry-run the first targets of a plan',
      body: DryRunInput,
      answers: { 200: JobTrials },
      run: async ({ user, body }) => ({ trials: await runtime().jobPlans.dryRun(user, body) }),
    }),
    // The ETag covers the whole answer, so that a polling script receives a short 304 while nothing
    // changes.
    read('/jobs/:id', {
      summary: 'Get a job with the outcomes of its targets',
      query: TargetsQuery,
      tagged: 'answer',
      answers: { 200: JobDetail },
      run: ({ params, query }) => getJobDetail(runtime(), params.id, buildTargetWindow(query)),
    }),
    write('POST', '/jobs/:id/cancel', {
      summary: 'Cancel a job; If-Match takes the ETag of the job without parameters',
      role: 'operator',
      body: z.unknown(),
      match: 'optional',
      answers: { 202: Job },
      action: JOB_ENTRIES.cancel,
      target: ({ id }) => jobTarget(id),
      authorise: authoriseJobs('cancel'),
      run: async ({ user, requestId, params: { id }, request }) => {
        // A running job may be canceled at any stage, so progress after this check does not matter.
        await matchIfGiven(request, async () => tagOfAll(await getJobDetail(runtime(), id, parseTargetWindow({}))))
        return reply(await runtime().jobs.cancel({ user, requestId }, id), { status: 202 })
      },
    }),
    write('POST', '/jobs/:id/retry', {
      summary: 'Retry the targets of a job that failed',
      role: 'operator',
      body: RetryBody,
      maxBytes: MAX_BODY_BYTES,
      idempotent: true,
      answers: { 200: StartedJob, 202: StartedJob },
      action: JOB_ENTRIES.start,
      target: ({ id }) => jobTarget(id),
      authorise: authoriseJobs('start'),
      run: async ({ user, request, requestId, params, body }) =>
        startedReply(await runtime().jobs.retry(await buildJobRequest(user, request, requestId), params.id, body)),
    }),
  ],
} satisfies Resource

/**
 * Refuses and records the request of a user whose role allows no action on bindings. The function
 * it returns throws RefusedError or AuditError.
 */
function authoriseJobs(entry: 'start' | 'cancel') {
  return async ({ user, requestId, params: { id } }: WriteAttempt<{ readonly id?: string }>): Promise<void> => {
    const draft = attemptDraft(JOB_ENTRIES[entry], { user, requestId }, id === undefined ? [] : [jobTarget(id)])
    await recorded(runtime(), draft, () => requireJobRole(user, null))
  }
}

/** Builds the caller's part of a job request from its headers. */
async function buildJobRequest(user: User, { headers }: Request, requestId: string): Promise<JobRequest> {
  return { user, requestId, key: headers.get('idempotency-key'), signedInAt: await signInOf(user) }
}

/**
 * Reply to the start of a job: 202, or 200 when the same key started it before. For a retry,
 * `leftOut` counts the excluded targets.
 */
function startedReply({ job, isNew, leftOut }: StartedView) {
  const body = leftOut === undefined ? job : { ...job, leftOut }
  return reply(body, { status: isNew ? 202 : 200, headers: { location: `/api/v1/jobs/${job.id}` } })
}

/**
 * Exports the jobs list; `refused` says why there is no file. Throws StoreError, also while the
 * file is read.
 */
export function jobFile(jobs: Pick<JobService, 'listWhole'>, request: ExportRequest): Promise<Exported> {
  return wholeFile(most => jobs.listWhole(request, most), request, { noun: 'job', columns: COLUMNS, shows: SHOWS })
}

const COLUMNS: readonly ExportColumn<JobView>[] = [
  ['id', ({ id }) => id, 'id'],
  ['action', ({ action }) => action, 'action'],
  ['until', ({ until }) => until, 'until'],
  ['state', job => jobState(job), 'status'],
  ['waits_for', ({ waitsFor }) => waitsFor, 'waitsFor'],
  ['bindings', ({ total }) => total, 'total'],
  ['done', ({ counts }) => counts.done, 'counts'],
  ['failed', ({ counts }) => counts.failed, 'counts'],
  ['refused', ({ counts }) => counts.refused, 'counts'],
  ['unknown', ({ counts }) => counts.unknown, 'counts'],
  ['cancelled', ({ counts }) => counts.cancelled, 'counts'],
  ['to_retry', ({ toRetry }) => toRetry, 'toRetry'],
  ['retry_of', ({ retryOf }) => retryOf, 'retryOf'],
  ['retried_by', ({ retriedBy }) => retriedBy, 'retriedBy'],
  ['reason', ({ reason }) => reason, 'reason'],
  ['ticket', ({ ticket }) => ticket, 'ticket'],
  ['actor', ({ actor }) => actor, 'actor'],
  ['role', ({ role }) => role, 'role'],
  ['started', ({ createdAt }) => createdAt, 'createdAt'],
  ['ended', ({ finishedAt }) => finishedAt, 'finishedAt'],
]

const SHOWS: ColumnFields = {
  job: ['id', 'action', 'until'],
  state: ['status', 'cancelRequested', 'waitsFor'],
  total: ['total'],
  done: ['counts'],
  failed: ['counts'],
  undone: ['toRetry', 'retryOf', 'retriedBy'],
  reason: ['reason'],
  ticket: ['ticket'],
  actor: ['actor', 'role'],
  started: ['createdAt'],
  ended: ['finishedAt'],
}
