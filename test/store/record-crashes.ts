import type { User } from '#lib/auth/session.ts'
import { DEFAULT_PLANS } from '#lib/hap/plans/plan.ts'
import type { Binding } from '#lib/hap/pools/binding.ts'
import { createActionService } from '#lib/services/actions/action-service.ts'
import { changeAllowlist } from '#lib/services/change-allowlist.ts'
import { cancelJob } from '#lib/services/jobs/end-job.ts'
import type { JobContext } from '#lib/services/jobs/job-context.ts'
import { LEASE_MS } from '#lib/services/jobs/job-lease.ts'
import { JobRunner } from '#lib/services/jobs/job-runner.ts'
import { startJob } from '#lib/services/jobs/start-job.ts'
import { createView } from '#lib/services/views/views.ts'
import { latestRevision } from '#lib/store/allowlist-revisions.ts'
import { AuditLog } from '#lib/store/audit/audit-log.ts'
import type { AuditFilter } from '#lib/store/audit/records.ts'
import { listTargets, readJob } from '#lib/store/jobs/jobs.ts'
import type { OpenStore } from '#lib/store/open-store.ts'
import { actingBy } from '../crash/acting.ts'
import { MortalProcess } from '../crash/mortal-process.ts'
import { newAccount } from '../crash/new-account.ts'
import { recoverConsole, resolveOutcomes } from '../crash/recover-console.ts'
import { type ActionKit, OPERATOR } from '../garden/action-kit.ts'
import { waitUntil } from '../kit/wait.ts'
import { asked, jobContext, runnerOf } from './job-kit.ts'
import { findUntrue, type RecordCrash, recordCrash } from './record-crash.ts'

const ADMIN: User = { id: 'admin', name: 'Ada', role: 'admin' }

/** The entry of a job's end in the audit log. */
const endOf = (id: string): AuditFilter => ({ action: 'end job', target: `Job/${id}` })

/** The context in which a process runs jobs. */
function jobsOf(kit: ActionKit, process: MortalProcess, store: OpenStore): JobContext {
  const acting = actingBy(process, kit, store)
  return jobContext({ ...acting.store, close: async () => {} }, createActionService(acting.context).perform, {
    audit: acting.audit,
    // Targets without accounts do not queue for them; a crash would lose that queue.
    inventory: { namespace: kit.inventory.namespace, binding: () => null },
    writes: acting.context.writes,
  })
}

const orderFor = ({ kind, name, resourceVersion }: Binding) => ({
  action: 'hold',
  targets: [{ kind, name, seenVersion: resourceVersion }],
  reason: 'quota request',
})

async function untilEnded(store: OpenStore, id: string, runner: JobRunner): Promise<void> {
  await runner.look()
  // On a busy machine the successor may have to wait for the lease of the process that ended.
  await waitUntil(async () => ((await readJob(store.db, id))?.finishedAt ?? null) !== null, { withinMs: 3 * LEASE_MS })
}

/** Crash tests of database changes by name. */
export const RECORD_CRASHES = {
  'a change of the allowlist': recordCrash((_kit, store) => {
    const start = { allowed: [], limits: null, minBindingsForGuard: 0 }
    const change = (name: string, basedOn: number, process: MortalProcess) => {
      const of = process.store(store.connection)
      const settings = { allowedGlobalAccounts: [name] }
      const input = { basedOn, settings, reason: name, ticket: null }
      const context = { store: of, audit: new AuditLog(of), start, plans: DEFAULT_PLANS }
      return changeAllowlist(context, { user: ADMIN, requestId: name, input })
    }
    const versionNow = async () => (await latestRevision(store.db))?.version ?? 0
    return {
      least: 3,
      begin: async name => ({ name, basedOn: await versionNow() }),
      act: ({ name, basedOn }, process) => change(name, basedOn, process),
      async wrong({ name, basedOn }) {
        const wrong = [...(await findUntrue(store, { requestId: name }, (await versionNow()) > basedOn))]
        const again = await change(name, basedOn, new MortalProcess())
        if (again.kind !== 'saved') wrong.push(`again: ${again.kind}`)
        if ((await versionNow()) !== basedOn + 1) wrong.push(`version ${await versionNow()} after ${basedOn}`)
        return wrong
      },
    }
  }),
  'a shared view': recordCrash((_kit, store) => {
    const share = (name: string, process: MortalProcess) => {
      const of = process.store(store.connection)
      const context = {
        store: of,
        audit: new AuditLog(of),
        requestId: name,
        mayChangeShared: () => true,
        queryOf: (_: string, text: string) => text,
      }
      return createView(context, ADMIN, { page: 'bindings', name, query: 'q=stuck', shared: true })
    }
    const count = (name: string) => store.db.savedView.count({ where: { name } })
    return {
      least: 3,
      begin: async name => {
        await store.db.savedView.deleteMany({})
        return name
      },
      act: share,
      async wrong(name) {
        const isDone = (await count(name)) === 1
        const wrong = [...(await findUntrue(store, { requestId: name }, isDone))]
        const again = await share(name, new MortalProcess()).catch((error: unknown) => String(error))
        if (typeof again === 'string' && !isDone) wrong.push(`again: ${again}`)
        if ((await count(name)) !== 1) wrong.push('there is not one view')
        return wrong
      },
    }
  }),
  'the start of a job': recordCrash((kit, store) => {
    const start = (name: string, binding: Binding, process: MortalProcess) =>
      startJob(jobsOf(kit, process, store), { ...asked(name, OPERATOR), requestId: name }, orderFor(binding))
    const count = () => store.db.job.count()
    return {
      least: 3,
      async begin(name) {
        await store.db.job.deleteMany({})
        return { name, binding: await newAccount(kit, { hyperscalerType: 'aws' }) }
      },
      act: ({ name, binding }, process) => start(name, binding, process),
      async wrong({ name, binding }) {
        const isDone = (await count()) === 1
        const wrong = [...(await findUntrue(store, { requestId: name }, isDone))]
        const { isNew } = await start(name, binding, new MortalProcess())
        if (isNew === isDone) wrong.push(`done: ${isDone}, but new again: ${isNew}`)
        if ((await count()) !== 1) wrong.push(`there are ${await count()} jobs`)
        return wrong
      },
    }
  }),
  'the cancelling of a job': recordCrash((kit, store) => {
    return {
      least: 3,
      async begin(name) {
        const binding = await newAccount(kit, { hyperscalerType: 'aws' })
        return (await startJob(jobsOf(kit, new MortalProcess(), store), asked(name, OPERATOR), orderFor(binding))).job
          .id
      },
      act: (id, process) => cancelJob(jobsOf(kit, process, store), { user: OPERATOR, requestId: `cancel ${id}` }, id),
      async wrong(id) {
        const isDone = (await readJob(store.db, id))?.status === 'cancelled'
        const wrong = [...(await findUntrue(store, { requestId: `cancel ${id}` }, isDone))]
        const again = cancelJob(jobsOf(kit, new MortalProcess(), store), { user: OPERATOR, requestId: 'again' }, id)
        const refusal = await again.then(() => null, String)
        if (isDone !== (refusal !== null)) wrong.push(`again: ${refusal}`)
        if ((await readJob(store.db, id))?.status !== 'cancelled') wrong.push('the job is not cancelled')
        wrong.push(...(await findUntrue(store, endOf(id), true)))
        return wrong
      },
    }
  }),
  'the work on a job': recordCrash((kit, store) => {
    const next = runnerOf(jobsOf(kit, new MortalProcess(), store), 'next')
    return {
      least: 8,
      async begin(name) {
        const binding = await newAccount(kit, { hyperscalerType: 'aws' })
        const { job } = await startJob(
          jobsOf(kit, new MortalProcess(), store),
          asked(name, OPERATOR),
          orderFor(binding),
        )
        return { binding, id: job.id }
      },
      act: ({ id }, process) => untilEnded(store, id, new JobRunner(jobsOf(kit, process, store), 'dying')),
      async wrong({ binding, id }) {
        const wrong: string[] = []
        // A slow database may seem unavailable; then the runner takes no job and polls.
        const looks = setInterval(() => void next.look().catch(() => {}), 500)
        await untilEnded(store, id, next).finally(() => clearInterval(looks))
        await recoverConsole(store, kit.context({ writes: kit.observer }))
        const targets = await listTargets(store.db, id, { statuses: null, offset: 0, limit: 10 })
        const statuses = targets.map(({ status }) => status).join()
        if (statuses !== 'done') wrong.push(`its target is ${statuses}`)
        const { labels, annotations } = await kit.observer.read(binding)
        if (labels.dirty !== 'held') wrong.push('it is not held')
        const ids = annotations['hap.kyma-project.io/writes'] ?? ''
        if (ids.includes(' ')) wrong.push('it was held twice')
        wrong.push(...(await findUntrue(store, { requestId: `Job/${id}/0`, action: 'hold' }, true)))
        wrong.push(...(await findUntrue(store, endOf(id), true)))
        return wrong
      },
    }
  }),
  'the search for the outcome of an entry': recordCrash((kit, store) => {
    return {
      least: 2,
      async begin() {
        const binding = await newAccount(kit, { hyperscalerType: 'aws' })
        // The process ends after its second write: the intent and the binding.
        const dead = new MortalProcess({ write: 1, side: 'after' })
        const { kind, namespace, name } = binding
        const input = { binding: { kind, namespace, name }, reason: 'ticket 4711' }
        const { context } = actingBy(dead, kit, store)
        void createActionService(context).perform('hold', OPERATOR, input, { requestId: name })
        await dead.ended
        return binding
      },
      act: (_, process) => resolveOutcomes(process.store(store.connection), kit.context({ writes: kit.observer })),
      async wrong({ name }) {
        const isHeld = (await kit.observer.read(kit.ref(name))).labels.dirty === 'held'
        return [...(isHeld ? [] : ['it is not held']), ...(await findUntrue(store, { requestId: name }, true))]
      },
    }
  }),
} as const satisfies Readonly<Record<string, RecordCrash>>
