import { expect, test } from 'vitest'
import { ManualClock } from '../../../../test/kit/clock.ts'
import { WorkQueue } from './work-queue.ts'

test('a key added repeatedly runs once', () => {
  const turns: string[] = []
  const clock = new ManualClock()
  const queue = new WorkQueue(key => {
    turns.push(key)
    return null
  }, clock)
  for (const key of ['a', 'b', 'a', 'a']) queue.add(key)
  clock.advance(0)
  expect(turns).toEqual(['a', 'b'])
})

test('a key is requeued at the requested time, or earlier on a change', () => {
  let turns = 0
  const clock = new ManualClock()
  const queue = new WorkQueue(() => {
    turns++
    return turns < 3 ? 60_000 : null
  }, clock)
  queue.add('a')
  clock.advance(59_999)
  expect(turns).toBe(1)
  queue.add('a')
  clock.advance(0)
  expect(turns).toBe(2)
  clock.advance(60_000)
  expect(turns).toBe(3)
})

test('a closed queue runs no more keys', () => {
  let turns = 0
  const clock = new ManualClock()
  const queue = new WorkQueue(() => {
    turns++
    return null
  }, clock)
  queue.add('a')
  queue.close()
  queue.add('b')
  clock.advance(60_000)
  expect(turns).toBe(0)
})
