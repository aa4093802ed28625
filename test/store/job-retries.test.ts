import { expect, test } from 'vitest'
import type { ActionResult } from '#lib/services/actions/action-result.ts'
import type { ActionService } from '#lib/services/actions/action-service.ts'
import { targetView } from '#lib/services/jobs/job-view.ts'
import { ShownBindings } from '#lib/services/jobs/seen-bindings.ts'
import { retryJob, startJob } from '#lib/services/jobs/start-job.ts'
import { listTargets } from '#lib/store/jobs/jobs.ts'
import { AS_SHOWN, asked, DONE, ended, jobContext, order, outcomes, runnerOf } from './job-kit.ts'
import { testStore } from './test-store.ts'

const never = () => new Promise<never>(() => {})

test('retries failed targets in a new job, at their current versions', async () => {
  const store = await testStore()
  const versions: unknown[] = []
  let broken = true
  const perform: ActionService['perform'] = async (_action, _user, input) => {
    const { seenVersion } = input as { seenVersion: string }
    versions.push(seenVersion)
    return broken && seenVersion !== '0' ? { status: 'failed', reason: 'Not accepted.', retryAfterMs: null } : DONE
  }
  const inventory = {
    namespace: 'garden',
    binding: () => ({ resourceVersion: 'now', account: {}, labels: {}, annotations: {} }),
  } as never
  const context = jobContext(store, perform, { inventory, shown: AS_SHOWN })
  const { job } = await startJob(context, asked('k'), order(3))
  const runner = runnerOf(context)
  await runner.look()
  expect((await ended(store, job.id)).counts).toMatchObject({ done: 1, failed: 2 })
  broken = false
  const again = await retryJob(context, asked('again'), job.id)
  expect(await retryJob(context, asked('again'), job.id)).toMatchObject({ job: { id: again.job.id }, isNew: false })
  expect(again.job).toMatchObject({ total: 2, parameters: { retryOf: job.id }, reason: 'the accounts move' })
  await runner.look()
  expect((await ended(store, again.job.id)).counts).toMatchObject({ done: 2 })
  expect(versions.slice(3)).toEqual(['now', 'now'])
  await expect(retryJob(context, asked('third'), again.job.id)).rejects.toMatchObject({ status: 409 })
  expect(await outcomes(store, job.id)).toEqual(['done', 'failed', 'failed'])
})

const AT = { kind: 'CredentialsBinding', namespace: 'garden', annotations: {}, account: {} }

/** An inventory with these bindings, which may change. */
const inventoryOf = (bindings: Map<string, object>) =>
  ({ namespace: 'garden', binding: (key: string) => bindings.get(key.split('/').at(-1) ?? '') ?? null }) as never

/**
 * Runs a job of three targets, the second of which another client changes first; `others` is the result of the rest.
 */
async function refusedAsChanged(others: ActionResult) {
  const store = await testStore()
  const version = (n: number, labels: object, resourceVersion = `${n}`) => ({
    ...AT,
    name: `b-${n}`,
    labels,
    resourceVersion,
  })
  const bindings = new Map<string, object>([0, 1, 2].map(n => [`b-${n}`, version(n, { tenantName: 'ga-1' })]))
  const found = version(1, { tenantName: 'ga-1', internal: 'true' }, '7')
  const asks: unknown[] = []
  let first = true
  const context = jobContext(
    store,
    async (_action, _user, input) => {
      const { binding, seenVersion } = input as { binding: { name: string }; seenVersion: string }
      asks.push([binding.name, seenVersion])
      if (first && binding.name === 'b-1') {
        bindings.set('b-1', found)
        return { status: 'changed', reason: 'It has changed since.', now: found as never }
      }
      return first ? others : DONE
    },
    { inventory: inventoryOf(bindings) },
  )
  const { job } = await startJob(context, asked('k'), order(3))
  const runner = runnerOf(context)
  await runner.look()
  await ended(store, job.id)
  first = false
  asks.length = 0
  return { store, context, runner, job, bindings, asks, version }
}

const FAILED: ActionResult = { status: 'failed', reason: 'Not accepted.', retryAfterMs: null }

test('a target changed by another client keeps the version that was seen and the one that was found', async () => {
  const { store, job } = await refusedAsChanged(DONE)
  const targets = await listTargets(store.db, job.id, { statuses: null, offset: 0, limit: 9 })
  expect(targets.map(({ status }) => status)).toEqual(['done', 'refused', 'done'])
  expect(targets[1]).toMatchObject({
    seenVersion: '1',
    seen: { version: '1', labels: { tenantName: 'ga-1' } },
    changed: { found: { version: '7', labels: { tenantName: 'ga-1', internal: 'true' } } },
  })
  expect(targets.map(target => targetView(target).changed)).toEqual([
    null,
    { version: '7', lines: [{ change: 'added', key: 'internal', value: 'true', note: 'label' }] },
    null,
  ])
})

test('stores the shown binding even if it changed before the job was started', async () => {
  const store = await testStore()
  const shown = new ShownBindings()
  const seen = { ...AT, name: 'b-0', labels: { tenantName: 'ga-1' }, resourceVersion: '0' } as never
  shown.add(seen)
  const inventory = inventoryOf(new Map([['b-0', { ...AT, name: 'b-0', labels: {}, resourceVersion: '9' }]]))
  const { job } = await startJob(jobContext(store, never, { inventory, shown }), asked('k'), order(2))
  expect(await listTargets(store.db, job.id, { statuses: null, offset: 0, limit: 9 })).toMatchObject([
    { seen: { version: '0', labels: { tenantName: 'ga-1' } } },
    { seen: null },
  ])
})

test('a retry skips targets refused as changed, unless it names the version that was seen', async () => {
  const { context, runner, store, job, asks } = await refusedAsChanged(FAILED)
  const blind = await retryJob(context, asked('blind'), job.id)
  expect(blind).toMatchObject({ isNew: true, leftOut: 1, job: { total: 2 } })
  expect(await retryJob(context, asked('blind'), job.id)).toMatchObject({ isNew: false, leftOut: 1 })
  await runner.look()
  await ended(store, blind.job.id)
  expect(asks.splice(0).sort()).toEqual([
    ['b-0', '0'],
    ['b-2', '2'],
  ])
  const seen = [{ kind: 'CredentialsBinding', name: 'b-1', seenVersion: '7' }]
  const other = retryJob(context, asked('blind'), job.id, { seen })
  await expect(other).rejects.toMatchObject({ status: 409, message: expect.stringContaining('other versions') })
  const looked = await retryJob(context, asked('looked'), job.id, { seen })
  // The first retry has the others.
  expect(looked).toMatchObject({ leftOut: 0, job: { total: 1 } })
  await runner.look()
  await ended(store, looked.job.id)
  expect(asks).toContainEqual(['b-1', '7'])
})

test('refuses a retry when all remaining targets changed, also those that changed after they failed', async () => {
  const { context, job } = await refusedAsChanged(DONE)
  await expect(retryJob(context, asked('x'), job.id)).rejects.toMatchObject({
    status: 409,
    message: expect.stringMatching(/^1 binding has changed .* name its version in "seen"/),
  })
  const failed = await refusedAsChanged(FAILED)
  failed.bindings.set('b-0', failed.version(0, {}, '8'))
  failed.bindings.set('b-2', failed.version(2, { tenantName: 'ga-1' }, '9'))
  const again = await retryJob(failed.context, asked('x'), failed.job.id)
  expect(again).toMatchObject({ leftOut: 2, job: { total: 1 } })
  const [target] = await listTargets(failed.store.db, again.job.id, { statuses: null, offset: 0, limit: 9 })
  expect(target).toMatchObject({ binding: { name: 'b-2' }, seenVersion: '9' })
})

test.each<[string, unknown, RegExp]>([
  ['no object', [], /^retry: must be an object$/],
  ['another field', { all: true }, /^retry: has unknown fields: all$/],
  ['no versions', { seen: [{ kind: 'CredentialsBinding', name: 'b-1' }] }, /^seen\[0\].seenVersion: is required$/],
])('refuses a retry with %s', async (_, input, words) => {
  const { context, job } = await refusedAsChanged(DONE)
  await expect(retryJob(context, asked('x'), job.id, input)).rejects.toMatchObject({
    status: 400,
    message: expect.stringMatching(words),
  })
})
