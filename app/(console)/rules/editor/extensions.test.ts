import { expect, test } from 'vitest'
import { ChangedLines } from './extensions.ts'

test.each([
  ['- aws', false],
  ['      - aws  ', false],
  ['- gcp', true],
  ['', false],
  ['   ', false],
])('marks %j as changed against the rules in force: %s', (line, isNew) => {
  expect(new ChangedLines(() => 'hap:\n  rule:\n    - aws\n').has(line)).toBe(isNew)
})

test('marks no line after the draft came into force, and reports the earlier marks as outdated', () => {
  let inForce = '- aws\n'
  const lines = new ChangedLines(() => inForce)
  expect([lines.has('- gcp'), lines.outdated]).toEqual([true, false])
  inForce = '- aws\n- gcp\n'
  expect(lines.outdated).toBe(true)
  expect([lines.has('- gcp'), lines.outdated]).toEqual([false, false])
})
