import { expect, test } from 'vitest'
import { leadOf } from './lead.ts'

const message = 'm'

test.each([
  [{ rule: null, outcome: { kind: 'no-rule', message } as const }, 'no-rule'],
  [{ rule: null, outcome: { kind: 'refused', message, reason: 'unknown-plan' } as const }, 'no-rule'],
  [{ rule: {}, outcome: { kind: 'refused', message, reason: 'empty-region' } as const }, 'refused'],
  [{ rule: {}, outcome: { kind: 'refused', message, reason: 'unnamed-binding' } as const }, 'pool'],
  [{ rule: {}, outcome: { kind: 'wait', message } as const }, 'pool'],
  [{ rule: {}, outcome: { kind: 'guard', message } as const }, 'pool'],
])('%j: %s', (decision, lead) => {
  expect(leadOf(decision)).toBe(lead)
})
