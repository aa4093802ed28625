import { setImmediate } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { splitIntoParts } from './time-slices.ts'

const items = Array.from({ length: 2_000 }, (_, n) => n)

test('splits rows into parts in their order', async () => {
  const rows: number[] = []
  const sizes: number[] = []
  for await (const part of splitIntoParts(items)) {
    rows.push(...part)
    sizes.push(part.length)
  }
  expect(rows).toEqual(items)
  expect(sizes).toEqual([500, 500, 500, 500])
})

test('runs other work after each part of 20 parallel files', async () => {
  let made = 0
  const readAll = async () => {
    for await (const part of splitIntoParts(items)) made += part.length
  }
  const files = Promise.all(Array.from({ length: 20 }, readAll))
  let most = 0
  for (let before = 0; made < 20 * items.length; before = made) {
    await setImmediate()
    most = Math.max(most, made - before)
  }
  await files
  expect(most).toBeLessThanOrEqual(1_000)
})

test('an abandoned file does not block others', async () => {
  const left = splitIntoParts(items)
  await left.next()
  let made = 0
  for await (const part of splitIntoParts(items)) made += part.length
  expect(made).toBe(items.length)
})
