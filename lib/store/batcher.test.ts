import { expect, test } from 'vitest'
import { Batcher } from './batcher.ts'
import { StoreError } from './database/store-errors.ts'

/** Doubles numbers, records each batch, and waits until it may end. */
function doubling(failsOn: (item: number) => Error | null = () => null) {
  const turns: (readonly number[])[] = []
  const ends: (() => void)[] = []
  const together = new Batcher(async (items: readonly number[]) => {
    turns.push(items)
    await new Promise<void>(resolve => ends.push(resolve))
    const failure = items.map(failsOn).find(each => each !== null)
    if (failure) throw failure
    return items.map(item => item * 2)
  })
  const end = async () => {
    while (ends.length === 0) await new Promise(setImmediate)
    ends.shift()?.()
  }
  return { together, turns, end }
}

test('batches items that arrive together, and those that arrive while a batch runs', async () => {
  const { together, turns, end } = doubling()
  const first = [together.add(1), together.add(2)]
  while (turns.length === 0) await new Promise(setImmediate)
  const next = [together.add(3), together.add(4), together.add(5)]
  await end()
  await end()
  expect(await Promise.all([...first, ...next])).toEqual([2, 4, 6, 8, 10])
  expect(turns).toEqual([
    [1, 2],
    [3, 4, 5],
  ])
})

test('starts a new batch after a pause', async () => {
  const { together, end } = doubling()
  for (const item of [1, 2]) {
    const done = together.add(item)
    await end()
    expect(await done).toBe(item * 2)
  }
})

test('fails only the bad item of a batch', async () => {
  const { together, turns, end } = doubling(item => (item === 2 ? new Error('bad') : null))
  const done = Promise.allSettled([1, 2, 3].map(item => together.add(item)))
  for (let n = 0; n < 4; n++) await end()
  expect(await done).toMatchObject([{ value: 2 }, { reason: new Error('bad') }, { value: 6 }])
  expect(turns).toEqual([[1, 2, 3], [1], [2], [3]])
})

test('fails all items immediately when the database is down', async () => {
  const down = new StoreError('down')
  const { together, turns, end } = doubling(() => down)
  const done = Promise.allSettled([1, 2].map(item => together.add(item)))
  await end()
  expect(await done).toMatchObject([{ reason: down }, { reason: down }])
  expect(turns).toHaveLength(1)
})
