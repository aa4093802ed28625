import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { throttled } from '../../../test/garden/throttled.ts'
import { type Priority, QueueClosedError, type Turn, WriteQueue } from './write-queue.ts'

beforeEach(() => {
  vi.useFakeTimers()
})

afterEach(() => {
  vi.useRealTimers()
})

const turn = (priority: Priority, more: Partial<Turn> = {}): Turn => ({ priority, throttled: true, ...more })

/** Records when each write begins, in milliseconds since the start of the test; a write takes `ms`. */
function recorder(queue: WriteQueue, ms = 0) {
  const start = performance.now()
  const begun: string[] = []
  const add = (name: string, how: Turn) =>
    queue.run(how, async () => {
      begun.push(`${name}@${Math.round(performance.now() - start)}`)
      await new Promise(resolve => setTimeout(resolve, ms))
      return name
    })
  return { begun, add }
}

describe('the write queue', () => {
  test('starts five writes immediately, then one each 0.4 s, at the rate of the server', async () => {
    const { begun, add } = recorder(new WriteQueue(2.5))
    const all = Array.from({ length: 8 }, (_, i) => add(String(i), turn('action')))
    await vi.advanceTimersByTimeAsync(5_000)
    expect(begun).toEqual(['0@0', '1@0', '2@0', '3@0', '4@0', '5@400', '6@800', '7@1200'])
    expect(await Promise.all(all)).toEqual(['0', '1', '2', '3', '4', '5', '6', '7'])
  })

  test('starts claims first, then actions, each in order', async () => {
    const { begun, add } = recorder(new WriteQueue(2.5))
    for (let i = 0; i < 5; i++) void add('full', turn('action'))
    for (const [name, priority] of [
      ['b1', 'bulk'],
      ['a1', 'action'],
      ['b2', 'bulk'],
      ['c1', 'claim'],
      ['a2', 'action'],
      ['c2', 'claim'],
    ] as const)
      void add(name, turn(priority))
    await vi.advanceTimersByTimeAsync(10_000)
    expect(begun.slice(5).map(each => each.split('@')[0])).toEqual(['c1', 'c2', 'a1', 'a2', 'b1', 'b2'])
  })

  test('reserves two tokens of the bucket from bulk jobs, so that a claim never waits for one', async () => {
    const { begun, add } = recorder(new WriteQueue(2.5))
    for (let i = 0; i < 20; i++) void add(`b${i}`, turn('bulk'))
    await vi.advanceTimersByTimeAsync(2_010)
    void add('c1', turn('claim'))
    void add('c2', turn('claim'))
    await vi.advanceTimersByTimeAsync(0)
    expect(begun.filter(each => each.startsWith('c'))).toEqual(['c1@2010', 'c2@2010'])
    expect(begun.filter(each => each.startsWith('b')).slice(0, 5)).toEqual(['b0@0', 'b1@0', 'b2@0', 'b3@400', 'b4@800'])
  })

  test('has at most two bulk requests and sixteen requests in flight', async () => {
    const queue = new WriteQueue(0)
    const { begun, add } = recorder(queue, 1_000)
    for (let i = 0; i < 4; i++) void add('b', turn('bulk'))
    for (let i = 0; i < 20; i++) void add('a', turn('action'))
    await vi.advanceTimersByTimeAsync(500)
    expect([begun.filter(each => each.startsWith('b')).length, begun.length]).toEqual([2, 16])
    await vi.advanceTimersByTimeAsync(5_000)
    expect(begun).toHaveLength(24)
  })

  test('does not delay writes that Gardener does not throttle', async () => {
    const { begun, add } = recorder(new WriteQueue(2.5))
    for (let i = 0; i < 7; i++) void add('s', turn('action'))
    for (let i = 0; i < 10; i++) void add('w', turn('bulk', { throttled: false }))
    await vi.advanceTimersByTimeAsync(10)
    expect(begun.filter(each => each.startsWith('w'))).toHaveLength(10)
    expect(begun.filter(each => each.startsWith('s'))).toHaveLength(5)
  })

  test('delays nothing without a limit', async () => {
    const { begun, add } = recorder(new WriteQueue(0))
    for (let i = 0; i < 300; i++) void add('c', turn('claim'))
    await vi.advanceTimersByTimeAsync(100)
    expect(begun).toHaveLength(300)
  })

  test('pauses when the server requests it', async () => {
    const queue = new WriteQueue(2.5)
    const { begun, add } = recorder(queue)
    await throttled(queue, 3_000)
    void add('c', turn('claim'))
    await vi.advanceTimersByTimeAsync(2_999)
    expect(begun).toEqual([])
    await vi.advanceTimersByTimeAsync(1)
    expect(begun).toEqual(['c@3000'])
  })

  test('limits the pause after one response', async () => {
    const queue = new WriteQueue(2.5)
    const { begun, add } = recorder(queue)
    await throttled(queue, 3_600_000)
    void add('c', turn('claim'))
    await vi.advanceTimersByTimeAsync(30_000)
    expect(begun).toEqual(['c@30000'])
  })

  test('cancels waiting writes and lets started ones continue', async () => {
    const queue = new WriteQueue(2.5)
    const { begun, add } = recorder(queue, 10)
    const stop = new AbortController()
    const outcomes = Array.from({ length: 7 }, (_, i) =>
      add(String(i), turn('action', { signal: stop.signal })).catch(String),
    )
    await vi.advanceTimersByTimeAsync(5)
    stop.abort('stopped')
    await vi.advanceTimersByTimeAsync(5_000)
    expect(await Promise.all(outcomes)).toEqual(['0', '1', '2', '3', '4', 'stopped', 'stopped'])
    expect([begun.length, queue.length]).toEqual([5, 0])
    await expect(add('late', turn('claim', { signal: stop.signal }))).rejects.toBe('stopped')
  })

  test('gives the slot of a failed write to the next', async () => {
    const queue = new WriteQueue(0)
    const fail = () => queue.run(turn('bulk'), () => Promise.reject(new Error('no')))
    const outcomes = await Promise.all([fail(), fail(), fail()].map(each => each.catch(String)))
    expect(outcomes).toEqual(['Error: no', 'Error: no', 'Error: no'])
  })

  test('rejects waiting writes when it closes', async () => {
    const queue = new WriteQueue(2.5)
    const { begun, add } = recorder(queue)
    const outcomes = Array.from({ length: 6 }, (_, i) => add(String(i), turn('claim')).catch((error: unknown) => error))
    queue.close()
    await vi.advanceTimersByTimeAsync(5_000)
    expect((await Promise.all(outcomes)).at(-1)).toBeInstanceOf(QueueClosedError)
    expect(begun).toHaveLength(5)
    await expect(add('late', turn('claim'))).rejects.toThrow(QueueClosedError)
  })
})

describe('the expected duration', () => {
  test.each<[number, Priority, number, number]>([
    [2.5, 'action', 5, 100],
    [2.5, 'action', 30, 10_000],
    [2.5, 'bulk', 1_000, 398_800],
    [0, 'bulk', 1_000, 50_000],
    [0, 'claim', 16, 100],
    [2.5, 'bulk', 0, 0],
  ])('at %d/s as %s of %d writes is %d ms', (perSecond, priority, writes, expected) => {
    expect(new WriteQueue(perSecond).expectedMs(writes, priority)).toBe(expected)
  })

  test('counts the writes ahead and a pause', async () => {
    const queue = new WriteQueue(2.5)
    await throttled(queue, 20_000)
    const { add } = recorder(queue)
    for (let i = 0; i < 10; i++) add('b', turn('bulk')).catch(() => undefined)
    // One write succeeded immediately, so the queue expects 90 ms.
    expect(queue.expectedMs(5, 'claim')).toBe(20_090)
    expect(queue.expectedMs(5, 'bulk')).toBe(20_000 + (15 - 3) * 400)
  })

  test('follows the measured latency of the server', async () => {
    const queue = new WriteQueue(0)
    const { add } = recorder(queue, 2_000)
    for (let i = 0; i < 50; i++) void add('c', turn('claim'))
    await vi.advanceTimersByTimeAsync(20_000)
    expect(queue.expectedMs(16, 'claim')).toBeGreaterThan(1_500)
  })
})
