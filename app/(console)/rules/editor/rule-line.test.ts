import { expect, test } from 'vitest'
import { isRuleItem, itemSpan, lineParts, ruleItems } from './rule-line.ts'

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

test.each([
  ['    - one', false],
  ['    - aws', true],
  ['- four', false],
])('in a values.yaml, %j is a rule: %j', (line, expected) => {
  expect(isRuleItem(number => VALUES[number - 1] ?? '', VALUES.indexOf(line) + 1)).toBe(expected)
})

test('in a plain list every item is a rule', () => {
  const lines = ['# rules', '- aws', '- gcp', '']
  expect(lines.map((_, index) => isRuleItem(number => lines[number - 1] ?? '', index + 1))).toEqual([
    false,
    true,
    true,
    false,
  ])
})

test('the lines of a range are told apart as each alone', () => {
  const lineAt = (number: number) => VALUES[number - 1] ?? ''
  const alone = VALUES.flatMap((_, index) => (isRuleItem(lineAt, index + 1) ? [index + 1] : []))
  expect([...ruleItems(lineAt, 1, VALUES.length)]).toEqual(alone)
  expect([...ruleItems(lineAt, 8, 9)]).toEqual(alone.filter(number => number === 8 || number === 9))
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
])('%j is coloured', (line, isRule, expected) => {
  expect(shown(line, isRule)).toEqual(expected)
})
