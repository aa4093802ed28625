import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { MAX_CASES } from '#lib/hap/cases/cases-document.ts'
import type { PinnedCase } from '#lib/hap/cases/pinned-case.ts'
import { readCasesFile, writeCasesFile } from './cases-file.ts'

const bytes = (text: string) => new TextEncoder().encode(text)

function casesOf(text: string): readonly PinnedCase[] {
  const read = readCasesFile(bytes(text))
  if ('problems' in read) throw new Error(JSON.stringify(read.problems))
  return read.cases
}

function problemsOf(text: string): readonly string[] {
  const read = readCasesFile(bytes(text))
  return 'problems' in read
    ? read.problems.map(({ message, place }) => `${place ? `${place.line}:${place.column} ` : ''}${message}`)
    : []
}

const FILE = `# What must hold.
cases:
  # Agreed with the auditors.
  - name: EU stays EU
    request: { plan: aws, platformRegion: cf-eu11 } # Frankfurt
    expect:
      pool: aws · EU
  - expect: no rule # on purpose
    name: "no gdch"
    request:
      plan: gdch
`

const CASES: readonly PinnedCase[] = [
  {
    name: 'EU stays EU',
    request: { plan: 'aws', provider: '', platformRegion: 'cf-eu11', hyperscalerRegion: '', globalAccount: '' },
    expected: { kind: 'pool', pool: { hyperscalerType: 'aws', euAccess: true, shared: false } },
  },
  {
    name: 'no gdch',
    request: { plan: 'gdch', provider: '', platformRegion: '', hyperscalerRegion: '', globalAccount: '' },
    expected: { kind: 'no-rule' },
  },
]

describe('a file of cases', () => {
  test('parses each case with its position', () => {
    expect(readCasesFile(bytes(FILE))).toEqual({
      cases: CASES,
      text: FILE,
      places: [
        { line: 4, column: 5 },
        { line: 8, column: 5 },
      ],
    })
  })

  test.each<[string, string, readonly PinnedCase[]]>([
    ['with CRLF', FILE.replaceAll('\n', '\r\n'), CASES],
    ['with a byte order mark', `\ufeff${FILE}`, CASES],
    ['without cases', 'cases: []\n', []],
    ['with an empty list', 'cases:\n', []],
    [
      'as JSON',
      JSON.stringify({ cases: [{ name: 'no gdch', request: { plan: 'gdch' }, expect: 'no rule' }] }),
      CASES.slice(1),
    ],
    [
      'with references',
      'cases:\n- name: no gdch\n  request: &r { plan: gdch }\n  expect: no rule\n- { name: b, request: *r, expect: no rule }\n',
      [...CASES.slice(1), ...CASES.slice(1).map(one => ({ ...one, name: 'b' }))],
    ],
  ])('parses %s', (_, text, cases) => {
    expect(casesOf(text)).toEqual(cases)
  })

  test.each(['aws~eu~shared', 'aws · EU · shared', 'aws, EU, shared', 'aws shared EU'])('names a pool as %s', text => {
    const [one] = casesOf(`cases: [{ name: x, request: { plan: aws }, expect: { pool: "${text}" } }]`)
    expect(one?.expected).toEqual({ kind: 'pool', pool: { hyperscalerType: 'aws', euAccess: true, shared: true } })
  })

  const one = (fields: string) => `cases:\n- name: x\n${fields}`
  test.each<[string, string, readonly string[]]>([
    ['nothing', '', ['The document is empty.']],
    ['a list', '- aws\n', ['There are no cases in this document.']],
    ['rules', 'rule: [aws]\n', ['There are no cases in this document.']],
    ['a text for the list', 'cases: none\n', ['1:8 `cases` is not a list.']],
    ['an unknown field at the top', 'cases: []\nrules:\n  - aws\n', ['2:1 Unknown field `rules`.']],
    ['a text for a case', 'cases:\n- aws\n', ['2:3 Case 1 is not a mapping.']],
    [
      'unknown fields',
      one('  note: y\n  request:\n    plan: aws\n    region: y\n  expect: no rule\n'),
      ['3:3 Unknown field `note`.', '6:5 Unknown field `region`.'],
    ],
    ['no request', one('  expect: no rule\n'), ['2:3 The case has no request.']],
    ['no plan', one('  request: {}\n  expect: no rule\n'), ['3:12 The request has no plan.']],
    [
      'numbers',
      one('  request: { plan: aws, globalAccount: 12 }\n  expect: no rule\n'),
      ['3:40 `globalAccount` is not a text.'],
    ],
    ['no name', 'cases:\n- request: { plan: aws }\n  expect: no rule\n', ['2:3 Case 1 has no name.']],
    [
      'a name that is a number',
      'cases:\n- name: 5\n  request: { plan: aws }\n  expect: no rule\n',
      ['2:9 `name` is not a text.'],
    ],
    [
      'a name twice',
      `${one('  request: { plan: aws }\n  expect: no rule\n')}- name: x\n  request: { plan: aws }\n  expect: refused\n`,
      ['5:9 Cases 1 and 2 have the same name.'],
    ],
    ['no expectation', one('  request: { plan: aws }\n'), ['2:3 The case does not say what it expects.']],
    [
      'another text as expectation',
      one('  request: { plan: aws }\n  expect: aws\n'),
      ['4:11 The case does not say what it expects.'],
    ],
    [
      'two expectations',
      one('  request: { plan: aws }\n  expect: { rule: aws, pool: aws }\n'),
      ['4:11 `expect` must be rule, pool or selector.'],
    ],
    [
      'an unknown expectation',
      one('  request: { plan: aws }\n  expect: { binding: a }\n'),
      ['4:11 `expect` must be rule, pool or selector.'],
    ],
    [
      'a rule that YAML reads as a mapping',
      one('  request: { plan: aws }\n  expect:\n    rule: { a: b }\n'),
      ['5:11 `rule` is not a text.'],
    ],
    ['an invalid pool', one('  request: { plan: aws }\n  expect:\n    pool: aws · US\n'), ['5:11 Not a pool.']],
    [
      'a long text',
      one(`  request: { plan: ${'a'.repeat(301)} }\n  expect: no rule\n`),
      ['3:20 `plan` has more than 300 characters.'],
    ],
    ['a repeated key', 'cases: []\ncases: []\n', ['2:1 The key cases is given twice.']],
    ['tabs', 'cases:\n\t- name: x\n', ['2:1 Tabs are not allowed as indentation.']],
    [
      'a property of every object',
      one('  request: { plan: aws, constructor: x }\n  expect: no rule\n'),
      ['3:25 Unknown field `constructor`.'],
    ],
    [
      'aliases that unfold without end',
      `a: &a [x]\n${['b', 'c', 'd', 'e'].map((key, at) => `${key}: &${key} [${`*${'abcd'[at]}, `.repeat(9)}1]\n`).join('')}cases: *e\n`,
      ['The document unfolds too many aliases.'],
    ],
    ['too many', `cases:\n${'- x\n'.repeat(MAX_CASES + 1)}`, ['2:1 There are 2,001 cases; at most 2,000 are read.']],
  ])('with %s is refused', (_, text, expected) => {
    expect(problemsOf(text)).toEqual(expected)
  })

  test('of another kind reports few problems', () => {
    expect(problemsOf(`cases:\n${'- x\n'.repeat(1_000)}`)).toHaveLength(20)
  })

  test('never throws on any bytes', () => {
    const piece = fc.constantFrom(
      'cases:',
      '- ',
      'name: x',
      'request: {plan: aws}',
      'expect: no rule',
      '\n',
      '  ',
      '{',
      '}',
      '[',
      '*a',
      '&a ',
      ': ',
      '\t',
    )
    fc.assert(
      fc.property(
        fc.oneof(
          fc.array(piece).map(pieces => bytes(pieces.join(''))),
          fc.uint8Array(),
        ),
        file => {
          const read = readCasesFile(file)
          if ('problems' in read) expect(read.problems.length).toBeGreaterThan(0)
        },
      ),
      { numRuns: 1_000 },
    )
  })
})

describe('written', () => {
  const [eu, gdch] = CASES as [PinnedCase, PinnedCase]

  test('returns the source for unchanged cases', () => {
    expect(writeCasesFile(CASES, FILE)).toBe(FILE)
  })

  test('formats one field per line without a source', () => {
    expect(writeCasesFile(CASES, null)).toBe(`cases:
  - name: EU stays EU
    request:
      plan: aws
      platformRegion: cf-eu11
    expect:
      pool: aws · EU
  - name: no gdch
    request:
      plan: gdch
    expect: no rule
`)
  })

  test('preserves comments of unchanged cases', () => {
    const changed: PinnedCase = { ...gdch, expected: { kind: 'refused' } }
    const added: PinnedCase = { ...eu, name: 'b', expected: { kind: 'rule', rule: 'aws(PR=cf-eu11) -> EU' } }
    expect(writeCasesFile([eu, changed, added], FILE)).toBe(`# What must hold.
cases:
  # Agreed with the auditors.
  - name: EU stays EU
    request: { plan: aws, platformRegion: cf-eu11 } # Frankfurt
    expect:
      pool: aws · EU
  - expect: refused
    name: "no gdch"
    request:
      plan: gdch
  - name: b
    request:
      plan: aws
      platformRegion: cf-eu11
    expect:
      rule: aws(PR=cf-eu11) -> EU
`)
  })

  test('formats from scratch when an anchor is removed', () => {
    const source =
      'cases:\n- { name: a, request: &r { plan: gdch }, expect: no rule }\n- { name: b, request: *r, expect: no rule }\n'
    const [, second] = casesOf(source)
    expect(second && casesOf(writeCasesFile([second], source))).toEqual([second])
  })

  const word = fc.oneof(
    fc.constantFrom('aws', 'cf-eu11', 'no', '12', 'null', '# x', '*a', 'a: b', '"', "it's", '- x', '\u{1f600}'),
    fc.string(),
  )
  const text = word.map(value => value.trim())
  const anyCase: fc.Arbitrary<PinnedCase> = fc.record({
    name: text.filter(value => value !== ''),
    request: fc.record({
      plan: text.filter(value => value !== ''),
      provider: text,
      platformRegion: text,
      hyperscalerRegion: text,
      globalAccount: text,
    }),
    expected: fc.oneof(
      text.filter(value => value !== '').map(rule => ({ kind: 'rule' as const, rule })),
      text.filter(value => value !== '').map(selector => ({ kind: 'selector' as const, selector })),
      fc
        .record({
          hyperscalerType: fc.constantFrom('aws', 'gcp_cf-sa30'),
          euAccess: fc.boolean(),
          shared: fc.boolean(),
        })
        .map(pool => ({ kind: 'pool' as const, pool })),
      fc.constantFrom({ kind: 'no-rule' as const }, { kind: 'refused' as const }),
    ),
  })
  const anyCases = fc.uniqueArray(anyCase, { maxLength: 6, selector: ({ name }) => name })

  test('parse back over any source file', () => {
    fc.assert(
      fc.property(anyCases, anyCases, fc.boolean(), (cases, before, over) => {
        const source = over ? `# kept\n${writeCasesFile(before, null)}` : FILE
        expect(casesOf(writeCasesFile(cases, source))).toEqual(cases)
      }),
      { numRuns: 300 },
    )
  })
})
