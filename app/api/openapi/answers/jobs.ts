import { z } from 'zod'
import type { BulkOffer } from '#lib/queries/bindings/bulk-offers.ts'
import { KindName, StateName } from '#lib/queries/lists/row-schemas.ts'
import type { getJobDetail } from '#lib/services/jobs/job-detail.ts'
import type { JobService, StartedView } from '#lib/services/jobs/job-service.ts'
import type { PlannedJob, TargetDryRun } from '#lib/services/jobs/plan-job.ts'
import { type Answer, answer } from '../answer.ts'
import { ChangedLine, SearchError } from './shared.ts'
import { ActionName } from './words.ts'

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

export const Job = answer<Answer<JobService['cancel']>>()(
  z.object({
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
  }),
)

export const JobList = answer<Answer<JobService['list']>>()(
  z.object({
    rows: z.array(Job),
    offset: z.number(),
    hits: z.number(),
    of: z.number(),
    errors: z.array(SearchError),
  }),
)

export const JobDetail = answer<Answer<typeof getJobDetail>>()(
  z.object({ rows: z.array(JobTargetDetail), job: Job, offset: z.number(), hits: z.number() }),
)

export const StartedJob = answer<StartedView['job'] & { leftOut?: NonNullable<StartedView['leftOut']> }>()(
  z.object({
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
    leftOut: z.exactOptional(z.number()),
  }),
)

export const JobOffers = answer<{ offers: readonly BulkOffer[] }>()(
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

export const JobPlan = answer<PlannedJob>()(
  z.object({
    plan: BulkPlan,
    expectedMs: z.number(),
    waiting: z.array(z.string()),
    since: z.array(
      z.object({
        version: z.string(),
        lines: z.array(ChangedLine).nullable(),
        kind: KindName,
        name: z.string(),
      }),
    ),
  }),
)

export const JobTrials = answer<{ trials: readonly TargetDryRun[] }>()(
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
