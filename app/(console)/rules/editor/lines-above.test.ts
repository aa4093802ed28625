import { Text } from '@codemirror/state'
import { expect, test } from 'vitest'
import { linesAbove } from './lines-above.ts'

const found = (lines: readonly string[]) => {
  const doc = Text.of(lines)
  return lines.map((_, at) => [...linesAbove(doc, doc.line(at + 1))])
}

test('the nearest line comes first, and empty ones are left out', () => {
  expect(found(['a', '', '  - b', 'c'])).toEqual([[], ['a'], ['a'], ['  - b', 'a']])
  expect(found(['', 'a'])).toEqual([[], []])
})

test('a long text is no other', () => {
  const lines = Array.from({ length: 600 }, (_, at) => `- ${at}`)
  expect(found(lines)).toEqual(lines.map((_, at) => lines.slice(0, at).reverse()))
})
