import { expect, onTestFinished, test } from 'vitest'
import type { GardenClient } from '#lib/garden/client/client.ts'
import type { KubeObject } from '#lib/garden/resources/objects.ts'
import { CREDENTIALS_BINDINGS } from '#lib/garden/resources/resource.ts'
import type { Action } from '#lib/hap/actions/action.ts'
import { bindingKey } from '#lib/hap/pools/binding.ts'
import { acquireTenantSlots } from '#lib/store/claims/leases.ts'
import { accessBy } from '../garden/access-by.ts'
import { waitUntil } from '../kit/wait.ts'
import { act, actionContext } from './acting.ts'
import { CALLER, FREE, type World, world } from './claim-world.ts'
import { startCrashingService } from './crashing-service.ts'
import { awsRequest, testRules } from './schedules/test-rules.ts'
import { type RunningService, serviceOn } from './service-on.ts'

interface Lagging extends RunningService {
  /** Stops the delivery of its watch. */
  freeze(): void
}

/** A process whose watch can be frozen. */
async function lagging({ garden, namespace, store, errors }: World): Promise<Lagging> {
  let isFrozen = false
  const thaw = Promise.withResolvers<void>()
  const followed = (client: GardenClient): GardenClient => ({
    ...client,
    async watch<T extends KubeObject>(...given: Parameters<GardenClient['watch']>) {
      const events = await client.watch<T>(...given)
      return (async function* () {
        for await (const event of events) {
          if (isFrozen) return await thaw.promise
          yield event
        }
      })()
    },
  })
  const access = accessBy(garden.kubeconfig('admin'))
  const running = await serviceOn({
    access,
    namespace,
    store,
    holder: 'p2',
    rules: () => testRules(),
    errors,
    followed,
  })
  onTestFinished(() => {
    thaw.resolve()
    return running.stop()
  })
  return { ...running, freeze: () => (isFrozen = true) }
}

const knownAt = ({ inventory }: Pick<RunningService, 'inventory'>, name: string) =>
  inventory.binding(bindingKey({ kind: 'CredentialsBinding', namespace: inventory.namespace, name }))

/** Waits until both processes have the current version of a binding. */
async function seen({ admin, namespace, inventory }: World, other: Lagging, name: string): Promise<void> {
  const { metadata } = await admin.get<KubeObject>({ resource: CREDENTIALS_BINDINGS, namespace, name })
  for (const each of [{ inventory }, other])
    await waitUntil(() => knownAt(each, name)?.resourceVersion === metadata?.resourceVersion)
}

/** Takes the account of a claim out of its tenant’s use, and then freezes the watch of another process. */
async function outOfUse(take: (one: World, name: string, claim: string) => Promise<unknown>) {
  const one = await world({ a: FREE, b: FREE })
  const other = await lagging(one)
  const { claim } = await one.claim(awsRequest('t-1'), 'k1')
  const name = claim.binding?.name ?? ''
  await seen(one, other, name)
  await take(one, name, claim.id)
  await seen(one, other, name)
  other.freeze()
  return { one, other, name, context: actionContext(one, other) }
}

const released = (one: World, _: string, claim: string) => one.service.release(claim, CALLER)

const by = (action: Action) => async (one: World, name: string) => {
  const result = await act(actionContext(one, { ...one, client: one.admin }), action, name)
  expect(result).toMatchObject({ status: 'done' })
}

const spoiled = async ({ admin, namespace }: World, name: string) => {
  const place = { resource: CREDENTIALS_BINDINGS, namespace, name }
  const { metadata } = await admin.get<KubeObject>(place)
  const resourceVersion = metadata?.resourceVersion ?? ''
  await admin.patch(place, { metadata: { labels: { euAccess: 'false' } } }, { resourceVersion })
}

const WAYS: readonly [Action, Parameters<typeof outOfUse>[0]][] = [
  ['undo-dirty', released],
  ['unhold', by('hold')],
  ['unmark-internal', by('mark-internal')],
  ['repair', spoiled],
]

test.each(WAYS)('%s sees another account of the tenant that the watch has not delivered yet', async (action, take) => {
  const { one, other, name, context } = await outOfUse(take)
  const { claim } = await one.claim(awsRequest('t-1'), 'k2')
  const second = claim.binding?.name ?? ''
  expect(second).not.toBe(name)
  expect(knownAt(other, second)?.labels.tenantName).toBeUndefined()
  const reason = expect.stringMatching(new RegExp(`^Its global account t-1 now owns ${second} and may own only one`))
  expect(await act(context, action, name)).toMatchObject({ status: 'refused', reason })
})

test.each(WAYS)('%s waits for a claim of the tenant that is about to take an account', async (action, take) => {
  const { one, name, context } = await outOfUse(take)
  const dying = await startCrashingService(one, 'after-intent')
  void one.claim(awsRequest('t-1'), 'k2', dying.service)
  await dying.ended()
  await one.store.db.$executeRaw`UPDATE tenant_slot SET lease_until = clock_timestamp() - interval '1 second'`
  const second = name === 'a' ? 'b' : 'a'
  expect(await act(context, action, name)).toMatchObject({
    status: 'refused',
    reason: `A claim of t-1 is about to take ${second}. Try again in a few seconds.`,
    retryAfterMs: 5_000,
  })
  // A tenant that may own multiple accounts gets it back immediately.
  expect(await act({ ...context, allowed: () => ['t-1'] }, action, name)).toMatchObject({ status: 'done' })
})

test('no account is returned while a claim of the tenant is being decided', async () => {
  const { one, name, context } = await outOfUse(released)
  const key = { tenant: 't-1', hyperscalerType: 'aws', euAccess: false }
  await acquireTenantSlots(one.store.db, [{ key, holder: 'another process' }], 30_000)
  expect(await act(context, 'undo-dirty', name)).toMatchObject({
    status: 'refused',
    reason: 'A claim of t-1 is being processed. Try again in a few seconds.',
    retryAfterMs: 5_000,
  })
  await one.store.db.$executeRaw`UPDATE tenant_slot SET holder = NULL`
  expect(await act(context, 'undo-dirty', name)).toMatchObject({ status: 'done', after: 'claimed' })
  expect(await acquireTenantSlots(one.store.db, [{ key, holder: 'next' }], 30_000)).toMatchObject([{ holder: 'next' }])
})

test.each(WAYS)(
  'after %s a claim of the tenant uses that account, even if the watch has not delivered it',
  async (action, take) => {
    const { one, other, name } = await outOfUse(take)
    // The release was long ago.
    await one.store.db.claim.updateMany({ data: { releasedAt: new Date(0) } })
    expect(await act(actionContext(one, { ...one, client: one.admin }), action, name)).toMatchObject({ status: 'done' })
    const { claim } = await one.claim(awsRequest('t-1'), 'k2', other.service)
    expect(claim).toMatchObject({ status: 'reserved', outcome: 'reuse', binding: { name } })
  },
)
