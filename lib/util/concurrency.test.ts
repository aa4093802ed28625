import { expect, test } from 'vitest'
import { Limiter, mapConcurrently, StreamSlots } from './concurrency.ts'

test('keeps the order of the items and the limit', async () => {
  let running = 0
  let most = 0
  const work = async (item: number) => {
    most = Math.max(most, ++running)
    await new Promise(resolve => setImmediate(resolve))
    running--
    return item * 2
  }
  expect(await mapConcurrently([1, 2, 3, 4, 5], 2, work)).toEqual([2, 4, 6, 8, 10])
  expect(most).toBe(2)
})

test('a failure starts no further call, and waits for running ones', async () => {
  const begun: number[] = []
  const slow = Promise.withResolvers<void>()
  let isSettled = false
  const end = mapConcurrently([1, 2, 3, 4], 2, async item => {
    begun.push(item)
    if (item === 1) throw new Error('first')
    await slow.promise
  }).finally(() => {
    isSettled = true
  })
  end.catch(() => undefined)
  await new Promise(resolve => setImmediate(resolve))
  expect([begun, isSettled]).toEqual([[1, 2], false])
  slow.resolve()
  await expect(end).rejects.toThrow('first')
  expect(begun).toEqual([1, 2])
})

test('the limiter passes its slot on, also after a failure', async () => {
  const limiter = new Limiter(1)
  const first = Promise.withResolvers<void>()
  const order: string[] = []
  const one = limiter.run(() => first.promise).catch(() => order.push('one failed'))
  const two = limiter.run(async () => void order.push('two'))
  expect(limiter.waiting).toBe(1)
  first.reject(new Error('no'))
  await Promise.all([one, two])
  expect(order.toSorted()).toEqual(['one failed', 'two'])
  expect(limiter.waiting).toBe(0)
})

test('limits the streams of each user and reuses released slots', () => {
  const places = new StreamSlots(2)
  const first = places.take('a')
  expect(places.take('a')).not.toBeNull()
  expect(places.take('a')).toBeNull()
  expect(places.take('b')).not.toBeNull()
  first?.()
  expect(places.take('a')).not.toBeNull()
  expect(places.take('a')).toBeNull()
})
