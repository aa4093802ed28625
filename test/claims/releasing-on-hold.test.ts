import { expect, test } from 'vitest'
import type { GardenClient } from '#lib/garden/client/client.ts'
import type { KubeObject } from '#lib/garden/resources/objects.ts'
import { CREDENTIALS_BINDINGS, SHOOTS } from '#lib/garden/resources/resource.ts'
import { type BindingChange, changeOf } from '#lib/hap/lifecycle/change.ts'
import { cleanedHoldChange } from '#lib/hap/lifecycle/cleaning.ts'
import { holdChange, unholdChange } from '#lib/hap/lifecycle/hold.ts'
import { type Binding, bindingKey } from '#lib/hap/pools/binding.ts'
import { accessBy } from '../garden/access-by.ts'
import { waitUntil } from '../kit/wait.ts'
import { CALLER, FREE, type World, world } from './claim-world.ts'
import { awsRequest, testRules } from './schedules/test-rules.ts'
import { type RunningService, serviceOn } from './service-on.ts'

const MARKED = { status: 'released', message: 'The account was marked dirty.' }

/** Changes a binding without the console, once the inventory has its current version. */
async function change(
  { admin, namespace }: World,
  { inventory }: Pick<RunningService, 'inventory'>,
  name: string,
  make: (binding: Binding) => BindingChange,
): Promise<void> {
  const place = { resource: CREDENTIALS_BINDINGS, namespace, name }
  const resourceVersion = (await admin.get<KubeObject>(place)).metadata?.resourceVersion ?? ''
  const known = () => inventory.binding(bindingKey({ kind: 'CredentialsBinding', namespace, name }))
  await waitUntil(() => known()?.resourceVersion === resourceVersion)
  const binding = known()
  if (binding) await admin.patch(place, { metadata: make(binding) }, { resourceVersion })
}

const hold = (binding: Binding) => holdChange(binding, { reason: 'audit', until: null }, Date.now())
const endHold = (binding: Binding) => unholdChange(binding, Date.now())

/** An account with two bindings, of which a claim has the first. */
async function twin() {
  const one = await world({})
  one.add('twin', FREE, ['twin-1', 'twin-2'])
  const running = await one.start('p2')
  const { claim } = await one.claim(awsRequest('t-1'), 'k1', running.service)
  const [own, other] = claim.binding?.name === 'twin-1' ? ['twin-1', 'twin-2'] : ['twin-2', 'twin-1']
  const sweep = async () => {
    await running.service.sweep()
    return (await running.service.get(claim.id)).claim
  }
  return { one, running, claim, own, other, sweep }
}

test('a hold set between the last read and the mark prevents the mark; the release completes after the hold', async () => {
  const one = await world({ a: FREE })
  let comes: (() => Promise<void>) | null = null
  const harmed = (client: GardenClient) => ({
    get: client.get.bind(client),
    patch: client.patch.bind(client),
    page: (async (collection, ...rest) => {
      const now = collection.resource === SHOOTS ? comes : null
      if (now) comes = null
      await now?.()
      return client.page(collection, ...rest)
    }) as GardenClient['page'],
  })
  const { garden, namespace, store, errors } = one
  const access = accessBy(garden.kubeconfig('admin'))
  const running = await serviceOn({ access, namespace, store, holder: 'p2', rules: () => testRules(), errors, harmed })
  const { claim } = await one.claim(awsRequest('t-1'), 'k1', running.service)
  comes = () => change(one, running, 'a', hold)
  expect((await running.service.release(claim.id, CALLER)).claim.status).toBe('releasing')
  expect(await one.labels('a')).toMatchObject({ dirty: 'held', tenantName: 't-1' })
  await change(one, running, 'a', endHold)
  await running.service.sweep()
  expect((await running.service.get(claim.id)).claim).toMatchObject(MARKED)
  expect(await one.labels('a')).toMatchObject({ dirty: 'true', tenantName: 't-1' })
  await running.stop()
})

test('a release waits for a hold of another binding of the account, as nothing may be deleted during the hold', async () => {
  const { one, running, claim, own, other, sweep } = await twin()
  await change(one, running, other, hold)
  expect((await running.service.release(claim.id, CALLER)).claim.status).toBe('releasing')
  expect((await sweep()).status).toBe('releasing')
  expect((await one.labels(own)).dirty).toBeUndefined()
  await change(one, running, other, endHold)
  expect(await sweep()).toMatchObject(MARKED)
  expect((await one.labels(own)).dirty).toBe('true')
  expect((await one.labels(other)).dirty).toBe('true')
})

test('a release does not wait for another binding that is on hold until the account is clean', async () => {
  const { one, running, claim, own, other } = await twin()
  await change(one, running, other, binding => cleanedHoldChange(binding, 'looked through', Date.now()))
  expect((await running.service.release(claim.id, CALLER)).claim).toMatchObject(MARKED)
  expect((await one.labels(own)).dirty).toBe('true')
  expect((await one.labels(other)).dirty).toBe('held')
})

test('an invalid value of the dirty label does not count as marked', async () => {
  const one = await world({ a: FREE })
  const { claim } = await one.claim(awsRequest('t-1'), 'k1')
  const spoil = (binding: Binding) => ({ ...changeOf(binding, {}), labels: { dirty: 'perhaps' } })
  await change(one, one, 'a', spoil)
  expect((await one.service.release(claim.id, CALLER)).claim).toMatchObject(MARKED)
  expect((await one.labels('a')).dirty).toBe('true')
})
