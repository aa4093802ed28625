import { expect, test } from 'vitest'
import { formatErrorCode, formatOperation } from './shoot.ts'

test.each([
  ['Reconcile', 'Succeeded', 'done', 'Reconciled'],
  ['Create', 'Succeeded', 'done', 'Created'],
  ['Reconcile', 'Failed', 'failed', 'Reconcile failed'],
  ['Delete', 'Error', 'failed', 'Delete failed'],
  ['Delete', 'Processing', 'running', 'Deleting, 45%'],
  ['Migrate', 'Pending', 'running', 'Migrate pending'],
  ['Reconcile', 'Aborted', 'running', 'Reconcile aborted'],
  ['toString', 'Succeeded', 'done', 'toString done'],
  ['__proto__', 'Processing', 'running', '__proto__, 45%'],
])('%s %s is %s: %s', (type, state, outcome, words) => {
  expect(formatOperation({ type, state, progress: 45 })).toEqual({ outcome, words })
})

test.each([
  ['ERR_INFRA_QUOTA_EXCEEDED', 'quota exceeded'],
  ['ERR_CONFIGURATION_PROBLEM', 'configuration problem'],
  ['SOMETHING', 'something'],
])('%s is formatted as %s', (code, words) => expect(formatErrorCode(code)).toBe(words))
