import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readRulesFile } from './read-rules-file.ts'

const bytes = (text: string) => new TextEncoder().encode(text)

function texts(file: string | Uint8Array) {
  const read = readRulesFile(typeof file === 'string' ? bytes(file) : file)
  return 'file' in read
    ? read.file.source.texts
    : read.problems.map(({ message, place }) => `${place?.line}:${place?.column} ${message}`)
}

describe('a rules file', () => {
  test.each<[string, string]>([
    ['values.yaml', 'hap:\n  rule: # all of them\n  - aws # the first\n  - gcp -> S\nother: 1\n'],
    ['hapRule.yaml', 'rule:\n- aws\n- "gcp -> S"\n'],
    ['a plain list', '- aws\n- gcp -> S\n'],
    ['JSON', '{"hap": {"rule": ["aws", "gcp -> S"]}}'],
    ['with a byte order mark', '\ufeff- aws\n- gcp -> S\n'],
    ['with CRLF', 'rule:\r\n- aws\r\n- gcp -> S\r\n'],
    ['with an anchor', 'first: &first aws\nrule:\n- *first\n- gcp -> S\n'],
    ['with a list by reference', 'list: &list\n- aws\n- gcp -> S\nhap:\n  rule: *list\n'],
    ['with a merged mapping', 'base: &base\n  rule: [aws, gcp -> S]\nhap:\n  <<: *base\n'],
    ['without a last line end', '- aws\n- gcp -> S'],
  ])('%s', (_, file) => {
    expect(texts(file)).toEqual(['aws', 'gcp -> S'])
  })

  test('parses an empty item as an empty rule', () => {
    expect(texts('- aws\n-\n')).toEqual(['aws', ''])
  })

  test.each<[string, string, number, number, readonly [number, number]]>([
    ['a plain rule', 'hap:\n  rule:\n  - aws\n  - gcp -> S\n', 1, 4, [4, 9]],
    ['a rule in quotes', 'rule:\n- "gcp -> S"\n', 0, 4, [2, 8]],
    ['a rule in single quotes', "rule: ['aws', 'gcp -> S']\n", 1, 0, [1, 16]],
    ['its end', '- aws\n', 0, 3, [1, 6]],
    ['a rule with an escape', '- "gc\\u0070 -> S"\n', 0, 7, [1, 16]],
    ['a folded rule', '- >-\n  gcp\n  -> S\n', 0, 7, [3, 6]],
    ['a rule by reference', 'first: &first aws\nrule:\n- *first\n', 0, 1, [1, 16]],
    ['a rule of a list by reference', 'list: &list\n- aws\n- gcp -> S\nrule: *list\n', 1, 4, [3, 7]],
    ['a rule by merging', 'x: &x\n  y: 1\nb: &b\n  rule: [aws]\nhap:\n  <<: [*x, *b]\n', 0, 1, [4, 11]],
    ['a property', 'hap:\n  sharedRule: trial\n  euAccessRule: "aws:x"\n', 3, 4, [3, 22]],
    ['after CRLF', 'rule:\r\n- aws\r\n- gcp\r\n', 1, 1, [3, 4]],
  ])('maps a column to the position of %s', (_, file, rule, column, [line, expected]) => {
    const read = readRulesFile(bytes(file))
    expect('file' in read && read.file.placeOf(rule, column)).toEqual({ line, column: expected })
  })

  test('of one megabyte is parsed', () => {
    const rest = `# ${'x'.repeat(97)}\n`
    const file = `rule:\n- aws\n${rest.repeat(10_400)}- gcp -> S\n`
    expect(file.length).toBeGreaterThan(1_000_000)
    expect(texts(file)).toEqual(['aws', 'gcp -> S'])
  })

  test('of ten thousand rules is parsed with a warning', () => {
    const read = readRulesFile(
      bytes(Array.from({ length: 10_000 }, (_, number) => `- aws(PR=cf-${number})\n`).join('')),
    )
    expect('file' in read && [Object.keys(read.file.source.texts).length, read.file.warnings[0]?.message]).toEqual([
      10_000,
      'The file has 10,000 rules.',
    ])
  })
})

describe('an invalid file has an error with its position', () => {
  const bomb = [
    'a: &a [x, x, x]',
    ...['b', 'c', 'd', 'e', 'f'].map((key, place) => `${key}: &${key} [${`*${'abcde'[place]}, `.repeat(9)}1]`),
    'rule: *f',
  ]
  test.each<[string, string | Uint8Array, readonly string[]]>([
    ['empty', '', ['undefined:undefined The document is empty.']],
    ['only comments', '# later\n', ['undefined:undefined The document is empty.']],
    ['a text', 'aws\n', ['undefined:undefined The document is a text.']],
    ['no list', 'hap:\n  rule: aws\n', ['2:9 hap.rule is a text, not a list.']],
    ['a mapping for the list', 'hap:\n  rule:\n    aws: EU\n', ['3:5 hap.rule is a mapping, not a list.']],
    [
      'old and new format in one',
      'hap:\n  rule: [aws]\n  sharedRule: trial\n',
      ['undefined:undefined The document has rules in two places.'],
    ],
    [
      'two lists in one',
      'rule: [aws]\nhap:\n  rule: [aws]\n',
      ['undefined:undefined The document has rules in two places.'],
    ],
    ['something else', 'kind: Secret\n', ['undefined:undefined There are no rules in this document.']],
    ['lines that end with CR', 'hap:\r  rule:\r    - aws', ['undefined:undefined The lines end with CR alone.']],
    ['two JSON documents', '{"rule": []}\n{"rule": []}\n', ['2:1 A second JSON document begins here.']],
    ['tabs', 'hap:\n\trule: []\n', ['2:1 Tabs are not allowed as indentation.']],
    [
      'a repeated key',
      'rule: []\nx:\n  a: 1\n  a: 2\nrule: []\n',
      ['5:1 The key rule is given twice.', '4:3 The key a is given twice.'],
    ],
    [
      'a line broken in three places',
      'foo: {{{\n',
      ['2:1 A mapping in braces has no closing }, or this line is not indented.'],
    ],
    ['two documents', '- aws\n---\n- gcp\n', ['2:1 A second document begins here.']],
    ['a star without quotes', 'hap:\n  sharedRule: *:eu\n', ['2:15 `*:eu` refers to nothing.']],
    [
      'very many aliases',
      ['rule:', ...Array.from({ length: 20_000 }, (_, i) => `- &a${i} aws\n- *a${i}`)].join('\n'),
      ['203:3 There are more than 100 aliases.'],
    ],
    ['an endless alias', bomb.join('\n'), ['undefined:undefined The document unfolds too many aliases.']],
    [
      'commas only',
      `rule: [${','.repeat(400_000)}]`,
      ['undefined:undefined The document has more than 300,000 words and signs.'],
    ],
    ['deep nesting', '['.repeat(20_000), ['undefined:undefined The document is nested too deeply.']],
    ['binary', new Uint8Array([0x7f, 0x45, 0x4c, 0x46, 0x02, 0x00]), ['1:5 The file is binary.']],
    ['Latin-1', new Uint8Array([0x2d, 0x20, 0x61, 0x0a, 0x2d, 0x20, 0xe4, 0x0a]), ['2:3 The file is not UTF-8.']],
    ['UTF-16', new Uint8Array([0xff, 0xfe, 0x2d, 0x00]), ['undefined:undefined The file is UTF-16.']],
    ['too large', ' '.repeat((1 << 20) + 1), ['undefined:undefined The file has more than 1048576 bytes.']],
    [
      'too many rules',
      '- a\n'.repeat(20_001),
      ['undefined:undefined The file has 20,001 rules; at most 20,000 are read.'],
    ],
    [
      'very many entries of four rules',
      `hap:\n  sharedRule: "${'*:a;'.repeat(600)}aws"\n`,
      ['undefined:undefined There are 604 entries.'],
    ],
  ])('%s', (_, file, expected) => {
    expect(texts(file)).toEqual(expected)
  })

  test('in a hostile mapping with forty thousand keys', () => {
    const file = Array.from({ length: 40_000 }, (_, number) => `k${number}: v`).join('\n')
    expect(texts(file)).toEqual(['undefined:undefined There are no rules in this document.'])
  })

  test('for any bytes', () => {
    const piece = fc.constantFrom(
      'rule:',
      'hap:',
      '- ',
      'aws',
      '\n',
      '  ',
      '\t',
      '*',
      '&a ',
      '[',
      ']',
      '{',
      '}',
      '"',
      "'",
      ': ',
      '|',
      '>',
      '\ufeff',
      '---',
      '\r',
      '!!x ',
      '<<: ',
    )
    const text = fc.array(piece, { maxLength: 30 }).map(pieces => bytes(pieces.join('')))
    fc.assert(
      fc.property(fc.oneof(text, fc.uint8Array()), file => {
        const read = readRulesFile(file)
        if ('problems' in read) expect(read.problems.length).toBeGreaterThan(0)
        else
          for (const [rule, value] of Object.values(read.file.source.texts).entries())
            read.file.placeOf(rule, value.length)
      }),
      { numRuns: 2_000 },
    )
  })
})

test.each([
  ['a ConfigMap', 'kind: ConfigMap\ndata:\n  hapRule.yaml: |\n    rule: [aws]\n', /This is a ConfigMap/],
  ['a list in brackets', 'hap: {rule: [aws, azure(PR=cf-ch20, HR=westeurope) -> EU]}', /put each rule in quotes/],
  ['lines that end with CR', 'hap:\r  rule:\r    - aws', /LF, or CRLF/],
  ['two JSON documents', '{"rule": []}\n{"rule": []}\n', /each document in a file of its own/],
])('names the likely slip of %s', (_title, text, hint) => {
  const read = readRulesFile(new TextEncoder().encode(text))
  expect('problems' in read && read.problems.map(problem => problem.hint)).toEqual([expect.stringMatching(hint)])
})
