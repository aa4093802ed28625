import { describe, expect, test } from 'vitest'
import { policyOf } from '../semantics.ts'
import { applyFix } from './diagnostic.ts'
import { parseRule } from './parse-rule.ts'

const documented = policyOf('documented')
const keb = policyOf('keb')

function read(text: string, policy = documented) {
  const { rule } = parseRule(text, 0, policy)
  return rule && { plan: rule.plan, PR: rule.platformRegion, HR: rule.hyperscalerRegion, output: flags(rule.output) }
}

function flags(output: Readonly<Record<string, boolean>>): string {
  return Object.keys(output)
    .filter(name => output[name])
    .join(' ')
}

/** Each error as its code and its text, with `^` for a position between characters. */
function complaints(text: string, policy = documented) {
  return parseRule(text, 0, policy).diagnostics.map(({ code, range }) => {
    return range && `${code}: ${range.start === range.end ? '^' : text.slice(range.start, range.end)}`
  })
}

describe('a valid rule', () => {
  test.each([
    ['aws', { plan: 'aws', PR: null, HR: null, output: '' }],
    ['aws()', { plan: 'aws', PR: null, HR: null, output: '' }],
    [' aws ( ) ', { plan: 'aws', PR: null, HR: null, output: '' }],
    ['aws(PR=cf-eu11)', { plan: 'aws', PR: 'cf-eu11', HR: null, output: '' }],
    ['aws(HR=b,PR=a)->S,EU,HR,PR', { plan: 'aws', PR: 'a', HR: 'b', output: 'PR HR EU S' }],
    ['azure_lite -> EU', { plan: 'azure_lite', PR: null, HR: null, output: 'EU' }],
    ['\taws\n(\rPR = x )\f-> S', { plan: 'aws', PR: 'x', HR: null, output: 'S' }],
    ['aws(PR=*)', { plan: 'aws', PR: '*', HR: null, output: '' }],
    ['aws(PR=cf->eu)', null],
    ['AWS', { plan: 'AWS', PR: null, HR: null, output: '' }],
  ])('%j', (text, expected) => {
    expect(read(text)).toEqual(expected)
  })
})

describe('errors of a rule with their positions', () => {
  test.each([
    ['', ['plan-missing: ^']],
    ['   ', ['plan-missing: ^']],
    ['->', ['plan-missing: ^', 'attribute-missing: ->']],
    ['-> S', ['plan-missing: ^']],
    ['aws ->', ['attribute-missing: ->']],
    ['aws -> S -> EU', ['arrow-repeated: ->']],
    ['aws - > S', ['white-space-inside: - >']],
    ['aws(PR=a', ['parenthesis-unbalanced: (']],
    ['aws PR=a)', ['parenthesis-unbalanced: )']],
    ['aws((PR=a)', ['parenthesis-repeated: (']],
    ['aws(PR=a))', ['parenthesis-repeated: )']],
    [')aws(PR=a', ['parenthesis-misplaced: )']],
    ['aws(PR=a) foo', ['text-after-parenthesis: foo']],
    ['aws(,)', ['attribute-missing: ^', 'attribute-missing: ^']],
    ['aws(PR=a,)', ['attribute-missing: ^']],
    ['aws(PR)', ['value-missing: PR']],
    ['aws(PR=)', ['value-missing: =']],
    ['aws(PR==a)', ['value-repeated: =']],
    ['aws(=a)', ['attribute-unknown: ^']],
    ['aws(pr=a)', ['attribute-unknown: pr']],
    ['aws(EU=true)', ['attribute-unknown: EU']],
    ['aws(XX)', ['attribute-unknown: XX']],
    ['aws(PR=a, PR=b)', ['attribute-repeated: PR=b']],
    ['aws -> S,', ['attribute-missing: ^']],
    ['aws -> eu', ['attribute-unknown: eu']],
    ['aws -> EU=true', ['attribute-unknown: EU=true']],
    ['aws -> S EU', ['attribute-unknown: S EU']],
    ['aws -> S, EU, S', ['attribute-repeated: S']],
    ['a w s', ['white-space-inside:  ']],
    ['aws(PR=cf- eu11)', ['white-space-inside:  ']],
    ['aws(P R=x)', ['white-space-inside:  ']],
    ['aws -> E U', ['white-space-inside:  ']],
    ['aws=>S', ['character-illegal: =>']],
    ['aws\u00a0', ['character-illegal: \u00a0']],
    ['aws(PR=a@b, HR=c/d) -> X', ['character-illegal: @', 'character-illegal: /', 'attribute-unknown: X']],
    [
      '(pr=1,) -> s, s',
      [
        'plan-missing: ^',
        'attribute-unknown: pr',
        'attribute-missing: ^',
        'attribute-unknown: s',
        'attribute-unknown: s',
      ],
    ],
  ])('%j', (text, expected) => {
    expect(complaints(text)).toEqual(expected)
  })

  test('are at most twenty for any length of the rule', () => {
    expect(complaints(`aws(${','.repeat(100_000)})`)).toHaveLength(20)
  })
})

describe('fixes', () => {
  test.each([
    ['aws(PR=a', 'aws(PR=a)'],
    ['aws(PR=a -> S', 'aws(PR=a) -> S'],
    ['aws(pr=a)', 'aws(PR=a)'],
    ['aws -> eu', 'aws -> EU'],
    ['aws -> S EU', 'aws -> S, EU'],
    ['aws - > S', 'aws -> S'],
    ['a ws', 'aws'],
    ['aws(PR=a)foo', 'aws(PR=a)'],
  ])('of %j give %j', (text, expected) => {
    const [first] = parseRule(text, 0, documented).diagnostics
    expect(first?.fix && applyFix([text], first.fix)).toEqual([expected])
    expect(complaints(expected)).toEqual([])
  })

  test('remove empty parentheses, which KEB refuses', () => {
    const [first] = parseRule('aws( ) -> S', 0, keb).diagnostics
    expect(first?.fix && applyFix(['aws( ) -> S'], first.fix)).toEqual(['aws -> S'])
  })
})
