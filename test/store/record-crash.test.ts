import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { User } from '#lib/auth/session.ts'
import type { Binding } from '#lib/hap/pools/binding.ts'
import { createActionService } from '#lib/services/actions/action-service.ts'
import { changeAllowlist } from '#lib/services/allowlist/change-allowlist.ts'
import { cancelJob } from '#lib/services/jobs/cancel-job.ts'
import type { JobContext } from '#lib/services/jobs/job-context.ts'
import { JobRunner } from '#lib/services/jobs/job-runner.ts'
import { startJob } from '#lib/services/jobs/start-job.ts'
import { createView } from '#lib/services/views/views.ts'
import { AuditLog } from '#lib/store/audit/audit-log.ts'
import type { AuditFilter } from '#lib/store/audit/list.ts'
import { listAudit } from '#lib/store/audit/list.ts'
import { verifyAudit } from '#lib/store/audit/verify.ts'
import { listTargets, readJob } from '#lib/store/jobs/read-jobs.ts'
import { latestRevision } from '#lib/store/multi-account/revision.ts'
import type { OpenStore } from '#lib/store/open-store.ts'
import { actingBy } from '../crash/acting.ts'
import { atEachBoundary } from '../crash/each-boundary.ts'
import { MortalProcess } from '../crash/mortal-process.ts'
import { newAccount } from '../crash/new-account.ts'
import { putRight, tellOutcomes } from '../crash/put-right.ts'
import { type ActionKit, OPERATOR, startActionKit } from '../garden/action-kit.ts'
import { asked, jobContext, runnerOf } from './job-kit.ts'
import { testStore } from './test-store.ts'

const ADMIN: User = { id: 'admin', name: 'Ada', role: 'admin' }

let kit: ActionKit
let turns = 0

beforeAll(async () => {
  kit = await startActionKit()
})

afterAll(() => kit.stop())

/** What is done once at each turn, under a name of its own, and what is wrong when all is put right. */
interface Work<Ground> {
  /** Writes that it comes to at least. */
  readonly least: number
  begin(name: string): Promise<Ground>
  act(ground: Ground, process: MortalProcess): Promise<unknown>
  wrong(ground: Ground): Promise<readonly string[]>
}

/** Does it with processes that end at each write; nobody may be left wondering what came of anything. */
async function isRight<Ground>(store: OpenStore, { least, begin, act, wrong }: Work<Ground>): Promise<void> {
  const {
    writes,
    wrong: found,
    ends,
  } = await atEachBoundary<Ground>({
    begin: () => begin(`turn-${++turns}`),
    act,
    async wrong(ground) {
      await putRight(store, kit.context({ writes: kit.observer }))
      const found = [...(await wrong(ground))]
      for (const outcome of ['open', 'unknown'] as const) {
        const left = await listAudit(store.db, { outcome }, { limit: 10 })
        found.push(...left.map(({ action, detail }) => `of ${action} nobody knows what came: ${detail}`))
      }
      return found
    },
  })
  expect(found).toEqual([])
  expect(writes.length).toBeGreaterThanOrEqual(least)
  expect(ends).toBeGreaterThanOrEqual(2 * least)
  expect(await verifyAudit(store.db)).toMatchObject({ ok: true })
}

/** What is wrong when the audit log does not say of something that was done that it was, once, or says it of what was not. */
async function untrue(store: OpenStore, filter: AuditFilter, isDone: boolean): Promise<readonly string[]> {
  const entries = await listAudit(store.db, filter, { limit: 10 })
  const accepted = entries.filter(({ outcome }) => outcome === 'accepted').length
  return accepted === (isDone ? 1 : 0)
    ? []
    : [`done: ${isDone}, but ${JSON.stringify(entries.map(each => each.outcome))}`]
}

/** Its entry in the audit log, which every job has once. */
const endOf = (id: string): AuditFilter => ({ action: 'end job', target: `Job/${id}` })

/** What a process works on jobs with. */
function jobsOf(process: MortalProcess, store: OpenStore): JobContext {
  const acting = actingBy(process, kit, store)
  return jobContext({ ...acting.store, close: async () => {} }, createActionService(acting.context).perform, {
    audit: acting.audit,
    // Without their accounts targets do not queue for them: that queue would be gone with its process.
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
  while (!(await readJob(store.db, id))?.finishedAt) await sleep(10)
}

test('a change of the allowlist is right wherever its process ends', async () => {
  const store = await testStore()
  const start = { allowed: [], limits: null, minBindingsForGuard: 0 }
  const change = (name: string, basedOn: number, process: MortalProcess) => {
    const of = process.store(store.connection)
    const settings = { allowedGlobalAccounts: [name] }
    const input = { basedOn, settings, reason: name, ticket: null }
    return changeAllowlist({ store: of, audit: new AuditLog(of), start }, { user: ADMIN, requestId: name, input })
  }
  const versionNow = async () => (await latestRevision(store.db))?.version ?? 0
  await isRight(store, {
    least: 3,
    begin: async name => ({ name, basedOn: await versionNow() }),
    act: ({ name, basedOn }, process) => change(name, basedOn, process),
    async wrong({ name, basedOn }) {
      const wrong = [...(await untrue(store, { requestId: name }, (await versionNow()) > basedOn))]
      const again = await change(name, basedOn, new MortalProcess())
      if (again.kind !== 'saved') wrong.push(`again: ${again.kind}`)
      if ((await versionNow()) !== basedOn + 1) wrong.push(`version ${await versionNow()} after ${basedOn}`)
      return wrong
    },
  })
})

test('a view that is shared is right wherever its process ends', async () => {
  const store = await testStore()
  const share = (name: string, process: MortalProcess) => {
    const of = process.store(store.connection)
    const context = { store: of, audit: new AuditLog(of), requestId: name, queryOf: (_: string, text: string) => text }
    return createView(context, ADMIN, { page: 'bindings', name, query: 'q=stuck', shared: true })
  }
  const count = (name: string) => store.db.savedView.count({ where: { name } })
  await isRight(store, {
    least: 3,
    begin: async name => {
      await store.db.savedView.deleteMany({})
      return name
    },
    act: share,
    async wrong(name) {
      const isDone = (await count(name)) === 1
      const wrong = [...(await untrue(store, { requestId: name }, isDone))]
      const again = await share(name, new MortalProcess()).catch((error: unknown) => String(error))
      if (typeof again === 'string' && !isDone) wrong.push(`again: ${again}`)
      if ((await count(name)) !== 1) wrong.push('it is not there once')
      return wrong
    },
  })
})

test('the start of a job is right wherever its process ends', async () => {
  const store = await testStore()
  const start = (name: string, binding: Binding, process: MortalProcess) =>
    startJob(jobsOf(process, store), { ...asked(name, OPERATOR), requestId: name }, orderFor(binding))
  const count = () => store.db.job.count()
  await isRight(store, {
    least: 3,
    async begin(name) {
      await store.db.job.deleteMany({})
      return { name, binding: await newAccount(kit, { hyperscalerType: 'aws' }) }
    },
    act: ({ name, binding }, process) => start(name, binding, process),
    async wrong({ name, binding }) {
      const isDone = (await count()) === 1
      const wrong = [...(await untrue(store, { requestId: name }, isDone))]
      const { isNew } = await start(name, binding, new MortalProcess())
      if (isNew === isDone) wrong.push(`done: ${isDone}, but new again: ${isNew}`)
      if ((await count()) !== 1) wrong.push(`there are ${await count()} jobs`)
      return wrong
    },
  })
})

test('the cancelling of a job is right wherever its process ends', async () => {
  const store = await testStore()
  await isRight(store, {
    least: 3,
    async begin(name) {
      const binding = await newAccount(kit, { hyperscalerType: 'aws' })
      return (await startJob(jobsOf(new MortalProcess(), store), asked(name, OPERATOR), orderFor(binding))).job.id
    },
    act: (id, process) => cancelJob(jobsOf(process, store), { user: OPERATOR, requestId: `cancel ${id}` }, id),
    async wrong(id) {
      const isDone = (await readJob(store.db, id))?.status === 'cancelled'
      const wrong = [...(await untrue(store, { requestId: `cancel ${id}` }, isDone))]
      const again = cancelJob(jobsOf(new MortalProcess(), store), { user: OPERATOR, requestId: 'again' }, id)
      const refusal = await again.then(() => null, String)
      if (isDone !== (refusal !== null)) wrong.push(`again: ${refusal}`)
      if ((await readJob(store.db, id))?.status !== 'cancelled') wrong.push('it goes on')
      wrong.push(...(await untrue(store, endOf(id), true)))
      return wrong
    },
  })
})

test('the work on a job is right wherever its process ends', async () => {
  const store = await testStore()
  const next = runnerOf(jobsOf(new MortalProcess(), store), 'next')
  await isRight(store, {
    least: 8,
    async begin(name) {
      const binding = await newAccount(kit, { hyperscalerType: 'aws' })
      const { job } = await startJob(jobsOf(new MortalProcess(), store), asked(name, OPERATOR), orderFor(binding))
      return { binding, id: job.id }
    },
    act: ({ id }, process) => untilEnded(store, id, new JobRunner(jobsOf(process, store), 'dying')),
    async wrong({ binding, id }) {
      const wrong: string[] = []
      // Under load the database may seem away for a moment, when nothing is taken: a process looks now and then.
      const looks = setInterval(() => void next.look().catch(() => {}), 500)
      await untilEnded(store, id, next).finally(() => clearInterval(looks))
      await putRight(store, kit.context({ writes: kit.observer }))
      const targets = await listTargets(store.db, id, { statuses: null, offset: 0, limit: 10 })
      const statuses = targets.map(({ status }) => status).join()
      if (statuses !== 'done') wrong.push(`its target is ${statuses}`)
      const { labels, annotations } = await kit.observer.read(binding)
      if (labels.dirty !== 'held') wrong.push('it is not held')
      const ids = annotations['hap.kyma-project.io/writes'] ?? ''
      if (ids.includes(' ')) wrong.push('it was held twice')
      wrong.push(...(await untrue(store, { requestId: `Job/${id}/0`, action: 'hold' }, true)))
      wrong.push(...(await untrue(store, endOf(id), true)))
      return wrong
    },
  })
})

test('finding out what came of an entry is right wherever its process ends', async () => {
  const store = await testStore()
  await isRight(store, {
    least: 2,
    async begin() {
      const binding = await newAccount(kit, { hyperscalerType: 'aws' })
      // It ends after its second write: the intent is written, and the binding.
      const dead = new MortalProcess({ write: 1, side: 'after' })
      const { kind, namespace, name } = binding
      const input = { binding: { kind, namespace, name }, reason: 'ticket 4711' }
      const { context } = actingBy(dead, kit, store)
      void createActionService(context).perform('hold', OPERATOR, input, { requestId: name })
      await dead.ended
      return binding
    },
    act: (_, process) => tellOutcomes(process.store(store.connection), kit.context({ writes: kit.observer })),
    async wrong({ name }) {
      const isHeld = (await kit.observer.read(kit.ref(name))).labels.dirty === 'held'
      return [...(isHeld ? [] : ['it is not held']), ...(await untrue(store, { requestId: name }, true))]
    },
  })
})
