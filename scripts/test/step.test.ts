import { expect, test } from 'vitest'
import { chooseSteps } from './choose-steps.ts'
import { lastLine, oneCheck } from './step.ts'

test.each([
  ['3 passed, 0 failed', 0, { passed: 3, failed: 0, skipped: 0 }],
  ['3 passed, 0 failed, 2 skipped', 0, { passed: 3, failed: 0, skipped: 2 }],
  ['1 passed, 0 failed\n3 passed, 2 failed\n', 1, { passed: 3, failed: 2, skipped: 0 }],
  ['3 passed, 0 failed', 1, { passed: 3, failed: 1, skipped: 0 }],
  ['all is well', 0, { passed: 0, failed: 1, skipped: 0 }],
  // A step that checked nothing shows nothing.
  ['0 passed, 0 failed', 0, { passed: 0, failed: 1, skipped: 0 }],
])('%j with exit code %i counts as %j', (output, code, outcome) => {
  expect(lastLine(output, code)).toEqual(outcome)
})

test('a name that is no step is refused, and no name means all of them', () => {
  const steps = ['types', 'unit'].map(name => ({ name, command: ['true'] as const, count: oneCheck }))
  expect(chooseSteps(steps, ['nosuch', 'unit'])).toBe('There is no step nosuch. The steps are types, unit.')
  expect(chooseSteps(steps, ['unit'])).toEqual([steps[1]])
  expect(chooseSteps(steps, [])).toEqual(steps)
})
