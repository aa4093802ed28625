import { expect, test } from 'vitest'
import { fragmentsOf, fragmentViolations } from './fragments.ts'

const file = (path: string, lines: number, imports: readonly string[] = []) => ({
  path,
  text: [
    ...imports.map(name => `import { a } from '${name}'`),
    ...Array(lines - imports.length).fill('call()'),
    '',
  ].join('\n'),
})
const users = (count: number) => Array.from({ length: count }, (_, i) => file(`lib/util/user${i}.ts`, 60, ['./a.ts']))

test.each([
  ['of 25 lines with four importers is a fragment', file('lib/util/a.ts', 25), users(4), ['lib/util/a.ts']],
  ['with five importers is none', file('lib/util/a.ts', 25), users(5), []],
  ['of 26 lines is none', file('lib/util/a.ts', 26), [], []],
  ['required by Next.js is none', file('app/(console)/pools/page.tsx', 5), [], []],
  ['of a test is none', file('lib/util/a.test.ts', 5), [], []],
])('a file %s', (_, small, others, expected) => {
  expect(fragmentsOf([small, ...others])).toEqual(expected)
})

test('reports fragments above 3 % of the files', () => {
  const small = file('lib/util/a.ts', 5)
  const large = (count: number) => Array.from({ length: count }, (_, i) => file(`lib/util/large${i}.ts`, 60))
  expect(fragmentViolations([small, ...large(33)])).toEqual([])
  expect(fragmentViolations([small, ...large(32)])).toEqual([
    { file: '(all files)', line: 0, message: expect.stringContaining('lib/util/a.ts') },
  ])
})
