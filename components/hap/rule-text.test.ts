import fc from 'fast-check'
import { expect, test } from 'vitest'
import { tokenizeRule } from './rule-text.tsx'

const shown = (rule: string) =>
  tokenizeRule(rule)
    .filter(({ kind }) => kind !== 'other' && kind !== 'sign')
    .map(({ kind, text }) => `${kind}:${text}`)

test.each([
  ['aws', ['plan:aws']],
  ['aws(PR=cf-eu11)->EU', ['plan:aws', 'attribute:PR', 'value:cf-eu11', 'output:EU']],
  ['build-runtime-aws->EU', ['plan:build-runtime-aws', 'output:EU']],
  [
    'gcp(PR=cf-sa30, HR=me-central2) -> PR, HR',
    ['plan:gcp', 'attribute:PR', 'value:cf-sa30', 'attribute:HR', 'value:me-central2', 'output:PR', 'output:HR'],
  ],
  ['', []],
])('%s', (rule, tokens) => {
  expect(shown(rule)).toEqual(tokens)
})

test('keeps every character of any text', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), rule => {
      expect(
        tokenizeRule(rule)
          .map(token => token.text)
          .join(''),
      ).toBe(rule)
    }),
  )
})
