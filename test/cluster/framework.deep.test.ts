import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createGardenClient, type GardenClient } from '#lib/garden/client/client.ts'
import { GardenError, isAlreadyThere, isNotFound } from '#lib/garden/client/garden-error.ts'
import { loadKubeconfig } from '#lib/garden/client/kubeconfig.ts'
import type { ConfigMapObject } from '#lib/garden/resources/objects.ts'
import { CONFIG_MAPS } from '#lib/garden/resources/resource.ts'
import { createController, dependents, objectsOf } from '#lib/operators/framework/controller.ts'
import { createEventRecorder, EVENTS, type EventObject, EventSeries } from '#lib/operators/framework/event-recorder.ts'
import { LeaderElection } from '#lib/operators/framework/leader-election.ts'
import { LEASES, type LeaseObject } from '#lib/operators/framework/lease.ts'
import {
  addFinalizer,
  applyStatus,
  controllerReference,
  keysOfController,
  removeFinalizer,
} from '#lib/operators/framework/object-helpers.ts'
import { createWatchStore } from '#lib/operators/framework/watch-store.ts'
import { DEFINITIONS } from '../kit/definitions.ts'
import { GEARS, type Gear, gearPlace, makeGears, NAMESPACE } from '../operators/gears.ts'
import { soon } from '../operators/soon.ts'
import { testCluster } from './test-cluster.ts'

let client: GardenClient

beforeAll(async () => {
  const kubeconfigs = testCluster()
  if (!kubeconfigs) throw new Error('No cluster is set. Run `npm run test:deep -- cluster`.')
  client = createGardenClient({ access: loadKubeconfig(kubeconfigs.admin), version: 'test' })
  await makeGears(client)
})

afterAll(async () => {
  await client.delete({ resource: DEFINITIONS, namespace: null, name: 'gears.example.com' })
  await client.delete({ resource: NAMESPACES, namespace: null, name: NAMESPACE })
  client.close()
})

const NAMESPACES = { group: '', version: 'v1', plural: 'namespaces', kind: 'Namespace' }
const COLLECTION = { resource: GEARS, namespace: NAMESPACE }
const OURS = { manager: 'ours', force: true }
const make = (name: string) => client.create<Gear>(COLLECTION, { metadata: { name }, spec: { teeth: 12 } })
const read = (name: string) => client.get<Gear>(gearPlace(name))
const kindOf = (work: Promise<unknown>) =>
  work.then(
    () => 'done',
    (error: unknown) => (error instanceof GardenError ? error.kind : String(error)),
  )

describe('the writes of objects', () => {
  test('create reports an existing object, apply creates, changes and removes fields', async () => {
    await make('made')
    expect(isAlreadyThere(await make('made').catch((error: unknown) => error))).toBe(true)
    await client.apply<Gear>(gearPlace('applied'), { spec: { teeth: 8, colour: 'blue' } }, OURS)
    await client.apply<Gear>(gearPlace('applied'), { spec: { teeth: 9 } }, OURS)
    expect((await read('applied')).spec).toEqual({ teeth: 9 })
    const mild = client.apply<Gear>(gearPlace('applied'), { spec: { teeth: 7 } }, { manager: 'others', force: false })
    expect(await mild.catch((error: Error) => error.message)).toContain('others set some of its fields')
  })

  test('apply with a uid neither creates an object nor changes its successor', async () => {
    const { metadata } = await make('successor')
    await client.delete(gearPlace('successor'), { uid: metadata?.uid ?? '' })
    const ours = { ...OURS, uid: metadata?.uid ?? '' }
    const apply = () => client.apply<Gear>(gearPlace('successor'), { spec: { teeth: 5 } }, ours)
    expect(await kindOf(apply())).toBe('conflict')
    expect(await kindOf(read('successor'))).toBe('not-found')
    await make('successor')
    expect(['conflict', 'invalid']).toContain(await kindOf(apply()))
    expect(await kindOf(client.delete(gearPlace('successor'), { uid: metadata?.uid ?? '' }))).toBe('conflict')
  })

  test('a status is written to the observed version only, and never to a successor', async () => {
    const made = await make('stated')
    const writer = { client, manager: 'ours' }
    const after = await applyStatus(writer, gearPlace('stated'), made, { turns: 1, observedGeneration: 1 })
    expect(after).toMatchObject({ status: { turns: 1 }, metadata: { generation: 1 } })
    expect(await kindOf(applyStatus(writer, gearPlace('stated'), made, { turns: 2 }))).toBe('conflict')
    const last = await applyStatus(writer, gearPlace('stated'), after, { turns: 3 })
    expect((await read('stated')).status).toEqual({ turns: 3 })
    await client.delete(gearPlace('stated'))
    await make('stated')
    expect(await kindOf(applyStatus(writer, gearPlace('stated'), last, { turns: 4 }))).toBe('conflict')
    expect((await read('stated')).status).toBeUndefined()
  })

  test('finalizers block a deletion, and owner references delete dependents', async () => {
    const held = await addFinalizer(client, gearPlace('held'), await make('held'), 'example.com/ours')
    const map = { resource: CONFIG_MAPS, namespace: NAMESPACE, name: 'held' }
    await client.create(map, { metadata: { name: 'held', ownerReferences: [controllerReference(held, GEARS)] } })
    await client.delete(gearPlace('held'), { propagation: 'Foreground' })
    // The garbage collector of a real cluster discovers new kinds every 30 seconds.
    await soon(() => kindOf(client.get(map)), 100_000).toBe('not-found')
    // Foreground deletion adds a finalizer, too, which is removed shortly after the map.
    await soon(async () => (await read('held')).metadata?.finalizers).toEqual(['example.com/ours'])
    await removeFinalizer(client, gearPlace('held'), await read('held'), 'example.com/ours')
    await soon(() => kindOf(read('held'))).toBe('not-found')
  }, 130_000)
})

test('the server accepts a new event and a repeated one', async () => {
  const gear = await make('recorded')
  const recorder = createEventRecorder({ client, controller: 'example.com/gears', instance: 'pod-1' })
  const eventsOf = async () => {
    const events: EventObject[] = []
    await client.page<EventObject>({ resource: EVENTS, namespace: NAMESPACE }, { limit: 500 }, event => {
      if (event.regarding?.uid === gear.metadata?.uid) events.push(event)
    })
    return events
  }
  recorder.record(GEARS, gear, { type: 'Normal', reason: 'Turned', action: 'Turn', note: 'It turned.' })
  await soon(eventsOf).toHaveLength(1)
  await recorder.stop()
  expect(recorder.lost).toBe(0)
  const [{ metadata, ...event } = { metadata: {} }] = await eventsOf()
  const { namespace = '', name = '' } = metadata ?? {}
  const series = new EventSeries({ ...event, metadata: { namespace, name } }, Date.parse(event.eventTime ?? ''))
  series.repeat(Date.now())
  const place = { resource: EVENTS, namespace, name }
  await client.apply<EventObject>(place, series.toWrite().event, { manager: 'example.com/gears', force: true })
  expect((await eventsOf()).map(({ series: found }) => found?.count)).toEqual([2])
})

test('one of three candidates leads, and another one after it', async () => {
  const stops: AbortController[] = []
  const elections = ['a', 'b', 'c'].map(identity => {
    const timing = { durationMs: 6_000, renewWithinMs: 4_000, retryMs: 200 }
    const election = new LeaderElection({ client, namespace: NAMESPACE, name: 'gears', identity, timing })
    const stop = new AbortController()
    stops.push(stop)
    const lead = (signal: AbortSignal) =>
      new Promise<void>(resolve => signal.addEventListener('abort', () => resolve(), { once: true }))
    return { election, stop, running: election.run(lead, stop.signal) }
  })
  const leaders = () => elections.filter(({ election }) => election.isLeading)
  await soon(() => leaders().length).toBe(1)
  const [first] = leaders()
  await delay(1_000)
  expect(leaders()).toEqual([first])
  first?.stop.abort()
  await first?.running
  await soon(() => leaders().length).toBe(1)
  expect(leaders()).not.toContain(first)
  for (const stop of stops) stop.abort()
  await Promise.all(elections.map(({ running }) => running))
  const lease = await client.get<LeaseObject>({ resource: LEASES, namespace: NAMESPACE, name: 'gears' })
  expect(lease.spec?.holderIdentity).toBeUndefined()
  expect(lease.spec?.leaseTransitions).toBeGreaterThan(0)
})

test('a controller creates dependents, recreates a deleted one immediately, and becomes idle', async () => {
  const follow = { client, staleAfterMs: 60_000 }
  const gears = createWatchStore<Gear>({ ...follow, collection: COLLECTION })
  const maps = createWatchStore<ConfigMapObject>({
    ...follow,
    collection: { resource: CONFIG_MAPS, namespace: NAMESPACE },
  })
  const placeOf = (name: string) => ({ resource: CONFIG_MAPS, namespace: NAMESPACE, name })
  const controller = createController({
    name: 'gears',
    primary: objectsOf(gears),
    others: [dependents(maps, keysOfController(GEARS))],
    reconciler: {
      async reconcile(key) {
        const gear = gears.get(key)
        if (gear === null || maps.get(key) !== null) return { requeueAt: null }
        const metadata = { name: key.name, ownerReferences: [controllerReference(gear, GEARS)] }
        await client.create<ConfigMapObject>(placeOf(key.name), { metadata })
        return { requeueAt: null }
      },
    },
  })
  controller.start()
  const names = Array.from({ length: 20 }, (_unused, i) => `driven-${i}`)
  await Promise.all(names.map(make))
  await soon(() => names.filter(name => maps.get({ namespace: NAMESPACE, name }) === null)).toEqual([])
  const before = await client.get<ConfigMapObject>(placeOf('driven-7'))
  await client.delete(placeOf('driven-7'))
  const uidNow = () =>
    client.get<ConfigMapObject>(placeOf('driven-7')).then(({ metadata }) => metadata?.uid, isNotFound)
  await soon(async () => ![true, before.metadata?.uid].includes(await uidNow())).toBe(true)
  await soon(() => {
    const { depth, working, scheduled } = controller.metrics()
    return depth + working + scheduled
  }).toBe(0)
  await controller.stop()
  await Promise.all([gears.stop(), maps.stop()])
})
