import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { isAlreadyThere } from '#lib/garden/client/garden-error.ts'
import type { ConfigMapObject } from '#lib/garden/resources/objects.ts'
import { CONFIG_MAPS } from '#lib/garden/resources/resource.ts'
import { QUICK, QUICK_CLOCK, QUICK_STALE_MS, quickClient } from '../../../test/kit/clock.ts'
import {
  GEARS,
  type Gear,
  type GearGarden,
  gearPlace,
  NAMESPACE,
  startGearGarden,
  TESTED,
} from '../../../test/operators/gears.ts'
import { soon } from '../../../test/operators/soon.ts'
import { type Controller, createController, dependents, objectsOf } from './controller.ts'
import {
  addFinalizer,
  applyStatus,
  controllerReference,
  isTerminating,
  keysOfController,
  removeFinalizer,
} from './object-helpers.ts'
import type { Outcome } from './reconciler.ts'
import { createWatchStore } from './watch-store.ts'

const FINALIZER = 'example.com/gear'

let kit: GearGarden
const closing: (() => Promise<unknown>)[] = []

beforeAll(async () => {
  kit = await startGearGarden({ clock: QUICK_CLOCK })
})

afterEach(async () => {
  kit.garden.faults.clear()
  for (const close of closing.splice(0).toReversed()) await close()
  const objects: { resource: typeof GEARS; name: string }[] = []
  for (const resource of [GEARS, CONFIG_MAPS])
    await kit.observer.page({ resource, namespace: NAMESPACE }, { limit: 500 }, ({ metadata }) => {
      objects.push({ resource, name: metadata?.name ?? '' })
    })
  for (const { resource, name } of objects) {
    const place = { resource, namespace: NAMESPACE, name }
    const object = await kit.observer.get<Gear>(place)
    await removeFinalizer(kit.observer, place, object, FINALIZER)
    await kit.observer.delete(place).catch(() => undefined)
  }
})

afterAll(() => kit.stop())

/**
 * A small operator: each gear has a ConfigMap of its name with its teeth, and counts in its status
 * how many ConfigMaps were created.
 */
function startGears({ resyncMs = 3_600_000, staleMaps = false } = {}) {
  const client = quickClient(kit.another())
  const follow = { client, staleAfterMs: QUICK_STALE_MS, timing: QUICK }
  const gears = createWatchStore<Gear, 'colour'>({
    ...follow,
    collection: { resource: GEARS, namespace: NAMESPACE },
    indexes: { colour: ({ spec }) => (spec.colour === undefined ? [] : [spec.colour]) },
  })
  const maps = createWatchStore<ConfigMapObject>({
    ...follow,
    collection: { resource: CONFIG_MAPS, namespace: NAMESPACE },
  })
  const runs: string[] = []
  const failures: unknown[] = []
  const reconcile = async (key: { namespace: string; name: string }): Promise<Outcome> => {
    runs.push(key.name)
    const gear = gears.get(key)
    if (gear === null) return { requeueAt: null }
    const place = gearPlace(key.name)
    const mapPlace = { resource: CONFIG_MAPS, namespace: NAMESPACE, name: key.name }
    const map = staleMaps ? null : maps.get(key)
    if (isTerminating(gear)) {
      if (map !== null) {
        await client.delete(mapPlace, { uid: map.metadata?.uid ?? '' })
        return { requeueAt: null }
      }
      await removeFinalizer(client, place, gear, FINALIZER)
      return { requeueAt: null }
    }
    const kept = await addFinalizer(client, place, gear, FINALIZER)
    const data = { teeth: String(gear.spec.teeth) }
    if (map === null) {
      const ownerReferences = [controllerReference(gear, GEARS)]
      const metadata = { name: key.name, ownerReferences }
      await client.create<ConfigMapObject>(mapPlace, { metadata, data }).catch((error: unknown) => {
        if (!isAlreadyThere(error)) throw error
      })
      const turns = (gear.status?.turns ?? 0) + 1
      await applyStatus({ client, manager: 'gears' }, place, kept, { turns })
    } else if (map.data?.teeth !== data.teeth) {
      const { resourceVersion = '' } = map.metadata ?? {}
      await client.patch(mapPlace, { data }, { resourceVersion })
    }
    return { requeueAt: null }
  }
  const controller = createController({
    name: 'gears',
    reconciler: { reconcile },
    primary: objectsOf(gears),
    others: [dependents(maps, keysOfController(GEARS))],
    resyncMs,
    onFailure: (_key, error) => failures.push(error),
  })
  closing.push(async () => {
    await controller.stop()
    await gears.stop()
    await maps.stop()
  })
  return { controller, gears, maps, runs, failures }
}

const make = (name: string, teeth = 10, colour = 'red') =>
  kit.observer.create<Gear>({ resource: GEARS, namespace: NAMESPACE }, { metadata: { name }, spec: { teeth, colour } })
const gear = (name: string) => kit.observer.get<Gear>(gearPlace(name)).catch(() => null)
const mapPlace = (name: string) => ({ resource: CONFIG_MAPS, namespace: NAMESPACE, name })
const map = (name: string) => kit.observer.get<ConfigMapObject>(mapPlace(name)).catch(() => null)
const idle = (controller: Controller) =>
  expect
    .poll(() => {
      const { depth, working, scheduled } = controller.metrics()
      return depth + working + scheduled
    })
    .toBe(0)

describe('a controller on a server over HTTP', () => {
  test('reconciles each object, also existing ones', async () => {
    await make('early', 7)
    const { controller, gears } = startGears()
    controller.start()
    await soon(async () => (await map('early'))?.data).toEqual({ teeth: '7' })
    await make('late', 8, 'blue')
    await soon(async () => (await map('late'))?.data).toEqual({ teeth: '8' })
    await soon(async () => (await gear('late'))?.status).toEqual({ turns: 1 })
    expect(gears.by('colour', 'blue').map(({ metadata }) => metadata?.name)).toEqual(['late'])
    const { metadata } = (await gear('late')) ?? {}
    expect((await map('late'))?.metadata?.ownerReferences).toEqual([
      {
        apiVersion: 'example.com/v1',
        kind: 'Gear',
        name: 'late',
        uid: metadata?.uid,
        controller: true,
        blockOwnerDeletion: true,
      },
    ])
  })

  test('reconciles immediately when a dependent object changes or is deleted, without a resync', async () => {
    const { controller, maps } = startGears()
    controller.start()
    const { metadata } = await make('watched')
    await soon(() => map('watched')).not.toBeNull()
    await soon(() => maps.ownedBy(metadata?.uid ?? '').length).toBe(1)
    const before = await map('watched')
    await kit.observer.delete(mapPlace('watched'))
    await soon(async () => (await map('watched'))?.metadata?.uid ?? before?.metadata?.uid).not.toBe(
      before?.metadata?.uid,
    )
    await soon(async () => (await gear('watched'))?.status?.turns).toBe(2)
    const now = await map('watched')
    const options = { resourceVersion: now?.metadata?.resourceVersion ?? '' }
    await kit.observer.patch(mapPlace('watched'), { data: { teeth: 'none' } }, options)
    await soon(async () => (await map('watched'))?.data).toEqual({ teeth: '10' })
  })

  test('finishes a deletion before it removes the finalizer', async () => {
    const { controller } = startGears()
    controller.start()
    await make('leaving')
    await soon(async () => (await gear('leaving'))?.status).toEqual({ turns: 1 })
    await kit.observer.delete(gearPlace('leaving'))
    await soon(() => gear('leaving')).toBeNull()
    expect(await map('leaving')).toBeNull()
  })

  test('converges: writes nothing once nothing is left to do', async () => {
    const { controller, runs } = startGears()
    controller.start()
    await make('calm')
    await soon(async () => (await gear('calm'))?.status).toEqual({ turns: 1 })
    await idle(controller)
    const { metadata } = (await gear('calm')) ?? {}
    const before = runs.length
    for (let i = 0; i < 3; i++) controller.touch({ namespace: NAMESPACE, name: 'calm' })
    await idle(controller)
    expect(runs.length).toBeGreaterThan(before)
    expect((await gear('calm'))?.metadata?.resourceVersion).toBe(metadata?.resourceVersion)
  })

  test('resyncs periodically', async () => {
    const { controller, runs } = startGears({ resyncMs: 100 })
    controller.start()
    await make('resynced')
    await soon(() => runs.filter(name => name === 'resynced').length).toBeGreaterThan(6)
  })

  test('retries after errors, conflicts and lost responses', async () => {
    const { controller, failures } = startGears()
    for (const mishap of [
      { type: 'status', status: 500, reason: 'InternalError' },
      { type: 'status', status: 429, reason: 'TooManyRequests', retryAfterSeconds: 0 },
      { type: 'lose-answer' },
    ] as const)
      kit.garden.faults.add({ match: { userAgent: TESTED, verb: 'create' }, mishap })
    kit.garden.faults.add({
      match: { userAgent: TESTED, verb: 'patch' },
      mishap: { type: 'status', status: 409, reason: 'Conflict' },
    })
    controller.start()
    await make('stubborn')
    await soon(() => kit.garden.faults.waiting).toEqual([])
    await idle(controller)
    expect(failures.length).toBeGreaterThanOrEqual(4)
    expect(controller.metrics().retries).toBe(failures.length)
    expect(controller.metrics().errors).toBeLessThan(failures.length)
    expect((await map('stubborn'))?.data).toEqual({ teeth: '10' })
  })

  test('waits until all its sources are synced', async () => {
    kit.garden.faults.add({
      match: { userAgent: TESTED, verb: 'list', resource: 'configmaps' },
      times: 0,
      mishap: { type: 'status', status: 403, reason: 'Forbidden' },
    })
    const { controller, runs, gears } = startGears()
    controller.start()
    await make('patient')
    await soon(() => gears.size).toBe(1)
    expect(controller.metrics().depth).toBe(1)
    expect(controller.freshness().map(({ resource, complete }) => `${resource} ${complete}`)).toEqual([
      'gears true',
      'configmaps false',
    ])
    kit.garden.faults.clear()
    await soon(() => runs.length).toBeGreaterThan(0)
    await soon(async () => (await map('patient'))?.data).toEqual({ teeth: '10' })
  })

  test('creates one object each, even if it runs twice with caches that lack the dependents', async () => {
    const all = [startGears({ staleMaps: true }), startGears({ staleMaps: true })]
    for (const { controller } of all) controller.start()
    const names = Array.from({ length: 10 }, (_unused, i) => `shared-${i}`)
    await Promise.all(names.map(name => make(name)))
    await soon(async () => (await Promise.all(names.map(map))).filter(found => found !== null).length).toBe(10)
    for (const name of names) expect((await gear(name))?.metadata?.finalizers).toEqual([FINALIZER])
    for (const { controller } of all) await controller.stop(0)
  })

  test('recovers from broken watches including the changes in between', async () => {
    const { controller } = startGears()
    kit.garden.faults.add({
      match: { userAgent: TESTED, verb: 'watch' },
      mishap: { type: 'drop-watch', afterMs: 50 },
      times: 6,
    })
    controller.start()
    for (let i = 0; i < 8; i++) await make(`flaky-${i}`)
    await soon(async () =>
      (await Promise.all(Array.from({ length: 8 }, (_unused, i) => map(`flaky-${i}`)))).includes(null),
    ).toBe(false)
  })

  test('a source that throws for its keys does not stop the others', async () => {
    const maps = createWatchStore<ConfigMapObject>({
      client: quickClient(kit.client),
      collection: { resource: CONFIG_MAPS, namespace: NAMESPACE },
      staleAfterMs: QUICK_STALE_MS,
      timing: QUICK,
    })
    const failures: unknown[] = []
    const seen: string[] = []
    const controller = createController({
      name: 'maps',
      reconciler: {
        async reconcile({ name }) {
          seen.push(name)
          return { requeueAt: null }
        },
      },
      primary: dependents(maps, ({ metadata }) => {
        if (metadata?.name === 'odd') throw new TypeError('odd')
        return [{ namespace: NAMESPACE, name: metadata?.name ?? '' }]
      }),
      onFailure: (key, error) => failures.push([key, error]),
    })
    closing.push(async () => {
      await controller.stop()
      await maps.stop()
    })
    controller.start()
    await kit.observer.create(mapPlace('odd'), { metadata: { name: 'odd' } })
    await kit.observer.create(mapPlace('even'), { metadata: { name: 'even' } })
    await soon(() => seen).toContain('even')
    expect(failures).toEqual([[null, new TypeError('odd')]])
    await soon(() => maps.freshness().phase).toBe('live')
  })
})
