import { setTimeout as delay } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { waitFor } from '../../../test/kit/wait.ts'
import { WorkQueue } from './work-queue.ts'

test('a key that is added often has one turn', async () => {
  const turns: string[] = []
  const queue = new WorkQueue(key => {
    turns.push(key)
    return null
  })
  for (const key of ['a', 'b', 'a', 'a']) queue.add(key)
  await delay(20)
  expect(turns).toEqual(['a', 'b'])
})

test('a reconciler gets the turn it asks for, and earlier when something happens', async () => {
  let turns = 0
  const queue = new WorkQueue(() => {
    turns++
    return turns === 1 ? 60_000 : null
  })
  queue.add('a')
  await waitFor(() => (turns === 1 ? true : null))
  queue.add('a')
  expect(await waitFor(() => (turns === 2 ? 'again' : null))).toBe('again')
})

test('a closed queue gives no more turns', async () => {
  let turns = 0
  const queue = new WorkQueue(() => {
    turns++
    return null
  })
  queue.add('a')
  queue.close()
  queue.add('b')
  await delay(20)
  expect(turns).toBe(0)
})
