import { beforeEach, describe, expect, test } from 'vitest'
import type { GardenClient } from '#lib/garden/client/client.ts'
import { GardenError } from '#lib/garden/client/garden-error.ts'
import { Interner } from '#lib/garden/inventory/interner.ts'
import { shootProjection } from '#lib/garden/inventory/project-shoot.ts'
import { createInventory } from '#lib/garden/inventory/watch-inventory.ts'
import { Contact } from '#lib/garden/reflector/contact.ts'
import type { KubeObject, ShootObject } from '#lib/garden/resources/objects.ts'
import { ConsistentShoots, readAllShoots } from './consistent-shoots.ts'

const NAMESPACE = 'garden-test'
const SHOOTS = 300

/** An API server with shoots, and an inventory whose watch delivers on demand. */
class LaggingWatch {
  readonly objects = new Map<string, ShootObject>()
  readonly calls: string[] = []
  /** Called after a list of metadata was made and before it is returned. */
  onMetadata: (signal: AbortSignal) => void | Promise<void> = () => {}
  #version = 1_000
  readonly #made = createInventory({ namespace: NAMESPACE, kinds: [], clock: () => 0, schedule: () => {} })
  readonly #contact = new Contact({ clock: () => 0, staleAfterMs: 1_000, onChange: () => {} })
  readonly #project = shootProjection(new Interner())

  constructor(shoots: number) {
    this.#made.sources.add('Shoot', this.#contact)
    for (let i = 0; i < shoots; i++) this.put(`c-${i}`, 'other')
    this.deliver()
    this.#contact.live()
  }

  get inventory() {
    return this.#made.inventory
  }

  put(name: string, binding: string, uid = `uid-${name}`): void {
    const resourceVersion = String(++this.#version)
    const metadata = { name, namespace: NAMESPACE, uid, resourceVersion }
    this.objects.set(name, { metadata, spec: { credentialsBindingName: binding } })
  }

  delete(name: string): void {
    this.#version++
    this.objects.delete(name)
  }

  /** Writes another resource. */
  writeElsewhere(): void {
    this.#version++
  }

  /** Makes the watch deliver everything up to now. */
  deliver(): void {
    this.deliverObjects()
    this.#contact.reach(String(this.#version))
  }

  /** Delivers the same objects while the version of the watch is still unknown. */
  deliverObjects(): void {
    const sink = this.#made.writer.shoots()
    for (const object of this.objects.values()) {
      const shoot = this.#project(object)
      if (shoot) sink.put(`${NAMESPACE}/${shoot.name}`, shoot, object.metadata?.resourceVersion)
    }
    sink.retain(new Set([...this.objects.keys()].map(name => `${NAMESPACE}/${name}`)))
  }

  restore(version: number): void {
    this.#version = version
  }

  skip(name: string): void {
    this.#contact.skipped(`${NAMESPACE}/${name}`, { object: name, reason: 'spec is not an object' })
  }

  break(): void {
    this.#contact.failed(new GardenError({ kind: 'unavailable', doing: 'watch shoots', because: 'it is away.' }))
  }

  readonly client: Pick<GardenClient, 'get' | 'page'> = {
    get: async <T extends KubeObject>({ name }: Parameters<GardenClient['get']>[0]) => {
      this.calls.push(`get ${name}`)
      const object = this.objects.get(name)
      if (!object) throw new GardenError({ kind: 'not-found', doing: `get ${name}`, because: 'it is gone.' })
      return object as unknown as T
    },
    page: async <T extends KubeObject>(
      { resource }: Parameters<GardenClient['page']>[0],
      { limit, signal }: Parameters<GardenClient['page']>[1],
      take: (object: T) => void,
    ) => {
      const isMetadata = resource.metadataOnly === true
      this.calls.push(limit === 1 ? 'version' : isMetadata ? 'list metadata' : 'list')
      const resourceVersion = String(this.#version)
      const objects = limit === 1 ? [] : [...this.objects.values()]
      if (isMetadata && signal) await this.onMetadata(signal)
      signal?.throwIfAborted()
      for (const object of objects) take((isMetadata ? { metadata: object.metadata } : object) as T)
      return { resourceVersion, continue: null }
    },
  }
}

const FULL = ['version', 'list']
const COMPARED = ['version', 'list metadata']

let garden: LaggingWatch

beforeEach(() => {
  garden = new LaggingWatch(SHOOTS)
  garden.put('c-mine', 'mine')
  garden.deliver()
})

/** Names of the shoots on the binding `mine` after a consistent read. */
async function found(): Promise<readonly string[]> {
  const shoots = await readAllShoots(garden, () => {})
  return shoots.flatMap(({ name, binding }) => (binding?.name === 'mine' ? [name] : [])).toSorted()
}

test('lists nothing if the watch has passed the version of the API server', async () => {
  garden.put('c-new', 'mine')
  garden.deliver()
  expect(await found()).toEqual(['c-mine', 'c-new'])
  expect(garden.calls).toEqual(['version'])
})

test.each<[what: string, change: () => void, names: readonly string[], reads: readonly string[]]>([
  ['takes unchanged shoots from the inventory', () => garden.writeElsewhere(), ['c-mine'], []],
  ['reads a created shoot', () => garden.put('c-new', 'mine'), ['c-mine', 'c-new'], ['get c-new']],
  ['reads a shoot that moved to the binding', () => garden.put('c-7', 'mine'), ['c-7', 'c-mine'], ['get c-7']],
  ['reads a shoot that moved away', () => garden.put('c-mine', 'other'), [], ['get c-mine']],
  [
    'reads a shoot that is another one of its name',
    () => garden.put('c-7', 'mine', 'u'),
    ['c-7', 'c-mine'],
    ['get c-7'],
  ],
  ['drops a deleted shoot', () => garden.delete('c-mine'), [], []],
])('%s while the watch is behind', async (_, change, names, reads) => {
  change()
  expect(await found()).toEqual(names)
  expect(garden.calls).toEqual([...COMPARED, ...reads])
})

test('lists all shoots if many differ from the inventory', async () => {
  for (let i = 0; i < 40; i++) garden.put(`c-${i}`, 'mine')
  expect(await found()).toHaveLength(41)
  expect(garden.calls).toEqual([...COMPARED, 'list'])
})

test('counts a shoot that the watch delivers after the list was made', async () => {
  garden.writeElsewhere()
  garden.onMetadata = () => {
    garden.put('c-new', 'mine')
    garden.put('c-7', 'mine')
    garden.deliverObjects()
  }
  expect(await found()).toEqual(['c-7', 'c-mine', 'c-new'])
  expect(garden.calls).toEqual(COMPARED)
})

test('ends its list as soon as the watch catches up', async () => {
  garden.put('c-new', 'mine')
  garden.onMetadata = signal => {
    garden.deliver()
    return new Promise(resolve => signal.addEventListener('abort', () => resolve()))
  }
  expect(await found()).toEqual(['c-mine', 'c-new'])
  expect(garden.calls).toEqual(COMPARED)
})

describe('bypasses the inventory', () => {
  test('when the API server went back in time', async () => {
    garden.objects.clear()
    garden.restore(500)
    expect(await found()).toEqual([])
    expect(garden.calls).toEqual(FULL)
  })

  test('while an unreadable object is skipped', async () => {
    garden.skip('c-mine')
    expect(await found()).toEqual(['c-mine'])
    expect(garden.calls).toEqual(FULL)
  })

  test('while its watch is broken', async () => {
    garden.break()
    garden.objects.clear()
    expect(await found()).toEqual([])
    expect(garden.calls).toEqual(FULL)
  })
})

test('lists a landscape that fits into one page', async () => {
  garden = new LaggingWatch(3)
  garden.put('c-new', 'mine')
  expect(await found()).toEqual(['c-new'])
  expect(garden.calls).toEqual(FULL)
})

describe('concurrent reads', () => {
  test('share one that began late enough', async () => {
    const shoots = new ConsistentShoots(garden)
    const since = shoots.moment()
    await Promise.all([shoots.read(since), shoots.read(since), shoots.read(since)])
    await shoots.read(since)
    expect(garden.calls).toEqual(['version'])
    await shoots.read(shoots.moment())
    expect(garden.calls).toEqual(['version', 'version'])
  })

  test('wait for the next one if the current one began too early, and share that', async () => {
    const shoots = new ConsistentShoots(garden)
    const gate = Promise.withResolvers<void>()
    garden.writeElsewhere()
    garden.onMetadata = () => gate.promise
    const counts = { early: 0, late: 0 }
    const early = shoots.read(shoots.moment(), count => Object.assign(counts, { early: count }))
    await expect.poll(() => garden.calls).toEqual(COMPARED)
    const late = [shoots.moment(), shoots.moment()].map(since =>
      shoots.read(since, count => Object.assign(counts, { late: count })),
    )
    expect(counts).toEqual({ early: SHOOTS + 1, late: SHOOTS + 1 })
    garden.put('c-new', 'mine')
    gate.resolve()
    const [first, ...rest] = await Promise.all([early, ...late])
    expect(first.map(({ name }) => name)).not.toContain('c-new')
    for (const each of rest) expect(each.map(({ name }) => name)).toContain('c-new')
    expect(garden.calls).toEqual([...COMPARED, ...COMPARED, 'get c-new'])
  })

  test('do not share a failed one', async () => {
    const shoots = new ConsistentShoots(garden)
    garden.writeElsewhere()
    garden.onMetadata = () => Promise.reject(new Error('away'))
    const since = shoots.moment()
    await expect(shoots.read(since)).rejects.toThrow('away')
    garden.onMetadata = () => {}
    expect(await shoots.read(since)).toHaveLength(SHOOTS + 1)
  })
})
