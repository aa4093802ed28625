import { expect, test } from 'vitest'
import { isOneLine, isPlainText } from './plain-text.ts'

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
