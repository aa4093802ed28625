import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { GardenError } from '#lib/garden/client/garden-error.ts'
import {
  GEARS,
  type Gear,
  type GearGarden,
  gearPlace,
  NAMESPACE,
  startGearGarden,
} from '../../../test/operators/gears.ts'
import { addFinalizer, applyStatus, hasFinalizer, isTerminating, removeFinalizer } from './object-helpers.ts'

const OURS = 'example.com/ours'

let kit: GearGarden

beforeAll(async () => {
  kit = await startGearGarden()
})

afterEach(() => kit.garden.faults.clear())

afterAll(() => kit.stop())

const make = (name: string) =>
  kit.client.create<Gear>({ resource: GEARS, namespace: NAMESPACE }, { metadata: { name }, spec: { teeth: 3 } })
const read = (name: string) => kit.observer.get<Gear>(gearPlace(name))
const kindOf = (work: Promise<unknown>) =>
  work.then(
    () => 'done',
    (error: unknown) => (error instanceof GardenError ? error.kind : error),
  )

describe('the status of an object', () => {
  const writer = () => ({ client: kit.client, manager: 'ours' })

  test('equals the last one written, without earlier fields', async () => {
    const made = await make('said')
    const first = await applyStatus(writer(), gearPlace('said'), made, { turns: 1, observedGeneration: 1 })
    const second = await applyStatus(writer(), gearPlace('said'), first, { turns: 2 })
    expect([second.status, (await read('said')).status]).toEqual([{ turns: 2 }, { turns: 2 }])
  })

  test('is not written when it is unchanged, ignoring fields without a value', async () => {
    const made = await make('kept')
    const said = await applyStatus(writer(), gearPlace('kept'), made, { turns: 1 })
    kit.garden.faults.add({ match: { verb: 'patch' }, mishap: { type: 'reset' } })
    const again = { turns: 1, conditions: undefined } as unknown as NonNullable<Gear['status']>
    expect(await applyStatus(writer(), gearPlace('kept'), said, again)).toBe(said)
    expect(kit.garden.faults.waiting).toHaveLength(1)
  })

  test('keeps fields of other managers', async () => {
    const made = await make('shared')
    const status = { ...gearPlace('shared'), subresource: 'status' }
    await kit.observer.apply<Gear>(status, { status: { observedGeneration: 7 } }, { manager: 'others', force: true })
    expect(await kindOf(applyStatus(writer(), gearPlace('shared'), made, { turns: 1 }))).toBe('conflict')
    await applyStatus(writer(), gearPlace('shared'), await read('shared'), { turns: 1 })
    expect((await read('shared')).status).toEqual({ turns: 1, observedGeneration: 7 })
  })

  test('is not written to a recreated object of the same name, and creates none', async () => {
    const made = await make('anew')
    await kit.client.delete(gearPlace('anew'))
    expect(await kindOf(applyStatus(writer(), gearPlace('anew'), made, { turns: 1 }))).toBe('not-found')
    await make('anew')
    expect(await kindOf(applyStatus(writer(), gearPlace('anew'), made, { turns: 1 }))).toBe('conflict')
    expect((await read('anew')).status).toBeUndefined()
  })
})

describe('finalizers', () => {
  test('protect an object until they are removed one by one', async () => {
    const made = await make('held')
    const held = await addFinalizer(kit.client, gearPlace('held'), made, OURS)
    const twice = await addFinalizer(kit.client, gearPlace('held'), held, 'example.com/others')
    expect(twice.metadata?.finalizers).toEqual([OURS, 'example.com/others'])
    expect(await addFinalizer(kit.client, gearPlace('held'), twice, OURS)).toBe(twice)
    await kit.observer.delete(gearPlace('held'))
    const leaving = await read('held')
    expect([isTerminating(made), isTerminating(leaving), hasFinalizer(leaving, OURS)]).toEqual([false, true, true])
    await removeFinalizer(kit.client, gearPlace('held'), leaving, OURS)
    expect((await read('held')).metadata?.finalizers).toEqual(['example.com/others'])
    await removeFinalizer(kit.client, gearPlace('held'), await read('held'), 'example.com/others')
    expect(await kindOf(read('held'))).toBe('not-found')
  })

  test('are not added to an object that is being deleted', async () => {
    await addFinalizer(kit.client, gearPlace('late'), await make('late'), OURS)
    await kit.observer.delete(gearPlace('late'))
    const leaving = await read('late')
    expect(await addFinalizer(kit.client, gearPlace('late'), leaving, 'example.com/others')).toBe(leaving)
    await removeFinalizer(kit.client, gearPlace('late'), leaving, OURS)
  })

  test('of an object changed in the meantime are a conflict, so that no other finalizer is lost', async () => {
    const made = await make('raced')
    const held = await addFinalizer(kit.client, gearPlace('raced'), made, OURS)
    expect(await kindOf(addFinalizer(kit.client, gearPlace('raced'), made, 'example.com/others'))).toBe('conflict')
    await addFinalizer(kit.client, gearPlace('raced'), held, 'example.com/others')
    expect(await kindOf(removeFinalizer(kit.client, gearPlace('raced'), held, OURS))).toBe('conflict')
    expect((await read('raced')).metadata?.finalizers).toEqual([OURS, 'example.com/others'])
  })

  test('of a deleted object need no removal', async () => {
    const held = await addFinalizer(kit.client, gearPlace('gone'), await make('gone'), OURS)
    await removeFinalizer(kit.client, gearPlace('gone'), held, OURS)
    await kit.observer.delete(gearPlace('gone'))
    expect(await kindOf(removeFinalizer(kit.client, gearPlace('gone'), held, OURS))).toBe('done')
  })
})
