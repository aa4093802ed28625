import { expect, test } from 'vitest'
import { cutText, isOneLine, isPlainText, isVisible } from './text.ts'

test.each([
  ['Übung macht den Meister 日本 \u{1f600}', true, true],
  ['عربى', true, true],
  ['a\nb\tc\r\n', true, false],
  ['a\u2028b', true, false],
  ['a\0b', false, false],
  ['a\u001b[31mb', false, false],
  ['\ud800', false, false],
  ['a\u202egnp.exe', false, false],
  ['a\u2066b\u2069', false, false],
])('%j is plain: %s, one line: %s', (text, plain, line) => {
  expect([isPlainText(text), isOneLine(text)]).toEqual([plain, line])
})

test.each([
  ['x', true],
  ['日本', true],
  ['\u{1f600}', true],
  ['❤\ufe0f', true],
  ['-', true],
  ['', false],
  [' \t\n\u00a0', false],
  ['\u200b\u2060\ufeff', false],
  ['\u00ad\u3164\u2800', false],
])('%j is visible as: %s', (text, seen) => {
  expect(isVisible(text)).toBe(seen)
})

test.each([
  ['abc', 3, 'abc'],
  ['abcd', 3, 'abc'],
  ['', 3, ''],
  ['ab😀', 4, 'ab😀'],
  ['ab😀', 3, 'ab'],
  ['a😀b', 3, 'a😀'],
])('truncates %s to %i characters as %s', (text, most, cut) => {
  expect(cutText(text, most)).toBe(cut)
})
