import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { matchesLabels, parseLabelSelector, SelectorError } from './label-selector.ts'

const LABELS = { app: 'web', tier: '', 'example.com/n': '5' }

const MATCHING: readonly [selector: string, matches: boolean][] = [
  ['', true],
  ['app', true],
  ['other', false],
  ['!app', false],
  ['!other', true],
  ['app=web', true],
  ['app==web', true],
  ['app!=web', false],
  ['other!=web', true],
  ['tier=', true],
  ['other=', false],
  ['app in (web,db)', true],
  ['app in (db)', false],
  ['app notin (db)', true],
  ['other notin (db)', true],
  ['tier in ()', true],
  [' app = web , tier ', true],
  ['example.com/n>4', true],
  ['example.com/n<5', false],
  ['app>4', false],
  ['other>4', false],
  ['in', false],
  ['app=in', false],
  ['app,!other,tier in (,x)', true],
  ['constructor', false],
  ['!constructor', true],
]

const WRONG = [
  ',',
  'app,',
  ',app',
  'app=web=db',
  'app in',
  'app in web',
  'app in (web',
  'app notin web)',
  '!',
  '!!app',
  'app>x',
  'a b',
  '-app',
  'app=-x',
  'app=we b',
  'a/b/c',
  '/app',
  'app/',
  `${'x'.repeat(64)}`,
  `app=${'x'.repeat(64)}`,
  'app in (web db)',
  '=web',
  '(app)',
]

describe('a label selector', () => {
  test.each(MATCHING)('"%s" matches the labels: %s', (selector, matches) => {
    expect(matchesLabels(parseLabelSelector(selector), LABELS)).toBe(matches)
  })

  test.each(WRONG)('"%s" is refused', selector => {
    expect(() => parseLabelSelector(selector)).toThrow(SelectorError)
  })

  test('equals its requirements one by one', () => {
    const key = fc.constantFrom('a', 'b', 'x.y/c')
    const value = fc.constantFrom('1', '2', '')
    const term = fc.oneof(
      key,
      key.map(k => `!${k}`),
      fc.tuple(key, fc.constantFrom('=', '!='), value).map(parts => parts.join('')),
      fc
        .tuple(key, fc.constantFrom('in', 'notin'), fc.array(value, { minLength: 1 }))
        .map(([k, op, vs]) => `${k} ${op} (${vs.join(',')})`),
    )
    fc.assert(
      fc.property(fc.array(term, { minLength: 1 }), fc.dictionary(key, value), (terms, labels) => {
        const together = matchesLabels(parseLabelSelector(terms.join(',')), labels)
        expect(together).toBe(terms.every(one => matchesLabels(parseLabelSelector(one), labels)))
      }),
    )
  })
})
