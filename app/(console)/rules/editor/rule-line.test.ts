import { Text } from '@codemirror/state'
import { expect, test } from 'vitest'
import { isRuleItem, itemSpan, lineParts, linesAbove, ruleItems } from './rule-line.ts'

test.each([
  ['    - aws(PR=x) -> EU # eu', 'aws(PR=x) -> EU'],
  ['- "aws" # all', 'aws'],
  ["- 'aws", 'aws'],
  ['- ', ''],
  ['-', ''],
  ['- # nothing', ''],
  ['- aws#x', 'aws#x'],
  ['rule:', null],
  ['-aws', null],
])('the item of %j is %j', (line, expected) => {
  const span = itemSpan(line)
  expect(span && line.slice(span.start, span.end)).toBe(expected)
})

const VALUES = `hap:
  other:
    - one
  # a comment
  rule:

    # two
    - aws
- three
args:
- four
x:
  rule: [a]`.split('\n')

const above = (lines: readonly string[], place: number) => lines.slice(0, place).reverse()

test.each([
  ['    - one', false],
  ['    - aws', true],
  ['- four', false],
])('in a values.yaml, %j is a rule: %j', (line, expected) => {
  expect(isRuleItem(line, above(VALUES, VALUES.indexOf(line)))).toBe(expected)
})

test('treats every item of a plain list as a rule', () => {
  const lines = ['# rules', '- aws', '- gcp', '']
  expect(lines.map((line, place) => isRuleItem(line, above(lines, place)))).toEqual([false, true, true, false])
})

test('classifies a range of lines like each line alone', () => {
  const alone = VALUES.flatMap((line, place) => (isRuleItem(line, above(VALUES, place)) ? [place] : []))
  expect([...ruleItems(VALUES, place => above(VALUES, place))]).toEqual(alone)
  const some = ruleItems(VALUES.slice(7, 9), place => above(VALUES, place + 7))
  expect([...some].map(place => place + 7)).toEqual(alone.filter(place => place === 7 || place === 8))
})

const shown = (line: string, isRule: boolean) =>
  lineParts(line, isRule)
    .filter(({ kind }) => kind !== 'sign')
    .map(({ kind, start, end }) => `${kind}:${line.slice(start, end)}`)

test.each([
  ['  - aws(PR=x) -> EU # eu', true, ['plan:aws', 'attribute:PR', 'value:x', 'output:EU', 'comment:# eu']],
  ['  - aws # eu', false, ['comment:# eu']],
  ['  rule: # rules', false, ['key:rule', 'comment:# rules']],
  ['# all of it', false, ['comment:# all of it']],
  ['x: a#b', false, ['key:x']],
])('highlights %j', (line, isRule, expected) => {
  expect(shown(line, isRule)).toEqual(expected)
})

const found = (lines: readonly string[]) => {
  const doc = Text.of(lines)
  return lines.map((_, at) => [...linesAbove(doc, doc.line(at + 1))])
}

test('yields the nearest line first and skips empty lines', () => {
  expect(found(['a', '', '  - b', 'c'])).toEqual([[], ['a'], ['a'], ['  - b', 'a']])
  expect(found(['', 'a'])).toEqual([[], []])
})

test('returns the same lines for a long text', () => {
  const lines = Array.from({ length: 600 }, (_, at) => `- ${at}`)
  expect(found(lines)).toEqual(lines.map((_, at) => lines.slice(0, at).reverse()))
})
