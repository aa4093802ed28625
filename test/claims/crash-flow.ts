import { expect } from 'vitest'
import type { KubeObject } from '#lib/garden/resources/objects.ts'
import { CREDENTIALS_BINDINGS } from '#lib/garden/resources/resource.ts'
import { createBindingWrites } from '#lib/garden/writes/binding-writes.ts'
import { WriteQueue } from '#lib/garden/writes/write-queue.ts'
import { newWriteId } from '#lib/garden/writes/write-trace.ts'
import { claimTarget } from '#lib/hap/audit/target.ts'
import { epochOf } from '#lib/hap/lifecycle/change.ts'
import { holdChange } from '#lib/hap/lifecycle/hold.ts'
import { accountKey } from '#lib/hap/pools/binding.ts'
import type { CrashPoint } from '#lib/services/claims/claim-context.ts'
import { listAudit } from '#lib/store/audit/records.ts'
import { verifyAudit } from '#lib/store/audit/verify.ts'
import type { ClaimRecord } from '#lib/store/claims/claim-record.ts'
import { acquireTenantSlots, recordReturn, releaseTenantSlot } from '#lib/store/claims/leases.ts'
import type { Boundaries, Visit } from '../crash/each-boundary.ts'
import { MortalProcess } from '../crash/mortal-process.ts'
import { endLeases, recoverConsole } from '../crash/recover-console.ts'
import { takeSnapshot } from '../crash/snapshot.ts'
import { accessBy } from '../garden/access-by.ts'
import { waitUntil } from '../kit/wait.ts'
import { accountObjects, shootObject } from './account-objects.ts'
import { actionContext } from './acting.ts'
import { world } from './claim-world.ts'
import type { Accounts, Flow } from './crash-flows.ts'
import { testRules } from './schedules/test-rules.ts'
import { serviceOn } from './service-on.ts'

interface Ground {
  readonly namespace: string
  readonly id: string
}

let grounds = 0

/** An empty database and many landscapes in sequence, each in its own namespace. */
async function crashWorld() {
  const { garden, admin, store } = await world({})
  const errors: unknown[] = []
  const start = (namespace: string, process: MortalProcess, reached?: (point: CrashPoint) => Promise<void>) =>
    serviceOn({
      access: accessBy(garden.kubeconfig('admin')),
      namespace,
      store: process.store(store.connection),
      holder: `process-${++grounds}`,
      rules: () => testRules(),
      errors,
      harmed: client => process.client(client),
      ...(reached && { change: { reached } }),
    })
  const writes = createBindingWrites({ client: admin, queue: new WriteQueue(0) })
  const add = (namespace: string, accounts: Accounts, bindings: Flow['bindings'] = {}) => {
    for (const [name, labels] of Object.entries(accounts))
      garden.loadAll(accountObjects(namespace, name, labels, bindings[name] ?? [name]))
  }
  /** Concurrent changes of bindings by others. */
  const changeConcurrently = async (namespace: string, { held: toHold, returning }: Flow) => {
    const read = (name: string) => writes.read({ kind: 'CredentialsBinding', namespace, name })
    if (toHold !== undefined) {
      const binding = await read(toHold)
      const change = holdChange(binding, { reason: 'it is looked into', until: null }, Date.now())
      await writes.write({ binding, change, priority: 'action', id: newWriteId() })
    }
    if (returning !== undefined) {
      const binding = await read(returning)
      const key = { tenant: 't-1', hyperscalerType: 'aws', euAccess: false }
      const [slot] = await acquireTenantSlots(store.db, [{ key, holder: 'a person' }], 60_000)
      if (!slot) throw new Error('the slot was not free')
      const [account, epoch] = [accountKey(binding.account), epochOf(binding) + 1]
      await recordReturn(store.db, slot, { binding, account, epoch })
      await releaseTenantSlot(store.db, slot)
    }
  }
  const begin = async (flow: Flow): Promise<Ground> => {
    const { accounts, bindings, before, interrupted, came, cluster } = flow
    const namespace = `crash-${++grounds}`
    garden.loadAll([{ apiVersion: 'v1', kind: 'Namespace', metadata: { name: namespace, uid: namespace } }])
    add(namespace, accounts, bindings)
    await store.db.$executeRaw`TRUNCATE claim, tenant_slot, account_fence, pool_slot, returned_binding CASCADE`
    const process = new MortalProcess()
    const never = new Promise<never>(() => {})
    let endsAt: CrashPoint | null = null
    let isReached = false
    const first = await start(namespace, process, async point => {
      if (point !== endsAt) return
      isReached = true
      await never
    })
    const id = (await before?.(first.service)) ?? ''
    if (interrupted) {
      endsAt = interrupted.at
      void interrupted.begin(first.service, id)
      await waitUntil(() => isReached)
    }
    await process.quiet()
    await first.stop()
    if (interrupted) await endLeases(store)
    await changeConcurrently(namespace, flow)
    if (came) add(namespace, came)
    if (cluster !== undefined) garden.loadAll([shootObject(namespace, cluster, 'a', 't-1')])
    return { namespace, id }
  }
  return { garden, admin, store, errors, writes, start, begin }
}

const statusOf = ({ tenant, status, outcome, binding }: ClaimRecord) =>
  `${tenant}: ${status} ${outcome} ${binding?.name ?? 'nothing'}`

/** Crash points of the stress test that the flows of this file have passed. */
export const points = new Set<CrashPoint>()

/** Writes whose interruption leaves work to others; leases expire, and audit entries are resolved. */
const LEAVES = /^patch |\bclaim\b/

/**
 * Writes after which the process wrote again without passing a crash point; `passed`: the number of writes begun at
 * each point.
 */
function withoutPoint(writes: readonly string[], passed: readonly number[]): readonly string[] {
  const leaving = [...writes.entries()].filter(([, write]) => LEAVES.test(write))
  return leaving.flatMap(([number, write], n) => {
    const next = leaving[n + 1]
    if (next === undefined || passed.some(begun => number < begun && begun <= next[0])) return []
    return [`${number} (${write}), then ${next[1]}`]
  })
}

/** Runs a flow in processes that end at boundaries of its writes, and expects the same result after each crash. */
export async function crashFlow(flow: Flow, visit: Visit): Promise<Boundaries> {
  const { garden, admin, store, errors, writes, start, begin } = await crashWorld()
  let model: string | null = null
  const gaps: string[] = []
  const boundaries = await visit<Ground>({
    begin: () => begin(flow),
    snapshot: ({ namespace }) => takeSnapshot(store, garden, namespace),
    async act({ namespace, id }, process) {
      const passed: number[] = []
      const running = await start(namespace, process, async point => {
        points.add(point)
        passed.push(process.writes.length)
      })
      void process.ended.then(() => running.stop())
      await flow.act(running.service, id)
      await process.quiet()
      await running.stop()
      gaps.push(...withoutPoint(process.writes, passed))
    },
    async wrong({ namespace, id }) {
      const wrong: string[] = []
      const process = new MortalProcess()
      const running = await start(namespace, process)
      const { service, stop } = running
      const acting = actionContext({ store }, running, { writes })
      await recoverConsole(store, acting)
      await service.sweep()
      await flow.act(service, id).catch((error: unknown) => wrong.push(`again: ${error}`))
      await service.sweep()
      await process.quiet()
      await recoverConsole(store, acting)
      await stop()
      const { claims } = await service.list({ offset: 0, limit: 100 })
      const bindings: string[] = []
      await admin.page<KubeObject>({ resource: CREDENTIALS_BINDINGS, namespace }, { limit: 100 }, ({ metadata }) => {
        bindings.push(JSON.stringify([metadata?.name, metadata?.labels]))
      })
      const here = [...claims.map(statusOf), ...bindings.toSorted()].join('; ')
      model ??= here
      if (here !== model) wrong.push(`it ends with ${here}, and elsewhere with ${model}`)
      for (const outcome of ['open', 'unknown'] as const) {
        const left = await listAudit(store.db, { outcome }, { limit: 10 })
        wrong.push(...left.map(({ action, detail }) => `the outcome of ${action} is unknown: ${detail}`))
      }
      for (const { id, reservedAt, releasedAt } of claims) {
        const entries = await listAudit(store.db, { target: claimTarget(id), outcome: 'accepted' }, { limit: 10 })
        const times = (action: string) => entries.filter(entry => entry.action === action).length
        if (reservedAt !== null && times('claim') === 0) wrong.push('the audit log has no entry of its account')
        if (times('release') !== (releasedAt === null ? 0 : 1)) wrong.push(`it was released ${times('release')} times`)
      }
      if (!(await verifyAudit(store.db)).ok) wrong.push('the chain of the audit log is broken')
      return wrong
    },
  })
  expect(boundaries.wrong).toEqual([])
  expect([...new Set(gaps)]).toEqual([])
  expect(errors).toEqual([])
  return boundaries
}
