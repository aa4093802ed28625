import { expect, test } from 'vitest'
import { DEFAULT_PLANS } from '#lib/hap/plans/plan.ts'
import { policyOf } from '#lib/hap/semantics.ts'
import { mergeRules } from '#lib/rules-file/merge-rules.ts'
import { formatRules } from '#lib/rules-file/rewrite-rules.ts'
import { repetitions } from '../../../test/kit/repetitions.ts'
import { checkDraft } from './evaluation/checked-draft.ts'

const KNOWN = { plans: [...DEFAULT_PLANS.byName.values()], requiredPlans: [], semantics: 'documented' } as const

/** One rule above the limit of the warning. */
const RULES = repetitions({ fast: 2_000, deep: 10_000 })

/** Formats rules with distinct regions; `comment` lengthens the document. */
function documentOf(count: number, comment = ''): string {
  const rules = Array.from({ length: count }, (_, number) => `    - aws(PR=cf-r${number})->EU${comment}\n`)
  return `hap:\n  rule:\n    - aws\n${rules.join('')}`
}

test('parses, checks, formats and merges thousands of rules', () => {
  const text = documentOf(RULES)
  const checked = checkDraft(text, KNOWN)
  expect(checked.ruleset?.rules).toHaveLength(RULES + 1)
  expect(checked.findings.map(({ message }) => message)).toEqual([
    `The file has ${(RULES + 1).toLocaleString('en')} rules.`,
  ])
  if (!('file' in checked.read)) throw new Error('not read')
  const formatted = formatRules(text, checked.read.file.source, policyOf('documented'))
  expect(formatted).toBe(text.replaceAll('->', ' -> '))
  const merged = mergeRules(text, text.replace('(PR=cf-r7)->EU', '(PR=cf-r7)->S'), `${text}    - gcp\n`)
  expect(merged?.text).toBe(`${text.replace('(PR=cf-r7)->EU', '(PR=cf-r7)->S')}    - gcp\n`)
})

test('parses a document just under 1 MB and refuses a longer one', () => {
  const comment = ` # ${'why '.repeat(20)}`
  const small = documentOf(9_000, comment)
  expect(small.length).toBeGreaterThan(900_000)
  expect(small.length).toBeLessThan(1_048_576)
  expect(checkDraft(small, KNOWN).ruleset?.rules).toHaveLength(9_001)
  const { ruleset, findings } = checkDraft(documentOf(12_000, comment), KNOWN)
  expect([ruleset, findings.length, findings[0]?.severity]).toEqual([null, 1, 'error'])
})
