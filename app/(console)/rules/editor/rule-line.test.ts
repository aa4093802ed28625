import { foldable } from '@codemirror/language'
import { EditorState, Text } from '@codemirror/state'
import { expect, test } from 'vitest'
import { isRuleItem, itemSpan, lineParts, linesAbove, planFolds, ruleItems } from './rule-line.ts'

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

/** Lists the foldable lines of a document, each with the last line of its fold; both from 1. */
function foldsOf(doc: string): readonly (readonly [number, number])[] {
  const state = EditorState.create({ doc, extensions: [planFolds] })
  return Array.from({ length: state.doc.lines }, (_, index) => state.doc.line(index + 1)).flatMap(line => {
    const range = foldable(state, line.from, line.to)
    return range ? [[line.number, state.doc.lineAt(range.to).number] as const] : []
  })
}

test.each([
  ['one rule', 'rule:\n- aws\n', []],
  [
    'several of a plan',
    'rule:\n- aws\n- aws(PR=cf-eu11) -> EU\n- gcp\n- "gcp(PR=cf-sa30)"\n',
    [
      [2, 3],
      [4, 5],
    ],
  ],
  ['a plan whose name begins like another', 'rule:\n- azure\n- azure_lite\n', []],
  ['comments and empty lines between them', 'rule:\n- aws\n\n# Frankfurt\n- aws(PR=cf-eu11)\n\n- gcp\n', [[2, 5]]],
  ['rules of a plan that stand apart', 'rule:\n- aws\n- gcp\n- aws(PR=cf-eu11)\n', []],
])('%s', (_, doc, folds) => {
  expect(foldsOf(doc)).toEqual(folds)
})
