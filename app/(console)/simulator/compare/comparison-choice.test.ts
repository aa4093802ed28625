import { expect, test } from 'vitest'
import {
  describeInvalidComparison,
  hasEqualSides,
  parseComparison,
  rightSemantics,
  sideNames,
} from './comparison-choice.ts'

test.each([
  ['', '', null],
  ['draft', '', null],
  ['', 'nonsense', null],
  ['', '-1', null],
  ['', '1e3', null],
  ['', '12345678901', null],
  ['', 'draft', { left: 'in-force', right: 'draft' }],
  ['nonsense', '4', { left: 'in-force', right: 4 }],
  ['3', '0', { left: 3, right: 0 }],
  ['draft', 'sent', { left: 'draft', right: 'sent' }],
  ['draft', 'semantics', { left: 'draft', right: 'semantics' }],
  ['', 'in-force', { left: 'in-force', right: 'in-force' }],
])('rules %j with %j', (rules, compared, choice) => {
  expect(parseComparison(rules, compared)).toEqual(choice)
})

test.each([
  ['', '', null],
  ['draft', 'semantics', null],
  ['3', '99', null],
  ['', 'rev:99', '“rev:99”, which is not a rule set: nothing is compared.'],
  ['nonsense', '4', '“nonsense”, which is not a rule set: the rules in force are used instead.'],
  ['semantics', '4', '“semantics”, which is not a rule set'],
])('describes the invalid parameter of %j with %j', (rules, compared, words) => {
  const actual = describeInvalidComparison(rules, compared)
  if (words === null) expect(actual).toBeNull()
  else expect(actual).toContain(words)
})

test('sides are equal only without other rules and other semantics', () => {
  expect(hasEqualSides({ left: 3, right: 3 })).toBe(true)
  expect(hasEqualSides({ left: 3, right: 4 })).toBe(false)
  expect(hasEqualSides({ left: 3, right: 'semantics' })).toBe(false)
})

test('names the sides by their difference', () => {
  expect(sideNames({ left: 'in-force', right: 0 }, 'keb')).toEqual(['Rules in force', 'Before revision 1'])
  expect(sideNames({ left: 'draft', right: 'semantics' }, 'keb')).toEqual(['KEB', 'Documented'])
  expect(rightSemantics({ left: 'draft', right: 'semantics' }, 'keb')).toBe('documented')
  expect(rightSemantics({ left: 'draft', right: 2 }, 'keb')).toBe('keb')
})
