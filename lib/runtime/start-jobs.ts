import { randomUUID } from 'node:crypto'
import { roleNow } from '#lib/auth/role-now.ts'
import type { GardenClient } from '#lib/garden/client/client.ts'
import type { Inventory } from '#lib/garden/inventory/inventory.ts'
import { createBindingWrites } from '#lib/garden/writes/binding-writes.ts'
import type { WriteQueue } from '#lib/garden/writes/write-queue.ts'
import type { ActionService } from '#lib/services/actions/action-service.ts'
import { staleReason } from '#lib/services/actions/fresh-facts.ts'
import type { JobContext } from '#lib/services/jobs/job-context.ts'
import { LEASE_MS } from '#lib/services/jobs/job-lease.ts'
import { JobNews } from '#lib/services/jobs/job-news.ts'
import { JobRunner } from '#lib/services/jobs/job-runner.ts'
import { createJobService, type JobService } from '#lib/services/jobs/job-service.ts'
import type { AuditLog } from '#lib/store/audit/audit-log.ts'
import { StoreError } from '#lib/store/database/store-errors.ts'
import type { Store } from '#lib/store/store.ts'
import { log } from '#lib/telemetry/log.ts'
import { every, MANY_OBJECTS_MS } from './every.ts'
import type { Shutdown } from './shutdown.ts'

interface JobParts {
  readonly store: Store
  readonly audit: AuditLog
  readonly client: GardenClient
  readonly inventory: Inventory
  readonly queue: WriteQueue
  readonly actions: ActionService
  readonly demoUsers: boolean
}

/** Interval of the search for jobs whose process has stopped. */
const LOOK_MS = 5_000
const SETTLE_MS = 30_000

/** Starts the service and the runner of bulk jobs. */
export function startJobs(parts: JobParts, shutdown: Shutdown): JobService {
  const { store, audit, client, inventory, queue, actions, demoUsers } = parts
  // The store reports an unavailable database itself.
  const failed = (error: unknown) => {
    if (!(error instanceof StoreError)) log().error({ err: error }, 'a bulk job was not looked after')
  }
  const context: JobContext = {
    store,
    audit,
    actions,
    inventory,
    writes: createBindingWrites({ client, queue }),
    roleOf: user => roleNow(user, demoUsers),
    obstacle() {
      const health = store.health()
      return health.state === 'up' ? staleReason({ inventory }) : health.message
    },
    failed,
    leaseMs: LEASE_MS,
    now: store.now,
  }
  const runner = new JobRunner(context, `jobs-${randomUUID()}`)
  const news = new JobNews(store, failed)
  shutdown.add(() => news.stop())
  shutdown.add(() => runner.stop(), 'Bulk jobs')
  shutdown.add(every(LOOK_MS, () => runner.look(), 'bulk jobs were not looked for'))
  shutdown.add(
    every(SETTLE_MS, () => runner.settle(), 'targets of bulk jobs were not looked at', { boundMs: MANY_OBJECTS_MS }),
  )
  return createJobService(context, runner, news)
}
