import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, onTestFinished, vi } from 'vitest'
import { LANDSCAPE_NAMESPACE } from '#embedded-garden/landscape/landscape.ts'
import { createGardenClient } from '#lib/garden/client/client.ts'
import { watchInventory } from '#lib/garden/inventory/watch-inventory.ts'
import type { ReflectorTiming } from '#lib/garden/reflector/reflector-options.ts'
import { createBindingWrites } from '#lib/garden/writes/binding-writes.ts'
import { WriteQueue } from '#lib/garden/writes/write-queue.ts'
import { accountClaims } from '#lib/services/actions/account-claims.ts'
import { createActionService } from '#lib/services/actions/action-service.ts'
import { staleReason } from '#lib/services/actions/fresh-facts.ts'
import { recoverChecks } from '#lib/services/actions/recover-actions.ts'
import type { JobContext } from '#lib/services/jobs/job-context.ts'
import { pause } from '#lib/services/jobs/job-lease.ts'
import type { JobRunner } from '#lib/services/jobs/job-runner.ts'
import { startJob } from '#lib/services/jobs/start-job.ts'
import { AuditLog } from '#lib/store/audit/audit-log.ts'
import { listAudit } from '#lib/store/audit/records.ts'
import { verifyAudit } from '#lib/store/audit/verify.ts'
import { StoreError } from '#lib/store/database/store-errors.ts'
import { listTargets, readJob } from '#lib/store/jobs/jobs.ts'
import { type OpenStore, openStore } from '#lib/store/open-store.ts'
import { Secret } from '#lib/util/secret.ts'
import { recoverConsole } from '../crash/recover-console.ts'
import { accessBy } from '../garden/access-by.ts'
import { type ActionKit, OPERATOR, startActionKit } from '../garden/action-kit.ts'
import { cuttingProxy } from './cutting-proxy.ts'
import { asked, DONE, ended, jobContext, order, outcomes, runnerOf } from './job-kit.ts'
import { SILENT } from './silent.ts'
import { newServerDatabase } from './test-store.ts'

/**
 * Each is longer than the previous one, just as an outage of five minutes is longer than the console’s default
 * timeouts.
 */
const STALE_MS = 1_500
export const PATIENCE_MS = 2_500
export const TARGETS = 5
/** Slow, so that the job runs for seconds. */
const WRITES_PER_SECOND = 4
const LOOK_MS = 500
/** An outage interrupts a job, whose targets wait for the end of its lease. */
const LEASE_MS = 3_000
/** A release in doubt waits for the end of the lease of its fence. */
const FENCE_LEASE_MS = 4_000
/** The inventory notices an outage and its end quickly. */
const TIMING: Partial<ReflectorTiming> = {
  watchSeconds: [1, 2],
  endGraceMs: 300,
  sleep: (ms, signal) => sleep(ms / 20, undefined, { signal }).catch(() => undefined),
}

let kit: ActionKit

beforeAll(async () => {
  kit = await startActionKit()
})

afterAll(() => kit.stop())

async function opened(url: string): Promise<OpenStore> {
  const store = await openStore({ database: { url: new Secret(url), connections: 8 }, slowMs: 60_000, events: SILENT })
  onTestFinished(() => store.close())
  return store
}

/** A database and a store behind a proxy, which cuts nothing until a test requests it. */
async function cutDatabase() {
  const url = await newServerDatabase('made')
  const way = await cuttingProxy(url)
  onTestFinished(() => way.close())
  return { way, store: await opened(way.url), observer: await opened(url) }
}

/** Runs jobs repeatedly, like the console. */
function startRunner(context: JobContext): JobRunner {
  const runner = runnerOf(context)
  const timer = setInterval(() => void runner.look().catch(context.failed), LOOK_MS)
  onTestFinished(() => clearInterval(timer))
  return runner
}

/** Repeats `work` until the end of the test, one run at a time. */
function repeat(work: () => Promise<unknown>, failed: JobContext['failed']): void {
  const ending = new AbortController()
  const run = async () => {
    while (!ending.signal.aborted) {
      await work().catch(failed)
      await pause(LOOK_MS, ending.signal)
    }
  }
  const runs = run()
  onTestFinished(() => {
    ending.abort()
    return runs
  })
}

/**
 * A console whose connections to its database and to Gardener can be cut, with a running job that releases accounts.
 */
export async function releasing() {
  const { way: database, store, observer } = await cutDatabase()
  const api = await cuttingProxy(kit.garden.url)
  const access = accessBy(kit.garden.kubeconfig('operator'), config => {
    config.clusters = config.clusters.map(cluster => ({ ...cluster, server: new URL(api.url).origin }))
  })
  const client = createGardenClient({ access, version: 'writer' })
  const kinds = ['CredentialsBinding', 'SecretBinding'] as const
  const live = watchInventory({ client, namespace: LANDSCAPE_NAMESPACE, kinds, staleAfterMs: STALE_MS, timing: TIMING })
  onTestFinished(async () => {
    await live.stop()
    client.close()
    await api.close()
  })
  await live.ready(AbortSignal.timeout(30_000))
  const { inventory } = live
  const audit = new AuditLog(store)
  const timing = { withinMs: PATIENCE_MS }
  const writes = createBindingWrites({ client, queue: new WriteQueue(WRITES_PER_SECOND), timing })
  const acting = kit.context({
    inventory,
    writes,
    client,
    audit,
    claims: accountClaims(store, 'console', FENCE_LEASE_MS),
  })
  const context = jobContext(store, createActionService(acting).perform, {
    audit,
    leaseMs: LEASE_MS,
    inventory,
    writes,
    obstacle() {
      const health = store.health()
      return health.state === 'up' ? staleReason({ inventory }) : health.message
    },
    failed(error) {
      if (!(error instanceof StoreError)) throw error
    },
  })
  const bindings = Array.from({ length: TARGETS }, () => kit.idle())
  const { job } = await startJob(context, asked('k', OPERATOR), {
    action: 'release',
    targets: bindings.map(({ kind, name, resourceVersion }) => ({ kind, name, seenVersion: resourceVersion })),
    reason: 'the tenant is gone',
  })
  const runner = startRunner(context)
  // A release that lands during an outage is checked once the lease of its fence ends.
  repeat(() => recoverChecks(acting, store.db), context.failed)
  await vi.waitUntil(async () => (await outcomes(observer, job.id)).includes('done'), { timeout: 30_000, interval: 10 })
  return { database, api, observer, context, runner, id: job.id }
}

type Releasing = Awaited<ReturnType<typeof releasing>>

/** Expects that targets and audit log match each binding: written once, or not at all. */
export async function expectConsistent({ observer, id }: Pick<Releasing, 'observer' | 'id'>): Promise<void> {
  await recoverConsole(observer, kit.context({ writes: kit.observer }))
  const targets = await listTargets(observer.db, id, { statuses: null, offset: 0, limit: TARGETS })
  for (const { binding, status, message, position } of targets) {
    const { labels, annotations } = await kit.observer.read(binding)
    const times = annotations['hap.kyma-project.io/writes']?.split(' ').length ?? 0
    const isDone = status === 'done'
    expect([labels.dirty, times], `${binding.name}: ${status}: ${message}`).toEqual(
      isDone ? ['true', 1] : [undefined, 0],
    )
    const entries = await listAudit(observer.db, { requestId: `Job/${id}/${position}` }, { limit: 50 })
    expect(entries.filter(({ outcome }) => outcome === 'accepted')).toHaveLength(isDone ? 1 : 0)
    expect(entries.filter(({ outcome }) => outcome === 'open' || outcome === 'unknown')).toEqual([])
  }
  expect(await listAudit(observer.db, { action: 'end job' }, { limit: 9 })).toMatchObject([{ outcome: 'accepted' }])
  expect(await verifyAudit(observer.db)).toMatchObject({ ok: true })
}

/** Loses the response to one statement while a job runs, and expects every target to be done once. */
export async function loseAnswer(statement: string): Promise<void> {
  const { way, store, observer } = await cutDatabase()
  const acted = new Map<string, number>()
  const context = jobContext(
    store,
    async (_action, _user, input) => {
      const { seenVersion } = input as { readonly seenVersion: string }
      acted.set(seenVersion, (acted.get(seenVersion) ?? 0) + 1)
      return DONE
    },
    {
      leaseMs: LEASE_MS,
      failed(error) {
        if (!(error instanceof StoreError)) throw error
      },
    },
  )
  const { job } = await startJob(context, asked('k'), order(TARGETS))
  way.cutAfter(statement)
  startRunner(context)
  await vi.waitUntil(() => way.losses > 0, { timeout: 30_000, interval: 5 })
  way.cutAfter('nothing else')
  expect(await ended(observer, job.id)).toMatchObject({ status: 'done', counts: { done: TARGETS } })
  expect([...acted.values()]).toEqual(Array.from({ length: TARGETS }, () => 1))
  expect(await readJob(observer.db, job.id)).toMatchObject({ status: 'done' })
}
