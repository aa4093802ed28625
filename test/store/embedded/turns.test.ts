import { expect, test } from 'vitest'
import { testStore } from '../test-store.ts'

test('a reader of many pages of the embedded database does not block the event loop', async () => {
  const { db } = await testStore()
  const read = () => db.$queryRaw`SELECT count(*) FROM generate_series(1, 20000)`
  await read()
  let turns = 0
  let next = setImmediate(function count() {
    turns++
    next = setImmediate(count)
  })
  for (let page = 0; page < 200; page++) await read()
  clearImmediate(next)
  expect(turns).toBeGreaterThanOrEqual(3)
})
