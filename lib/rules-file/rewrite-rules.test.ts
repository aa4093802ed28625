import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { DEFAULT_PLANS } from '#lib/hap/plans/plan.ts'
import { applyFix } from '#lib/hap/rules/diagnostic.ts'
import { policyOf } from '#lib/hap/semantics.ts'
import { checkRulesFile } from './check-rules-file.ts'
import { readRulesFile } from './read-rules-file.ts'
import { annotateRules, fixRules, formatRules } from './rewrite-rules.ts'

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
      'keeps comments, quotes and items with errors',
      'x: 1 # one\nhap:\n  rule:\n    - aws( PR = cf-eu11 )->EU # eu\n    - "gcp->S"\n    - aws((\n',
      'x: 1 # one\nhap:\n  rule:\n    - aws(PR=cf-eu11) -> EU # eu\n    - "gcp -> S"\n    - aws((\n',
    ],
    ['writes outputs in one order', '- aws(HR=b,PR=a)->S,PR\n', '- aws(PR=a, HR=b) -> PR, S\n'],
    ['works in JSON', '["aws->EU"]', '["aws -> EU"]'],
    ['keeps formatted rules', 'rule:\n  - aws -> EU\n', 'rule:\n  - aws -> EU\n'],
    [
      'keeps aliases, and formats their anchors',
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
    return ruleset && annotateRules(text, ruleset, PLANS)
  }

  test('are written above each rule, and the rules stay unchanged', () => {
    const text = 'hap:\n  rule:\n    - aws # all\n    - gcp(PR=cf-sa30) -> PR\n'
    expect(annotated(text)).toBe(
      'hap:\n  rule:\n    # hyperscalerType=aws,!euAccess,shared!=true,!dirty,!tenantName\n    - aws # all\n' +
        '    # hyperscalerType=gcp_cf-sa30,!euAccess,shared!=true,!dirty,!tenantName\n    - gcp(PR=cf-sa30) -> PR\n',
    )
    expect(read(annotated(text) ?? '').source).toEqual(read(text).source)
  })

  test('replace earlier ones and preserve other comments', () => {
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

const PLANS_WITH_REQUIRED = { ...DEFAULT_PLANS, required: new Set(['aws', 'azure']) }

function check(text: string) {
  return checkRulesFile(new TextEncoder().encode(text), PLANS_WITH_REQUIRED, policyOf('documented'))
}

/** Applies the first fix with this title and returns the text. */
function fixed(text: string, title: string): string | null {
  const { read, findings } = check(text)
  const fix = findings.find(finding => finding.fix?.title === title)?.fix
  if (!fix || !('file' in read)) throw new Error(`There is no ${title} in ${JSON.stringify(findings)}`)
  return fixRules(text, read.file.source, fix)
}

test.each([
  [
    'corrects a plan where it stands',
    'hap:\n  rule:\n    - aws # all\n    - azur\n    - azure\n',
    'Replace by `azure`',
    'hap:\n  rule:\n    - aws # all\n    - azure\n    - azure\n',
  ],
  ['in its quotes', '- "aws"\n- \'azur\'\n', 'Replace by `azure`', '- "aws"\n- \'azure\'\n'],
  [
    'removes a duplicate with its line, and leaves comments',
    'rule:\n  # one\n  - aws\n  # two\n  - aws # again\n  - azure\n# end\n',
    'Remove rule 2',
    'rule:\n  # one\n  - aws\n  # two\n  - azure\n# end\n',
  ],
  ['removes the last line of a file without a line end', '- azure\n- aws\n- aws', 'Remove rule 3', '- azure\n- aws\n'],
  ['removes from JSON', '["aws", "azure", "aws"]', 'Remove rule 3', '["aws", "azure"]'],
  ['removes the first of a flow list', 'rule: [aws, aws, azure]', 'Remove rule 2', 'rule: [aws, azure]'],
  [
    'adds the missing rule behind the later of two',
    'hap:\n  rule:\n    - aws\n    - aws(PR=a)\n    - aws(HR=b) -> EU # here\n    # for azure\n    - azure\n',
    'Add `aws(PR=a, HR=b) -> EU`',
    'hap:\n  rule:\n    - aws\n    - aws(PR=a)\n    - aws(HR=b) -> EU # here\n    - aws(PR=a, HR=b) -> EU\n    # for azure\n    - azure\n',
  ],
  ['adds at the end', 'hap:\n  rule:\n    - aws', 'Add `azure`', 'hap:\n  rule:\n    - aws\n    - azure\n'],
  [
    'expands an alias, and keeps its anchor',
    'first: &first azur\nrule:\n  - *first\n  - aws\n  - azure\n',
    'Replace by `azure`',
    'first: &first azur\nrule:\n  - azure\n  - aws\n  - azure\n',
  ],
  [
    'in a list by reference',
    'all: &all\n  - aws\n  - azur\nrule: *all\n',
    'Replace by `azure`',
    'all: &all\n  - aws\n  - azure\nrule: *all\n',
  ],
  ['adds to JSON', '{"hap": {"rule": ["aws"]}}', 'Add `azure`', '{"hap": {"rule": ["aws", "azure"]}}'],
  [
    'adds before what follows the list',
    'hap:\n  rule:\n    - aws\nother: 1\n',
    'Add `azure`',
    'hap:\n  rule:\n    - aws\n    - azure\nother: 1\n',
  ],
])('%s', (_, text, title, expected) => {
  expect(fixed(text, title)).toBe(expected)
})

describe('a list without rules', () => {
  const fix = {
    title: '',
    edits: [
      { kind: 'insert', before: 0, text: 'aws' },
      { kind: 'insert', before: 0, text: 'azure' },
    ],
  } as const
  test.each([
    ['hap:\n  rule: []\n', 'hap:\n  rule:\n    - aws\n    - azure\n'],
    ['hap:\n  rule:\nother: 1\n', 'hap:\n  rule:\n    - aws\n    - azure\nother: 1\n'],
    ['rule: # none\n', 'rule:\n  - aws\n  - azure # none\n'],
    ['[]', '- aws\n- azure\n'],
  ])('%j', (text, expected) => {
    const read = readRulesFile(new TextEncoder().encode(text))
    expect('file' in read && fixRules(text, read.file.source, fix)).toBe(expected)
  })
})

test('inserts a rule before the first', () => {
  const text = '# head\n- aws\n'
  const read = readRulesFile(new TextEncoder().encode(text))
  const fix = { title: '', edits: [{ kind: 'insert', before: 0, text: 'azure' }] } as const
  expect('file' in read && fixRules(text, read.file.source, fix)).toBe('# head\n- azure\n- aws\n')
})

test('returns null for the four properties', () => {
  const text = 'hap:\n  sharedRule: trail\n'
  const read = readRulesFile(new TextEncoder().encode(text))
  expect('file' in read && fixRules(text, read.file.source, { title: '', edits: [] })).toBeNull()
})

test('a fix changes the file as it changes the texts', () => {
  const rule = fc.constantFrom(
    'aws',
    'azur',
    'aws(PR=a)',
    'aws(HR=b) -> EU',
    'azure(pr=c)',
    'gcp -> S',
    'aws((',
    'trial ->',
  )
  const form = fc.constantFrom<(rules: readonly string[]) => string>(
    rules => `# head\nhap:\n  rule:\n${rules.map(text => `    - ${text} # ${text.length}\n`).join('')}x: 1\n`,
    rules => `rule:\n${rules.map(text => `- '${text}'\n\n`).join('')}`,
    rules => JSON.stringify(rules),
    rules => JSON.stringify({ hap: { rule: rules } }, null, 2),
  )
  fc.assert(
    fc.property(fc.array(rule, { minLength: 1, maxLength: 6 }), form, (rules, write) => {
      const text = write(rules)
      const { read, findings } = check(text)
      if (!('file' in read)) throw new Error('not read')
      for (const { fix } of findings) {
        if (!fix) continue
        const after = readRulesFile(new TextEncoder().encode(fixRules(text, read.file.source, fix) ?? ''))
        expect('file' in after && after.file.source.texts).toEqual(applyFix(rules, fix))
      }
    }),
  )
})
