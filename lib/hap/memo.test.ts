import { expect, test } from 'vitest'
import { TupleCache } from './memo.ts'

test('returns one value for equal texts with any characters', () => {
  const made: string[] = []
  const values = new TupleCache<string>()
  const get = (...texts: string[]) =>
    values.get(texts, () => {
      made.push(texts.join('|'))
      return `${made.length}`
    })
  expect([get('a', 'b'), get('a', 'b'), get('ab', ''), get('', 'ab'), get('a'), get(), get('a'), get()]).toEqual([
    '1',
    '1',
    '2',
    '3',
    '4',
    '5',
    '4',
    '5',
  ])
  expect(made).toEqual(['a|b', 'ab|', '|ab', 'a', ''])
})
