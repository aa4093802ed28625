import { setImmediate } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { StoreBusyError } from '../database/store-errors.ts'
import { withSearchSlot } from './search.ts'

test('runs two searches concurrently and the others in order, also after a failed one', async () => {
  let open = 0
  let most = 0
  const order: number[] = []
  const search = (number: number) =>
    withSearchSlot(async () => {
      most = Math.max(most, ++open)
      order.push(number)
      await setImmediate()
      open--
      if (number === 1) throw new Error('no answer')
      return number
    })
  const numbers = Array.from({ length: 12 }, (_, n) => n)
  const found = await Promise.allSettled(numbers.map(search))
  expect(found.map(({ status }) => status)).toEqual(numbers.map(n => (n === 1 ? 'rejected' : 'fulfilled')))
  expect([most, order]).toEqual([2, numbers])
  expect(await search(99)).toBe(99)
})

test('refuses searches when too many wait, and accepts the next one afterwards', async () => {
  const found = await Promise.allSettled(Array.from({ length: 60 }, () => withSearchSlot(() => setImmediate('found'))))
  const refused = found.flatMap(result => (result.status === 'rejected' ? [result.reason] : []))
  expect(refused).toHaveLength(8)
  expect(refused[0]).toBeInstanceOf(StoreBusyError)
  expect(await withSearchSlot(async () => 'found')).toBe('found')
})
