import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { FieldValue, SearchField } from './field.ts'
import { formatSearch } from './format.ts'
import { createMatcher } from './match.ts'
import { MAX_CHARACTERS, MAX_TERMS, parseSearch } from './parse.ts'
import type { Term } from './term.ts'

const FIELDS: readonly SearchField[] = [
  { name: 'name', kind: 'text', description: 'Name of the binding' },
  { name: 'ga', kind: 'text', prefix: true, description: 'Global account, by its first characters' },
  { name: 'type', kind: 'enum', description: 'Hyperscaler type' },
  { name: 'state', kind: 'enum', values: ['free', 'claimed', 'dirty'], aliases: { D: 'dirty' }, description: 'State' },
  { name: 'shoots', kind: 'number', description: 'Shoots on the account' },
  { name: 'age', kind: 'number', units: { d: 1, y: 365 }, description: 'Age in days' },
  { name: 'shared', kind: 'boolean', description: 'Used by many tenants' },
  { name: 'at', kind: 'time', description: 'When' },
]

const plain = (terms: readonly Term[]) => terms.map(({ range, ...term }) => term)
const parse = (text: string) => parseSearch(text, FIELDS)

describe('a search text is parsed into terms', () => {
  test.each<[string, object[]]>([
    ['', []],
    ['   ', []],
    ['eu', [{ kind: 'word', negated: false, text: 'eu', quoted: false }]],
    ['-eu', [{ kind: 'word', negated: true, text: 'eu', quoted: false }]],
    ['"two words"', [{ kind: 'word', negated: false, text: 'two words', quoted: true }]],
    ['"say \\"hi\\""', [{ kind: 'word', negated: false, text: 'say "hi"', quoted: true }]],
    ['type:aws', [{ kind: 'enum', negated: false, field: 'type', values: ['aws'] }]],
    ['Type:aws', [{ kind: 'enum', negated: false, field: 'type', values: ['aws'] }]],
    ['-type:aws,gcp', [{ kind: 'enum', negated: true, field: 'type', values: ['aws', 'gcp'] }]],
    ['name:"a,b",c', [{ kind: 'text', negated: false, field: 'name', values: ['a,b', 'c'] }]],
    ['name:a:b', [{ kind: 'text', negated: false, field: 'name', values: ['a:b'] }]],
    ['at:2026-11-21T10:30,24h', [{ kind: 'time', negated: false, field: 'at', values: ['2026-11-21T10:30', '24h'] }]],
    ['12:30', [{ kind: 'word', negated: false, text: '12:30', quoted: false }]],
    ['-', [{ kind: 'word', negated: false, text: '-', quoted: false }]],
    ['shared', [{ kind: 'boolean', negated: false, field: 'shared', value: true }]],
    ['-shared', [{ kind: 'boolean', negated: true, field: 'shared', value: true }]],
    ['shared:FALSE', [{ kind: 'boolean', negated: false, field: 'shared', value: false }]],
    ['"shared"', [{ kind: 'word', negated: false, text: 'shared', quoted: true }]],
    ['shoots:3', [{ kind: 'number', negated: false, field: 'shoots', values: [range(3, 3)] }]],
    [
      'shoots:>3',
      [{ kind: 'number', negated: false, field: 'shoots', values: [{ ...range(3, Infinity), lowOpen: true }] }],
    ],
    ['shoots:<=3', [{ kind: 'number', negated: false, field: 'shoots', values: [range(-Infinity, 3)] }]],
    [
      'shoots:3..9,20..',
      [{ kind: 'number', negated: false, field: 'shoots', values: [range(3, 9), range(20, Infinity)] }],
    ],
  ])('%s', (text, terms) => {
    expect({ terms: plain(parse(text).terms), errors: parse(text).errors }).toEqual({ terms, errors: [] })
  })

  function range(low: number, high: number) {
    return { low, high, lowOpen: false, highOpen: false }
  }

  test('each with its position in the text', () => {
    const text = 'eu  -type:aws "x y"'
    expect(parse(text).terms.map(({ range }) => text.slice(range.start, range.end))).toEqual([
      'eu',
      '-type:aws',
      '"x y"',
    ])
  })
})

describe('an invalid part gives an error and keeps the other terms', () => {
  test.each([
    ['tennant:8b', 'unknown-field', 'Unknown field tennant. Fields: age, at, ga, name, shared, shoots, state, type.'],
    [
      'stat:dirty',
      'unknown-field',
      'Unknown field stat. Did you mean state? Fields: age, at, ga, name, shared, shoots, state, type.',
    ],
    ['state:', 'missing-value', 'state: needs a value, for example state:free.'],
    ['state:,', 'missing-value', 'state: needs a value, for example state:free.'],
    ['""', 'missing-value', 'The quotes are empty.'],
    ['state:clean', 'unknown-value', 'Unknown state "clean". Possible values: free, claimed, dirty.'],
    ['shoots:many', 'not-a-number', '"many" is not a number or range. Write shoots:5, shoots:>5 or shoots:5..9.'],
    ['shoots:9..5', 'not-a-number', '"9..5" is not a number or range. Write shoots:5, shoots:>5 or shoots:5..9.'],
    ['shoots:..', 'not-a-number', '".." is not a number or range. Write shoots:5, shoots:>5 or shoots:5..9.'],
    [
      'at:noon',
      'not-a-time',
      '"noon" is not a time. Write at:2026-11-21, at:2026-11-21T10..2026-11-21T12 (UTC) or at:24h.',
    ],
    ['shared:maybe', 'not-a-boolean', 'shared must be true or false. Write shared:true or -shared.'],
    ['"open', 'unclosed-quote', 'A quote is not closed. Add " at its end.'],
  ])('%s', (piece, code, message) => {
    const text = `type:aws ${piece}`
    const { terms, errors } = parse(text)
    expect(errors).toEqual([{ code, message, range: { start: 9, end: text.length } }])
    expect(plain(terms)).toEqual([{ kind: 'enum', negated: false, field: 'type', values: ['aws'] }])
  })

  test('a text over the maximum length is refused with the limit', () => {
    const { terms, errors } = parse('x '.repeat(5_000))
    expect(terms).toEqual([])
    expect(errors.map(error => error.message)).toEqual([
      'The search has 10,000 characters; the maximum is 2,000. Shorten it.',
    ])
  })

  test('a search with too many terms is refused as a whole', () => {
    expect(parse('a '.repeat(MAX_TERMS)).terms).toHaveLength(MAX_TERMS)
    const { terms, errors } = parse('a '.repeat(999))
    expect(terms).toEqual([])
    expect(errors.map(error => error.message)).toEqual(['The search has 999 terms; the maximum is 50. Remove some.'])
  })

  test.each([
    ['name:', 51, false],
    ['-name:', 50, true],
    ['shoots:', 51, false],
    ['type:', 400, true],
  ])(
    'each value of a text or number is a term, enumerated words share one: %s with %i values',
    (field, count, read) => {
      const { terms, errors } = parse(`${field}${Array.from({ length: count }, (_, n) => n).join()}`)
      expect([terms.length, errors.length]).toEqual(read ? [1, 0] : [0, 1])
    },
  )
})

describe('a row matches', () => {
  const ROW: Record<string, FieldValue> = {
    name: 'aws-eu-0231',
    ga: '8b9a6f1e-4c0d',
    type: 'aws',
    state: 'dirty',
    shoots: 12,
    age: 800,
    shared: false,
    at: '2026-11-21T10:30:00.000Z',
  }
  test.each([
    ['', true],
    ['EU', true],
    ['4c0d', true],
    ['gcp', false],
    ['-gcp', true],
    ['dirty', false],
    ['name:eu-02', true],
    ['ga:8B9A', true],
    ['ga:4c0d', false],
    ['type:aw', false],
    ['type:gcp,AWS', true],
    ['-type:gcp,aws', false],
    ['state:dirty type:aws -shared', true],
    ['state:dirty shared', false],
    ['shared:false', true],
    ['shoots:>12', false],
    ['shoots:>=12', true],
    ['shoots:1..5,10..12', true],
    ['shoots:13', false],
    ['state:d', true],
    ['age:>2y', true],
    ['age:1Y..3y', true],
    ['age:800d', true],
    ['age:<1.5y', false],
    ['8b9a…4c0d', true],
    ['ga:8b9a6f1e…4c0d', true],
    ['ga:8b9a…6f1e', false],
    ['type:a…s', true],
    ['at:2026-11-21', true],
    ['at:2026-11-20,2026-11', true],
    ['at:<2026-11-21', false],
    ['-at:<2026-11-21', true],
    ['at:2h', true],
    ['at:2h..30m', true],
    ['at:1h..2026-11-20', false],
    ['at:<1h', true],
    ['at:1h', false],
  ])('%s: %s', (text, expected) => {
    const { terms, errors } = parse(text)
    expect(errors).toEqual([])
    expect(createMatcher(terms, FIELDS, Date.parse('2026-11-21T12:00:00Z'))(name => ROW[name] ?? null)).toBe(expected)
  })

  test('if one of several values of a field matches, but not by a missing value', () => {
    const rules = createMatcher(parse('name:aws').terms, FIELDS)
    expect(rules(() => ['gcp', 'aws'])).toBe(true)
    expect(rules(() => null)).toBe(false)
    expect(createMatcher(parse('-name:aws shoots:>0').terms, FIELDS)(name => (name === 'shoots' ? 1 : null))).toBe(true)
  })
})

const anyText = fc.oneof(
  fc.string({ maxLength: 300 }),
  fc
    .array(
      fc.constantFrom(
        'type:',
        'shoots:',
        'age:',
        'y',
        'd',
        'shared',
        '-',
        '"',
        '\\',
        ',',
        ' ',
        ':',
        '>',
        '..',
        '5',
        'aws',
        'ß',
        '\u0000',
      ),
      { maxLength: 60 },
    )
    .map(parts => parts.join('')),
)

test('each part of any text is either a term or an error', () => {
  fc.assert(
    fc.property(anyText, text => {
      const { terms, errors } = parse(text)
      const ranges = [...terms, ...errors].map(({ range }) => range).sort((a, b) => a.start - b.start)
      const outside = ranges.reduce(
        (rest, { start, end }) => rest.slice(0, start) + ' '.repeat(end - start) + rest.slice(end),
        text,
      )
      expect(outside.trim()).toBe('')
    }),
    { numRuns: 2_000 },
  )
})

test('formatted terms parse to the same terms', () => {
  fc.assert(
    fc.property(anyText, text => {
      const { terms } = parse(text)
      const again = parse(formatSearch(terms))
      fc.pre(formatSearch(terms).length <= MAX_CHARACTERS)
      expect(again.errors).toEqual([])
      const bare = (list: readonly Term[]) =>
        plain(list).map(term => (term.kind === 'word' ? { ...term, quoted: null } : term))
      expect(bare(again.terms)).toEqual(bare(terms))
      expect(formatSearch(again.terms)).toBe(formatSearch(terms))
    }),
    { numRuns: 2_000 },
  )
})

test.each([
  ['age:>2y', 'age:>2y'],
  ['age:>730', 'age:>2y'],
  ['age:30', 'age:30d'],
  ['age:0', 'age:0'],
  ['age:1.5y', 'age:547.5'],
  ['age:1.1y', 'age:401.5'],
  ['-age:1y..800d,<=-1y', '-age:1y..800d,<=-1y'],
  ['shoots:>730', 'shoots:>730'],
])('formats a number in the largest unit that fits: %s as %s', (text, written) => {
  const { terms, errors } = parse(text)
  expect(errors).toEqual([])
  expect(formatSearch(terms)).toBe(written)
  expect(plain(parse(written).terms)).toEqual(plain(terms))
})

test('refuses a number that is too large in its unit', () => {
  expect(parse('age:999999999999999').errors).toEqual([])
  expect(parse('age:999999999999999y').errors).toHaveLength(1)
})

test('a negated term matches exactly the rows that the term does not', () => {
  const row = fc.record({
    name: fc.string(),
    type: fc.constantFrom('aws', 'gcp', null),
    shoots: fc.nat(20),
    shared: fc.boolean(),
  })
  const term = fc.constantFrom('a', 'name:a', 'type:aws', 'shoots:>5', 'shoots:..3,9', 'shared')
  fc.assert(
    fc.property(row, term, (values, text) => {
      const read = (name: string): FieldValue => (values as Record<string, FieldValue>)[name] ?? null
      expect(createMatcher(parse(`-${text}`).terms, FIELDS)(read)).toBe(!createMatcher(parse(text).terms, FIELDS)(read))
    }),
  )
})
