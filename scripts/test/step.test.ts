import { expect, test } from 'vitest'
import { chooseSteps } from './choose-steps.ts'
import { auditOutcome } from './npm-audit.ts'
import { lastLine, oneCheck } from './step.ts'

test.each([
  ['3 passed, 0 failed', 0, { passed: 3, failed: 0, skipped: 0 }],
  ['3 passed, 0 failed, 2 skipped', 0, { passed: 3, failed: 0, skipped: 2 }],
  ['1 passed, 0 failed\n3 passed, 2 failed\n', 1, { passed: 3, failed: 2, skipped: 0 }],
  ['3 passed, 0 failed', 1, { passed: 3, failed: 1, skipped: 0 }],
  ['all is well', 0, { passed: 0, failed: 1, skipped: 0 }],
  // A step without checks proves nothing, so it fails.
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

const REPORT = JSON.stringify({ auditReportVersion: 2, vulnerabilities: {}, metadata: {} }, null, 2)
const NO_ENDPOINT = JSON.stringify(
  { message: '404 Not Found - POST /-/npm/v1/security/audits/quick', statusCode: 404 },
  null,
  2,
)

test.each([
  ['well', REPORT, 0, { passed: 1, failed: 0, skipped: 0 }],
  ['well, with a warning before it', `npm warn something\n${REPORT}\n`, 0, { passed: 1, failed: 0, skipped: 0 }],
  ['wrong', REPORT, 1, { passed: 0, failed: 1, skipped: 0 }],
  [
    'skipped by a registry that has no such address',
    `npm warn audit 404\n${NO_ENDPOINT}`,
    1,
    { skipped: 1, failed: 0 },
  ],
  [
    'skipped without a network',
    '{ "message": "request to https://registry failed, reason: ENOTFOUND" }',
    1,
    { skipped: 1 },
  ],
  ['skipped when npm says something else', 'npm error code EAUDIT', 1, { skipped: 1, failed: 0 }],
])('the output of npm about vulnerabilities counts as %s', (_, output, code, outcome) => {
  expect(auditOutcome(output, code)).toMatchObject(outcome)
  if (outcome.skipped === 1) expect(auditOutcome(output, code).note).toMatch(/^no registry reported vulnerabilities/)
})
