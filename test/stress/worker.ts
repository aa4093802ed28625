import { loadKubeconfig } from '#lib/garden/client/kubeconfig.ts'
import { ConsistentShoots } from '#lib/garden/consistent-shoots.ts'
import { createBindingWrites } from '#lib/garden/writes/binding-writes.ts'
import { WriteQueue } from '#lib/garden/writes/write-queue.ts'
import { DEFAULT_PLANS } from '#lib/hap/plans/plan.ts'
import { accountClaims } from '#lib/services/actions/account-claims.ts'
import { createActionService } from '#lib/services/actions/action-service.ts'
import { ClaimError } from '#lib/services/claims/claim-errors.ts'
import type { ClaimAnswer } from '#lib/services/claims/claim-service.ts'
import { AuditLog } from '#lib/store/audit/audit-log.ts'
import { StoreError } from '#lib/store/database/store-errors.ts'
import { openStore } from '#lib/store/open-store.ts'
import { Secret } from '#lib/util/secret.ts'
import { testRules } from '../claims/schedules/test-rules.ts'
import { serviceOn } from '../claims/service-on.ts'
import { MortalProcess } from '../crash/mortal-process.ts'
import { randomNumbers } from '../engine/random.ts'
import { SILENT } from '../store/silent.ts'
import { type CallSite, type Fault, Faults, faultyClient, faultyFollower } from './faulty-client.ts'
import {
  CONNECTIONS,
  type FromWorker,
  type Job,
  type Result,
  type ToWorker,
  type WorkerCounts,
  type WorkerSetup,
} from './messages.ts'
import { requestFor, STRESS_RULES } from './pools.ts'

const CALLER = { actor: { name: 'stress', role: 'operator' }, requestId: null }

process.on('disconnect', () => process.exit(0))
process.once('message', (message: ToWorker) => {
  if (message.type === 'setup') void work(message.setup)
})

function send(message: FromWorker): void {
  process.send?.(message)
}

/** The claims and actions of a console. */
async function work(setup: WorkerSetup): Promise<void> {
  const store = await openStore({
    database: { url: new Secret(setup.databaseUrl), connections: CONNECTIONS },
    slowMs: 600_000,
    events: SILENT,
  })
  const errors: unknown[] = []
  let conflicts = 0
  const faults: Partial<Record<CallSite, Partial<Record<Fault, number>>>> = {}
  const goingWrong = new Faults({
    probability: setup.faults,
    random: randomNumbers(setup.seed),
    conflict: () => {
      conflicts++
    },
    hit: (site, fault) => {
      const row = faults[site] ?? {}
      faults[site] = { ...row, [fault]: (row[fault] ?? 0) + 1 }
    },
  })
  const die = () => process.kill(process.pid, 'SIGKILL')
  const { killAt } = setup
  const mortal = killAt !== null && 'write' in killAt ? new MortalProcess(killAt, die) : null
  let reached = 0
  const { service, inventory, client } = await serviceOn({
    access: loadKubeconfig(setup.kubeconfig),
    namespace: setup.namespace,
    store: mortal?.store(store.connection) ?? store,
    holder: setup.holder,
    rules: () => testRules(setup.allowed, { default: setup.limit, providers: {} }, STRESS_RULES),
    errors,
    harmed: client => mortal?.client(client) ?? faultyClient(client, goingWrong, 'claims'),
    followed: client => faultyFollower(client, goingWrong),
    change: {
      reached: async point => {
        if (killAt === null || 'write' in killAt || killAt.point !== point || ++reached < killAt.times) return
        die()
        await new Promise(() => {})
      },
    },
  })
  const calls = faultyClient(client, goingWrong, 'actions')
  const actions = createActionService({
    inventory,
    writes: createBindingWrites({ client: calls, queue: new WriteQueue(0), timing: { withinMs: 20_000 } }),
    client: calls,
    shoots: new ConsistentShoots({ client: calls, inventory }),
    claims: accountClaims(store, `${setup.holder} actions`),
    audit: new AuditLog(store),
    noteState: () => {},
    allowed: () => setup.allowed,
    plans: () => DEFAULT_PLANS,
    now: Date.now,
  })
  const perform = async (job: Job): Promise<Result> => {
    switch (job.kind) {
      case 'claim': {
        const request = requestFor(job.pool, job.tenant)
        const answer = await service.claim({ request, cluster: null, ...CALLER }, job.key)
        return job.losesAnswer ? { kind: 'lost', words: 'the connection was closed' } : claimed(answer)
      }
      case 'release':
        return claimed(await service.release(job.id, CALLER))
      case 'name-cluster':
        return claimed(await service.setCluster(job.id, job.cluster, CALLER))
      case 'sweep':
        await service.sweep()
        return { kind: 'done', words: 'swept' }
      default: {
        const binding = { kind: 'CredentialsBinding', namespace: setup.namespace, name: job.binding }
        const user = { id: '1', name: 'stress', role: 'operator' } as const
        const result = await actions.perform(job.kind, user, { binding, reason: 'stress' }, { requestId: null })
        return { kind: 'done', words: 'reason' in result ? `${result.status}: ${result.reason}` : result.status }
      }
    }
  }
  process.on('message', (message: ToWorker) => {
    if (message.type === 'end') process.exit(0)
    if (message.type === 'counts') send({ type: 'counts', counts: countsNow() })
    if (message.type === 'job')
      void perform(message.job)
        .catch(failed)
        .then(result => send({ type: 'result', number: message.number, result }))
  })
  if (setup.sweepMs !== null) sweepAgain(setup.sweepMs)
  send({ type: 'ready' })

  function countsNow(): WorkerCounts {
    return { conflicts, faults, errors: errors.map(String), writes: mortal?.writes ?? [] }
  }

  function sweepAgain(ms: number): void {
    setTimeout(() => void service.sweep().finally(() => sweepAgain(ms)), ms).unref()
  }
}

function claimed({ claim }: ClaimAnswer): Result {
  const { id, status, account, binding, epoch } = claim
  return { kind: 'claimed', id, status, account, binding: binding?.name ?? null, epoch }
}

/** Errors that may be retried are `busy`; no others may occur. */
function failed(error: unknown): Result {
  if (error instanceof ClaimError) return { kind: error.status === 503 ? 'busy' : 'failed', words: error.message }
  if (error instanceof StoreError) return { kind: 'busy', words: error.message }
  return { kind: 'failed', words: error instanceof Error ? (error.stack ?? error.message) : String(error) }
}
