import { describe, expect, test, vi } from 'vitest'
import { DEFAULT_PLANS } from '#lib/hap/plans/plan.ts'
import { Evaluator, memoizeLast } from './evaluator.ts'

const KNOWN = { plans: [...DEFAULT_PLANS.byName.values()], requiredPlans: [], semantics: 'documented' } as const

const RULES = '# ours\nhap:\n  rule:\n    - aws\n    - aws(PR=cf-eu11)->EU # Frankfurt\n'

const at = { plan: 'aws', provider: 'aws', hyperscalerRegion: 'eu-central-1', lastAt: null }
const SEEN = {
  combinations: [
    { ...at, platformRegion: 'cf-eu11', clusters: 3 },
    { ...at, platformRegion: 'cf-us10', clusters: 4 },
    { ...at, plan: 'gcp', platformRegion: 'cf-sa30', clusters: 1 },
  ],
  withoutPlan: 0,
  partial: false,
  pools: [{ hyperscalerType: 'azure', euAccess: false, shared: false, accounts: 2 }],
}

const CASES = `cases:
  - name: EU
    request: {plan: aws, platformRegion: cf-eu11}
    expect: {pool: aws · EU}
  - name: no gcp
    request: {plan: gcp}
    expect: {pool: gcp}
`

function checked(text: string) {
  const evaluator = new Evaluator()
  return { evaluator, draft: evaluator.answer('check', { id: 'draft', text, known: KNOWN }) }
}

describe('a check', () => {
  test('returns validity, position of each rule, and findings', () => {
    const { draft } = checked(RULES)
    expect(draft).toMatchObject({ text: RULES, valid: true, errors: 0, warnings: 0, findings: [] })
    expect(draft.source).toMatchObject({ kind: 'list', path: ['hap', 'rule'] })
    expect([...draft.positions]).toEqual([4, 7, 5, 7])
  })

  test('returns errors and no positions for an unreadable text', () => {
    const { draft } = checked('hap: [')
    expect(draft).toMatchObject({ valid: false, source: null, warnings: 0 })
    expect(draft.errors).toBeGreaterThan(0)
    expect(draft.positions).toHaveLength(0)
  })

  test('returns the first of many errors and counts all', () => {
    const wrong = Array.from({ length: 3_000 }, (_, number) => `- aws(PR=cf-${number}\n`).join('')
    const { draft } = checked(wrong)
    expect([draft.findings.length, draft.errors, draft.warnings]).toEqual([500, 3_000, 1])
  })
})

describe('under the draft', () => {
  test('runs the cases in their order', () => {
    const { evaluator, draft } = checked(RULES)
    expect(evaluator.answer('cases', { text: CASES }).map(({ name }) => name)).toEqual(['EU', 'no gcp'])
    expect(evaluator.answer('results', { draft: draft.id, cases: CASES })).toMatchObject([
      { name: 'EU', passed: true },
      { name: 'no gcp', passed: false },
    ])
  })

  test('returns the result of a request as label and as expectation', () => {
    const { evaluator, draft } = checked(RULES)
    const request = { plan: 'aws', provider: '', platformRegion: 'cf-eu11', hyperscalerRegion: '', globalAccount: '' }
    expect(evaluator.answer('outcome', { draft: draft.id, request, kind: 'rule' })).toEqual({
      label: 'rule 2: aws(PR=cf-eu11) -> EU',
      expected: { kind: 'rule', rule: 'aws(PR=cf-eu11) -> EU' },
    })
  })

  test('counts clusters by rule, with uncovered requests and unreached pools', () => {
    const { evaluator, draft } = checked(RULES)
    expect(evaluator.answer('uses', { draft: draft.id, seen: SEEN.combinations })).toEqual({
      draft: draft.id,
      clusters: [4, 3],
    })
    const coverage = evaluator.answer('coverage', { draft: draft.id, seen: SEEN })
    expect(coverage?.uncovered.map(({ plan }) => plan)).toEqual(['gcp'])
    expect(coverage?.unreached).toEqual(SEEN.pools)
    expect(coverage?.unserved.map(({ rule }) => rule.index)).toEqual([0, 1])
  })

  test('formats, annotates and fixes the text and preserves comments', () => {
    const { evaluator, draft } = checked(RULES)
    expect(evaluator.answer('format', { draft: draft.id })).toBe(RULES.replace('->', ' -> '))
    expect(evaluator.answer('annotate', { draft: draft.id })).toContain(
      '    # hyperscalerType=aws,euAccess=true,shared!=true,!dirty,!tenantName\n    - aws(PR=cf-eu11)->EU # Frankfurt\n',
    )
    const twice = checked(`${RULES}    - aws\n`)
    const [finding] = twice.draft.findings
    if (!finding?.fix) throw new Error('no fix')
    expect(twice.evaluator.answer('fix', { draft: twice.draft.id, fix: finding.fix })).toBe(RULES)
  })
})

test.each([
  ['after another check', RULES, RULES],
  ['with errors', '- aws((\n', null],
])('returns null for a draft %s', (_, text, later) => {
  const { evaluator, draft } = checked(text)
  if (later !== null) evaluator.answer('check', { id: 'later', text: later, known: KNOWN })
  const request = { plan: 'aws', provider: '', platformRegion: '', hyperscalerRegion: '', globalAccount: '' }
  expect([
    evaluator.answer('results', { draft: draft.id, cases: CASES }),
    evaluator.answer('outcome', { draft: draft.id, request, kind: 'pool' }),
    evaluator.answer('uses', { draft: draft.id, seen: SEEN.combinations }),
    evaluator.answer('coverage', { draft: draft.id, seen: SEEN }),
    evaluator.answer('annotate', { draft: draft.id }),
  ]).toEqual([null, null, null, null, null])
})

test('formats and fixes rules with errors, but not those of an earlier check', () => {
  const { evaluator, draft } = checked('- aws(PR=cf-eu11)->EU\n- awss\n')
  const fix = draft.findings.find(finding => finding.fix)?.fix
  if (!fix) throw new Error('no fix')
  expect(evaluator.answer('format', { draft: draft.id })).toBe('- aws(PR=cf-eu11) -> EU\n- awss\n')
  expect(evaluator.answer('fix', { draft: draft.id, fix })).toBe('- aws(PR=cf-eu11)->EU\n- aws\n')
  evaluator.answer('check', { id: 'later', text: '- gcp\n', known: KNOWN })
  expect(evaluator.answer('format', { draft: draft.id })).toBeNull()
  expect(evaluator.answer('fix', { draft: draft.id, fix })).toBeNull()
})

test('returns changed rules, failing cases and removed cases of a publication', () => {
  const before = { text: RULES, cases: CASES }
  const after = { text: RULES.replace('->EU', '->S'), cases: CASES.slice(0, CASES.indexOf('  - name: no gcp')) }
  const publication = new Evaluator().answer('publication', { before, after, known: KNOWN })
  expect(publication.changes).toMatchObject([
    { change: 'changed', before: 'aws(PR=cf-eu11) -> EU', after: 'aws(PR=cf-eu11) -> S' },
  ])
  expect(publication.rules.map(({ text }) => text)).toEqual(['aws', 'aws(PR=cf-eu11)->S'])
  expect(publication.failing.map(({ name }) => name)).toEqual(['EU'])
  expect(publication.lostCases).toContain('no gcp')
})

test('memoizes the last call only', () => {
  const compute = vi.fn((a: object, b: number) => ({ a, b }))
  const answer = memoizeLast(compute)
  const one = {}
  expect(answer(one, 1)).toBe(answer(one, 1))
  expect(compute).toHaveBeenCalledTimes(1)
  expect(answer(one, 2)).toEqual({ a: one, b: 2 })
  answer({}, 2)
  expect(compute).toHaveBeenCalledTimes(3)
})
