import fc from 'fast-check'
import { expect, test } from 'vitest'
import { hunksOf, lineDiff } from './line-diff.ts'
import { reverseHunks } from './reverse-hunks.ts'

test('a hunk begins at the other line, and each part of it has what is removed first', () => {
  const hunks = hunksOf(lineDiff('top\na\nb\nkept\nc\n', 'top\nx\nkept\ny\nz\n'), 0)
  expect(reverseHunks(hunks)).toEqual([
    {
      oldStart: 2,
      newStart: 2,
      lines: [
        { change: 'removed', text: 'x' },
        { change: 'added', text: 'a' },
        { change: 'added', text: 'b' },
      ],
    },
    {
      oldStart: 4,
      newStart: 5,
      lines: [
        { change: 'removed', text: 'y' },
        { change: 'removed', text: 'z' },
        { change: 'added', text: 'c' },
      ],
    },
  ])
})

const text = fc.array(fc.constantFrom('a', 'b', 'c', ''), { maxLength: 12 }).map(lines => lines.join('\n'))

test('it leads from the new text to the old one, and turned again to where it was', () => {
  fc.assert(
    fc.property(text, text, (before, after) => {
      const hunks = hunksOf(lineDiff(before, after), 1)
      const reversed = reverseHunks(hunks)
      const side = (of: typeof hunks, gone: string) =>
        of.map(({ lines }) => lines.filter(({ change }) => change !== gone).map(line => line.text))
      expect(side(reversed, 'added')).toEqual(side(hunks, 'removed'))
      expect(side(reversed, 'removed')).toEqual(side(hunks, 'added'))
      expect(reversed.map(({ oldStart, newStart }) => [newStart, oldStart])).toEqual(
        hunks.map(({ oldStart, newStart }) => [oldStart, newStart]),
      )
    }),
  )
})
