import { expect, test } from 'vitest'
import { phrasesOf } from './phrases.ts'

const findings = (path: string, text: string) =>
  phrasesOf([{ path, text }]).map(({ line, message }) => `${line}: ${/says "(.*?)"/.exec(message)?.[1]}`)

test.each([
  ['a string', "const a = 'Whoever has it may read'", '1: Whoever'],
  ['a template, around its expressions', `const a = \`\${of(\`b\`)} and\nnobody \${c}\``, '2: nobody'],
  ['an expression in a template', `const a = \`\${b ? 'asked for' : {}}\``, '1: asked for'],
  ['a number with a space before its sign', `const a = \`\${share} %\``, '1: %'],
  ['a rate', "const a = '5 writes a second'", '1: writes a second'],
  ['a relative clause as subject', "const a = 'Saved. What it needs is shown.'", '1: What it needs is shown'],
])('finds %s', (_, text, finding) => {
  expect(findings('lib/util/a.ts', text)).toEqual([finding])
})

test('finds text of JSX, across lines', () => {
  expect(findings('app/a.tsx', '<p>\n  It goes\n  on {when} the {time}\n</p>')).toEqual(['2: goes on'])
})

test.each([
  ['a comment', '// Nobody reads this\n/* nor anybody */'],
  ['a name', 'const told = heard(anew)'],
  ['a question', "const a = 'What changed since then?'"],
  ['a remainder', 'const a = 10 % 3'],
  ['a value of the code', "const a = 'nobody'"],
])('leaves out %s', (_, text) => {
  expect(findings('lib/util/a.ts', text)).toEqual([])
})

test('leaves out code between braces', () => {
  const code = 'show({ a }: Told): void {\n  call({ a }, anew ? { b } : {})'
  expect(findings('app/a.tsx', code)).toEqual([])
})

test('leaves out tests', () => {
  expect(findings('lib/util/a.test.ts', "test('nobody waits')")).toEqual([])
})

test('finds prose of a document, without its code and links', () => {
  const text =
    '# What it needs\n\nRun `whoever`, or see\n[this](nobody.md).\n\n```sh\nnobody\n```\n\nIt comes\nof age.\n'
  expect(findings('docs/a.md', text)).toEqual(['10: comes of', '1: What it needs'])
})
