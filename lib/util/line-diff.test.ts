import fc from 'fast-check'
import { expect, test } from 'vitest'
import { cutHunks, diffHunks, reverseHunks } from './line-diff.ts'

const SIGNS = { kept: ' ', removed: '-', added: '+' } as const
/** All lines of a diff, including unchanged ones. */
const allLines = (before: string, after: string) => diffHunks(before, after, 100).flatMap(({ lines }) => lines)
const written = (before: string, after: string) =>
  allLines(before, after).map(({ change, text }) => SIGNS[change] + text)

test.each([
  ['', '', []],
  ['a\n', 'a', []],
  ['a\r\nb\r\n', 'a\nb\n', []],
  ['a\r\nb\r\n', 'a\nc\n', [' a', '-b', '+c']],
  ['a\nb\nc\n', 'a\nx\nc\n', [' a', '-b', '+x', ' c']],
  ['a\nb\n', 'b\nc\n', ['-a', ' b', '+c']],
  ['', 'a\nb', ['+a', '+b']],
  ['a\na\n', 'a\n', [' a', '-a']],
])('from %j to %j', (before, after, expected) => {
  expect(written(before, after)).toEqual(expected)
})

const text = fc.array(fc.constantFrom('a', 'b', 'c', ''), { maxLength: 12 }).map(lines => lines.join('\n'))
const lines = (of: string) => (of === '' ? [] : of.replace(/\n$/, '').split('\n'))

test('a diff contains both texts, and is empty for equal ones', () => {
  fc.assert(
    fc.property(text, text, (before, after) => {
      const diff = allLines(before, after)
      if (diff.length === 0) {
        expect(lines(before)).toEqual(lines(after))
        return
      }
      const side = (gone: string) => diff.filter(({ change }) => change !== gone).map(line => line.text)
      expect(side('added')).toEqual(lines(before))
      expect(side('removed')).toEqual(lines(after))
      expect(diffHunks(before, before)).toEqual([])
    }),
  )
})

test('replaces long texts without common lines as a whole', () => {
  const many = (name: string) => Array.from({ length: 3_000 }, (_, n) => `${name}${n}`).join('\n')
  expect(diffHunks(many('a'), many('b')).map(({ lines }) => lines.length)).toEqual([6_000])
})

test('hunks have three lines of context, and their line numbers', () => {
  const before = Array.from({ length: 30 }, (_, n) => `line ${n + 1}`)
  const after = before.with(9, 'ten').toSpliced(24, 1)
  const hunks = diffHunks(before.join('\n'), after.join('\n'))
  expect(hunks.map(({ oldStart, newStart, lines: { length } }) => [oldStart, newStart, length])).toEqual([
    [7, 7, 8],
    [22, 22, 7],
  ])
  expect(diffHunks('a', 'a')).toEqual([])
  expect(diffHunks('', 'a')).toEqual([{ oldStart: 1, newStart: 1, lines: [{ change: 'added', text: 'a' }] }])
})

const HUNKS = diffHunks('a\nb\nc\nd\ne\n', 'x\nb\nc\nd\ny\n', 0)

test.each([
  [9, 4, 0],
  [4, 4, 0],
  [3, 3, 1],
  [2, 2, 2],
  [1, 1, 3],
  [0, 0, 4],
])('limited to %i lines it has %i, and omits %i', (most, shown, more) => {
  const { hunks, moreLines } = cutHunks(HUNKS, most)
  expect(hunks.flatMap(({ lines }) => lines)).toEqual(HUNKS.flatMap(({ lines }) => lines).slice(0, shown))
  expect(hunks.every(({ lines }) => lines.length > 0)).toBe(true)
  expect(moreLines).toBe(more)
})

test('the parts of a hunk start with the removed lines', () => {
  const hunks = diffHunks('top\na\nb\nkept\nc\n', 'top\nx\nkept\ny\nz\n', 0)
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

const patchText = fc.array(fc.constantFrom('a', 'b', 'c', ''), { maxLength: 12 }).map(lines => lines.join('\n'))

test('the reversed patch restores the old text', () => {
  fc.assert(
    fc.property(patchText, patchText, (before, after) => {
      const hunks = diffHunks(before, after, 1)
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
