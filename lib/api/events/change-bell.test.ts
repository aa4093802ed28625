import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ChangeBell, followNumber } from './change-bell.ts'

const COLLECTED_MS = 200
const BETWEEN_MS = 2

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

function bell() {
  const sources = new Set<() => void>()
  let version = 0
  const made = new ChangeBell(
    listener => {
      sources.add(listener)
      return () => sources.delete(listener)
    },
    () => version,
  )
  const change = () => {
    version++
    for (const source of sources) source()
  }
  return { bell: made, sources, change }
}

test('all hear of a burst once, one after the other', () => {
  const { bell: shared, change } = bell()
  const heard: number[] = []
  for (let n = 0; n < 30; n++) shared.subscribe(() => void heard.push(n))
  change()
  vi.advanceTimersByTime(COLLECTED_MS - 1)
  change()
  expect(heard).toEqual([])
  vi.advanceTimersByTime(1)
  expect(heard).toEqual([0])
  vi.advanceTimersByTime(28 * BETWEEN_MS)
  expect(heard).toHaveLength(29)
  vi.advanceTimersByTime(10_000)
  expect(heard).toEqual(Array.from({ length: 30 }, (_, n) => n))
  change()
  vi.advanceTimersByTime(COLLECTED_MS + 30 * BETWEEN_MS)
  expect(heard).toHaveLength(60)
})

test('those of one subject hear of the same changes in a row, the next subject of what changed meanwhile too', () => {
  const { bell: shared, change } = bell()
  const heard: string[] = []
  for (const [name, subject] of [
    ['a', 'shoots'],
    ['b', 'pools'],
    ['c', 'shoots'],
    ['d', 'pools'],
  ] as const)
    shared.subscribe(
      until => {
        heard.push(`${name}${until}`)
        change()
      },
      () => subject,
    )
  change()
  vi.advanceTimersByTime(COLLECTED_MS + 3 * BETWEEN_MS)
  expect(heard).toEqual(['b1', 'd1', 'a3', 'c3'])
})

test('what changes while they are told they hear of the next time, though nothing changes after it', () => {
  const { bell: shared, change } = bell()
  const heard: number[] = []
  shared.subscribe(until => void heard.push(until))
  shared.subscribe(() => {})
  change()
  vi.advanceTimersByTime(COLLECTED_MS)
  change()
  vi.advanceTimersByTime(BETWEEN_MS + COLLECTED_MS)
  expect(heard).toEqual([1, 2])
  vi.advanceTimersByTime(10_000)
  expect(heard).toEqual([1, 2])
})

test('nothing is followed while nobody listens, and who has left hears nothing', () => {
  const { bell: shared, sources, change } = bell()
  const heard = vi.fn()
  const leave = shared.subscribe(() => heard())
  const leaveToo = shared.subscribe(() => heard())
  expect(sources.size).toBe(1)
  change()
  leave()
  expect(sources.size).toBe(1)
  leaveToo()
  expect(sources.size).toBe(0)
  vi.advanceTimersByTime(10_000)
  expect(heard).not.toHaveBeenCalled()
  shared.subscribe(() => heard())
  change()
  vi.advanceTimersByTime(COLLECTED_MS)
  expect(heard).toHaveBeenCalledOnce()
})

test('when all leave while they are told, whoever comes next hears of the next change', () => {
  const { bell: shared, change } = bell()
  const leaves: (() => void)[] = []
  const others = vi.fn()
  leaves.push(
    shared.subscribe(() => {
      for (const leave of leaves) leave()
    }),
  )
  leaves.push(shared.subscribe(others))
  change()
  vi.advanceTimersByTime(COLLECTED_MS)
  const heard = vi.fn()
  shared.subscribe(heard)
  change()
  vi.advanceTimersByTime(COLLECTED_MS)
  expect(others).not.toHaveBeenCalled()
  expect(heard).toHaveBeenCalledOnce()
})

test('one that fails keeps nobody else from hearing, now and the next time', () => {
  const { bell: shared, change } = bell()
  const heard = vi.fn()
  const fails = vi.fn(() => {
    throw new Error('no')
  })
  shared.subscribe(fails)
  shared.subscribe(heard)
  for (const times of [1, 2]) {
    change()
    expect(() => vi.advanceTimersByTime(COLLECTED_MS)).toThrow('no')
    vi.advanceTimersByTime(10_000)
    expect([fails, heard].map(({ mock }) => mock.calls.length)).toEqual([times, times])
  }
})

test('who comes while others are told hears the next time, who leaves meanwhile hears nothing', () => {
  const { bell: shared, change } = bell()
  const [late, left] = [vi.fn(), vi.fn()]
  shared.subscribe(() => {})
  const leave = shared.subscribe(left)
  change()
  vi.advanceTimersByTime(COLLECTED_MS)
  shared.subscribe(late)
  leave()
  vi.advanceTimersByTime(10_000)
  expect(late).not.toHaveBeenCalled()
  change()
  vi.advanceTimersByTime(COLLECTED_MS + BETWEEN_MS)
  expect(late).toHaveBeenCalledOnce()
  expect(left).not.toHaveBeenCalled()
})

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('another number is told once, within a second, until nobody listens', () => {
  let number = 3
  const heard = vi.fn()
  const end = followNumber(() => number, heard)
  vi.advanceTimersByTime(5_000)
  expect(heard).not.toHaveBeenCalled()
  number = 4
  vi.advanceTimersByTime(1_000)
  expect(heard).toHaveBeenCalledTimes(1)
  vi.advanceTimersByTime(5_000)
  expect(heard).toHaveBeenCalledTimes(1)
  end()
  number = 5
  vi.advanceTimersByTime(5_000)
  expect(heard).toHaveBeenCalledTimes(1)
})
