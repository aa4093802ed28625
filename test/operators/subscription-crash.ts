import { expect } from 'vitest'
import { releaseOrphans } from '#lib/operators/subscription/release-orphans.ts'
import { FREE } from '../claims/claim-world.ts'
import { waitUntil } from '../kit/wait.ts'
import { type End, mortalSubscriptions } from './mortal-context.ts'
import { INTACT, type RequestWorld, requestWorld } from './request-world.ts'

/** An operator that ends at a write, and its successor. */
export async function succession(world: RequestWorld, end: End) {
  const { life, mortal } = mortalSubscriptions({ client: world.admin, claims: world.service }, end)
  const first = await world.operator({ change: mortal })
  let isOver = false
  const takeOver = async () => {
    if (isOver) return
    isOver = true
    await first.stop()
    await world.operator()
  }
  return { life, takeOver }
}

/** Expects no open claims without a request, and at most one of these accounts to be claimed. */
export async function expectNothingLeft(world: RequestWorld, accounts: readonly string[] = []): Promise<void> {
  const sweep = { client: world.admin, claims: world.service, landscape: INTACT, now: () => Date.now() + 600_000 }
  await releaseOrphans(sweep, AbortSignal.timeout(60_000))
  const open = (await world.claims()).filter(claim => !/(released|refused|failed)$/.test(claim))
  expect(open).toEqual([])
  const labels = await Promise.all(accounts.map(name => world.labels(name)))
  expect(labels.filter(each => 'tenantName' in each).length).toBeLessThanOrEqual(1)
}

/** Creates and deletes a request with an operator that ends at a write; returns whether it ended. */
export async function crashSubscription(end: End): Promise<boolean> {
  const world = await requestWorld({ a: FREE, b: FREE })
  const { life, takeOver } = await succession(world, end)
  await world.request('r', { cluster: 'c-1' })
  await waitUntil(async () => life.isOver || (await world.read('r'))?.status?.gardenerSecretName !== undefined)
  if (life.isOver) await takeOver()
  const ready = await world.seen('r', request => request.status?.gardenerSecretName !== undefined)
  expect(ready.status?.conditions?.find(({ type }) => type === 'Ready')?.status).toBe('True')
  await world.remove('r')
  await waitUntil(async () => life.isOver || (await world.read('r')) === null)
  if (life.isOver) await takeOver()
  await world.gone('r')
  await expectNothingLeft(world, ['a', 'b'])
  return life.isOver
}
