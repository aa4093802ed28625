import { expect, test } from 'vitest'
import { type Binding, bindingKey } from '#lib/hap/pools/binding.ts'
import { createActionService } from '#lib/services/actions/action-service.ts'
import { ExpiredHolds } from '#lib/services/actions/expired-holds.ts'
import { OPERATOR } from '../garden/action-kit.ts'
import { waitUntil } from '../kit/wait.ts'
import { act, actionContext } from './acting.ts'
import { CALLER, FREE, type World, world } from './claim-world.ts'
import { awsRequest } from './schedules/test-rules.ts'

/** A global account released its account during a hold, and has another one now. */
async function releasedOnHold() {
  const one = await world({ a: FREE, b: FREE })
  const running = await one.start('p2')
  const { service } = running
  const { claim: first } = await one.claim(awsRequest('t-1'), 'k1', service)
  const name = first.binding?.name ?? ''
  const ofTenant = () => [...running.inventory.pools.values()].filter(({ labels }) => labels.tenantName === 't-1')
  await waitUntil(() => ofTenant().length === 1)
  const context = actionContext(one, running)
  const untilTime = new Date(Date.now() + 60_000).toISOString()
  expect(await act(context, 'hold', name, { until: untilTime })).toMatchObject({ status: 'done' })
  expect((await service.release(first.id, CALLER)).claim.status).toBe('releasing')
  const { claim: second } = await one.claim(awsRequest('t-1'), 'k2', service)
  expect(second.binding?.name).not.toBe(name)
  await waitUntil(() => ofTenant().length === 2)
  return { one, service, context, first, second, name }
}

async function expectReleased({ service, first, one, name }: Awaited<ReturnType<typeof releasedOnHold>>) {
  expect(await one.labels(name)).toMatchObject({ dirty: 'true', tenantName: 't-1' })
  await service.sweep()
  expect((await service.get(first.id)).claim).toMatchObject({ status: 'released' })
}

test('ending a hold marks an account dirty that was released during the hold, and the preview says so', async () => {
  const back = await releasedOnHold()
  const { context, name } = back
  const binding = { kind: 'CredentialsBinding', namespace: context.inventory.namespace, name }
  expect(await createActionService(context).preview('unhold', OPERATOR, { binding })).toMatchObject({
    status: 'planned',
    objection: null,
    plan: {
      after: 'dirty',
      danger: 'The contents of the account may be deleted.',
      consequence: [expect.stringMatching(/^t-1 released the account during the hold\. The account will be cleaned/)],
    },
  })
  expect(await act(context, 'unhold', name)).toMatchObject({ status: 'done', before: 'held', after: 'dirty' })
  await expectReleased(back)
})

test('so does a hold that expires', async () => {
  const back = await releasedOnHold()
  const later = { ...back.context, now: () => Date.now() + 120_000 }
  const ends = new ExpiredHolds(later, error => expect.unreachable(String(error)))
  expect(await ends.endExpired()).toEqual([expect.stringContaining(`/${back.name}`)])
  await expectReleased(back)
})

test('a hold of a free account with a cluster does not expire', async () => {
  const one: World = await world({ a: FREE })
  const running = await one.start('p2')
  const context = actionContext(one, running)
  const key = bindingKey({ kind: 'CredentialsBinding', namespace: one.namespace, name: 'a' })
  const known = () => running.inventory.binding(key) as Binding
  expect(await act(context, 'hold', 'a', { until: new Date(Date.now() + 60_000).toISOString() })).toMatchObject({
    status: 'done',
  })
  await waitUntil(() => known().labels.dirty === 'held')
  one.shoot('c-1', 'a', 't-1')
  const other = await one.start('p3')
  await waitUntil(() => other.inventory.shootCount === 1)
  const later = { ...actionContext(one, other), now: () => Date.now() + 120_000 }
  const ends = new ExpiredHolds(later, error => expect.unreachable(String(error)))
  expect(await ends.endExpired()).toEqual([])
  expect(await one.labels('a')).toMatchObject({ dirty: 'held' })
})
