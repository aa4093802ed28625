import { expect, test } from 'vitest'
import { languageOf, languageViolations } from './comments.ts'

const file = (lines: readonly string[]) => ({ path: 'lib/util/a.ts', text: lines.join('\n') })

test('counts comment lines with text, and finds those in dialect', () => {
  const { comments, dialect, lines } = languageOf([
    file(['/** Retries a read. */', '/**', ' * Nobody waits for it.', ' */', 'const told = 1 // no comment line']),
  ])
  expect({ comments, dialect, lines }).toEqual({ comments: 2, dialect: ['lib/util/a.ts:3'], lines: 5 })
})

test('leaves out tests and tools', () => {
  expect(languageOf([{ path: 'lib/util/a.test.ts', text: '// Whoever reads this' }]).comments).toBe(0)
  expect(languageOf([{ path: 'test/a.ts', text: '// Whoever reads this' }]).comments).toBe(0)
})

test.each([
  ['a share of dialect above 1 %', ['// Whoever reads this', ...Array(9).fill('// Retries.')], /1 of 10 comment lines/],
  ['fewer comments than 6 %', ['// Retries.', ...Array(20).fill('call()')], /1 of 21 lines are comments/],
])('reports %s', (_, lines, message) => {
  expect(languageViolations([file(lines)])).toEqual([
    { file: '(all files)', line: 0, message: expect.stringMatching(message) },
  ])
})
