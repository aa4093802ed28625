import { describe, expect, test } from 'vitest'
import { DEFAULT_PLANS } from '#lib/hap/plans/plan.ts'
import { policyOf } from '#lib/hap/semantics.ts'
import { checkRulesFile } from './check-rules-file.ts'
import { formatRules } from './format-rules.ts'
import { withSelectors } from './with-selectors.ts'

const PLANS = { ...DEFAULT_PLANS, required: new Set<string>() }
const DOCUMENTED = policyOf('documented')

function read(text: string) {
  const checked = checkRulesFile(new TextEncoder().encode(text), PLANS, DOCUMENTED)
  if (!('file' in checked.read)) throw new Error('not read')
  return { ruleset: checked.ruleset, source: checked.read.file.source }
}

describe('formatting', () => {
  test.each([
    [
      'keeps comments, quotes and what has errors',
      'x: 1 # one\nhap:\n  rule:\n    - aws( PR = cf-eu11 )->EU # eu\n    - "gcp->S"\n    - aws((\n',
      'x: 1 # one\nhap:\n  rule:\n    - aws(PR=cf-eu11) -> EU # eu\n    - "gcp -> S"\n    - aws((\n',
    ],
    ['writes outputs in one order', '- aws(HR=b,PR=a)->S,PR\n', '- aws(PR=a, HR=b) -> PR, S\n'],
    ['works in JSON', '["aws->EU"]', '["aws -> EU"]'],
    ['leaves what is formatted', 'rule:\n  - aws -> EU\n', 'rule:\n  - aws -> EU\n'],
    [
      'leaves rules by reference, and writes what they refer to',
      'rule:\n  - &a aws->EU\n  - *a\n',
      'rule:\n  - &a aws -> EU\n  - *a\n',
    ],
    ['leaves four rules', 'hap:\n  sharedRule: trial\n', 'hap:\n  sharedRule: trial\n'],
  ])('%s', (_, text, expected) => {
    const formatted = formatRules(text, read(text).source, DOCUMENTED)
    expect(formatted).toBe(expected)
    expect(formatRules(formatted, read(formatted).source, DOCUMENTED)).toBe(formatted)
  })
})

describe('selectors as comments', () => {
  const annotated = (text: string) => {
    const { ruleset } = read(text)
    return ruleset && withSelectors(text, ruleset, PLANS)
  }

  test('stand above each rule, and the rules stay as they are', () => {
    const text = 'hap:\n  rule:\n    - aws # all\n    - gcp(PR=cf-sa30) -> PR\n'
    expect(annotated(text)).toBe(
      'hap:\n  rule:\n    # hyperscalerType=aws,!euAccess,shared!=true,!dirty,!tenantName\n    - aws # all\n' +
        '    # hyperscalerType=gcp_cf-sa30,!euAccess,shared!=true,!dirty,!tenantName\n    - gcp(PR=cf-sa30) -> PR\n',
    )
    expect(read(annotated(text) ?? '').source).toEqual(read(text).source)
  })

  test('take the place of those of before; what people wrote stays', () => {
    const text = '# all\nrule:\n  # mine\n  - aws\n  # why\n\n  - gcp(PR=cf-sa30) -> PR # hyperscalerType=x\n'
    const once = annotated(text) ?? ''
    expect(annotated(once)).toBe(once)
    expect(annotated(once.replace('- aws', '- aws -> EU'))).toBe(annotated(text.replace('- aws', '- aws -> EU')))
    expect(annotated(once.replaceAll('\n', '\r\n'))?.match(/# hyperscalerType=(?!x)/g)).toHaveLength(2)
  })

  test.each([
    ['["aws"]', '["aws"]'],
    ['hap:\n  sharedRule: trial\n', null],
  ])('of %j', (text, expected) => {
    expect(annotated(text)).toBe(expected)
  })
})
