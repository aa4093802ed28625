import { stripVTControlCharacters } from 'node:util'
import { describe, expect, test } from 'vitest'
import { createPaint, escapeControls, formatColumns, hasColour, widthOf } from './terminal.ts'

test('columns are aligned, except the last cell of a row', () => {
  const paint = createPaint(true)
  const rows = [['a', paint('red', 'bb'), 'x'], ['aaaa', 'b', 'a long end'], ['one cell, and long']]
  expect(formatColumns(rows).map(line => stripVTControlCharacters(line))).toEqual([
    'a     bb  x',
    'aaaa  b   a long end',
    'one cell, and long',
  ])
})

test('colours take no width', () => {
  expect(widthOf(createPaint(true)('bold', 'aé😀'))).toBe(3)
  expect(createPaint(false)('bold', 'a')).toBe('a')
})

describe('colours are enabled', () => {
  test.each([
    [{ isTTY: true, hasColors: () => true }, true],
    [{ isTTY: true, hasColors: () => false }, false],
    [{ isTTY: false, hasColors: () => true }, false],
    [{}, false],
  ])('on %j: %j', (stream, expected) => {
    expect(hasColour(stream)).toBe(expected)
  })
})

test.each([
  ['a\tb\r\nc\n', 'a\tb\r\nc\n'],
  [createPaint(true)('red', 'a'), createPaint(true)('red', 'a')],
  ['\x1b]0;title\x07', '\ufffd]0;title\ufffd'],
  ['\x1b[2Ja\x9b2J', '\ufffd[2Ja\ufffd2J'],
  ['passed\rfailed', 'passed\ufffdfailed'],
  ['passed\r[1mfailed', 'passed\ufffd[1mfailed'],
])('sanitises %j as %j', (text, shown) => {
  expect(escapeControls(text)).toBe(shown)
})
