import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { anyRuleTexts } from '../../test/engine/arbitraries.ts'
import { changeRules } from './change-rules.ts'
import { readRulesFile } from './read-rules-file.ts'

function rulesOf(text: string): readonly string[] {
  const read = readRulesFile(new TextEncoder().encode(text))
  if (!('file' in read) || read.file.source.kind !== 'list') throw new Error(`${text} has no rule list`)
  return read.file.source.texts
}

/** Replaces the changed rules, as formatting does. */
function replaceRules(text: string, rules: readonly string[]): string {
  const replaced = new Map(rules.entries())
  return changeRules(text, { replaced, keepReferences: true }) ?? text
}

describe('other texts for rules', () => {
  test.each([
    ['- a # why\n- b\n', ['x -> S', 'b'], '- x -> S # why\n- b\n'],
    ['rule: ["a", \'b\']\n', ['a -> S, EU', 'b -> S'], 'rule: ["a -> S, EU", \'b -> S\']\n'],
    ['hap:\n  rule:\n  - |-\n    a\n    -> S\n  - b\n', ['a -> S', 'b'], 'hap:\n  rule:\n  - a -> S\n  - b\n'],
    ['x: &x a\nrule:\n- *x\n- b\n', ['other', 'c'], 'x: &x a\nrule:\n- *x\n- c\n'],
    ['no: rules\n', ['a'], 'no: rules\n'],
  ])('%j with %j', (text, rules, expected) => {
    expect(replaceRules(text, rules)).toBe(expected)
  })

  test('expands an alias that a fix replaces', () => {
    const text = 'x: &x a\nrule:\n- *x\n'
    expect(changeRules(text, { replaced: new Map([[0, 'b']]) })).toBe('x: &x a\nrule:\n- b\n')
  })

  test.each([
    ['list: &list [aws]\nhap:\n  rule: *list\n', 'list: &list ["gcp"]\nhap:\n  rule: *list\n'],
    [
      'base: &base\n  rule:\n  - aws # why\nhap:\n  <<: *base\n',
      'base: &base\n  rule:\n  - gcp # why\nhap:\n  <<: *base\n',
    ],
  ])('edits the list behind an alias: %j', (text, expected) => {
    expect(replaceRules(text, ['gcp'])).toBe(expected)
  })

  test.each(['list: &list []\nhap:\n  rule: *list\n', 'base: &base\n  rule: []\nhap:\n  <<: *base\n'])(
    'are not put into an empty list that is written elsewhere: %j',
    text => {
      expect(changeRules(text, { inserted: [{ before: 0, text: 'aws' }] })).toBeNull()
    },
  )

  test('replaces rules in any quoting and is idempotent', () => {
    const quotes = fc.constantFrom<(rule: string) => string>(
      rule => rule,
      rule => `"${rule}"`,
      rule => `'${rule}'`,
      rule => `>-\n    ${rule}`,
    )
    const items = fc.array(fc.tuple(fc.constantFrom('aws', 'gcp -> S', 'aws(PR=a, HR=b)'), quotes), {
      minLength: 1,
      maxLength: 6,
    })
    fc.assert(
      fc.property(items, anyRuleTexts, (given, texts) => {
        const file = `hap:\n  rule: # all\n${given.map(([rule, quote]) => `  - ${quote(rule)}\n`).join('')}other: 1\n`
        const rules = given.map(([rule], place) => texts[place] ?? rule)
        const replaced = replaceRules(file, rules)
        expect(rulesOf(replaced)).toEqual(rules)
        expect(replaceRules(replaced, rules)).toBe(replaced)
      }),
    )
  })
})
