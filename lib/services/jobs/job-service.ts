import type { User } from '#lib/auth/session.ts'
import type { Action } from '#lib/hap/actions/action.ts'
import { AGAIN_STATUSES, MOST_TARGETS, TARGET_STATUSES } from '#lib/hap/actions/job.ts'
import type { ListPart, PartRequest } from '#lib/search/list-part.ts'
import type { JobRecord, TargetRecord } from '#lib/store/jobs/job-record.ts'
import { listTargets, pendingTargets, type TargetChoice } from '#lib/store/jobs/read-jobs.ts'
import { readRetries } from '#lib/store/jobs/retries.ts'
import { partOf, type WholeList, wholeOf } from '#lib/store/search/searched-list.ts'
import { cancelJob } from './cancel-job.ts'
import type { JobContext } from './job-context.ts'
import { jobList } from './job-list.ts'
import type { JobNews } from './job-news.ts'
import type { JobRunner } from './job-runner.ts'
import { type JobDetail, type JobView, jobView, targetView } from './job-view.ts'
import { LatelyShown } from './lately-shown.ts'
import { requireJob } from './require-job.ts'
import { retryJob } from './retry-job.ts'
import { type JobRequest, type StartedJob, startJob } from './start-job.ts'

/** A job, and whether this request is what started it. */
export interface StartedView {
  readonly job: JobView
  readonly isNew: boolean
  /** Of a retry: how many targets of the first job it leaves alone, as they changed since or do not exist any more. */
  readonly leftOut?: number | undefined
}

/** Actions on many bindings, that go on without the page that started them. All throw RefusedError or StoreError. */
export interface JobService {
  start(request: JobRequest, input: unknown): Promise<StartedView>
  /** `input`: versions that whoever asks has seen of bindings that changed since; null = none. */
  retry(request: JobRequest, id: string, input: unknown): Promise<StartedView>
  cancel(request: { readonly user: User; readonly requestId: string | null }, id: string): Promise<JobView>
  /** A part of the jobs that a search finds. */
  list(request: PartRequest): Promise<ListPart<JobView>>
  /** The first `most` jobs that it finds. */
  listWhole(request: Pick<PartRequest, 'q' | 'sort'>, most: number): Promise<WholeList<JobView>>
  get(id: string, window: TargetWindow): Promise<JobDetail>
  /** The targets of a job that were not done, as the database has them. */
  undone(id: string): Promise<readonly TargetRecord[]>
  /** Remembers what somebody is shown in a plan: bindings by their keys, as the inventory has them. */
  show(keys: readonly string[]): void
  /** Milliseconds that a job of so many targets would take at least, behind those that wait already. */
  expectedMs(targets: number, action: Action): Promise<number>
  /** `listener` hears the ids of jobs that came on. Returns what ends it. */
  readonly subscribe: JobNews['subscribe']
}

export interface TargetWindow extends TargetChoice {
  readonly offset: number
  readonly limit: number
}

export function createJobService(
  given: Omit<JobContext, 'shown'>,
  runner: Pick<JobRunner, 'look'>,
  news: Pick<JobNews, 'subscribe'>,
): JobService {
  const shown = new LatelyShown()
  const context: JobContext = { ...given, shown }
  const { db } = context.store
  const outlook = { expectedMs: context.actions.expectedMs, obstacle: context.obstacle }
  const all = jobList({ db, outlook, now: context.now })
  const view = async (job: JobRecord) => jobView(job, outlook, (await readRetries(db, [job.id])).get(job.id))
  const begun = async (starting: Promise<StartedJob>): Promise<StartedView> => {
    const { job, isNew, leftOut } = await starting
    void runner.look().catch(context.failed)
    return { job: await view(job), isNew, leftOut }
  }
  return {
    start: (request, input) => begun(startJob(context, request, input)),
    retry: (request, id, input) => begun(retryJob(context, request, id, input)),
    cancel: async (request, id) => view(await cancelJob(context, request, id)),
    list: request => partOf(all, request),
    listWhole: (request, most) => wholeOf(all, request, most),
    async get(id, window) {
      const job = await view(await requireJob(context, id))
      const rows = await listTargets(db, id, window)
      const { statuses, left, offset } = window
      const hits = left ? job.toRetry : (statuses ?? TARGET_STATUSES).reduce((sum, each) => sum + job.counts[each], 0)
      return { job, rows: rows.map(targetView), offset, hits }
    },
    undone: id => listTargets(db, id, { statuses: AGAIN_STATUSES, offset: 0, limit: MOST_TARGETS }),
    show(keys) {
      for (const key of keys) {
        const binding = context.inventory.binding(key)
        if (binding) shown.add(binding)
      }
    },
    expectedMs: async (targets, action) => context.actions.expectedMs(targets + (await pendingTargets(db)), action),
    subscribe: listener => news.subscribe(listener),
  }
}
