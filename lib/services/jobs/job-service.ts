import type { User } from '#lib/auth/session.ts'
import type { Action } from '#lib/hap/actions/action.ts'
import { MAX_JOB_TARGETS, RETRYABLE_STATUSES, TARGET_STATUSES } from '#lib/hap/actions/job.ts'
import type { ListPart, PartRequest } from '#lib/search/list-part.ts'
import type { Term } from '#lib/search/term.ts'
import type { Db } from '#lib/store/database/client.ts'
import { countJobs, JOB_LIST, searchJobs } from '#lib/store/jobs/job-list.ts'
import type { JobRecord, TargetRecord } from '#lib/store/jobs/job-record.ts'
import { countPendingTargets, listTargets, readJobs, readRetries } from '#lib/store/jobs/jobs.ts'
import { readPart, readWholeList, type SearchedList, type WholeList } from '#lib/store/search/searched-list.ts'
import { cancelJob } from './end-job.ts'
import { type JobContext, requireJob } from './job-context.ts'
import type { TargetWindow } from './job-input.ts'
import type { JobNews } from './job-news.ts'
import type { JobRunner } from './job-runner.ts'
import { type JobDetail, type JobView, jobView, type Outlook, targetView } from './job-view.ts'
import { ShownBindings } from './seen-bindings.ts'
import { type JobRequest, retryJob, type StartedJob, startJob } from './start-job.ts'

/** A job, and whether this request started it. */
export interface StartedView {
  readonly job: JobView
  readonly isNew: boolean
  /**
   * Of a retry: number of targets of the first job that are left out because they changed or no
   * longer exist.
   */
  readonly leftOut?: number | undefined
}

/**
 * Actions on many bindings, which continue without the page that started them. All methods throw
 * RefusedError or StoreError.
 */
export interface JobService {
  start(request: JobRequest, input: unknown): Promise<StartedView>
  /** `input`: versions that the user has reviewed of bindings that changed since; null for none. */
  retry(request: JobRequest, id: string, input: unknown): Promise<StartedView>
  cancel(request: { readonly user: User; readonly requestId: string | null }, id: string): Promise<JobView>
  /** A window of the jobs that match a search. */
  list(request: PartRequest): Promise<ListPart<JobView>>
  /** The first `most` jobs that match. */
  listWhole(request: Pick<PartRequest, 'q' | 'sort'>, most: number): Promise<WholeList<JobView>>
  get(id: string, window: TargetWindow): Promise<JobDetail>
  /** The stored targets of a job that were not done. */
  undone(id: string): Promise<readonly TargetRecord[]>
  /** Caches the bindings that a plan shows to a user, by their keys, as the inventory has them. */
  show(keys: readonly string[]): void
  /**
   * Estimated minimum duration in milliseconds of a job with this number of targets, behind those
   * that already wait.
   */
  expectedMs(targets: number, action: Action): Promise<number>
  /** `listener` receives the ids of jobs that change. Returns the function that unsubscribes. */
  readonly subscribe: JobNews['subscribe']
}

export function createJobService(
  given: Omit<JobContext, 'shown'>,
  runner: Pick<JobRunner, 'look'>,
  news: Pick<JobNews, 'subscribe'>,
): JobService {
  const shown = new ShownBindings()
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
    list: request => readPart(all, request),
    listWhole: (request, most) => readWholeList(all, request, most),
    async get(id, window) {
      const job = await view(await requireJob(context, id))
      const rows = await listTargets(db, id, window)
      const { statuses, left, offset } = window
      const hits = left ? job.toRetry : (statuses ?? TARGET_STATUSES).reduce((sum, each) => sum + job.counts[each], 0)
      return { job, rows: rows.map(targetView), offset, hits }
    },
    undone: id => listTargets(db, id, { statuses: RETRYABLE_STATUSES, offset: 0, limit: MAX_JOB_TARGETS }),
    show(keys) {
      for (const key of keys) {
        const binding = context.inventory.binding(key)
        if (binding) shown.add(binding)
      }
    },
    expectedMs: async (targets, action) =>
      context.actions.expectedMs(targets + (await countPendingTargets(db)), action),
    subscribe: listener => news.subscribe(listener),
  }
}

interface ListContext {
  readonly db: Db
  readonly outlook: Outlook
  now(): number
}

/** The searchable list of all jobs. */
export function jobList({ db, outlook, now }: ListContext): SearchedList<JobView> {
  const search = (terms: readonly Term[]) => ({ terms, now: now(), stalled: outlook.obstacle() !== null })
  return {
    fields: JOB_LIST.fields,
    find: (terms, window) => searchJobs(db, search(terms), window),
    count: () => countJobs(db, search([])),
    async rows(ids) {
      const jobs = await readJobs(db, ids)
      const retries = await readRetries(db, ids)
      return jobs.map(job => jobView(job, outlook, retries.get(job.id)))
    },
  }
}
