import { expect, test } from 'vitest'
import { DEFAULT_PLANS, planTable } from '#lib/hap/plans/plan.ts'
import { policyOf } from '#lib/hap/semantics.ts'
import { checkRulesFile } from './check-rules-file.ts'

/** The default plans without required ones. */
const PLANS = planTable(DEFAULT_PLANS.byName.values(), [])

test.each<[string, string, readonly string[]]>([
  [
    'a number among rules',
    'hap:\n  rule:\n  - aws(\n  - 12\n  - moon # no plan\n  - gcp\n  - gcp -> S\n',
    ['3:8 parenthesis-unbalanced', '4:5 file', '5:5 plan-unknown', '7:5 rule-repeated'],
  ],
  ['a mapping and a list', '- aws: x\n- gcp\n- [aws]\n- gcp\n', ['1:3 file', '3:3 file', '4:3 rule-repeated']],
  ['nothing else', '- aws\n- 12\n', ['2:3 file']],
  ['a property', 'hap:\n  sharedRule: [trial]\n  euAccessRule: moon\n', ['2:15 file', '3:17 plan-unknown']],
  ['only a property', 'hap:\n  sharedRule: 1\n  euAccessRule: aws\n', ['2:15 file']],
])('reports other findings beside an item that is no text: %s', (_, file, expected) => {
  const { ruleset, findings } = checkRulesFile(new TextEncoder().encode(file), PLANS, policyOf('documented'))
  expect(ruleset).toBeNull()
  const errors = findings.filter(({ severity }) => severity === 'error')
  expect(errors.map(({ place, code }) => `${place?.line}:${place?.column} ${code}`)).toEqual(expected)
})

test.each([
  ['to the left', 'hap:\n  rule:\n    - aws\n- gcp\n    - azure\n'],
  ['between', 'hap:\n  rule:\n    - aws\n   - gcp\n'],
])('reports one finding for a rule with other indentation than its list, %s', (_, file) => {
  const { findings } = checkRulesFile(new TextEncoder().encode(file), PLANS, policyOf('documented'))
  expect(findings).toMatchObject([
    {
      place: { line: 4 },
      message: 'A list or a mapping begins where a key is expected.',
      hint: 'Indent it like the lines it belongs to.',
    },
  ])
})
