import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import type { Mishap } from '#embedded-garden/faults/fault.ts'
import { CONFIG_MAPS, SECRETS } from '#lib/garden/resources/resource.ts'
import { pick, randomNumbers } from '../../../test/engine/random.ts'
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
import { type Change, createWatchStore } from './watch-store.ts'

vi.setConfig({ testTimeout: 90_000, hookTimeout: 60_000 })

let kit: GearGarden
const closing: (() => Promise<unknown>)[] = []

beforeAll(async () => {
  kit = await startGearGarden({ clock: QUICK_CLOCK })
})

afterEach(async () => {
  kit.garden.faults.clear()
  for (const close of closing.splice(0)) await close()
})

afterAll(() => kit.stop())

function follow(more: { resource?: typeof GEARS; mayBeAbsent?: boolean; pageSize?: number } = {}) {
  const { resource = GEARS, ...options } = more
  const store = createWatchStore<Gear>({
    client: quickClient(kit.client),
    collection: { resource, namespace: NAMESPACE },
    staleAfterMs: QUICK_STALE_MS,
    timing: QUICK,
    ...options,
  })
  closing.push(() => store.stop())
  return store
}

const MISHAPS: readonly [Mishap, ...Mishap[]] = [
  { type: 'drop-watch', afterMs: 20 },
  { type: 'expire-watch' },
  { type: 'reset' },
]
const COLLECTION = { resource: GEARS, namespace: NAMESPACE }
const FOREVER = new AbortController().signal
const idsOf = (gears: Iterable<Gear>) =>
  [...gears].map(({ metadata }) => `${metadata?.name} ${metadata?.uid} ${metadata?.resourceVersion}`).sort()

async function listed(): Promise<string[]> {
  const gears: Gear[] = []
  await kit.observer.page<Gear>(COLLECTION, { limit: 500 }, gear => gears.push(gear))
  return idsOf(gears)
}

describe('a watch store on a server over HTTP', () => {
  test('equals the server, and its changes add up, through broken and expired watches and relists', async () => {
    const random = randomNumbers(7)
    const store = follow({ pageSize: 5 })
    const delivered = new Map<string, string>()
    const breaches: string[] = []
    store.subscribe(({ before, after }: Change<Gear>) => {
      const name = before?.metadata?.name ?? after?.metadata?.name ?? ''
      const version = (gear: Gear | null) => gear?.metadata?.resourceVersion ?? 'none'
      if ((delivered.get(name) ?? 'none') !== version(before))
        breaches.push(`${name}: ${delivered.get(name)} ${version(before)}`)
      if (before && after && before.metadata?.uid !== after.metadata?.uid) breaches.push(`${name}: two objects in one`)
      delivered.set(name, version(after))
    })
    for (let i = 0; i < 150; i++) {
      if (i % 15 === 0) {
        kit.garden.faults.add({ match: { userAgent: TESTED }, mishap: pick(random, MISHAPS) })
      }
      const name = `gear-${Math.floor(random() * 12)}`
      const gear = await kit.observer.get<Gear>(gearPlace(name)).catch(() => null)
      if (gear === null) await kit.observer.create<Gear>(COLLECTION, { metadata: { name }, spec: { teeth: 1 } })
      else if (random() < 0.5) await kit.observer.delete(gearPlace(name))
      else {
        const { resourceVersion = '' } = gear.metadata ?? {}
        await kit.observer.patch(gearPlace(name), { spec: { teeth: 1 + i } }, { resourceVersion })
      }
    }
    const fresh = await listed()
    await soon(() => idsOf(store.all())).toEqual(fresh)
    expect(breaches).toEqual([])
    expect([...delivered.values()].filter(version => version !== 'none')).toHaveLength(store.size)
  })

  test('waits for its first list, and reports the obstacle', async () => {
    kit.garden.faults.add({
      match: { userAgent: TESTED, verb: 'list' },
      times: 0,
      mishap: { type: 'status', status: 403, reason: 'Forbidden' },
    })
    const store = follow()
    await soon(() => store.freshness()).toMatchObject({
      resource: 'gears',
      phase: 'refused',
      complete: false,
      ageMs: null,
    })
    expect(await store.ready(AbortSignal.abort())).toBe(false)
    kit.garden.faults.clear()
    expect(await store.ready(FOREVER)).toBe(true)
    await soon(() => store.freshness().phase).toBe('live')
  })

  test('is empty for a resource that the server does not serve, where permitted', async () => {
    const store = follow({ resource: { ...GEARS, plural: 'wheels', kind: 'Wheel' }, mayBeAbsent: true })
    expect([await store.ready(FOREVER), store.size]).toEqual([true, 0])
    expect(store.freshness()).toMatchObject({ absent: true, complete: true })
  })

  test('caches only metadata of Secrets, and no managedFields', async () => {
    const secret = { metadata: { name: 's' }, stringData: { token: 'of-nobody' } }
    await kit.observer.apply({ resource: SECRETS, namespace: NAMESPACE, name: 's' }, secret, {
      manager: 'm',
      force: true,
    })
    const map = { metadata: { name: 'm' }, data: { a: 'b' } }
    await kit.observer.apply({ resource: CONFIG_MAPS, namespace: NAMESPACE, name: 'm' }, map, {
      manager: 'm',
      force: true,
    })
    const [secrets, maps] = [follow({ resource: SECRETS }), follow({ resource: CONFIG_MAPS })]
    await soon(() => secrets.size + maps.size).toBe(2)
    expect(Object.keys(secrets.get({ namespace: NAMESPACE, name: 's' }) ?? {}).sort()).toEqual([
      'apiVersion',
      'kind',
      'metadata',
    ])
    expect(maps.get({ namespace: NAMESPACE, name: 'm' })?.metadata).not.toHaveProperty('managedFields')
    expect(kit.garden.services.secretGuard.refused).toEqual([])
  })
})
