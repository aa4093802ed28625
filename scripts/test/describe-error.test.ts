import { expect, test } from 'vitest'
import { describeError } from './describe-error.ts'

const ROOT = '/home/me/console'
const MESSAGE = '\u001b[31mError\u001b[39m: expect(received).toBe(expected)\n\nExpected: 1\nReceived: 2'
const frames = (...lines: string[]) => [MESSAGE, ...lines.map(line => `    at ${line}`)].join('\n')

test.each([
  ['no stack', undefined, ''],
  [
    'the line of the expectation, not of the test',
    frames(`${ROOT}/e2e/console/database.deep.e2e.ts:61:20`, `${ROOT}/node_modules/playwright/lib/runner.js:1:1`),
    ' (at e2e/console/database.deep.e2e.ts:61)',
  ],
  [
    'the line of a helper and of its caller',
    frames(
      'Proxy.<anonymous> (/home/me/other/expect.js:3:1)',
      `file://${ROOT}/node_modules/expect/index.js:1:1`,
      `hold (${ROOT}/e2e/support/hold-dialog.ts:12:3)`,
      `file://${ROOT}/e2e/console/tabs.e2e.ts:14:5`,
    ),
    ' (at e2e/support/hold-dialog.ts:12, called at e2e/console/tabs.e2e.ts:14)',
  ],
  ['nothing for an error outside the project', frames('node:internal/process/task_queues:105:5'), ''],
])('prints %s', (_what, stack, where) => {
  const text = 'Error: expect(received).toBe(expected) Expected: 1 Received: 2'
  expect(describeError({ message: MESSAGE, stack }, ROOT)).toBe(text + where)
})

test('truncates a long message and keeps the location', () => {
  const stack = `    at ${ROOT}/lib/a.test.ts:7:1`
  expect(describeError({ message: 'x'.repeat(1000), stack }, ROOT)).toBe(`${'x'.repeat(600)} (at lib/a.test.ts:7)`)
})

test('prints the lines that differ of two long values', () => {
  const same = Array.from({ length: 9 }, (_, index) => `    ${index},`)
  const message = ['Error: not equal', '- Expected  - 1', '+ Received  + 1', ...same, '-   "a"', '+   "b"'].join('\n')
  expect(describeError({ message }, ROOT)).toBe('Error: not equal - Expected  - 1 + Received  + 1 -   "a" +   "b"')
})
