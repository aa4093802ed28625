import { expect, test } from 'vitest'
import { readTogether } from './read-together.ts'

/** Statements in the order in which they begin; each ends when it is told to. */
function statements() {
  const begun: { readonly ids: readonly string[]; end(rows: Record<string, number> | Error): void }[] = []
  const read = readTogether<number>(
    ids =>
      new Promise((resolve, reject) =>
        begun.push({
          ids,
          end: rows => (rows instanceof Error ? reject(rows) : resolve(new Map(Object.entries(rows)))),
        }),
      ),
  )
  const at = async (index: number) => {
    await expect.poll(() => begun.length).toBe(index + 1)
    const statement = begun[index]
    return statement ?? expect.unreachable()
  }
  return { read, at }
}

test('who asks meanwhile shares the next statement, and none is given what was read before', async () => {
  const { read, at } = statements()
  const first = read('a')
  const one = await at(0)
  const later = [read('a'), read('b'), read('b'), read('gone')]
  one.end({ a: 1 })
  expect(await first).toBe(1)
  const two = await at(1)
  expect([one.ids, two.ids]).toEqual([['a'], ['a', 'b', 'gone']])
  two.end({ a: 2, b: 3 })
  expect(await Promise.all(later)).toEqual([2, 3, 3, null])
})

test('a statement that fails is told to those it was for alone', async () => {
  const { read, at } = statements()
  const first = read('a')
  const one = await at(0)
  const second = read('a')
  one.end(new Error('gone'))
  await expect(first).rejects.toThrow('gone')
  const two = await at(1)
  two.end({ a: 1 })
  expect(await second).toBe(1)
})
