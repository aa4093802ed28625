import { expect, onTestFinished, vi } from 'vitest'
import type { User } from '#lib/auth/session.ts'
import type { ActionResult } from '#lib/services/actions/action-result.ts'
import type { ActionService } from '#lib/services/actions/action-service.ts'
import type { JobContext } from '#lib/services/jobs/job-context.ts'
import { LEASE_MS } from '#lib/services/jobs/job-lease.ts'
import { JobRunner } from '#lib/services/jobs/job-runner.ts'
import { startJob } from '#lib/services/jobs/start-job.ts'
import { AuditLog } from '#lib/store/audit/audit-log.ts'
import { listTargets, readJob } from '#lib/store/jobs/jobs.ts'
import type { OpenStore } from '#lib/store/open-store.ts'
import { testStore } from './test-store.ts'

export const OMAR: User = { id: 'operator', name: 'Omar', role: 'operator' }

/** The call of a request with this key. */
export const asked = (key: string, user: User = OMAR) => ({ user, requestId: 'r-1', key })

/** An order for bindings `b-0` and so on. */
export const order = (count: number, more: object = {}) => ({
  action: 'mark-internal',
  targets: Array.from({ length: count }, (_, n) => ({
    kind: 'CredentialsBinding',
    name: `b-${n}`,
    seenVersion: `${n}`,
  })),
  reason: 'the accounts move',
  ...more,
})

type Perform = ActionService['perform']

/** The result of an action that is done. */
export const DONE = { status: 'done', before: 'free', after: 'internal', note: null } as unknown as ActionResult

/** The bindings of an order as shown on a page: without labels, at the versions of the order. */
export const AS_SHOWN = {
  at: (_key: string, resourceVersion: string) => ({ resourceVersion, account: {}, labels: {}, annotations: {} }),
} as never

/** Dependencies of jobs, on a real database, with actions that only record their calls. */
export function jobContext(store: OpenStore, perform: Perform, more: Partial<JobContext> = {}): JobContext {
  return {
    store,
    audit: new AuditLog(store),
    actions: { perform, expectedMs: targets => targets * 800 },
    inventory: { namespace: 'garden', binding: () => null },
    writes: { lookUp: async () => ({ landing: 'unknown', now: null }) },
    roleOf: ({ role }) => role,
    obstacle: () => null,
    failed: error => {
      throw error
    },
    leaseMs: LEASE_MS,
    now: Date.now,
    ...more,
  }
}

/** A runner that works on jobs until the end of the test. */
export function runnerOf(context: JobContext, holder = 'one'): JobRunner {
  const runner = new JobRunner(context, holder)
  onTestFinished(() => runner.stop())
  return runner
}

/** The status of each target, in order. */
export const outcomes = async (store: OpenStore, id: string) =>
  (await listTargets(store.db, id, { statuses: null, offset: 0, limit: 5_000 })).map(({ status }) => status)

/** Waits for a job to end. */
export const ended = (store: OpenStore, id: string, often = { timeout: 60_000, interval: 50 }) =>
  vi.waitUntil(async () => {
    const job = await readJob(store.db, id)
    return job?.finishedAt ? job : null
  }, often)

/** Runs a job with this many targets to its end: each action runs once. */
export async function expectEachDoneOnce(count: number): Promise<void> {
  const store = await testStore()
  const asks: unknown[] = []
  const context = jobContext(store, async (_action, _user, input) => {
    asks.push((input as { readonly seenVersion: string }).seenVersion)
    return DONE
  })
  const { job } = await startJob(context, asked('k'), order(count))
  await runnerOf(context).look()
  // A large job takes two statements for each target, and each poll counts all targets.
  const end = await ended(store, job.id, { timeout: 170_000, interval: count > 1_000 ? 500 : 50 })
  expect(end).toMatchObject({ status: 'done', counts: { done: count, pending: 0, running: 0 } })
  expect(asks).toHaveLength(count)
  expect(new Set(asks).size).toBe(count)
}
