import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { GEARS, type Gear, type GearGarden, NAMESPACE, startGearGarden, TESTED } from '../../../test/operators/gears.ts'
import { soon } from '../../../test/operators/soon.ts'
import { createEventRecorder, EVENTS, type EventObject, type EventRecorder } from './event-recorder.ts'

const CONTROLLER = 'example.com/gears'
const TURNED = { type: 'Normal', reason: 'Turned', action: 'Turn', note: 'It turned.' } as const

let kit: GearGarden
const closing: (() => Promise<unknown>)[] = []

beforeAll(async () => {
  kit = await startGearGarden()
})

afterEach(async () => {
  kit.garden.faults.clear()
  vi.useRealTimers()
  for (const close of closing.splice(0)) await close()
})

afterAll(() => kit.stop())

function record(clock: () => number = Date.now) {
  const failures: unknown[] = []
  const recorder: EventRecorder = createEventRecorder({
    client: kit.client,
    controller: CONTROLLER,
    instance: 'pod-1',
    onFailure: error => failures.push(error),
    random: () => 0,
    clock,
  })
  closing.push(() => recorder.stop())
  return { recorder, failures }
}

const make = (name: string) =>
  kit.observer.create<Gear>({ resource: GEARS, namespace: NAMESPACE }, { metadata: { name }, spec: { teeth: 3 } })

async function eventsOf({ metadata }: Gear, namespace = NAMESPACE): Promise<EventObject[]> {
  const events: EventObject[] = []
  await kit.observer.page<EventObject>({ resource: EVENTS, namespace }, { limit: 500 }, event => {
    if (event.regarding?.name === metadata?.name) events.push(event)
  })
  return events
}

describe('the recorder of events', () => {
  test('writes an event for an object in its namespace', async () => {
    const gear = await make('told')
    const { recorder } = record()
    recorder.record(GEARS, gear, TURNED)
    await soon(() => eventsOf(gear)).toHaveLength(1)
    const [event] = await eventsOf(gear)
    expect(event).toMatchObject({
      ...TURNED,
      reportingController: CONTROLLER,
      reportingInstance: 'pod-1',
      regarding: {
        apiVersion: 'example.com/v1',
        kind: 'Gear',
        namespace: NAMESPACE,
        name: 'told',
        uid: gear.metadata?.uid,
      },
    })
    expect(event?.series).toBeUndefined()
    expect(Date.parse(event?.eventTime ?? '')).toBeGreaterThan(Date.now() - 60_000)
  })

  test('writes events of cluster-scoped objects to default', async () => {
    const { recorder } = record()
    const node: Gear = { metadata: { name: 'node-1', uid: 'u' }, spec: { teeth: 1 } }
    recorder.record({ group: '', version: 'v1', plural: 'nodes', kind: 'Node' }, node, TURNED)
    await soon(() => eventsOf(node, 'default')).toHaveLength(1)
  })

  test('accepts any name and any length of text', async () => {
    const { recorder, failures } = record()
    const gear = await make(`${'a'.repeat(235)}.${'b'.repeat(17)}`)
    recorder.record(GEARS, gear, { ...TURNED, note: 'ä'.repeat(2_000), reason: 'R'.repeat(300) })
    await soon(() => eventsOf(gear)).toHaveLength(1)
    expect(failures).toEqual([])
  })

  test('counts repetitions in one event and starts another after a pause', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date', 'performance'], shouldAdvanceTime: true })
    const gear = await make('repeated')
    const { recorder } = record()
    recorder.record(GEARS, gear, TURNED)
    await soon(() => eventsOf(gear)).toHaveLength(1)
    for (let i = 0; i < 5; i++) recorder.record(GEARS, gear, TURNED)
    recorder.record(GEARS, gear, { ...TURNED, type: 'Warning', reason: 'Stuck' })
    await soon(() => eventsOf(gear)).toHaveLength(2)
    await vi.advanceTimersByTimeAsync(60_000)
    const series = async () => (await eventsOf(gear)).map(event => `${event.reason} ${event.series?.count ?? 1}`).sort()
    await soon(series).toEqual(['Stuck 1', 'Turned 6'])
    await vi.advanceTimersByTimeAsync(400_000)
    recorder.record(GEARS, gear, TURNED)
    await soon(series).toEqual(['Stuck 1', 'Turned 1', 'Turned 6'])
  })

  test('retries when the server fails, and drops what it refuses', async () => {
    const gear = await make('failing')
    const { recorder, failures } = record()
    for (const mishap of [{ type: 'status', status: 503, reason: 'Unavailable' }, { type: 'lose-answer' }] as const)
      kit.garden.faults.add({ match: { userAgent: TESTED, resource: 'events.events.k8s.io' }, mishap })
    recorder.record(GEARS, gear, TURNED)
    await soon(() => kit.garden.faults.waiting).toEqual([])
    await soon(() => eventsOf(gear)).toHaveLength(1)
    expect([recorder.lost, failures]).toEqual([0, []])
    const elsewhere = { metadata: { ...gear.metadata, namespace: 'nowhere', uid: 'other' } }
    recorder.record(GEARS, elsewhere, TURNED)
    await soon(() => recorder.lost).toBe(1)
    expect(failures).toHaveLength(1)
    expect(await eventsOf(gear)).toHaveLength(1)
  })

  test('keeps only the written part of a long note', async () => {
    const gear = await make('wordy')
    const { recorder } = record()
    const note = 'x'.repeat(2_000)
    for (let i = 0; i < 40; i++) recorder.record(GEARS, gear, { ...TURNED, note: `${note} ${i}` })
    expect(recorder.lost).toBe(0)
    await soon(() => eventsOf(gear)).toHaveLength(1)
  })

  test('limits the number of series per object', async () => {
    const gear = await make('noisy')
    const { recorder } = record()
    for (let i = 0; i < 40; i++) recorder.record(GEARS, gear, { ...TURNED, note: `Number ${i}.` })
    expect(recorder.lost).toBe(15)
    await soon(() => eventsOf(gear)).toHaveLength(25)
  })
})
