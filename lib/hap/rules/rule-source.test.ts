import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { DEFAULT_PLANS } from '../plans/plan.ts'
import { policyOf } from '../semantics.ts'
import { DEFAULT_RULES } from './rule.ts'
import { findRules, rulesetOfSource } from './rule-source.ts'

const FOUR = { platformRegionRule: 'gcp', clusterRegionRule: '', sharedRule: '', euAccessRule: '' }

describe('rules are found', () => {
  test.each<[string, unknown, object]>([
    [
      'in values.yaml',
      { hap: { rule: ['aws'], other: 1 }, more: {} },
      { kind: 'list', path: ['hap', 'rule'], texts: ['aws'] },
    ],
    ['in hapRule.yaml', { rule: ['aws', null] }, { kind: 'list', path: ['rule'], texts: ['aws', ''] }],
    ['in a plain list', ['aws', 'gcp'], { kind: 'list', path: [], texts: ['aws', 'gcp'] }],
    ['in an empty list', { rule: null }, { kind: 'list', path: ['rule'], texts: [] }],
    ['in the four properties', { hap: FOUR }, { kind: 'four-rules', path: ['hap'], texts: FOUR }],
    [
      'in one of the four properties',
      { hap: { platformRegionRule: 'gcp', sharedRule: null } },
      { kind: 'four-rules', path: ['hap'], texts: FOUR },
    ],
  ])('%s', (_, document, source) => {
    expect(findRules(document)).toEqual({ source, unreadable: [] })
  })
})

describe('a document without rules', () => {
  test.each<[string, unknown, string, string]>([
    ['is empty', null, '', 'The document is empty.'],
    ['is a text', 'aws', '', 'The document is a text.'],
    ['has no rules', { hap: { rules: [] } }, '', 'There are no rules in this document.'],
    [
      'has them only in a prototype',
      JSON.parse('{"__proto__": {"rule": []}}'),
      '',
      'There are no rules in this document.',
    ],
    ['has a text for a list', { hap: { rule: 'aws' } }, 'hap.rule', 'hap.rule is a text, not a list.'],
    ['has two lists', { rule: [], hap: { rule: [] } }, '', 'The document has rules in two places.'],
    ['has both forms', { hap: { rule: [], sharedRule: '' } }, '', 'The document has rules in two places.'],
  ])('%s', (_, document, path, message) => {
    const result = findRules(document)
    expect('problems' in result && result.problems.map(one => [one.path.join('.'), one.message])).toEqual([
      [path, message],
    ])
  })

  test('never throws', () => {
    fc.assert(
      fc.property(fc.anything(), document => {
        const result = findRules(document)
        expect('source' in result || result.problems.length > 0).toBe(true)
      }),
    )
  })
})

describe('an item that is not a text', () => {
  const list = (path: readonly string[], ...texts: readonly string[]) => ({ kind: 'list', path, texts })
  test.each<[string, unknown, object, readonly [string, number, string][]]>([
    ['a number', { rule: ['aws', 5] }, list(['rule'], 'aws', ''), [['rule.1', 1, 'rule[1] is a number, not a text.']]],
    ['a mapping', [{ aws: 'x' }, 'gcp'], list([], '', 'gcp'), [['0', 0, '[0] is a mapping, not a text.']]],
    [
      'several',
      [true, 'aws', []],
      list([], '', 'aws', ''),
      [
        ['0', 0, '[0] is a boolean, not a text.'],
        ['2', 2, '[2] is a list, not a text.'],
      ],
    ],
    [
      'a property',
      { hap: { platformRegionRule: 'gcp', sharedRule: ['trial'] } },
      { kind: 'four-rules', path: ['hap'], texts: FOUR },
      [['hap.sharedRule', 2, 'hap.sharedRule is a list, not a text.']],
    ],
  ])('is reported, and empty in the source: %s', (_, document, source, expected) => {
    const result = findRules(document)
    if (!('source' in result)) throw new Error('No rules were found.')
    expect(result.source).toEqual(source)
    expect(result.unreadable.map(({ path, rule, message }) => [path.join('.'), rule, message])).toEqual(expected)
  })
})

describe('the ruleset of a source', () => {
  test('is that of its list', () => {
    const source = { kind: 'list', path: [], texts: DEFAULT_RULES } as const
    const { ruleset, diagnostics } = rulesetOfSource(source, DEFAULT_PLANS, policyOf('documented'))
    expect([ruleset?.rules.length, diagnostics]).toEqual([DEFAULT_RULES.length, []])
  })

  test('is the translation of its four rules', () => {
    const source = { kind: 'four-rules', path: ['hap'], texts: { ...FOUR, sharedRule: 'trial' } } as const
    const { ruleset } = rulesetOfSource(source, DEFAULT_PLANS, policyOf('documented'))
    const rule = ruleset?.match({ plan: 'trial', platformRegion: 'x', hyperscalerRegion: 'y' })
    expect(rule?.text).toBe('trial -> S')
  })

  test('is missing if the four rules have an error', () => {
    const source = { kind: 'four-rules', path: ['hap'], texts: { ...FOUR, sharedRule: '*' } } as const
    const { ruleset, diagnostics } = rulesetOfSource(source, DEFAULT_PLANS, policyOf('documented'))
    expect([ruleset, diagnostics.length]).toEqual([null, 1])
  })
})
