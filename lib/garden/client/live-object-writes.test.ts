import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { CONFIG_MAPS, SECRETS } from '#lib/garden/resources/resource.ts'
import {
  GEARS,
  type Gear,
  type GearGarden,
  gearPlace,
  NAMESPACE,
  startGearGarden,
  TESTED,
} from '../../../test/operators/gears.ts'
import { GardenError, isAlreadyThere, isNotFound } from './garden-error.ts'

let kit: GearGarden

beforeAll(async () => {
  kit = await startGearGarden({ controllers: true })
})

afterEach(() => kit.garden.faults.clear())

afterAll(() => kit.stop())

const COLLECTION = { resource: GEARS, namespace: NAMESPACE }
const place = gearPlace

async function errorOf(work: Promise<unknown>): Promise<GardenError> {
  const error = await work.catch((cause: unknown) => cause)
  if (!(error instanceof GardenError)) throw new Error('expected a GardenError', { cause: error })
  return error
}

const make = (name: string, teeth = 12) =>
  kit.client.create<Gear>(COLLECTION, { metadata: { name }, spec: { teeth, colour: 'red' } })
const read = (name: string) => kit.observer.get<Gear>(place(name))
const versionOf = ({ metadata }: Gear) => metadata?.resourceVersion ?? ''
const uidOf = ({ metadata }: Gear) => metadata?.uid ?? ''

describe('create', () => {
  test('creates an object with its kind in its namespace', async () => {
    const made = await make('made')
    expect(made).toMatchObject({
      apiVersion: 'example.com/v1',
      kind: 'Gear',
      metadata: { name: 'made', namespace: NAMESPACE, generation: 1 },
    })
    expect(await read('made')).toEqual(made)
  })

  test('reports an existing object', async () => {
    await make('twice')
    const error = await errorOf(make('twice'))
    expect([isAlreadyThere(error), error.kind]).toEqual([true, 'invalid'])
  })

  test('lets the server generate a name', async () => {
    const made = await kit.client.create<Gear>(COLLECTION, { metadata: { generateName: 'any-' }, spec: { teeth: 1 } })
    expect(made.metadata?.name).toMatch(/^any-\w{5}/)
  })

  test('creates nothing in a dry run', async () => {
    await kit.client.create<Gear>(COLLECTION, { metadata: { name: 'dry' }, spec: { teeth: 1 } }, { dryRun: true })
    expect(isNotFound(await errorOf(read('dry')))).toBe(true)
  })

  test('names the invalid field with the message of the server', async () => {
    const error = await errorOf(make('bad', 0))
    expect(error.message).toMatch(
      /^Could not create Gear bad in gears: the server found it not valid \(422\): see spec\.teeth\. Message of the server: Gear.* "bad" is invalid: spec\.teeth: Invalid value/,
    )
  })

  test('returns no data of a Secret', async () => {
    const secret = { metadata: { name: 'hidden' }, stringData: { token: 'of-nobody' } }
    const made = await kit.client.create({ resource: SECRETS, namespace: NAMESPACE }, secret)
    expect(Object.keys(made).sort()).toEqual(['apiVersion', 'kind', 'metadata'])
    await kit.client.delete({ resource: SECRETS, namespace: NAMESPACE, name: 'hidden' })
    expect(kit.garden.services.secretGuard.refused).toEqual([])
  })

  test('has an unknown outcome when the response is lost', async () => {
    kit.garden.faults.add({ match: { verb: 'create', userAgent: TESTED }, mishap: { type: 'lose-answer' } })
    expect(await errorOf(make('lost'))).toMatchObject({ kind: 'unreachable', certainty: 'unknown' })
    expect(isAlreadyThere(await errorOf(make('lost')))).toBe(true)
  })
})

describe('apply', () => {
  const OURS = { manager: 'ours', force: true }
  const apply = (name: string, spec: Partial<Gear['spec']>, options = OURS) =>
    kit.client.apply<Gear>(place(name), { spec: spec as Gear['spec'] }, options)

  test('creates missing objects, changes existing ones, and removes fields that are no longer applied', async () => {
    await apply('applied', { teeth: 8, colour: 'blue' })
    await apply('applied', { teeth: 9 })
    expect((await read('applied')).spec).toEqual({ teeth: 9 })
  })

  test('preserves fields of other managers, and takes them over only by force', async () => {
    await make('shared', 12)
    const error = await errorOf(apply('shared', { teeth: 13 }, { manager: 'ours', force: false }))
    expect(error.kind).toBe('conflict')
    expect(error.message).toMatch(
      /^Could not patch Gear shared in gears: others set some of its fields, and would have to be overruled \(409\): see \.spec\.teeth\. Nothing was written\. Message of the server: Apply failed with 1 conflict/,
    )
    await apply('shared', { teeth: 13 })
    expect((await read('shared')).spec).toEqual({ teeth: 13, colour: 'red' })
  })

  test('of the status changes nothing else, and requires the object', async () => {
    const made = await make('turning')
    const status = { ...place('turning'), subresource: 'status' }
    const after = await kit.client.apply<Gear>(status, { status: { turns: 3 } }, OURS)
    expect(after).toMatchObject({ spec: made.spec, status: { turns: 3 }, metadata: { generation: 1 } })
    const missing = { ...place('nobody'), subresource: 'status' }
    const error = await errorOf(kit.client.apply<Gear>(missing, { status: { turns: 3 } }, OURS))
    expect(error.message).toBe('Could not patch status of Gear nobody in gears: it does not exist (404).')
  })

  test('of an older version is a conflict, also for the status', async () => {
    const made = await make('moved')
    await apply('moved', { teeth: 20 })
    const old = { ...OURS, resourceVersion: versionOf(made) }
    expect((await errorOf(apply('moved', { teeth: 21 }, old))).kind).toBe('conflict')
    const status = { ...place('moved'), subresource: 'status' }
    expect((await errorOf(kit.client.apply<Gear>(status, { status: { turns: 1 } }, old))).kind).toBe('conflict')
  })

  test('with a uid creates nothing, and does not change another object of that name', async () => {
    const made = await make('again')
    await kit.client.delete(place('again'))
    const ours = { ...OURS, uid: uidOf(made) }
    expect((await errorOf(apply('again', { teeth: 5 }, ours))).kind).toBe('conflict')
    expect(isNotFound(await errorOf(read('again')))).toBe(true)
    await make('again')
    expect(['conflict', 'invalid']).toContain((await errorOf(apply('again', { teeth: 5 }, ours))).kind)
    expect((await read('again')).spec.teeth).toBe(12)
  })

  test('writes nothing when it is repeated', async () => {
    const first = await apply('same', { teeth: 8 })
    expect(versionOf(await apply('same', { teeth: 8 }))).toBe(versionOf(first))
  })
})

describe('update', () => {
  test('replaces an object only in its version', async () => {
    const made = await make('replaced')
    const next = { metadata: { name: 'replaced' }, spec: { teeth: 30 } }
    const options = { resourceVersion: versionOf(made) }
    expect((await kit.client.update<Gear>(place('replaced'), next, options)).spec).toEqual({ teeth: 30 })
    expect((await errorOf(kit.client.update<Gear>(place('replaced'), next, options))).kind).toBe('conflict')
  })

  test('one of five concurrent updates wins', async () => {
    const made = await make('raced')
    const options = { resourceVersion: versionOf(made) }
    const ends = Array.from({ length: 5 }, (_unused, i) =>
      kit.client.update<Gear>(place('raced'), { ...made, spec: { teeth: 40 + i } }, options).then(
        () => 'won',
        (error: GardenError) => error.kind,
      ),
    )
    expect((await Promise.all(ends)).sort()).toEqual(['conflict', 'conflict', 'conflict', 'conflict', 'won'])
  })
})

describe('delete', () => {
  test('reports a missing object', async () => {
    await make('brief')
    await kit.client.delete(place('brief'))
    expect(isNotFound(await errorOf(kit.client.delete(place('brief'))))).toBe(true)
  })

  test('spares a newer object if a uid or a version is given', async () => {
    const old = await make('spared')
    await kit.client.delete(place('spared'))
    const made = await make('spared')
    expect((await errorOf(kit.client.delete(place('spared'), { uid: uidOf(old) }))).kind).toBe('conflict')
    expect((await errorOf(kit.client.delete(place('spared'), { resourceVersion: versionOf(old) }))).kind).toBe(
      'conflict',
    )
    await kit.client.delete(place('spared'), { uid: uidOf(made), resourceVersion: versionOf(made), dryRun: true })
    expect(uidOf(await read('spared'))).toBe(uidOf(made))
    await kit.client.delete(place('spared'), { uid: uidOf(made), resourceVersion: versionOf(made) })
    expect(isNotFound(await errorOf(read('spared')))).toBe(true)
  })

  test.each([
    ['Background', false],
    ['Foreground', false],
    ['Orphan', true],
  ] as const)('%s: what belongs to it stays: %s', async (propagation, stays) => {
    const name = `owner-${propagation.toLowerCase()}`
    const owner = await make(name)
    const reference = { apiVersion: 'example.com/v1', kind: 'Gear', name, uid: uidOf(owner), blockOwnerDeletion: true }
    const dependent = { resource: CONFIG_MAPS, namespace: NAMESPACE, name }
    await kit.client.create(dependent, { metadata: { name, ownerReferences: [reference] } })
    await kit.client.delete(place(name), { propagation })
    await expect.poll(() => errorOf(read(name)).then(isNotFound, () => false)).toBe(true)
    const gone = () => kit.observer.get(dependent).then(() => false, isNotFound)
    if (stays) expect(await gone()).toBe(false)
    else await expect.poll(gone).toBe(true)
  })
})
