import { expect, test } from 'vitest'
import { ChangedLines } from './extensions.ts'

test.each([
  ['- aws', false],
  ['      - aws  ', false],
  ['- gcp', true],
  ['', false],
  ['   ', false],
])('%j beside the rules in force is new: %s', (line, isNew) => {
  expect(new ChangedLines(() => 'hap:\n  rule:\n    - aws\n').has(line)).toBe(isNew)
})

test('once a draft is in force none of its lines is new, and what was said before is outdated', () => {
  let inForce = '- aws\n'
  const lines = new ChangedLines(() => inForce)
  expect([lines.has('- gcp'), lines.outdated]).toEqual([true, false])
  inForce = '- aws\n- gcp\n'
  expect(lines.outdated).toBe(true)
  expect([lines.has('- gcp'), lines.outdated]).toEqual([false, false])
})
