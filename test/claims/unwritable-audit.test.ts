import { expect, onTestFinished, test } from 'vitest'
import { claimAudit } from '#lib/services/claims/claim-audit.ts'
import { AuditError, AuditLog } from '#lib/store/audit/audit-log.ts'
import type { Store } from '#lib/store/store.ts'
import { MortalProcess } from '../crash/mortal-process.ts'
import { accessBy } from '../garden/access-by.ts'
import { CALLER, FREE, SHARED, type World, world } from './claim-world.ts'
import { awsRequest, testRules, trialRequest } from './schedules/test-rules.ts'
import { serviceOn } from './service-on.ts'

/**
 * An audit log that rejects an intent once all other work of its process has ended, so work that does not wait for the
 * log is done by then.
 */
class UnwritableLog extends AuditLog {
  readonly #process: MortalProcess

  constructor(store: Store, process: MortalProcess) {
    super(store)
    this.#process = process
  }

  override async intent(): Promise<bigint> {
    await this.#process.quiet()
    throw new AuditError('The audit log cannot be written, so no change is allowed.')
  }
}

/** A service of the same landscape and database whose audit log cannot be written. */
async function withoutLog({ garden, namespace, store }: World) {
  const process = new MortalProcess()
  const running = await serviceOn({
    access: accessBy(garden.kubeconfig('admin')),
    namespace,
    store: process.store(store.connection),
    rules: () => testRules(),
    holder: 'without-log',
    errors: [],
    harmed: client => process.client(client),
    change: { audit: claimAudit(new UnwritableLog(store, process), () => undefined) },
  })
  onTestFinished(() => running.stop())
  return { service: running.service, quiet: () => process.quiet() }
}

const rowsOf = (store: Store) =>
  store.db.claim.findMany({ select: { status: true, cluster: true, bindingName: true, auditSeq: true } })

test.each([
  ['a free account', { a: FREE }, awsRequest('t-1'), { ...FREE, tenantName: 't-1', epoch: '1' }],
  [
    'its own account',
    { a: { ...FREE, tenantName: 't-1' } },
    awsRequest('t-1'),
    { ...FREE, tenantName: 't-1', epoch: '1' },
  ],
  ['a shared account', { a: SHARED }, trialRequest('t-1'), { ...SHARED, epoch: '1' }],
] as const)(
  'refuses a claim of %s and writes nothing; a retry with its key gets the account later',
  async (...given) => {
    const [, accounts, request, claimed] = given
    const all = await world(accounts)
    const before = await all.labels('a')
    const { service, quiet } = await withoutLog(all)
    await expect(all.claim(request, 'k1', service)).rejects.toBeInstanceOf(AuditError)
    await quiet()
    expect(await all.labels('a')).toEqual(before)
    expect(await rowsOf(all.store)).toMatchObject([{ bindingName: null, auditSeq: null }])
    expect(await all.store.db.auditEntry.count()).toBe(0)
    const { claim } = await all.claim(request, 'k1')
    expect(claim.status).toBe('reserved')
    expect(await all.labels('a')).toMatchObject(claimed)
  },
)

test('a claim without a matching rule fails instead of being refused', async () => {
  const all = await world({ a: FREE })
  const { service, quiet } = await withoutLog(all)
  const request = { ...awsRequest('t-1'), plan: 'nowhere' }
  await expect(all.claim(request, 'k1', service)).rejects.toBeInstanceOf(AuditError)
  await quiet()
  expect(await rowsOf(all.store)).toMatchObject([{ status: 'failed', auditSeq: null }])
  expect((await all.claim(request, 'k1')).claim.status).toBe('refused')
})

test('refuses a release of a claim with an account, and of a waiting one', async () => {
  const all = await world({ a: FREE })
  const { claim: held } = await all.claim(awsRequest('t-1'), 'k1')
  const { claim: waiting } = await all.claim(awsRequest('t-2'), 'k2')
  const before = { rows: await rowsOf(all.store), labels: await all.labels('a') }
  const { service, quiet } = await withoutLog(all)
  for (const { id } of [held, waiting]) await expect(service.release(id, CALLER)).rejects.toBeInstanceOf(AuditError)
  await quiet()
  expect({ rows: await rowsOf(all.store), labels: await all.labels('a') }).toEqual(before)
  for (const { id } of [waiting, held]) expect((await all.service.release(id, CALLER)).claim.status).toBe('released')
  expect(await all.labels('a')).toMatchObject({ dirty: 'true' })
})

test('refuses to set a cluster, and keeps the previous one', async () => {
  const all = await world({ a: FREE })
  const { claim } = await all.claim(awsRequest('t-1'), 'k1')
  const before = await rowsOf(all.store)
  const { service, quiet } = await withoutLog(all)
  await expect(service.setCluster(claim.id, 'c-1', CALLER)).rejects.toBeInstanceOf(AuditError)
  await quiet()
  expect(await rowsOf(all.store)).toEqual(before)
  expect((await all.service.setCluster(claim.id, 'c-1', CALLER)).claim.cluster).toBe('c-1')
})
