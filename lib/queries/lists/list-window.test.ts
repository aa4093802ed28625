import { expect, test } from 'vitest'
import { randomNumbers } from '../../../test/engine/random.ts'
import { type ListShape, selectItems, sliceWindow } from './list-window.ts'

interface Item {
  readonly id: number
  readonly size: number | null
}

const SHAPE: ListShape<Item> = {
  fields: [],
  read: () => () => null,
  orders: { id: (a, b) => a.id - b.id, size: (a, b) => (a.size ?? 0) - (b.size ?? 0) },
  defaultSort: 'id',
  tie: (a, b) => a.id - b.id,
  lacks: { size: ({ size }) => size === null },
}

const random = randomNumbers(3)
const ITEMS: readonly Item[] = Array.from({ length: 1_000 }, (_, id) => ({
  id,
  size: random() < 0.3 ? null : Math.floor(random() * 50),
})).sort(() => random() - 0.5)

test.each(['id', '-id', 'size', '-size', 'unknown', ''])(
  'a window sorted by "%s" is a part of the whole list',
  sort => {
    const { found } = selectItems(ITEMS, { q: '', sort }, SHAPE)
    for (const [offset, limit] of [
      [0, 10],
      [40, 60],
      [0, 1],
      [120, 10],
      [900, 200],
      [2_000, 10],
    ] as const)
      expect(sliceWindow(ITEMS, { sort, offset, limit }, SHAPE)).toEqual(found.slice(offset, offset + limit))
  },
)
