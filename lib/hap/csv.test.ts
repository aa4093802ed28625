import { expect, test } from 'vitest'
import { csvLine } from './csv.ts'

test.each<[string, string]>([
  ['plain words', 'plain words'],
  ['a, b', '"a, b"'],
  ['say "hi"', '"say ""hi"""'],
  ['two\nlines', '"two\nlines"'],
  ['=HYPERLINK("http://x")', '"\'=HYPERLINK(""http://x"")"'],
  ['+1', "'+1"],
  ['-2+3', "'-2+3"],
  ['@SUM(A1)', "'@SUM(A1)"],
  ['  =1', "'  =1"],
  ['\t=1', "'\t'=1"],
  ['\tx', "'\tx"],
  ['\r=1', '"\'\r=1"'],
  ['＝1', "'＝1"],
  ['a=b', 'a=b'],
  ['see;=HYPERLINK(1);x', "see;'=HYPERLINK(1);x"],
  ['a; +1\t-2', "a; '+1\t'-2"],
  ['a; b-c; d', 'a; b-c; d'],
  ['2026-11-21T10:00:00.000Z', '2026-11-21T10:00:00.000Z'],
  ['', ''],
])('%j is written as %j', (cell, written) => {
  expect(csvLine([cell])).toBe(`${written}\r\n`)
})

test('cells are separated by commas; a missing cell is empty', () => {
  expect(csvLine(['a', null, 'b,c'])).toBe('a,,"b,c"\r\n')
})
