import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { type JsonObject, objectAt } from '#embedded-garden/json.ts'
import { uidOf } from '#embedded-garden/object.ts'
import { type Caller, MERGE, namespace, startCaller } from '../../../../test/embedded-garden/caller.ts'
import { waitFor } from '../../../../test/kit/wait.ts'
import { startGarbageCollector } from './garbage.ts'

// Processes and timers are slow on a busy machine.
vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 })

const MAPS = '/api/v1/namespaces/n/configmaps'
let caller: Caller

beforeAll(async () => {
  caller = await startCaller({ controllers: true })
  await caller.ask('POST', '/api/v1/namespaces', { body: namespace('n') })
})

afterAll(() => caller.stop())

const owner = (of: JsonObject, more: JsonObject = {}) => ({
  apiVersion: 'v1',
  kind: 'ConfigMap',
  name: String(objectAt(of, 'metadata').name),
  uid: uidOf(of),
  ...more,
})

function create(name: string, ownerReferences: JsonObject[] = [], finalizers: string[] = []): Promise<JsonObject> {
  const metadata = { name, ownerReferences, finalizers }
  return caller.ask('POST', MAPS, { body: { apiVersion: 'v1', kind: 'ConfigMap', metadata } })
}

const gone = (name: string) =>
  waitFor(async () => ((await caller.call('GET', `${MAPS}/${name}`)).status === 404 ? true : null))

test('dependents of a deleted object are deleted level by level', async () => {
  const top = await create('top')
  const middle = await create('middle', [owner(top)])
  await create('bottom', [owner(middle)])
  await caller.ask('DELETE', `${MAPS}/top`)
  for (const name of ['top', 'middle', 'bottom']) expect(await gone(name)).toBe(true)
})

test('an object with another owner remains, without the reference to the deleted one', async () => {
  const [first, second] = [await create('first'), await create('second')]
  await create('shared', [owner(first), owner(second)])
  await caller.ask('DELETE', `${MAPS}/first`)
  const left = await waitFor(async () => {
    const { ownerReferences } = objectAt(await caller.ask('GET', `${MAPS}/shared`), 'metadata')
    return Array.isArray(ownerReferences) && ownerReferences.length === 1 ? ownerReferences : null
  })
  expect(left).toEqual([owner(second)])
})

test('a missing owner, or another object of its name, does not count', async () => {
  const real = await create('real')
  await create('of-nobody', [{ ...owner(real), uid: 'an-earlier-one' }])
  expect(await gone('of-nobody')).toBe(true)
})

test('an owner of a kind that is not served counts', async () => {
  await create('of-unknown', [{ apiVersion: 'x.example.com/v1', kind: 'Widget', name: 'w', uid: 'u' }])
  await create('of-nobody-else', [{ apiVersion: 'v1', kind: 'ConfigMap', name: 'no', uid: 'u' }])
  expect(await gone('of-nobody-else')).toBe(true)
  expect((await caller.call('GET', `${MAPS}/of-unknown`)).status).toBe(200)
})

test('in the foreground an owner waits for blocking dependents', async () => {
  const top = await create('waiting')
  await create('held', [owner(top, { blockOwnerDeletion: true })], ['x.y/z'])
  await caller.ask('DELETE', `${MAPS}/waiting?propagationPolicy=Foreground`)
  await waitFor(async () =>
    objectAt(await caller.ask('GET', `${MAPS}/held`), 'metadata').deletionTimestamp ? true : null,
  )
  expect((await caller.call('GET', `${MAPS}/waiting`)).status).toBe(200)
  await caller.ask('PATCH', `${MAPS}/held`, { type: MERGE, body: { metadata: { finalizers: null } } })
  expect(await gone('waiting')).toBe(true)
})

test('objects orphaned while no collector ran are found by the next one', async () => {
  const other = await startCaller()
  await other.ask('POST', '/api/v1/namespaces', { body: namespace('n') })
  const ownerReferences = [{ apiVersion: 'v1', kind: 'ConfigMap', name: 'gone', uid: 'u' }]
  const body = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'left', ownerReferences } }
  await other.ask('POST', MAPS, { body })
  const stop = startGarbageCollector(other.garden.services)
  await waitFor(async () => ((await other.call('GET', `${MAPS}/left`)).status === 404 ? true : null))
  stop()
  await other.stop()
})

test('orphans remain without their owner', async () => {
  const top = await create('parent')
  await create('orphan', [owner(top)])
  await caller.ask('DELETE', `${MAPS}/parent?propagationPolicy=Orphan`)
  expect(await gone('parent')).toBe(true)
  const { ownerReferences } = objectAt(await caller.ask('GET', `${MAPS}/orphan`), 'metadata')
  expect(ownerReferences ?? []).toEqual([])
})
