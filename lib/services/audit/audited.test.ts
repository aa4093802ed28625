import { expect, test } from 'vitest'
import { RefusedError } from '#lib/services/refused-error.ts'
import { StoreBusyError, StoreConflictError, StoreUnavailableError } from '#lib/store/database/store-errors.ts'
import { failedOutcome } from './audited.ts'

test.each([
  ['refused', new RefusedError(409, 'You have a view of this name already.')],
  ['failed', new StoreUnavailableError('The database does not answer.')],
  ['unknown', new StoreUnavailableError('The connection broke during the commit.', { outcomeUnknown: true })],
  ['failed', new StoreBusyError('Too much at once.')],
  ['failed', new StoreConflictError('Others were first again and again.')],
  ['unknown', new TypeError('x is not a function')],
  ['unknown', 'thrown'],
])('%s: %s', (outcome, error) => {
  expect(failedOutcome(error)).toBe(outcome)
})
